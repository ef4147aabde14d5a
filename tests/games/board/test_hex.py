"""Hex: connections against a slow search, known first moves, the swap."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.core.errors import GameError
from kibitz.games.board.hex import Hex
from kibitz.rules import OVER
from kibitz.search.alpha_beta.plain import plain_value

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def joins_rows(cells, size):
    """Whether cells join row 0 and the last row."""
    seen = {cell for cell in cells if cell[0] == 0}
    stack = list(seen)
    while stack:
        row, column = stack.pop()
        if row == size - 1:
            return True
        for down, right in STEPS:
            near = (row + down, column + right)
            if near in cells and near not in seen:
                seen.add(near)
                stack.append(near)
    return False


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 9, 11])
def test_ends_exactly_when_sides_are_joined(size):
    rules = Hex(size)
    for seed in range(6):
        random, state = Random(seed), rules.start()
        stones = (set(), set())
        while rules.player(state) != OVER:
            move = random.choice(list(rules.moves(state)))
            row, column = divmod(move, size)
            stones[state.turn].add((row, column) if state.turn == 0 else (column, row))
            state = rules.play(state, move)
            joined = [joins_rows(cells, size) for cells in stones]
            assert (rules.player(state) == OVER) == any(joined)
        assert rules.payoffs(state) == ((1, -1) if joined[0] else (-1, 1))
        left = rules.distance(state.red_low, state.red_high, state.blue_low, state.blue_high, True)
        assert (left == 0) == joined[0]


def test_half_turn_is_a_symmetry():
    for size in (2, 7, 8, 11):
        rules, random = Hex(size), Random(size)
        for _ in range(5):
            cell = random.randrange(size * size)
            turned = size * size - 1 - cell
            one, other = rules.play(rules.start(), cell), rules.play(rules.start(), turned)
            assert rules.key(one) == rules.key(other)


def test_first_player_wins_small_boards():
    for size in (1, 2, 3):
        assert plain_value(Hex(size).position(), 100_000) == 1


def test_swap_takes_over_the_first_stone():
    here = Hex(3, swap=True).position("a2", "swap")
    assert Hex(3)._piece(here.state, 1) == "O"
    assert here.player == 0
    assert "swap" not in [here.rules.show_move(here.state, m) for m in here.moves]


@pytest.mark.parametrize("size", [0, 12])
def test_refuses_other_sizes(size):
    with pytest.raises(GameError, match="size"):
        Hex(size)
