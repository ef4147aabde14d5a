"""Poker on [0, 1] with a letter for the bet or the ante: closed forms, proved for all values."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.algebra.function_number import FunctionNumber
from kibitz.core.errors import GameError
from kibitz.formats import dumps, loads

MODELS = ("la-relance", "von-neumann", "check-call")
VALUES = [Fraction(1, 7), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5, 2), Fraction(40)]


@pytest.mark.parametrize("model", MODELS)
def test_a_letter_gives_what_every_number_gives(model: str) -> None:
    family = kb.continuous_poker(model, "b").solve()
    for t in VALUES:
        member = kb.continuous_poker(model, t).solve()
        assert family.value.at(t) == member.value
        for name, threshold in member.thresholds.items():
            assert family.thresholds[name].at(t) == threshold
        assert family.at(t) == member


@pytest.mark.parametrize("model", MODELS)
def test_closed_forms_are_proved_for_all_values(model: str) -> None:
    for game in (kb.continuous_poker(model, "b"), kb.continuous_poker(model, 3, "a")):
        solution = game.solve()
        assert solution.verify().holds
        claim = solution.to_json()
        for key in ("value", "c" if model != "la-relance" else "II_calls_above"):
            assert not type(solution).from_json(game, {**claim, key: "1/3"}).verify().holds


def test_the_formulas_are_those_of_the_texts() -> None:
    relance = kb.game("la-relance beta").solve()
    assert relance.value.spelled() == "-β^2/(β^2+4β+4)"
    assert relance.thresholds["b"].spelled() == "β/(β+2)"
    assert kb.game("von-neumann-poker B").solve().value.spelled() == "B/(B^2+5B+4)"
    assert "threshold b = b/(b+2)" in str(kb.game("la-relance b").solve())


def test_games_with_a_letter_are_kept_in_files() -> None:
    game = kb.game("von-neumann-poker b")
    assert loads(dumps(game, "json"), "json").solve() == game.solve()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: kb.continuous_poker("la-relance", "b", "c"), "one letter may stand"),
        (lambda: kb.continuous_poker("von-neumann", ["b", 2]), "one letter may stand"),
        (lambda: kb.continuous_poker("newman", 2, "a"), "one letter may stand"),
        (lambda: kb.continuous_poker("la-relance", "xy"), "'xy' is not a letter"),
        (lambda: kb.continuous_poker("la-relance", "b").at(-1), "b: -1; it must be positive"),
        (lambda: kb.continuous_poker("la-relance", "b").discretized(), "a deck needs numbers"),
        (lambda: kb.continuous_poker("la-relance", "b").draw(), "give b a number to draw"),
        (lambda: kb.continuous_poker("la-relance", "b").solve(exact=False), "b stands for"),
    ],
)
def test_what_needs_numbers_says_so(call, error) -> None:
    with pytest.raises(GameError, match=error):
        call()


def test_comparisons_hold_for_all_values_or_not_at_all() -> None:
    b = FunctionNumber.letter("b")
    assert b / (b + 2) < 1 < b + 1
    assert not b / (b + 2) < 0
    assert abs(-b) == b
    with pytest.raises(GameError, match="depends on b"):
        assert b < 1
