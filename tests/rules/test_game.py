"""Positions: legal moves, typed moves, and refusals in one line."""

from __future__ import annotations

import pickle

import pytest

import kibitz as kb
from helpers.rules_games import Squares
from kibitz.core.errors import GameError
from kibitz.rules.examples import TakeAway


def test_plays_moves_typed_or_given():
    here = TakeAway(5).position("2", 3)
    assert here.is_over
    assert here.payoffs == (-1, 1)
    assert here.history == (2, 3)


@pytest.mark.parametrize("move", [4, "4", "x", -1])
def test_refuses_illegal_moves(move):
    with pytest.raises(GameError, match="the moves are: 1, 2, 3"):
        TakeAway(5).position().play(move)


def test_no_payoffs_before_the_end():
    with pytest.raises(GameError, match="not over"):
        _ = TakeAway(5).position().payoffs


def test_compares_hashes_and_pickles():
    assert TakeAway(5) == TakeAway(5) != TakeAway(6)
    assert hash(Squares(3)) == hash(Squares(3))
    assert TakeAway(5) != Squares(5)
    assert pickle.loads(pickle.dumps(Squares(4).position(1))) == Squares(4).position(1)
    assert repr(TakeAway(5)) == "TakeAway(counters=5)"


def test_rules_are_written_as_they_were_made():
    assert repr(kb.game("qubic")) == "Qubic()"
    assert repr(kb.game("tic-tac-toe")) == "LineGame(m=3, n=3, k=3)"
    assert len(repr(kb.game("sudoku"))) < 80
