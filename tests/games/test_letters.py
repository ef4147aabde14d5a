"""Games of the shelf with a letter for a number: V(t) in pieces."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.algebra.surd import read_point
from kibitz.core.errors import GameError
from kibitz.formats.json_files.parametric import from_json, to_json
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
