"""Nine Men's Morris: its board by geometry, captures, flying, and how it ends."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from helpers.perft import perft
from kibitz.core.errors import GameError
from kibitz.games.board.morris import (
    Men,
    NineMensMorris,
    _name,
    _spot,
    beside,
    mills,
    mirrored,
    swapped_rings,
    turned,
)
from kibitz.rules import OVER, lowest


def rows_of_three():
    """The sixteen rows, read off the picture; the middle line and column have two each."""
    found = set()
    for axis in (0, 1):
        for place in range(7):
            on = [point for point in range(24) if _spot(point)[axis] == place]
            on.sort(key=lambda point: _spot(point)[1 - axis])
            found |= {tuple(on[k : k + 3]) for k in range(0, len(on), 3)}
    return found


def test_steps_follow_the_lines():
    near = {point: set() for point in range(24)}
    for row in rows_of_three():
        for a, b in pairwise(row):
            near[a].add(b)
            near[b].add(a)
    for point in range(24):
        assert {p for p in range(24) if beside(1 << point) >> p & 1} == near[point]


def test_mills_are_rows_of_three():
    random = Random(1)
    for _ in range(300):
        men = random.getrandbits(24) & random.getrandbits(24) | 1 << random.randrange(24)
        whole = [row for row in rows_of_three() if all(men >> p & 1 for p in row)]
        assert mills(men) == sum({1 << p for row in whole for p in row})


@pytest.mark.parametrize("move", [turned, mirrored, swapped_rings])
def test_symmetries_keep_the_rows(move):
    to = [lowest(move(1 << point)) for point in range(24)]
    rows = {frozenset(row) for row in rows_of_three()}
    assert {frozenset(to[p] for p in row) for row in rows} == rows


def test_counts_lines_of_play():
    rules = NineMensMorris()
    assert [perft(rules, depth) for depth in (1, 2, 3)] == [24, 24 * 23, 24 * 23 * 22]


def test_a_mill_takes_a_man_outside_mills():
    here = NineMensMorris().position("a7", "a1", "d7", "d1", "g7xa1")
    assert here.state.black.bit_count() == 1
    assert _name(lowest(here.state.black)) == "d1"


def test_men_in_mills_are_safe_unless_all_are():
    rules = NineMensMorris()
    line = [point for point in range(24) if _name(point) in ("a1", "d1", "g1")]
    black = sum(1 << point for point in line)
    two = sum(1 << point for point in range(24) if _name(point) in ("a7", "d7"))
    state = Men(two, black, 1, 0, 0, 0)
    moves = [rules.show_move(state, move) for move in rules.moves(state)]
    assert {m for m in moves if m.startswith("g7")} == {"g7xa1", "g7xd1", "g7xg1"}
    other = black | next(1 << p for p in range(24) if _name(p) == "e5")
    state = Men(two, other, 1, 0, 0, 0)
    moves = [rules.show_move(state, move) for move in rules.moves(state)]
    assert {m for m in moves if m.startswith("g7")} == {"g7xe5"}


def test_three_men_fly():
    men = sum(1 << point for point in range(24) if _name(point) in ("a7", "d1", "e4"))
    others = 0b1111 << 8
    walking = NineMensMorris(flying=False)
    state = Men(men, others & ~men, 0, 0, 0, 0)
    assert len(list(NineMensMorris().moves(state))) > len(list(walking.moves(state)))


def test_two_men_lose_and_quiet_games_are_drawn():
    rules = NineMensMorris()
    lost = Men(0b11, 0b1111 << 8, 0, 0, 3, 0)
    assert rules.player(lost) == OVER
    assert rules.payoffs(lost) == (-1, 1)
    quiet = Men(0b1111, 0b1111 << 8, 0, 0, 100, 0)
    assert rules.player(quiet) == OVER
    assert rules.payoffs(quiet) == (0, 0)


def test_refuses_other_numbers_of_men():
    with pytest.raises(GameError, match="men"):
        NineMensMorris(12)
