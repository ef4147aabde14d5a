"""Positions: legal moves, typed moves, and refusals in one line."""

from __future__ import annotations

import pickle

import pytest

import kibitz as kb
from helpers.rules_games import Squares
from kibitz.core.errors import GameError
from kibitz.rules.compile.machine import machine
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
    assert repr(kb.game("tic-tac-toe")) == "LineGame(m=3, n=3, k=3, misere=False)"
    assert len(repr(kb.game("sudoku"))) < 80


class Hidden(kb.Rules):
    """A coin is hidden and guessed, in the words that are understood as well."""

    def start(self):
        return (-1, -1)

    def player(self, state):
        return 0 if state[0] < 0 else 1 if state[1] < 0 else kb.OVER

    def moves(self, state):
        return (0, 1)

    def play(self, state, move):
        return (move, -1) if state[0] < 0 else (state[0], move)

    def payoffs(self, state):
        return (-1, 1) if state[0] == state[1] else (1, -1)

    def sees(self, state, player):
        return state if player == 0 else (-1, state[1])

    def passed(self, state):
        return (0, -1) if state[0] < 0 else (state[0], 0)


class Named(Hidden):
    def information_state(self, state, player):
        return super().sees(state, player)

    def null_move(self, state):
        return super().passed(state)


@pytest.mark.parametrize("rules", [Hidden(), Named()])
def test_methods_may_have_their_other_names(rules):
    assert rules.has("information_state")
    assert rules.has("null_move")
    assert rules.has("sees")
    assert rules.information_state((1, -1), 1) == rules.sees((0, -1), 1) == (-1, -1)
    assert rules.null_move((1, -1)) == rules.passed((1, -1)) == (1, 0)
    assert rules.solve().value == 0
    assert machine(rules).reason == ""


def test_perfect_information_hides_nothing():
    assert not TakeAway(5).has("information_state")
    assert not TakeAway(5).has("sees")


def test_functions_of_bits_are_handed_out_as_they_are():
    """Rules call them at every position, too often for a check of how."""
    import kibitz.rules as rules
    from kibitz.rules import bits

    for name in ("popcount", "lowest", "shift_left", "replaced"):
        assert getattr(rules, name) is getattr(bits, name)
