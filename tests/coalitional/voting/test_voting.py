"""Voting games counted without a table, against the table, and against closed forms."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.coalitional import is_constant_sum, is_superadditive, null_players, veto_players
from kibitz.coalitional.families import (
    CompoundVoting,
    VotingPower,
    WeightedVoting,
    all_of,
    any_of,
    committee,
    composition,
    near_dictator,
    security_council,
    weighted_voting,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.voting.compound import Rule
from kibitz.coalitional.voting.count_by_cell import swings_by_cell
from kibitz.coalitional.voting.count_by_type import swings_by_type
from kibitz.coalitional.voting.power_indices import power_indices as indices_by_table
from kibitz.coalitional.voting.simple_games import minimal_winning

CASES = json.loads((Path(__file__).parents[2] / "data" / "voting.json").read_text())


@st.composite
def votes(draw: Any, most: int = 7) -> WeightedVoting:
    weights = draw(st.lists(st.integers(0, 9), min_size=1, max_size=most).filter(any))
    return weighted_voting(draw(st.integers(1, sum(weights))), weights)


@st.composite
def compounds(draw: Any) -> CompoundVoting:
    """Two or three votes of overlapping groups, joined in some way."""
    names = "ABCDEF"
    parts = []
    for k in range(draw(st.integers(1, 3))):
        group = draw(st.sets(st.sampled_from(names), min_size=1))
        weights = {name: draw(st.integers(1, 4)) for name in sorted(group)}
        quota = draw(st.integers(1, sum(weights.values())))
        parts.append(weighted_voting(quota, weights, title=f"rule {k}"))
    join = draw(st.sampled_from([all_of, any_of]))
    game = join(*parts)
    assert isinstance(game, CompoundVoting)
    return game


def tabled(game: CoalitionalGame) -> CoalitionalGame:
    return CoalitionalGame(game.worths, game.players, game.title)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_cases_of_the_text(case: dict[str, Any]) -> None:
    given_, expect = case["input"], case["expect"]
    game = kb.game("weighted-voting", given_["quota_exceed"], given_["weights"], strict=True)
    assert isinstance(game, WeightedVoting)
    found = [list(map(int, group)) for group in minimal_winning(game)]
    assert found == expect["minimal_winning"]
    power = kb.solve(game)
    power.verify().require()
    wanted = tuple(map(Fraction, expect["shapley_shubik"]))
    assert power["Shapley-Shubik index"].payoffs == wanted == game.shapley().payoffs
    assert bool(is_superadditive(game)) == expect["superadditive"]
    assert bool(is_constant_sum(game)) == expect["constant_sum"]
    assert list(veto_players(game)) == [str(p) for p in expect["veto_players"]]
    assert list(game.null_voters()) == [str(p) for p in expect["dummies"]]
    assert game.nucleolus().payoffs == tuple(map(Fraction, expect["nucleolus"]))


@given(votes())
def test_all_indices_agree_with_the_table(game: WeightedVoting) -> None:
    fast, slow = game.power_indices(), indices_by_table(tabled(game))
    slow_names = slow.to_json()["indices"]
    assert set(fast.to_json()["indices"]) == set(slow_names)
    for name in slow_names:
        assert fast[name].payoffs == slow[name].payoffs, name
    fast.verify().require()
    for index in fast.indices:
        index.verify().require()
    game.shapley().verify().require()
    game.banzhaf().verify().require()
    assert game.null_voters() == null_players(game)
    assert fast.swings.wins == int((game.worths.array != 0).sum())


@given(votes())
def test_a_voting_game_is_the_same_as_its_table(game: WeightedVoting) -> None:
    same = kb.coalition(weights=list(game.weights), quota=game.quota)
    assert game.worths == same.worths
    for mask in game.coalitions():
        assert game.wins(*game.members(mask)) == (game.value(mask) == 1)


@given(votes(), st.data())
def test_a_tampered_index_is_not_proved(game: WeightedVoting, data: Any) -> None:
    power = game.power_indices()
    index = data.draw(st.sampled_from(power.indices))
    moved = (index.payoffs[0] + Fraction(1, 997), *index.payoffs[1:])
    assert not replace(index, payoffs=moved).verify()
    changed = tuple(replace(i, payoffs=moved) if i is index else i for i in power.indices)
    assert not replace(power, indices=changed).verify()


@given(compounds())
def test_compound_votes_agree_with_their_table(game: CompoundVoting) -> None:
    plain = tabled(game)
    assert game.shapley().payoffs == plain.shapley().payoffs
    assert game.banzhaf().payoffs == plain.banzhaf().payoffs
    game.power_indices().verify().require()
    by_type, by_cell = swings_by_type(game), swings_by_cell(game)
    assert by_type.by_voter == by_cell.by_voter
    assert by_type.losing == by_cell.losing
    for mask in game.coalitions():
        assert game.wins(*game.members(mask)) == (game.value(mask) == 1)


@given(votes(4), st.lists(votes(2), min_size=4, max_size=4))
def test_composition_asks_the_council_about_the_chambers(
    council: WeightedVoting, given_: list[WeightedVoting]
) -> None:
    chambers = [
        weighted_voting(c.quota, {f"{k}.{p}": w for p, w in zip(c.players, c.weights, strict=True)})
        for k, c in enumerate(given_[: council.n])
    ]
    game = composition(council, chambers)
    everybody = [p for c in chambers for p in c.players]
    for size in range(len(everybody) + 1):
        for group in combinations(everybody, size):
            seats = [
                council.players[k]
                for k, c in enumerate(chambers)
                if c.wins(*(p for p in group if p in c.players))
            ]
            inside = [p for p in group if p in game.players]
            assert game.wins(*inside) == council.wins(*seats)


def test_united_nations() -> None:
    value = security_council().shapley()
    assert {str(value[f"P{i}"]) for i in range(1, 6)} == {"421/2145"}
    assert {str(value[f"E{i}"]) for i in range(1, 11)} == {"4/2145"}
    assert security_council().wins(*(f"P{i}" for i in range(1, 6)), "E1", "E2", "E3", "E4")
    assert not security_council().wins(*(f"E{i}" for i in range(1, 11)), "P1", "P2", "P3", "P4")


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7])
def test_near_dictator_in_closed_form(n: int) -> None:
    game = near_dictator(n)
    assert game.shapley().payoffs[0] == Fraction(n - 2, n)
    total = 2 * n - 3
    wanted = (Fraction(n - 2, total), *([Fraction(1, total)] * (n - 1)))
    assert game.nucleolus().payoffs == wanted


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_committees_vote_as_they_say(n: int) -> None:
    for needed in range(2, n + 1):
        equal, casting, veto = (committee(n, needed, c) for c in ("equal", "casting", "veto"))
        for size in range(n + 1):
            for group in combinations(range(n), size):
                led = 0 in group
                names = [equal.players[i] for i in group]
                assert equal.wins(*names) == (size >= needed)
                led_names = [casting.players[i] for i in group]
                assert casting.wins(*led_names) == (size >= needed or (led and size == needed - 1))
                assert veto.wins(*led_names) == (led and size >= needed)


def test_electoral_college_exactly() -> None:
    game = kb.game("electoral-college")
    assert isinstance(game, WeightedVoting)
    assert sum(game.weights) == 538
    value = game.shapley()
    assert sum(value.payoffs) == 1
    value.verify().require()
    assert value["CA"] > value["TX"] > value["FL"] > value["WY"] > 0
    power = game.power_indices()
    power.verify().require()
    assert sum(power["Holler index"].payoffs) == 1
    with pytest.raises(GameError, match="51 players have 2\\^51"):
        game.worth("CA")


def test_united_states_legislation() -> None:
    game = kb.game("us-legislation")
    assert isinstance(game, CompoundVoting)
    assert game.n == 537
    assert len(game.types) == 4
    house = [f"H{i}" for i in range(1, 291)]
    senate = [f"S{i}" for i in range(1, 68)]
    assert game.wins(*house, *senate)
    assert not game.wins(*house[:289], *senate)
    assert game.wins(*house[:218], *senate[:50], "vice president", "president")
    assert not game.wins(*house[:218], *senate[:50], "president")
    assert sum(game.shapley().payoffs) == 1


def test_many_voters_alike_have_an_equal_share() -> None:
    n = 301
    game = weighted_voting(151, [1] * n)
    assert set(game.shapley().payoffs) == {Fraction(1, n)}
    swings = game.swings()
    middle = factorial(300) // factorial(150) ** 2
    assert swings.totals()[0] == middle


def test_double_majority_of_many_different_states() -> None:
    people = [83 - 3 * k for k in range(27)]
    states = weighted_voting(15, {f"S{k}": 1 for k in range(27)}, title="55 percent of states")
    persons = {f"S{k}": w for k, w in enumerate(people)}
    majority = weighted_voting(-(-65 * sum(people) // 100), persons, title="65 percent of people")
    game = all_of(states, majority)
    power = game.power_indices()
    assert "several weights" in power.method
    assert sum(power["Shapley-Shubik index"].payoffs) == 1
    power.verify().require()


def test_weights_in_any_numbers() -> None:
    by_name = weighted_voting("0.5", {"A": "0.2", "B": 0.4, "C": "2/5"})
    assert by_name.whole() == ((1, 2, 2), 3)
    assert weighted_voting(50, [10, 20, 30, 40], strict=True).quota == 60
    assert weighted_voting(0, [1, 2], strict=True).quota == 1
    assert kb.game("weighted-voting 51 40 30 20 10 players=A,B,C,D").players == tuple("ABCD")


def test_what_is_asked_for_by_name() -> None:
    game = kb.game("electoral-college")
    found = kb.solve(game, method="shapley, banzhaf")
    assert found.names == ("shapley", "banzhaf")
    found.verify().require()
    small = weighted_voting(51, [10, 20, 30, 40])
    assert kb.solve(small, method="nucleolus").names == ("nucleolus",)


@pytest.mark.parametrize(
    ("quota", "weights", "words"),
    [
        (120, [10, 20, 30, 40], "at most 100"),
        (0, [1, 2], "above 0"),
        (-3, [1, 2], "above 0"),
        (1, [2, -1], "the weight of 2 is -1"),
        (1, [], "at least one"),
        (1, ["heavy"], "voter 1: 'heavy' is not a number"),
        ("half", [1], "quota: 'half'"),
        (1, 3, "not a list"),
        (1, [0, 0], "at most 0"),
        (1, [1] * 1001, "at most 1000"),
    ],
)
def test_bad_votes_get_one_line(quota: Any, weights: Any, words: str) -> None:
    with pytest.raises(GameError, match=words) as caught:
        weighted_voting(quota, weights)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        "committee 0 0",
        "committee 4 5",
        "committee 4 1 casting",
        "committee 4 3 throne",
        "security-council 5 10 16",
        "security-council 5 10 4",
        "security-council -1 2 1",
        "near-dictator 2",
        "bicameral 0 3",
        "nassau-county 200",
        "weighted-voting 100 10,20 strict=perhaps",
    ],
)
def test_bad_calls_get_one_line(call: str) -> None:
    with pytest.raises(GameError) as caught:
        kb.game(call)
    assert "\n" not in str(caught.value)


def test_refusals_name_the_alternative() -> None:
    with pytest.raises(GameError, match="below 100"):
        weighted_voting(100, [60, 40], strict=True)
    with pytest.raises(GameError, match="round the weights"):
        weighted_voting(10**12, [10**11 + k for k in range(60)]).swings()
    with pytest.raises(GameError, match="chambers for"):
        composition(weighted_voting(1, [1, 1]), [weighted_voting(1, [1])])
    with pytest.raises(GameError, match="at least one"):
        all_of()
    with pytest.raises(GameError, match="used twice"):
        weighted_voting(1, [1, 1], players=["A", "A"])


def test_shown_explained_drawn_and_written() -> None:
    game = weighted_voting(51, [10, 20, 30, 40])
    text = str(game.explain())
    assert "{2,4}, {3,4}, {1,2,3}" in text
    assert "orders for each" in text
    assert "generating functions" in text
    assert "proper" in str(game.describe())
    assert game.draw().svg.count("<rect") > 8
    power = game.power_indices()
    assert isinstance(power, VotingPower)
    written = power.to_json()
    assert written["swings"] == ["1", "3", "3", "5"]
    assert json.loads(json.dumps(written)) == written
    college = kb.game("electoral-college")
    assert "CA" in str(kb.solve(college))
    assert "share of coalitions turned" in str(college.explain())
    assert "2^51" in str(kb.solve(college))
    house = kb.game("bicameral 5 3 yes")
    assert "the president" in str(house.explain())
    assert house.describe().facts


def test_rules_are_compared_by_what_they_say() -> None:
    same = all_of(weighted_voting(2, {"A": 1, "B": 1}, title="both"))
    assert same.rules == (Rule("both", (1, 1), 2),)
    assert same == all_of(weighted_voting(2, {"A": 1, "B": 1}, title="both"))
    assert same != all_of(weighted_voting(1, {"A": 1, "B": 1}, title="both"))


def test_long_weights_of_few_voters_are_tabled() -> None:
    weights = [10**30 + 7**k for k in range(12)]
    game = weighted_voting(sum(weights) // 2 + 1, weights)
    assert game.by_table
    fast, slow = game.power_indices(), indices_by_table(tabled(game))
    assert "table" in fast.method
    for name in slow.to_json()["indices"]:
        assert fast[name].payoffs == slow[name].payoffs
    fast.verify().require()


def test_votes_made_in_python_are_kept_in_files(tmp_path: Path) -> None:
    game = weighted_voting(270, {f"S{k}": 10 + k for k in range(40)}, title="Forty")
    kb.save(game, tmp_path / "votes.json")
    assert kb.load(tmp_path / "votes.json") == game
    spaced = weighted_voting(2, {"New York": 1, "Ohio": 1})
    with pytest.raises(GameError, match="cannot be saved"):
        kb.save(spaced, tmp_path / "votes.json")
    kb.save(spaced.as_table(), tmp_path / "votes.json")
    assert kb.load(tmp_path / "votes.json") == spaced.as_table()


def test_weights_may_come_before_the_quota():
    assert weighted_voting([4, 3, 2, 1], 6) == weighted_voting(6, [4, 3, 2, 1])


def test_a_quota_in_percent_is_a_share_of_all_weight() -> None:
    """51% was read as the number 51/100, which every voter alone reaches."""
    assert kb.weighted_voting("60%", [4, 3, 2]).quota == Fraction(27, 5)
    assert kb.weighted_voting("51%", [40, 35, 25]) == kb.weighted_voting(51, [40, 35, 25])
    assert kb.weighted_voting("50%", [1, 1, 2], strict=True).quota == 3
    with pytest.raises(GameError, match="the quota is 12; it must be above 0 and at most 10"):
        kb.weighted_voting("120%", [5, 5])
