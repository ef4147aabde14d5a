"""Othello: published counts of positions, symmetry, and the end of games."""

from __future__ import annotations

from random import Random

import pytest

import kibitz
from helpers.perft import perft
from kibitz.core.errors import GameError
from kibitz.games.board.othello import Othello, mirrored_rows, places, quarter_turn
from kibitz.rules import shift_left


def test_counts_lines_of_play():
    rules = Othello()
    assert [perft(rules, depth) for depth in range(1, 6)] == [4, 12, 56, 244, 1396]


def test_first_moves_in_notation():
    rules = Othello()
    start = rules.start()
    assert {rules.show_move(start, m) for m in rules.moves(start)} == {"d3", "c4", "f5", "e6"}


def test_turns_are_symmetries():
    random = Random(1)
    for _ in range(50):
        mine = random.getrandbits(64) - (1 << 63)
        theirs = (random.getrandbits(64) - (1 << 63)) & ~mine
        for turn in (quarter_turn, mirrored_rows):
            assert places(turn(mine), turn(theirs)) == turn(places(mine, theirs))
        assert quarter_turn(quarter_turn(quarter_turn(quarter_turn(mine)))) == mine


def test_a_quarter_turn_moves_each_square():
    for square in range(64):
        row, column = divmod(square, 8)
        assert quarter_turn(shift_left(1, square)) == shift_left(1, 8 * column + 7 - row)


def test_shortest_game_wipes_out_white():
    """The nine moves after which black has every disc."""
    rules = Othello()
    end = rules.position("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
    assert end.is_over
    assert end.payoffs[0] == 13
    win = Othello(score="win").position("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
    assert win.payoffs == (1, -1)


def test_passes_only_where_nothing_can_be_enclosed():
    rules, random, passes = Othello(), Random(5), 0
    for _ in range(20):
        state = rules.start()
        while rules.player(state) >= 0:
            moves = list(rules.moves(state))
            passes += moves == [64]
            assert moves == [64] or 64 not in moves
            state = rules.play(state, random.choice(moves))
    assert passes > 0


def test_refuses_unknown_scores():
    with pytest.raises(GameError, match="score"):
        kibitz.game("othello score=stones")
