"""Chinese checkers: the star, moves against a slow walk, winning, bad parameters."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.core.errors import GameError
from kibitz.games.n_player.chinese_checkers import ChineseCheckers, Pegs, corner, holes
from kibitz.rules import OVER

WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def test_the_star():
    assert [len(holes(size)) for size in (1, 2, 3, 4)] == [13, 37, 73, 121]
    assert [len(corner(4, which)) for which in range(6)] == [10] * 6


def slow_moves(rules, state):
    """Pairs of places, by walking hops over a set of places."""
    places = holes(rules.size)
    owner = {place: rules._owner(state, hole) for hole, place in enumerate(places)}
    found = set()
    for start in places:
        if owner[start] != state.turn:
            continue
        pegs = {place for place in places if owner[place] >= 0 and place != start}
        seen, stack = {start}, [start]
        while stack:
            row, across = stack.pop()
            for down, right in WAYS:
                over, there = (row + down, across + right), (row + 2 * down, across + 2 * right)
                if over in pegs and there in owner and there not in pegs and there not in seen:
                    seen.add(there)
                    stack.append(there)
        for down, right in WAYS:
            near = (start[0] + down, start[1] + right)
            if near in owner and near not in pegs:
                seen.add(near)
        found |= {(start, end) for end in seen - {start}}
    return found


@pytest.mark.parametrize(("players", "size"), [(2, 1), (3, 2), (4, 3), (6, 4)])
def test_moves_as_a_slow_walk_finds_them(players, size):
    rules, random, places = ChineseCheckers(players, size), Random(1), holes(size)
    state = rules.start()
    for _ in range(40):
        if rules.player(state) == OVER:
            break
        moves = list(rules.moves(state))
        pairs = {(places[m // 128], places[m % 128]) for m in moves if m}
        assert pairs == slow_moves(rules, state)
        state = rules.play(state, random.choice(moves))


def test_the_usual_opening_has_fourteen_moves():
    rules = ChineseCheckers(6, 4)
    assert len(list(rules.moves(rules.start()))) == 14


def test_filling_the_opposite_corner_wins():
    rules = ChineseCheckers(2, 1)
    (goal,) = corner(1, 3)
    state = Pegs((1 << 9, 0, 1 << 0, 0), 4, 0, -1)
    end = rules.play(state, 128 * 9 + goal)
    assert rules.player(end) == OVER
    assert rules.payoffs(end) == (1, -1)


def test_nobody_wins_when_the_moves_run_out():
    end = ChineseCheckers(3, 1, limit=1).position("1-4")
    assert end.payoffs == (0, 0, 0)


@pytest.mark.parametrize("wrong", [{"players": 5}, {"size": 5}, {"size": 0}, {"limit": -1}])
def test_refuses_bad_parameters(wrong):
    with pytest.raises(GameError, match="chinese-checkers"):
        ChineseCheckers(**wrong)
