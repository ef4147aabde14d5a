"""Breakthrough: moves against a slow list, small boards, and bad sizes."""

from __future__ import annotations

from random import Random

import pytest

from helpers.perft import perft
from kibitz.core.errors import GameError
from kibitz.games.board.breakthrough import Breakthrough
from kibitz.rules import shift_right


def slow_moves(rules, state):
    """All moves as text, square by square."""
    mine, theirs = (state.white, state.black) if state.turn == 0 else (state.black, state.white)
    step, found = (1 if state.turn == 0 else -1), set()

    def has(pawns, row, column):
        return shift_right(pawns, row * rules.columns + column) & 1

    for row in range(rules.rows):
        for column in range(rules.columns):
            if not has(mine, row, column):
                continue
            for side in (-1, 0, 1):
                to_row, to_column = row + step, column + side
                if not (0 <= to_row < rules.rows and 0 <= to_column < rules.columns):
                    continue
                if has(mine, to_row, to_column) or (side == 0 and has(theirs, to_row, to_column)):
                    continue
                mark = "x" if has(theirs, to_row, to_column) else "-"
                found.add(f"{'abcdefgh'[column]}{row + 1}{mark}{'abcdefgh'[to_column]}{to_row + 1}")
    return found


@pytest.mark.parametrize("size", [(8, 8), (5, 6), (2, 4), (3, 7)])
def test_moves_as_a_slow_list_has_them(size):
    rules, random = Breakthrough(*size), Random(2)
    for _ in range(5):
        state = rules.start()
        while rules.player(state) >= 0:
            moves = list(rules.moves(state))
            assert {rules.show_move(state, m) for m in moves} == slow_moves(rules, state)
            state = rules.play(state, random.choice(moves))


def test_counts_lines_of_play():
    assert [perft(Breakthrough(), depth) for depth in (1, 2, 3)] == [22, 484, 11132]


def test_the_far_row_wins():
    end = Breakthrough(2, 4).position("a2xb3", "a4xb3", "b2xa3", "b3-a2", "a3xb4")
    assert end.is_over
    assert end.payoffs == (1, -1)


@pytest.mark.parametrize("size", [(1, 8), (8, 3), (9, 8)])
def test_refuses_boards_that_do_not_work(size):
    with pytest.raises(GameError, match="not a board"):
        Breakthrough(*size)
