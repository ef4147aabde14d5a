"""Queens on a board so that none attacks another, one to each column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.core.errors import GameError
from kibitz.search.puzzles.puzzle import Puzzle

MOST = 200
"""The largest board: beyond, no search of this kind ends."""
_FROM, _MANY = 15, 2_279_184
"""Boards of this size have this many solutions, and larger ones more (OEIS A000170)."""


class Queens(Puzzle):
    """A state is the rows of the queens placed so far, column by column, both from 0.

    No queen may stand on the squares ``blocked``, pairs of a column and a row.

    >>> Queens(4).solve().moves, Queens(4, [(0, 1)]).solve().moves
    ((1, 3, 0, 2), (2, 0, 3, 1))
    """

    is_filled_in = True

    def __init__(self, size: int = 8, blocked: Iterable[tuple[int, int]] = ()) -> None:
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= MOST:
            raise GameError(f"queens: a board of size {size}; it may be 1 to {MOST}")
        self.size = size
        self.title = f"{size} queens"
        self.blocked = frozenset((int(column), int(row)) for column, row in blocked)
        self.fewest_solutions = _MANY if size >= _FROM and not self.blocked else 0

    def start(self) -> tuple[int, ...]:
        return ()

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        column = len(state)
        for row in range(self.size):
            if (column, row) in self.blocked:
                continue
            if all(r != row and abs(r - row) != column - c for c, r in enumerate(state)):
                yield row

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return len(state) == self.size

    def canonical(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """The least of the eight images that turning and mirroring a full board give."""
        if self.blocked:
            return state
        images, here = [], state
        for _ in range(4):
            here = tuple(self.size - 1 - here.index(row) for row in range(len(here)))
            images += [here, here[::-1]]
        return min(images)

    def show(self, state: tuple[int, ...]) -> str:
        rows = []
        for row in reversed(range(self.size)):
            cells = ("Q" if c < len(state) and state[c] == row else "." for c in range(self.size))
            rows.append(" ".join(cells))
        return "\n".join(rows)
