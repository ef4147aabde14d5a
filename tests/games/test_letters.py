"""Games of the shelf with a letter for a number: V(t) in pieces."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.algebra.surd import read_point
from kibitz.arrows.letter_to_parametric import formula_at, letter_to_parametric
from kibitz.core.errors import GameError
from kibitz.formats.json_files.parametric import from_json, to_json
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.parametric.game import parametric_game


def test_the_endgame_in_poker() -> None:
    found = kb.game("endgame p=t b=2").solve()
    assert found.breakpoints == (Fraction(2, 3),)
    assert found.verify().holds
    for k in range(9):
        t = Fraction(k, 8)
        assert found.value_at(t) == kb.game("endgame", t, 2).solve().value


def test_letters_in_formulas_and_elsewhere() -> None:
    found = kb.game("endgame", "1/4", "2t").solve()
    assert found.value_at(3) == kb.game("endgame 1/4 6").solve().value
    assert [piece.value.write() for piece in kb.game("one-parameter s").solve().pieces][:2] == [
        "0",
        "t",
    ]


def test_the_coin_challenge_and_its_limit() -> None:
    found = kb.game("coin-challenge p=t").solve()
    assert found.breakpoints[0] == read_point("3/2-sqrt(5)/2")
    assert found.value_at("1/2") == Fraction(15, 28)
    assert found.verify().holds
    assert "4-2*sqrt(3)" in str(found)
    near = kb.game("coin-challenge p=99/100").solve().value
    assert abs(near - (4 - 2 * 3**0.5)) < 1e-5


def test_quotients_as_entries() -> None:
    game = parametric_game("1/(1+t) 2; 3 t", interval=(0, 4))
    found = game.solve()
    assert found.verify().holds
    assert found.value_at(1) == kb.matrix("1/2 2; 3 1").solve().value
    assert from_json(to_json(game)) == game


@pytest.mark.parametrize("call", ["endgame p=t b=s", "blotto t 3 2", "endgame p=tt"])
def test_what_is_no_letter_for_a_number_is_refused(call: str) -> None:
    with pytest.raises(GameError):
        kb.game(call)


LISTED = {
    "thievery u,2,1": ("u", [Fraction(1, 2), Fraction(1), Fraction(5)]),
    "diagonal 1 t 3": ("t", [Fraction(-1), Fraction(2), Fraction(7, 3)]),
    "silver-dollar 2 detection=p,1/3": ("p", [Fraction(1, 4), Fraction(1, 2), Fraction(1)]),
    "incomplete-information prior=p,1-p": ("p", [Fraction(0), Fraction(1, 3), Fraction(1)]),
    "poker-endgame p=t": ("t", [Fraction(0), Fraction(1, 4), Fraction(3, 4), Fraction(1)]),
}


@pytest.mark.parametrize("call", LISTED)
def test_a_letter_may_stand_in_a_list_or_in_a_tree(call: str) -> None:
    letter, values = LISTED[call]
    family = kb.game(call).solve()
    assert family.verify().holds
    for t in values:
        typed = re.sub(rf"(?<![a-z])1-{letter}(?![a-z=])", str(1 - t), call)
        member = kb.game(re.sub(rf"(?<![a-z]){letter}(?![a-z=])", str(t), typed)).solve()
        worth = member.value if hasattr(member, "value") else member.payoffs[0]
        assert family.value_at(t) == worth, t


def test_a_family_with_another_value_at_an_end_is_refused() -> None:
    def build(t: Fraction) -> MatrixGame:
        if not 0 <= t <= 1:
            raise GameError("outside")
        return kb.matrix([[5]]) if t == 0 else kb.matrix([[t, 0], [0, 1]])

    with pytest.raises(GameError, match="the strategies change with t"):
        letter_to_parametric(build, "t", "a family")


def _recurs(*moves: str) -> Any:
    return lambda t: kb.stochastic_game({"G": [[m.replace("t", f"({t})") for m in moves]]})


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda t: kb.matrix([[2.0 ** float(t)]]), "write fractions, not floats"),
        (lambda t: kb.matrix([[abs(t) % 1]]), "its payoffs are not polynomials in t"),
        (lambda t: kb.matrix([[1] * (1 + int(abs(t) * 7) % 3)]), "the strategies change with t"),
        (lambda t: kb.bimatrix("1 2", "3 4"), "only in the payoffs of a zero-sum game"),
        (lambda t: kb.stochastic_game({"G": [[f"{t}", "G"], ["0", "1"]]}), "only one player may"),
        (_recurs("t + G", "1 + 1/2 G"), "a choice may never end; give it a number"),
    ],
)
def test_families_that_are_no_game_with_a_parameter(build: Any, words: str) -> None:
    with pytest.raises(GameError, match=f"^g: .*{words}"):
        letter_to_parametric(build, "t", "g")


def test_a_choice_that_recurs_is_worth_its_geometric_series() -> None:
    game = letter_to_parametric(_recurs("t + 1/2 G", "3 + 1/2 G"), "t", "g")
    assert game.at(Fraction(1)).solve().value == 2
    assert game.at(Fraction(5)).solve().value == 6


def test_a_formula_that_divides_by_zero_is_refused() -> None:
    with pytest.raises(GameError, match="g: 1/\\(1-t\\) divides by 0 at t = 1"):
        formula_at("1/(1-t)", "t", Fraction(1), "g")
