"""Small games in the many ways in which Python can be written; all of them are compiled."""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np

from kibitz.rules import CHANCE, OVER, Rules

WIDTH = 3


class Side(IntEnum):
    FIRST = 0
    SECOND = 1


class Dominoes(Rules):
    """Cover two neighbors in turn; who cannot loses. Asks itself whether there are moves."""

    SQUARES = WIDTH * WIDTH

    def start(self) -> Any:
        return ((0,) * 9, Side.FIRST)

    def player(self, state: Any) -> int:
        return state[1] if any(True for _ in self.moves(state)) else OVER

    def moves(self, state: Any) -> Any:
        for k in range(Dominoes.SQUARES - 1):
            if state[0][k] == 0 and state[0][k + 1] == 0:
                yield k

    def play(self, state: Any, move: int) -> Any:
        row = list(state[0])
        row[move] = row[move + 1] = 1
        return (tuple(row), Side.SECOND if state[1] == Side.FIRST else Side.FIRST)

    def payoffs(self, state: Any) -> Any:
        return (-1, 1) if state[1] == 0 else (1, -1)


class Doubled(Dominoes):
    """The same for two points, by ``super()``; squares are added up."""

    def payoffs(self, state: Any) -> Any:
        first, second = super().payoffs(state)
        return (2 * first, 2 * second)

    def player(self, state: Any) -> int:
        return Dominoes.player(self, state)

    def play(self, state: Any, move: int) -> Any:
        row = list(state[0])
        row[move] += 1
        row[move + 1] += 1
        return (tuple(row), 1 - state[1])


class Sorting(Rules):
    """Swap neighbors until all stand in order; who does it wins."""

    def start(self) -> Any:
        return (3, 1, 4, 2, 0)

    def player(self, state: Any) -> int:
        if all(state[k] <= state[k + 1] for k in range(3)):
            return OVER
        return state[4]

    def moves(self, state: Any) -> Any:
        return tuple(k for k in range(3) if state[k] > state[k + 1])

    def play(self, state: Any, move: int) -> Any:
        row = list(state)
        row[move], row[move + 1] = row[move + 1], row[move]
        row[-1] = 1 - row[-1]
        return tuple(row)

    def payoffs(self, state: Any) -> Any:
        return (-1, 1) if state[4] == 0 else (1, -1)


class Slices(Rules):
    """Mark a square of nine with a number from a table; the greatest sum of a row counts."""

    table = np.array([3, 1, 2])

    def start(self) -> Any:
        return ((0,) * (WIDTH * WIDTH), 0)

    def player(self, state: Any) -> int:
        return OVER if state[1] == 4 else state[1] % 2

    def moves(self, state: Any) -> Any:
        return [k for k in range(9) if state[0][k] == 0]

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        mark = int(self.table[move % 3]) << turn
        return ((*board[:move], mark, *board[move + 1 :]), turn + 1)

    def payoffs(self, state: Any) -> Any:
        best = max(sum(state[0][WIDTH * row + k] for k in range(WIDTH)) for row in range(WIDTH))
        return (best, -best)


class Shared(Rules):
    """Four take in turn; each entry of the payoffs is made from an entry of the state."""

    players = 4
    zero_sum = False

    def start(self) -> Any:
        return ((0, 0, 0, 0), 0)

    def player(self, state: Any) -> int:
        return OVER if state[1] == 6 else state[1] % 4

    def moves(self, state: Any) -> Any:
        return [] if state[1] == 6 else range(3)

    def play(self, state: Any, move: int) -> Any:
        got, turn = state
        after = tuple(g + move if k == 1 + turn % 4 else g for k, g in enumerate(got, 1))
        return (after, turn + 1)

    def payoffs(self, state: Any) -> Any:
        most = max(state[0])
        return tuple(1.0 if got == most else 0.0 for got in state[0])


