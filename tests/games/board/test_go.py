"""Go: liberties, captures and ko against a slow board, and area scoring."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.core.errors import GameError
from kibitz.games.board.go import Go
from kibitz.rules import OVER


class SlowBoard:
    """Stones in a dictionary, groups found by walking."""

    def __init__(self, size):
        self.size, self.stones, self.ko = size, {}, None

    def near(self, point):
        row, column = point
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= near[0] < self.size and 0 <= near[1] < self.size:
                yield near

    def group(self, stones, point):
        seen, stack, air = {point}, [point], set()
        while stack:
            for near in self.near(stack.pop()):
                if near not in stones:
                    air.add(near)
                elif stones[near] == stones[point] and near not in seen:
                    seen.add(near)
                    stack.append(near)
        return seen, air

    def put(self, point, color):
        """Stones, captures, group and air after a stone; None for suicide."""
        stones, taken = self.stones | {point: color}, set()
        for near in self.near(point):
            if stones.get(near) == 1 - color:
                group, air = self.group(stones, near)
                taken |= group if not air else set()
        stones = {p: c for p, c in stones.items() if p not in taken}
        group, air = self.group(stones, point)
        return (stones, taken, group, air) if air else None

    def legal(self, color):
        for row in range(self.size):
            for column in range(self.size):
                point = (row, column)
                if point in self.stones or point == self.ko or self.put(point, color) is None:
                    continue
                yield row * self.size + column

    def play(self, point, color):
        self.stones, taken, group, air = self.put(point, color)
        single = len(taken) == len(group) == 1 and air == taken
        self.ko = next(iter(taken)) if single else None


@pytest.mark.parametrize("size", [1, 2, 3, 5, 6, 7, 9])
def test_plays_as_a_slow_board_does(size):
    rules = Go(size, limit=250)
    for seed in range(3):
        random, state, slow = Random(seed), rules.start(), SlowBoard(size)
        while rules.player(state) != OVER:
            moves = list(rules.moves(state))
            assert moves == [*slow.legal(state.turn), size * size]
            move = random.choice(moves[:-1] or moves)
            if move < size * size:
                slow.play(divmod(move, size), state.turn)
            else:
                slow.ko = None
            state = rules.play(state, move)
            shown = {
                (row, column): "XO".index(piece)
                for row in range(size)
                for column in range(size)
                if (piece := rules._piece(state, row, column)) != "."
            }
            assert shown == slow.stones


def test_area_counts_stones_and_what_they_surround():
    rules = Go(5, komi=0.5, score="points")
    wall = ["c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5", "pass", "pass"]
    end = rules.position(*wall)
    assert end.is_over
    assert end.payoffs == (15 - 10 - 0.5, -4.5)
    assert Go(5).position(*wall).payoffs == (-1.0, 1.0)


def test_ko_may_not_be_taken_back_at_once():
    here = Go(5).position("b1", "c1", "a2", "d2", "b3", "c3", "c2", "b2")
    assert "c2" not in [here.rules.show_move(here.state, m) for m in here.moves]
    later = here.play("e5").play("e4")
    assert "c2" in [later.rules.show_move(later.state, m) for m in later.moves]


def test_the_limit_ends_games():
    rules = Go(2, limit=7)
    state, moves = rules.start(), 0
    while rules.player(state) != OVER:
        state = rules.play(state, next(iter(rules.moves(state))))
        moves += 1
    assert moves <= 7


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": 19}, {"limit": -1}, {"score": "stones"}])
def test_refuses_bad_parameters(wrong):
    with pytest.raises(GameError, match="go"):
        Go(**wrong)
