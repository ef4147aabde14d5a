"""Endings of Nine Men's Morris: all men are on the board, and every position has a number.

Positions are numbered by the men of white, up to the sixteen symmetries of the board, and by those
of black on the points that are left. Quiet moves are not counted: what no one can win is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.morris import (
    NOTHING,
    Men,
    NineMensMorris,
    beside,
    in_mill,
    mirrored,
    swapped_rings,
    turned,
)
from kibitz.rules import Rules, lowest, popcount, without_lowest

POINTS, LEAST = 24, 3
_ALL = (1 << POINTS) - 1
BINOMIALS = np.array([[comb(n, k) for k in range(10)] for n in range(25)], np.int64)


def turned_by(turn: int, points: int) -> int:
    """Points after one of the sixteen symmetries of the board."""
    if turn >= 8:
        points = swapped_rings(points)
    if turn & 4:
        points = mirrored(points)
    for _ in range(turn & 3):
        points = turned(points)
    return points


def rank(points: int) -> int:
    """The number of a set of points among those of its size."""
    found, size = 0, 1
    while points:
        found += int(BINOMIALS[lowest(points), size])
        points = without_lowest(points)
        size += 1
    return found


def unranked(number: int, size: int) -> int:
    """The set of this many points with a number."""
    points, highest = 0, POINTS - 1
    while size:
        while BINOMIALS[highest, size] > number:
            highest -= 1
        points |= 1 << highest
        number -= int(BINOMIALS[highest, size])
        size -= 1
    return points


def squeezed(points: int, taken: int) -> int:
    """Points counted without those that are taken."""
    found = 0
    while points:
        point = lowest(points)
        points = without_lowest(points)
        found |= 1 << point - popcount(taken & ((1 << point) - 1))
    return found


def spread(points: int, taken: int) -> int:
    """The way back: the points themselves."""
    found, free = 0, _ALL & ~taken
    while free:
        if points & 1:
            found |= 1 << lowest(free)
        points >>= 1
        free = without_lowest(free)
    return found


class MorrisEnding(NineMensMorris):
    """Both have placed their men: move along the lines, fly with three, take by mills."""

    alternates = True
    repeats = 3

    def __init__(self, men: int = 3, flying: bool = True) -> None:
        if not LEAST <= men <= 6:
            raise GameError(f"morris-ending: {count_of(men, 'man')} each; it must be 3 to 6")
        super().__init__(men, flying)
        self.longest = None
        self.title = f"Morris ending, {count_of(men, 'man')} each"

    @property
    def offsets(self) -> Any:
        """The first number of every layer, and the number after the last."""
        return _offsets(self.men)

    @property
    def orbits(self) -> Any:
        """By the number of men and the rank of white's: which set it is up to symmetry."""
        return _orbits(self.men)[0]

    @property
    def turns(self) -> Any:
        """The symmetry that leads there."""
        return _orbits(self.men)[1]

    @property
    def usual(self) -> Any:
        """By the number of men, the sets up to symmetry."""
        return _orbits(self.men)[2]

    @property
    def keeping(self) -> Any:
        """The symmetries that leave such a set alone, as bits."""
        return _orbits(self.men)[3]

    def start(self) -> Men:
        """A position with all men on the board, white to move."""
        number = int(self.offsets[-2]) + 2 * ((int(self.offsets[-1] - self.offsets[-2]) // 4) | 1)
        state = self.at_index(number)
        while self.index(state) != number or not self.can_move(state):
            number += 2
            state = self.at_index(number)
        return state

    def layers(self) -> tuple[tuple[str, int], ...]:
        sizes = np.diff(self.offsets).tolist()
        names = [f"{white}-{black}" for white, black in _layers(self.men)]
        return tuple(zip(names, sizes, strict=True))

    def layer(self, white: int, black: int) -> int:
        """The layer of this many men: by their sum, then by white's."""
        found, total = 0, white + black
        for less in range(2 * LEAST, total):
            found += min(less - LEAST, self.men) - max(LEAST, less - self.men) + 1
        return found + white - max(LEAST, total - self.men)

    def index(self, state: Men) -> int:
        """The number of a position, the same for all its turns and mirror images."""
        white, black = popcount(state.white), popcount(state.black)
        if white < LEAST or black < LEAST:
            return -1
        own = rank(state.white)
        orbit, turn = int(self.orbits[white, own]), int(self.turns[white, own])
        taken, theirs = int(self.usual[white, orbit]), turned_by(turn, state.black)
        keeping, least = int(self.keeping[white, orbit]), theirs
        for other in range(1, 16):
            if keeping >> other & 1:
                least = min(least, turned_by(other, theirs))
        place = orbit * int(BINOMIALS[POINTS - white, black]) + rank(squeezed(least, taken))
        return int(self.offsets[self.layer(white, black)]) + 2 * place + state.turn

    def at_index(self, number: int) -> Men:
        layer, white, black = 0, LEAST, LEAST
        while number >= self.offsets[layer + 1]:
            layer += 1
            white, black = white + 1, black - 1
            if black < LEAST or white > self.men:
                total = white + black + 1
                white = max(LEAST, total - self.men)
                black = total - white
        rest = number - int(self.offsets[layer])
        turn, rest = rest % 2, rest // 2
        count = int(BINOMIALS[POINTS - white, black])
        taken = int(self.usual[white, rest // count])
        return Men(taken, spread(unranked(rest % count, black), taken), 0, 0, 0, turn)

    def is_position(self, state: Men) -> bool:
        return state.white & state.black == 0

    def play(self, state: Men, move: int) -> Men:
        after = super().play(state, move)
        return Men(after.white, after.black, 0, 0, 0, after.turn)

    def converting(self, state: Men) -> Iterator[int]:
        for move in self.moves(state):
            if move % 25 != NOTHING:
                yield move

    def counted_in(self, game: Rules) -> int | None:
        if not isinstance(game, NineMensMorris) or game.flying != self.flying:
            raise GameError(
                f"{game.name}: it never reaches a morris ending "
                f"{'with' if self.flying else 'without'} flying"
            )
        return None if isinstance(game, MorrisEnding) else game.limit

    def comes_to(self, state: Men) -> tuple[Men, int, int]:
        """A position of the game with few men, all of them placed."""
        white, black = popcount(state.white), popcount(state.black)
        placed = state.white_hand == 0 and state.black_hand == 0
        if placed and LEAST <= white <= self.men and LEAST <= black <= self.men:
            return Men(state.white, state.black, 0, 0, 0, state.turn), 0, state.quiet
        return state, -1, 0

    def predecessors(self, state: Men) -> Iterator[int]:
        side = 1 - state.turn
        mine = state.white if side == 0 else state.black
        free = _ALL & ~(state.white | state.black)
        flying = self.flying and popcount(mine) == LEAST
        left = mine
        while left:
            target = left & -left
            left = without_lowest(left)
            if in_mill(mine, lowest(target)):
                continue  # that move would have taken a man
            sources = free if flying else beside(target) & free
            while sources:
                before = (mine ^ target) | (sources & -sources)
                sources = without_lowest(sources)
                white = before if side == 0 else state.white
                black = state.black if side == 0 else before
                yield self.index(Men(white, black, 0, 0, 0, side))


def _layers(men: int) -> list[tuple[int, int]]:
    """The numbers of men of white and black, fewest first."""
    both = [(w, b) for w in range(LEAST, men + 1) for b in range(LEAST, men + 1)]
    return sorted(both, key=lambda pair: (sum(pair), pair))


@cache
def _offsets(men: int) -> Any:
    usual = _orbits(men)[2]
    sizes = [2 * int((usual[w] > 0).sum()) * comb(POINTS - w, b) for w, b in _layers(men)]
    return np.cumsum([0, *sizes])


@cache
def _orbits(men: int) -> tuple[Any, Any, Any, Any]:
    """Sets of points up to symmetry, for every number of men up to this."""
    most = comb(POINTS, men)
    orbits, turns = np.zeros((men + 1, most), np.int64), np.zeros((men + 1, most), np.int64)
    kept: list[list[tuple[int, int]]] = [[] for _ in range(men + 1)]
    for size in range(LEAST, men + 1):
        seen: dict[int, tuple[int, int]] = {}
        for some in combinations(range(POINTS), size):
            points = sum(1 << point for point in some)
            if points not in seen:
                images = [turned_by(turn, points) for turn in range(16)]
                keeping = sum(1 << turn for turn in range(16) if images[turn] == points)
                for turn, image in enumerate(images):
                    if image not in seen:
                        seen[image] = (len(kept[size]), _back(turn))
                kept[size].append((points, keeping))
            orbits[size, rank(points)], turns[size, rank(points)] = seen[points]
    longest = max(map(len, kept))
    usual, keeps = np.zeros((men + 1, longest), np.int64), np.zeros((men + 1, longest), np.int64)
    for size, found in enumerate(kept):
        for place, (points, keeping) in enumerate(found):
            usual[size, place], keeps[size, place] = points, keeping
    return orbits, turns, usual, keeps


@cache
def _back(turn: int) -> int:
    """The symmetry that undoes another."""
    odd = 0b1011  # no symmetry but the first leaves these points alone together with the next
    marks = [odd, 0b100000100, 0b10000000000010000]
    images = [turned_by(turn, points) for points in marks]
    return next(
        other for other in range(16) if [turned_by(other, points) for points in images] == marks
    )


@named("morris-ending", "board")
def morris_ending(men: int = 3, flying: bool = True) -> MorrisEnding:
    """An endgame of Nine Men's Morris with its positions numbered for databases.

    Parameters
    ----------
    men : int, default 3
        The largest number of men of a player.
    flying : bool, default True
        Whether a player with three men may move anywhere.

    Returns
    -------
    MorrisEnding
        The game.
    """
    return MorrisEnding(men, flying)
