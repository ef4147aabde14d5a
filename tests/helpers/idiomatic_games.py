"""Small games in the many ways in which Python can be written; all of them are compiled."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from kibitz.rules import OVER, Rules

WIDTH = 3


class Side(IntEnum):
    FIRST = 0
    SECOND = 1


class Dominoes(Rules):
    """Cover two neighbours in turn; who cannot loses. Asks itself whether there are moves."""

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

    def play(self, state: Any, move: int) -> Any:
        row = list(state[0])
        row[move] += 1
        row[move + 1] += 1
        return (tuple(row), 1 - state[1])


class Sorting(Rules):
    """Swap neighbours until all stand in order; who does it wins."""

    def start(self) -> Any:
        return (3, 1, 4, 2, 0)

    def player(self, state: Any) -> int:
        if all(state[k] <= state[k + 1] for k in range(3)):
            return OVER
        return state[4]

    def moves(self, state: Any) -> Any:
        return [k for k in range(3) if state[k] > state[k + 1]]

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


GAMES = (Dominoes, Doubled, Sorting, Slices, Shared, Shadows, Flooded)
