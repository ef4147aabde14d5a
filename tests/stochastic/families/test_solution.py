"""Answers to families of games: how they are written, explained, read back and refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.stochastic import game_family

INSPECTION = game_family("G(n): 1, 0; 0, G(n-1) | G(1): 1", n=5)
LADDER = game_family("G(n): n+3, n+2; n+1, G(n+1)", endless=0, n=3)
WALK = game_family("G(n): G(n+1), G(n-1); G(n-1), G(n+1) | G(0): -1 | G(3): 1", endless=0, n=1)


def test_a_recursion_is_written_with_its_formula() -> None:
    found = INSPECTION.solve()
    assert str(found).splitlines() == [
        "G(5)  value 1/5",
        "      I   (1/5, 4/5)",
        "      II  (1/5, 4/5)",
        "1/n for every n from 2 on",
        "found by backward induction",
    ]
    assert [found.value_at(n) for n in range(1, 8)] == [Fraction(1, n) for n in range(1, 8)]
    told = str(found.explain())
    assert "G(5)      1/5" in told
    assert "G(1): 1\n" in told
    assert ("given", "G(1)") in INSPECTION.describe().facts


def test_a_walk_is_explained_by_where_it_is_cut_off() -> None:
    found = WALK.solve()
    assert float(found.value) == pytest.approx(-1 / 3, abs=1e-9)  # linear between the two ends
    told = str(found.explain())
    assert "Members with larger n are bounded by the least and the greatest payoff." in told
    assert "-0.333333333" in told


@pytest.mark.parametrize(
    ("rule", "n", "written"),
    [
        ("G(n): n", 3, "G(n)  value n"),  # nothing but n
        ("G(n): 3, 2; 1, G(n+1)", 3, "G(n)  value 2"),  # no n at all
        ("G(n): n-2, n-1; n-1, n-2", 3, "G(n)  value n-3/2"),
    ],
)
def test_formulas_are_written_plainly(rule: str, n: int, written: str) -> None:
    found = game_family(rule, endless=0, n=n).solve()
    assert str(found).splitlines()[0] == written
    assert found.verify()


def test_a_family_says_who_has_only_nearly_optimal_strategies() -> None:
    found = game_family("G(n): n, n+1; n+1, G(n+1)-1", endless=0).solve()
    assert found.value == 1  # c = Val [0, 1; 1, c] has the only solution 1
    assert str(found).splitlines()[-2] == (
        "I has no optimal strategy; the one shown guarantees the value up to 1/100"
    )


def test_two_rules_have_no_formula() -> None:
    both = game_family("A(n): 1, 0; 0, B(n-1) | B(n): A(n-1), 0; 0, 2 | A(0): 1 | B(0): 2", n=2)
    found = both.solve()
    b1 = Fraction(1 * 2, 1 + 2)
    a1 = Fraction(1 * 2, 1 + 2)
    assert found.values == {"A(2)": b1 / (1 + b1), "B(2)": 2 * a1 / (2 + a1)}
    assert found.formula == ""
    assert found.verify()


def test_a_member_that_is_given_is_the_answer_itself() -> None:
    asked = game_family("G(n): 1, 0; 0, G(n-1) | G(1): 3, 0; 0, 3", n=1)
    found = asked.solve()
    assert found.value == Fraction(3, 2)
    assert found.strategies["G(1)"] == ((Fraction(1, 2),) * 2, (Fraction(1, 2),) * 2)


@pytest.mark.parametrize("family", [INSPECTION, LADDER, WALK])
def test_answers_are_read_back(family: Any) -> None:
    data = family.solve().to_json()
    again = read_solution(family, data)
    assert again.to_json() == data
    assert again.verify()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"values": {}}, "values: G(5) is missing"),
        ({"strategies": [1]}, "strategies: G(5) is missing"),
        ({"strategies": {"G(5)": [["1", "0"]]}}, "strategies: G(5) needs a list for each player"),
    ],
)
def test_answers_that_cannot_be_read(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError) as refused:
        read_solution(INSPECTION, {**INSPECTION.solve().to_json(), **wrong})
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("given", "n", "said"),
    [
        ({}, 0, "a family needs a rule, such as G(n): n+3, n+2; n+1, G(n+1)"),
        ({"G(n)": 5}, 0, "G(n): expected rows of payoffs, as [[1, 0], [0, 2]]"),
        ("G(n): 1", "1/2", "n is 1/2; it must be a whole number"),
        (
            "G(n): 1 + G(n+1), 0; 0, 1 + G(n-1)/2 | G(0): -1",
            1,
            "some cells pay and always continue, so members with large n have no bound",
        ),
        (
            "G(n): n + G(n+1), 0; 0, 1 + G(n-1)/2 | G(0): -1",
            1,
            "the payoffs grow with n, so members with large n have no bound; no formula was found",
        ),
        (
            "G(n): 1, 0; 0, G(n-1) | G(2): 1",
            1,
            "n is 1; the first member that is given has n = 2",
        ),
        ("G(n): 1, 0; 0, G(n-1) | G(1): 1", 10**7, "n is 10,000,000; the limit is 5,000"),
    ],
)
def test_families_that_are_refused(given: Any, n: Any, said: str) -> None:
    with pytest.raises(GameError) as refused:
        game_family(given, endless=0, n=n).solve()
    assert str(refused.value) == said


def test_numbers_and_squares_of_n_are_cells_too() -> None:
    squares = game_family({"G(n)": [["n^2", 0], [0, "1 + G(n-1)/2"]], "G(0)": [[-1]]}, n=3).solve()
    assert squares.value == Fraction(5, 4)  # 1/3, then 28/31, then 9 (45/31)/(9 + 45/31)


def test_a_chance_to_stop_bounds_members_far_off() -> None:
    rule = "G(n): 1 + G(n+1)/2, 0; 0, 1 + G(n-1)/2 | G(0): -1"
    found = game_family(rule, endless=0, n=1).solve()
    by_hand = [-1.0, *([0.0] * 80)]
    for _ in range(200):
        up = [1 + x / 2 for x in (*by_hand[1:], 0.0)]
        down = [0.0, *(1 + x / 2 for x in by_hand[:-1])]
        by_hand = [-1.0, *(a * b / (a + b) for a, b in zip(up[1:], down[1:], strict=True))]
    assert float(found.value) == pytest.approx(by_hand[1], abs=1e-9)