class Shadows(Rules):
    """Fill five squares; names are used again within generators, and functions within functions."""

    def start(self) -> Any:
        return (0, 0, 0, 0, 0, 0)

    def player(self, state: Any) -> int:
        x = state[5]
        full = all(x for x in state[:5])
        return OVER if full else x

    def moves(self, state: Any) -> Any:
        i = 0

        def free(k: int) -> bool:
            return state[k] == 0

        yield from (i for i in range(3) if free(i))
        while i < 5:
            if i > 2 and free(i):
                yield i
            i += 1

    def play(self, state: Any, move: int) -> Any:
        row = list(state)
        row[move], row[5] = 1, 1 - row[5]
        return tuple(row)

    def payoffs(self, state: Any) -> Any:
        turn = state[5]
        turn = sum(turn for _ in range(1))
        return (-1, 1) if turn == 0 and all(state[:5]) else (1, -1)


class Flooded(Shadows):
    """The same, with sets and lists made on the way."""

    def player(self, state: Any) -> int:
        rows = [[state[0], state[1]], [state[2], state[3], state[4]]]
        return OVER if all([all(row) for row in rows]) else state[5]  # noqa: C419

    def moves(self, state: Any) -> Any:
        seen = set()
        for k in range(5):
            if state[k] == 0:
                seen.add(k)
        return sorted(seen)


NEAR = [[1], [0, 2], [1, 3], [2]]
WEIGHED = (((1, 2),), ((0, 1), (2, 3)), ((1, 1), (3, 2)), ((2, 5),))
WAYS = [(1, 2), (2, 1)]
EVEN = frozenset((0, 2))
ALL = range(4)


@cache
def doubled(number: int) -> int:
    return 2 * number


class Tables(Rules):
    """Put counters on a path of four squares by tables and lists of all kinds."""

    longest = 8

    def start(self) -> Any:
        return ((0, 0, 0, 0), 0)

    def player(self, state: Any) -> int:
        squares, turn = state
        least = tuple(sorted(squares))[0]  # noqa: RUF015
        return turn if self.moves(state) and least < 2 else OVER

    def moves(self, state: Any) -> Any:
        squares, _ = state
        found = []
        for k in ALL:
            near = NEAR[k]
            if squares[k] < 2 and any(squares[j] < 2 for j in near) and k in NEAR[near[0]]:
                found.append(k)
        if not found:
            found += [k for k in reversed(range(4)) if squares[k] < 2 and k in EVEN]
        return found

    def play(self, state: Any, move: int) -> Any:
        squares, turn = state
        row = list(squares)
        row[move] += 1
        weight = sum(w for j, w in WEIGHED[move] if row[j]) + len(WEIGHED[move])
        for k, (j, w) in enumerate(WEIGHED[move]):
            weight += k * w * j
        row.sort()
        return (tuple(row), weight % 2 if tuple(row).count(0) == 4 else 1 - turn)

    def payoffs(self, state: Any) -> Any:
        squares, turn = state
        bits = sum(1 << k for k in ALL if squares[k] == 2)
        best = max(a * bits.bit_length() + b * bin(bits).count("1") for a, b in WAYS)
        return (best, -best) if turn else (-doubled(best), doubled(best))


class Urn(Rules):
    """Draw two balls of five; chance is listed ball by ball."""

    players = 1
    zero_sum = False

    def start(self) -> Any:
        return (2, 3, 0)

    def player(self, state: Any) -> int:
        red, blue, _ = state
        return CHANCE if red + blue > 3 else OVER

    def chance(self, state: Any) -> Any:
        red, blue, _ = state
        found = []
        for ball, count in enumerate((red, blue)):
            if count:
                found.append((ball, Fraction(count, comb(red + blue, 1))))
        return found

    def moves(self, state: Any) -> Any:
        return ()

    def play(self, state: Any, move: int) -> Any:
        red, blue, drawn = state
        return (red - 1, blue, drawn + 1) if move == 0 else (red, blue - 1, drawn)

    def payoffs(self, state: Any) -> Any:
        return (state[2],)


GAMES = (Dominoes, Doubled, Sorting, Slices, Shared, Shadows, Tables, Urn)
