"""Families of games indexed by n: ladders, recursions with a formula, and bounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.formats.json_files.form import from_json, to_json
from kibitz.stochastic.families.closed_form import interpolate
from kibitz.stochastic.families.family import is_family
from kibitz.stochastic.show import write

LADDER = "G(n): n+3, n+2; n+1, G(n+1)"


@pytest.mark.parametrize(
    "rule",
    [
        LADDER,
        "G_n: n+3, n+2; n+1, G_{n+1}",
        "G_n = [[n+3, n+2], [n+1, G_{n+1}]]",
        "G[n]: n+3 n+2; n+1 G[n+1]",
        {"G(n)": [["n+3", "n+2"], ["n+1", {"go": {"G(n+1)": 1}}]]},
        {"G_n": [["n + 3", "n + 2"], ["n + 1", {"pay": 0, "go": "G_{n+1}"}]]},
    ],
)
def test_the_ladder_however_it_is_written(rule: Any) -> None:
    family = kb.game_family(rule, endless=0, n=3)
    assert family == kb.game_family(LADDER, endless=0, n=3)
    assert from_json(to_json(family)) == family


def test_the_ladder_is_solved() -> None:
    family = kb.game_family(LADDER, endless=0, n=3)
    solution = family.solve()
    assert solution.formula == "n+1+sqrt(2)"
    assert write(solution.value) == "4+sqrt(2)"
    assert write(solution.value_at(0)) == "1+sqrt(2)"
    assert solution.verify()


@settings(max_examples=20)
@given(st.lists(st.integers(-3, 3), min_size=4, max_size=4), st.integers(1, 3), st.integers(0, 2))
def test_ladders_against_a_long_finite_part(pays: list[int], rise: int, step: int) -> None:
    a, b, c, d = pays
    rule = {
        "G(n)": [
            [f"{rise}n+{a + 3}", f"{rise}n+{b + 3}"],
            [f"{rise}n+{c + 3}", f"{rise}n/2+{d + 3} + 1/2 G(n+{step})"],
        ]
    }
    solution = kb.game_family(rule, endless=0).solve()
    assert solution.verify()
    deep = kb.game_family(rule, endless=0).finite(100, 0) if step else None
    if deep is not None:
        assert float(deep.solve(method="newton").value) == pytest.approx(
            float(solution.value), abs=1e-6
        )


def test_wrong_answers_are_refused() -> None:
    solution = kb.game_family(LADDER, endless=0).solve()
    assert not replace(solution, value_list=(Fraction(12, 5),)).verify()
    other = kb.game_family("G(n): n+3, n+2; n+1, G(n+2)", endless=0).solve()
    assert not replace(solution, increments=other.increments).verify()
    inspection = kb.game_family("G(n): 1, 0; 0, G(n-1) | G(1): 1", n=4).solve()
    assert not replace(inspection, value_list=(Fraction(1, 5),)).verify()
    assert inspection.closed is not None
    double = replace(inspection.closed, value=inspection.closed.value + inspection.closed.value)
    assert not replace(inspection, closed=double).verify()


def test_inspection_has_a_formula() -> None:
    solution = kb.game_family("G(n): 1, 0; 0, G(n-1) | G(1): 1", n=10).solve()
    assert solution.value == Fraction(1, 10)
    assert solution.formula == "1/n"
    assert solution.row_list[0] == (Fraction(1, 10), Fraction(9, 10))
    assert solution.verify()


def test_endurance_is_a_recursion() -> None:
    """One over the Fibonacci numbers, which no quotient of polynomials is."""
    solution = kb.game_family("G(n): G(n-1), 0; 0, G(n-2) | G(0): 1 | G(1): 1", n=10).solve()
    assert solution.value == Fraction(1, 89)
    assert not solution.formula
    assert solution.verify()


def test_two_families_that_lead_to_each_other() -> None:
    rule = "G(n): n, H(n+1); H(n+2), n+1 | H(n): G(n)/2 + H(n+1)/2, n; n, n+2"
    solution = kb.game_family(rule, endless=0).solve()
    assert solution.verify()
    g, h = (float(x) for x in solution.value_list)
    assert kb.matrix([[0, h + 1], [h + 2, 1]]).solve().value == pytest.approx(g)
    assert kb.matrix([[(g + h + 1) / 2, 0], [0, 2]]).solve().value == pytest.approx(h)


def test_roles_exchanged_up_the_ladder() -> None:
    solution = kb.game_family("G(n): n, n-1; n-2, 2n+4 - G(n+1)", endless=0).solve()
    assert solution.formula == "n+3-sqrt(11)"
    assert solution.verify()


def test_a_walk_between_two_ends_is_bounded() -> None:
    solution = kb.game_family(
        "G(n): 1/2 G(n-1) + 1/2 G(n+1) | G(0): 0 | G(10): 1", endless=0, n=3
    ).solve()
    assert float(solution.value) == pytest.approx(0.3, abs=1e-9)
    assert solution.verify()
    assert not replace(solution, value_list=(0.4,)).verify()


def test_serve() -> None:
    assert kb.game("serve").solve().value == Fraction(20, 27)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("G(n): n^2, G(n+1)", "grow with n"),
        ("G(n): H(n+1)", "unknown family"),
        ("G(n): 3/2 G(n+1), 1", "above 1"),
        ("G(n): 1, 2; 3", "same number"),
        ("G(n): 1 + G(n+1)", "no number satisfies"),
        ("G(n): G(n-2), 1 | G(5): 1", "not given"),
        ("G(0): 1", "a rule for n"),
        ("G: 1", "is called G"),
    ],
)
def test_bad_rules(rule: str, words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        kb.game_family(rule, endless=0, n=7).solve()


def test_stochastic_games_do_not_take_an_index() -> None:
    assert is_family(LADDER)
    with pytest.raises(kb.GameError, match="game_family"):
        kb.stochastic_game(LADDER)


def test_no_formula_through_noise() -> None:
    assert interpolate(range(8), [Fraction(2**n) for n in range(8)]) is None
