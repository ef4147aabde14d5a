"""Bankruptcy: the texts' tables, theorems about the rules, and tampering with the proofs."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.coalitional import is_convex, nucleolus, shapley, tau_value
from kibitz.coalitional.bankruptcy.hydraulic import SHAPES
from kibitz.coalitional.bankruptcy.random_arrival import arrival_by_sums, arrival_by_table
from kibitz.coalitional.bankruptcy.rules import CONSISTENT, RULES, rule_called
from kibitz.coalitional.families import (
    Bankruptcy,
    bankruptcy,
    divide,
    draw_hydraulic,
    draw_schedule,
    poured_awards,
)

CASES = json.loads((Path(__file__).parents[2] / "data" / "bankruptcy.json").read_text())
SELF_DUAL = ("proportional", "talmud", "random-arrival", "adjusted-proportional")


@st.composite
def problems(draw: Any, least: int = 1, most: int = 6) -> Bankruptcy:
    claims = draw(st.lists(st.integers(0, 30), min_size=least, max_size=most))
    part = draw(st.fractions(0, 1, max_denominator=12))
    return bankruptcy(sum(claims) * part, claims)


def exact(texts: list[str]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_cases_of_the_text(case: dict[str, Any]) -> None:
    given_, expect = case["input"], case["expect"]
    problem = kb.game("bankruptcy", given_["estate"], given_["claims"], players=given_["players"])
    assert isinstance(problem, Bankruptcy)
    for names, worth in expect["v"].items():
        assert problem.worth(names) == Fraction(worth)
    division = kb.solve(problem)
    division.verify().require()
    assert division["pro-rata"].payoffs == exact(expect["pro_rata"])
    assert division["nucleolus"].payoffs == exact(expect["nucleolus"])
    assert division["shapley"].payoffs == exact(expect["shapley"])
    assert problem.nucleolus().payoffs == exact(expect["nucleolus"])
    assert problem.shapley().payoffs == exact(expect["shapley"])
    for point, table in expect.get("excess_tables", {}).items():
        payoffs = exact(point.split(","))
        found = problem.excesses(payoffs)
        for names, excess in table["excess"].items():
            assert found[names] == Fraction(excess)
        assert found.sorted == exact(table["O"])


def test_the_call_in_words() -> None:
    spelled = kb.game("bankruptcy 200 100,200,300")
    assert spelled == kb.game("bankruptcy 200 100 200 300")
    assert spelled == kb.game("bankruptcy", 200, [100, 200, 300])
    assert [str(x) for x in kb.solve(spelled)["talmud"]] == ["50", "75", "75"]


def test_the_three_marriage_contracts() -> None:
    for estate, awards in ((100, "100/3 100/3 100/3"), (200, "50 75 75"), (300, "50 100 150")):
        assert divide(estate, [100, 200, 300])["talmud"].payoffs == exact(awards.split())


def test_the_contested_garment_for_two() -> None:
    division = divide(200, [100, 300])
    for rule in ("talmud", "random-arrival", "adjusted-proportional", "minimal-overlap"):
        assert division[rule].payoffs == (50, 150)


@given(problems())
def test_every_division_is_proved(problem: Bankruptcy) -> None:
    division = problem.divide()
    division.verify().require()
    assert ("ibn-ezra" in division.rules) == (problem.estate <= max(problem.claims))


@given(problems(most=5))
def test_talmud_is_the_nucleolus(problem: Bankruptcy) -> None:
    assert problem.award("talmud") == nucleolus(problem).payoffs


@given(problems())
def test_random_arrival_is_the_shapley_value(problem: Bankruptcy) -> None:
    assert problem.award("random-arrival") == shapley(problem).payoffs
    if problem.estate > 0:
        assert arrival_by_sums(problem.estate, problem.claims) == arrival_by_table(
            problem.estate, problem.claims
        )


@given(problems())
def test_adjusted_proportional_is_the_tau_value(problem: Bankruptcy) -> None:
    assert problem.award("adjusted-proportional") == tau_value(problem).payoffs


@given(problems(most=5))
def test_the_game_is_convex_and_says_what_is_left(problem: Bankruptcy) -> None:
    assert is_convex(problem)
    for mask in problem.coalitions():
        outside = sum(c for i, c in enumerate(problem.claims) if not mask >> i & 1)
        assert problem.value(mask) == max(0, problem.estate - outside)


@given(problems(), st.sampled_from(SELF_DUAL))
def test_self_dual_rules_share_losses_as_they_share_awards(problem: Bankruptcy, rule: str) -> None:
    awards, losses = problem.award(rule), problem.dual_problem().award(rule)
    assert tuple(x + y for x, y in zip(awards, losses, strict=True)) == problem.claims


@given(problems())
def test_equal_awards_and_equal_losses_are_dual(problem: Bankruptcy) -> None:
    awards = problem.award("equal-awards")
    losses = problem.dual_problem().award("equal-losses")
    assert tuple(x + y for x, y in zip(awards, losses, strict=True)) == problem.claims
    there = problem.award("reverse-talmud")
    back = problem.dual_problem().award("reverse-talmud")
    assert tuple(x + y for x, y in zip(there, back, strict=True)) == problem.claims


@given(problems(least=3), st.sampled_from(CONSISTENT), st.data())
def test_consistent_rules_give_a_group_what_they_gave_it(
    problem: Bankruptcy, rule: str, data: Any
) -> None:
    group = data.draw(st.sets(st.integers(0, problem.n - 1), min_size=1))
    awards = problem.award(rule)
    estate = sum(awards[i] for i in group)
    claims = [problem.claims[i] for i in sorted(group)]
    again = bankruptcy(estate, claims).award(rule)
    assert again == tuple(awards[i] for i in sorted(group))


def test_random_arrival_is_not_consistent() -> None:
    problem = bankruptcy(12, [10, 20, 30])
    awards = problem.award("random-arrival")
    again = bankruptcy(awards[0] + awards[1], [10, 20]).award("random-arrival")
    assert again != awards[:2]


@given(problems(), st.sampled_from([r for r in RULES if r != "ibn-ezra"]))
def test_a_larger_estate_gives_nobody_less(problem: Bankruptcy, rule: str) -> None:
    more = bankruptcy((problem.estate + sum(problem.claims)) / 2, problem.claims)
    pairs = zip(problem.award(rule), more.award(rule), strict=True)
    assert all(x <= y for x, y in pairs)


@given(problems(), st.sampled_from(list(SHAPES)))
def test_water_in_vessels_shares_by_the_rule(problem: Bankruptcy, rule: str) -> None:
    assert poured_awards(problem, rule) == problem.award(rule)


@given(problems(least=2))
def test_ibn_ezra_is_minimal_overlap_up_to_the_largest_claim(problem: Bankruptcy) -> None:
    if problem.estate <= max(problem.claims):
        assert problem.award("ibn-ezra") == problem.award("minimal-overlap")
    else:
        with pytest.raises(GameError, match="largest claim"):
            problem.award("ibn-ezra")


def test_the_estate_of_ibn_ezra() -> None:
    """Four sons claim a whole, a half, a third and a quarter of 120."""
    awards = divide(120, [120, 60, 40, 30])["ibn-ezra"].payoffs
    assert awards == exact(["485/6", "125/6", "65/6", "15/2"])


@given(problems(least=2), st.sampled_from(list(RULES)))
def test_a_division_that_was_tampered_with_is_not_proved(problem: Bankruptcy, rule: str) -> None:
    division = problem.divide()
    if rule not in division.rules or problem.estate == 0 or problem.shortfall == 0:
        return
    award = division[rule]
    i, j = 0, 1
    shift = Fraction(1, 7)
    moved = list(award.payoffs)
    moved[i], moved[j] = moved[i] + shift, moved[j] - shift
    assert not replace(award, payoffs=tuple(moved)).verify()
    short = list(award.payoffs)
    short[i] -= shift
    assert not replace(award, payoffs=tuple(short)).verify()


def test_floats_stay_floats() -> None:
    problem = bankruptcy(200.0, [100.0, 200.0, 300.0])
    assert not problem.exact
    division = problem.divide()
    division.verify().require()
    assert division["talmud"].payoffs == (50.0, 75.0, 75.0)
    assert kb.solve(problem, exact=True)["talmud"].payoffs == (50, 75, 75)
    assert not kb.solve(bankruptcy(200, [100, 200, 300]), exact=False).exact


def test_many_claimants_need_no_table() -> None:
    claims = [1 + (7 * k) % 23 for k in range(60)]
    problem = bankruptcy(sum(claims) // 3, claims)
    problem.divide().verify().require()
    with pytest.raises(GameError, match=r"60 players have 2\^60 coalitions.*divide"):
        problem.worth("1", "2")


def test_claims_by_name_and_rules_by_any_name() -> None:
    division = divide("1/2", {"wife": "1/2", "son": "1/4"})
    assert division["CEA"]["wife"] == Fraction(1, 4)
    assert division["constrained equal awards"] == division["cea"]
    assert rule_called("Run to the bank") == "random-arrival"


@pytest.mark.parametrize(
    ("estate", "claims", "words"),
    [
        (700, [100, 200, 300], "more than the sum of the claims, 600"),
        (-1, [100], "must not be negative"),
        (10, [5, -6, 20], "claim 2 is -6"),
        (10, [], "at least one"),
        (10, [5, "many"], "claim 2: 'many' is not a number"),
        ("all", [5], "estate: 'all'"),
        (10, 5, "not a list"),
        (1, [1] * 1001, "at most 1000"),
        (float("nan"), [1], "finite"),
    ],
)
def test_bad_input_gets_one_line(estate: Any, claims: Any, words: str) -> None:
    with pytest.raises(GameError, match=words) as caught:
        bankruptcy(estate, claims)
    assert "\n" not in str(caught.value)


def test_bad_names_get_one_line() -> None:
    with pytest.raises(GameError, match="used twice"):
        bankruptcy(1, [1, 2], players=["A", "A"])
    with pytest.raises(GameError, match="2 names for 3"):
        bankruptcy(1, [1, 2, 3], players=["A", "B"])
    with pytest.raises(GameError, match="did you mean 'talmud'"):
        divide(1, [1, 2])["talmut"]
    with pytest.raises(GameError, match="up to the largest claim"):
        divide(5, [2, 2, 2])["ibn-ezra"]


def test_explained_drawn_and_written() -> None:
    problem = bankruptcy(400, {"A": 100, "B": 200, "C": 300})
    text = str(problem.explain())
    assert "Each claimant loses" in text
    assert "water in vessels" in text
    assert "total / 6" in text
    for rule in SHAPES:
        assert draw_hydraulic(problem, rule).svg.count("<rect") > 6
    assert "awards as the estate grows" in draw_schedule(problem, "random-arrival").caption
    assert problem.draw(what="schedule").svg != problem.draw().svg
    with pytest.raises(GameError, match="cannot draw"):
        problem.draw(what="nothing")
    with pytest.raises(GameError, match="hydraulic picture is not known for"):
        draw_hydraulic(problem, "random-arrival")
    written = problem.divide().to_json()
    assert written["awards"]["talmud"] == ["50", "125", "225"]
    assert json.loads(json.dumps(written)) == written


def test_an_estate_of_nothing_and_claims_of_nothing() -> None:
    for problem in (bankruptcy(0, [3, 4]), bankruptcy(0, [0, 0]), bankruptcy(7, [3, 4])):
        division = problem.divide()
        division.verify().require()
        str(problem.explain())


def test_kept_in_files(tmp_path: Path) -> None:
    problem = bankruptcy("71/2", {"A": 10, "B": 20, "C": 30}, title="Estate")
    kb.save(problem, tmp_path / "estate.json")
    assert kb.load(tmp_path / "estate.json") == problem
    assert problem.as_table().worths == problem.worths


def test_amounts_by_name_follow_the_players():
    problem = kb.bankruptcy(36, {"B": 20, "A": 10, "C": 30}, players=["A", "B", "C"])
    assert problem == kb.bankruptcy(36, [10, 20, 30], players=["A", "B", "C"])
    voters = kb.weighted_voting(51, {"B": 30, "A": 40, "C": 30}, players="A B C")
    assert voters.weights == (40, 30, 30)
    with pytest.raises(kb.GameError, match="amounts are given for A, B, and the players are A, C"):
        kb.bankruptcy(3, {"A": 2, "B": 2}, players="A C")
