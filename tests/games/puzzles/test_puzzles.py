"""Puzzles as games for one: known counts and bad input."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.games.puzzles.classics import QueensGame, SlidingTilesGame, SudokuGame
from kibitz.rules import OVER


def solutions(rules, state):
    if rules.player(state) == OVER:
        return rules.payoffs(state)[0]
    return sum(solutions(rules, rules.play(state, move)) for move in rules.moves(state))


def test_numbers_of_ways_to_place_queens():
    assert [solutions(QueensGame(n), QueensGame(n).start()) for n in range(1, 8)] == [
        1,
        0,
        0,
        2,
        10,
        4,
        40,
    ]


def test_sudoku_of_the_shelf_has_one_solution():
    rules = kibitz.game("sudoku")
    assert solutions(rules, rules.start()) == 1


def test_sliding_the_last_tile_solves_it():
    rules = SlidingTilesGame((1, 2, 3, 4, 5, 6, 7, 0, 8))
    assert rules.position("8").payoffs == (1,)
    assert SlidingTilesGame((1, 2, 3, 4, 5, 6, 7, 0, 8), limit=1).position("7").payoffs == (0,)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: SlidingTilesGame((1, 2, 3)), "square"),
        (lambda: SlidingTilesGame((1, 1, 2, 0)), "each once"),
        (lambda: SlidingTilesGame((1, 2, 3, 4, 0, 5), columns=4), "rows of 4"),
        (lambda: QueensGame(0), "size"),
        (lambda: SudokuGame("123"), "81"),
        (lambda: SudokuGame("55" + "." * 79), "twice"),
    ],
)
def test_refuses_bad_input(make, told):
    with pytest.raises(GameError, match=told):
        make()
