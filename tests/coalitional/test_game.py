"""The noun: every way to write worths down, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import games
from kibitz.coalitional.coalitions import in_order, mask_of, members, sizes, subset_sums, subsets
from kibitz.coalitional.values.dividends import worths_from_dividends

HORSE = {"S,F": 1000, "S,B": 500, "S,F,B": 1000}


def test_all_spellings_make_the_same_game():
    game = kb.coalition(HORSE)
    assert game.players == ("S", "F", "B")
    tuples = {("S", "F"): 1000, ("S", "B"): 500, ("S", "F", "B"): 1000}
    sets = {frozenset("SF"): 1000, frozenset("SB"): 500, frozenset("SFB"): 1000}
    together = {"SF": 1000, "SB": 500, "SFB": 1000}
    text = "S,F:1000  S,B:500; S,F,B = 1000"
    array = [0, 0, 0, 1000, 0, 500, 0, 1000]

    def function(members):
        buyers = {"F": 1000, "B": 500}
        return max((buyers[p] for p in members if p in buyers), default=0) if "S" in members else 0

    written = (text, json.dumps(together), str(together), str(tuples))
    for given_as in (tuples, sets, together, *written, array, np.array(array), function):
        assert kb.coalition(given_as, players=["S", "F", "B"]) == game


def test_looking_worths_up():
    game = kb.coalition(HORSE)
    assert game.worth("S", "F") == game["S,F"] == game[{"F", "S"}] == game["FS"] == 1000
    assert game.total == 1000
    assert game.worth() == 0
    assert game.members(game.mask("B", "S")) == ("S", "B")
    assert game.spell(0) == "∅"
    assert [game.spell(s) for s in game.coalitions()][3:] == ["S,F", "S,B", "F,B", "S,F,B"]


def test_exact_stays_exact_and_floats_stay_floats():
    game = kb.coalition({"A": "1/3", "B": 2, "A,B": "2.5"})
    assert game.worth("A") == Fraction(1, 3)
    assert game.exact
    floating = kb.coalition({"A": 0.5, "B": 2, "A,B": 3})
    assert not floating.exact
    assert floating.rational().worth("A") == Fraction(1, 2)
    assert not kb.coalition({"A": 1, "B": 0, "A,B": 2}, exact=False).exact
    long = kb.coalition({"A": 10**40, "B": 0, "A,B": 10**41})
    assert long.worth("A") == 10**40


def test_functions_get_the_players_as_they_were_given():
    assert kb.coalition(sum, players=[2, 3, 5]).worth(2, 5) == 7
    assert kb.coalition(min, players=3).worth(2, 3) == 2


def test_names_that_are_numbers_come_in_order():
    game = kb.coalition({(10, 2): 1, 1: 3, (1, 2, 10): 4}, missing="zero")
    assert game.players == ("1", "2", "10")


def test_missing_coalitions():
    assert kb.coalition({"A,B": 2, "A,B,C": 3}).worth("B", "C") == 0
    with pytest.raises(kb.GameError, match=r"no worth is given for B; C; A,C; B,C; missing"):
        kb.coalition({"A": 0, "A,B": 2, "A,B,C": 3})
    with pytest.raises(kb.GameError, match="no worth is given for A; B; C; A,C; B,C"):
        kb.coalition({"A,B": 2, "A,B,C": 3}, missing="refuse")
    with pytest.raises(kb.GameError, match="A,B,C"):
        kb.coalition({"A,B": 2, "B,C": 3})
    assert kb.coalition({"A,B": 2, "B,C": 3}, missing="zero").total == 0
    covered = kb.coalition({"A,B": 2, "C,D": 3, "A": -1}, missing="cover")
    assert covered.total == 5
    assert covered.worth("A", "C") == -1
    assert covered.worth("A", "C", "D") == 2


def test_votes():
    game = kb.coalition(weights={"x": "1/2", "y": "1/3", "z": "1/6"}, quota="2/3")
    assert [game.worth(*s) for s in ("x", "yz", "xz", "xy")] == [0, 0, 1, 1]
    assert kb.coalition(weights=[0.5, 0.25, 0.25], quota=0.75).worth(1, 2) == 1


def test_costs_become_savings():
    costs = {"A": 100, "B": 110, "C": 110, "A,B": 140, "A,C": 140, "B,C": 160, "A,B,C": 220}
    books = kb.cost_game(costs, title="books")
    assert books.savings().worth("A", "B", "C") == 100
    assert kb.coalition(costs=costs).worths == books.savings().worths
    assert books.payments([40, 30, 30]) == (60, 80, 80)
    assert books.cost("A", "C") == 140
    assert str(books).splitlines()[-1] == "c(A,B,C) = 220"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: kb.coalition({"A": 1, "B": 0, "A,B": 2, "": 3}),
            "empty coalition is worth 3; it must",
        ),
        (lambda: kb.coalition([1, 2]), "empty coalition is worth 1"),
        (lambda: kb.coalition(lambda s: 1, players=2), "empty coalition is worth 1"),
        (lambda: kb.coalition({"A,D": 1}, players="A B"), "unknown player 'D'; known: A, B"),
        (lambda: kb.coalition({"A": 1}, players=["A", "A"]), "'A' is used twice"),
        (lambda: kb.coalition({"A,A": 1}), "'A' is twice in the coalition"),
        (lambda: kb.coalition({"A,B": 1, "B,A": 2}), "A,B is given twice"),
        (lambda: kb.coalition([0, 1, 2]), r"3 numbers; there must be 2\^n"),
        (lambda: kb.coalition([0, 1], players="A B"), "2 names, but 2 worths belong to 1"),
        (lambda: kb.coalition({}), "empty"),
        (lambda: kb.coalition(7), "neither a table, a function nor a list"),
        (lambda: kb.coalition({"A": "one"}), "worth of A: 'one' is not a number"),
        (lambda: kb.coalition({"A": float("nan")}), "worth of A: nan is not a finite number"),
        (lambda: kb.coalition("A B"), "write a coalition and its worth"),
        (lambda: kb.coalition("A:1 A:2"), "given twice"),
        (lambda: kb.coalition(""), "no coalition is given"),
        (lambda: kb.coalition(len), "need the players"),
        (lambda: kb.coalition(lambda s: 1 / 0, players=2), "fails for the coalition 1: ZeroDiv"),
        (lambda: kb.coalition(len, players=21), "called 2097152 times"),
        (lambda: kb.coalition(len, players=0), "players is 0; it must be 1 to 25"),
        (lambda: kb.coalition(weights=[1] * 26, quota=14), "players is 26; it must be 1 to 25"),
        (lambda: kb.coalition(weights=[1, 2], quota=4), "quota is 4; it must be above 0 and at"),
        (lambda: kb.coalition(weights=[1, 2], quota=0), "quota is 0"),
        (lambda: kb.coalition(weights=[-1, 2], quota=1), "weight of 1 is -1"),
        (lambda: kb.coalition(weights=[1, 2]), "give both weights and a quota"),
        (lambda: kb.coalition({"A": 1}, weights=[1], quota=1), "give either"),
        (lambda: kb.coalition({"A": 1}, missing="guess"), "missing: 'guess'"),
        (lambda: kb.cost_game({"A": 1, "A,B": 2}), "no cost is given for B"),
        (lambda: kb.cost_game([3, 1]), "empty coalition costs 3"),
        (lambda: kb.coalition(HORSE).payoffs([1, 2]), "2 numbers for 3 players"),
        (lambda: kb.coalition(HORSE).payoffs({"S": 1}), "nothing is given for F, B"),
    ],
)
def test_bad_input(make, message):
    with pytest.raises(kb.GameError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_equality_ignores_how_fractions_were_written():
    assert kb.coalition([0, "1/2", 1, 2]) == kb.coalition([0, "2/4", "1.0", 2])
    assert hash(kb.coalition([0, "1/2", 1, 2])) == hash(kb.coalition([0, 0.5, 1, 2], exact=True))


@given(games())
def test_repr_reads_back(game):
    if game.n <= 4:
        again = eval(repr(game), {"coalition": kb.coalition})
        assert again.worths == game.worths


@given(st.integers(0, 2**10 - 1))
def test_masks(mask):
    assert mask_of(members(mask)) == mask
    found = list(subsets(mask))
    assert found == [s for s in range(mask + 1) if s & mask == s]


def test_tables_over_coalitions():
    assert sizes(4).tolist() == [mask.bit_count() for mask in range(16)]
    order = [members(int(mask)) for mask in in_order(4)]
    assert order == sorted(order, key=lambda s: (len(s), s))


@given(st.lists(st.fractions(max_denominator=9), min_size=1, max_size=6))
def test_subset_sums(values):
    sums = subset_sums(values).numbers()
    for mask, found in enumerate(sums):
        assert found == sum(values[i] for i in members(mask))


@given(games())
def test_dividends_turn_back_into_worths(game):
    found = game.dividends()
    assert worths_from_dividends(found.values) == game.worths
    assert found.verify()
    for mask in range(1, 1 << game.n):
        parts = sum(found.values[part,] for part in subsets(mask))
        assert parts == game.value(mask)


def test_what_is_left_out_is_not_taken_as_nothing_when_a_part_of_it_earns():
    with pytest.raises(kb.GameError, match="no worth is given for C; A,B; B,C"):
        kb.coalition({"A": 1, "B": 2, "A,C": 3, "A,B,C": 5})
    assert kb.coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000}).worth("F", "B") == 0


def test_the_empty_coalition_does_not_keep_letters_from_being_players():
    assert kb.coalition({(): 0, "A": 1, "B": 2, "AB": 5}).players == ("A", "B")


def test_every_concept_is_a_method():
    game = kb.coalition({"A": 0, "B": 0, "C": 0, "AB": 4, "AC": 3, "BC": 2, "ABC": 4})
    points = (
        "solidarity",
        "per_capita_nucleolus",
        "modified_nucleolus",
        "kernel_point",
        "prekernel_point",
    )
    for name in points:
        assert getattr(game, name)().verify(), name
    center = game.nucleolus()
    assert list(center) in game.kernel()
    assert list(center) in game.prekernel_set()
    assert [4, 0, 0] not in game.kernel()
    assert game.in_kernel(center)
    assert game.in_bargaining_set(center)
    assert game.domination([2, 2, 0], [1, 1, 2])
    assert not game.stability([[4, 0, 0]])
    assert game.weak_least_core().epsilon == Fraction(1, 6)
    assert not game.weak_epsilon_core(1).empty
    assert game.strategic_equivalence(2 * game).scale == 2
    assert game.superadditive_cover() == game
    assert game.davis_maschler_reduced("A,B", center).players == ("A", "B")
    majority = kb.coalition(weights=[1, 1, 1], quota=2)
    assert majority.is_proper()
    assert majority.is_strong()


def test_payments_of_cost_games():
    for name in ("cost-allocation", "traveling-salesman", "spanning-tree", "tennessee-valley"):
        game = kb.game(name)
        for shares in (game.shapley(), game.nucleolus()):
            assert shares.verify()
            assert sum(shares) == game.costs[-1,]
        assert list(game.shapley()) == list(game.payments(game.savings().shapley()))


@pytest.mark.parametrize(
    ("table", "players"),
    [
        ({1: 1, 2: 2, 12: 5}, ("1", "2")),
        ({12: 3, 13: 4, 23: 2, 123: 7}, ("1", "2", "3")),
        ({"Ann": 1, "Bob": 2, "Ann & Bob": 5}, ("Ann", "Bob")),
        ({"Ann": 1, "Bob": 2, "Ann+Bob": 5}, ("Ann", "Bob")),
        ({"R&D": 1, "Sales": 2, "R&D,Sales": 5}, ("R&D", "Sales")),
    ],
)
def test_how_coalitions_are_joined(table, players):
    game = kb.coalition(table)
    assert game.players == players
    assert game.total == list(table.values())[-1]


def test_worths_by_size() -> None:
    by_size = kb.coalition([0, 0, 1, 3], players=3)
    assert by_size == kb.coalition("v(S) = s(s-1)/2", players=3)
    assert kb.coalition([0, 0, "5/2", 3], players="A B C").core().empty
    with pytest.raises(kb.GameError, match="the empty coalition has 1, not 0"):
        kb.coalition([1, 2, 3], players=2)
