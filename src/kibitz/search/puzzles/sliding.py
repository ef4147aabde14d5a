"""Sliding tiles: the 8-puzzle, the 15-puzzle, and other sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from math import isqrt
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.puzzle import Puzzle, Route

SMALL = 9
"""Tiles with the gap, up to which Python is quick enough."""
LARGEST = 6
"""Tiles in a row or column, up to which a compiled program is made for them."""

Tiles = tuple[int, ...]


class SlidingTiles(Puzzle):
    """Slide tiles into the gap (0) until they stand as in the goal: in order, the gap last.

    >>> puzzle = SlidingTiles("1 2 5 / 3 4 0 / 6 7 8", goal="0 1 2 / 3 4 5 / 6 7 8")
    >>> puzzle.distance(puzzle.start()), puzzle.misplaced(puzzle.start())
    (3, 3)
    """

    def __init__(self, tiles: Any, columns: int | None = None, goal: Any = None) -> None:
        self.tiles, across = read_tiles(tiles, "tiles")
        count = len(self.tiles)
        self.columns = columns or across or isqrt(count)
        if self.columns < 1 or count < 2 or count % self.columns:
            raise GameError(f"sliding tiles: {count} tiles do not fill rows of {self.columns}")
        require_all(self.tiles, "tiles")
        self.goal = (*range(1, count), 0) if goal is None else read_tiles(goal, "goal")[0]
        if len(self.goal) != count:
            raise GameError(f"sliding tiles: {count} tiles, and {len(self.goal)} in the goal")
        require_all(self.goal, "goal")
        self.title = f"{count - 1}-puzzle"
        self._place = tuple(self.goal.index(tile) for tile in range(count))

    def start(self) -> tuple[int, ...]:
        return self.tiles

    def moves(self, state: tuple[int, ...]) -> Iterator[int]:
        """The tile that slides into the gap."""
        gap = state.index(0)
        row, column = divmod(gap, self.columns)
        if row > 0:
            yield state[gap - self.columns]
        if column > 0:
            yield state[gap - 1]
        if column < self.columns - 1:
            yield state[gap + 1]
        if row < len(state) // self.columns - 1:
            yield state[gap + self.columns]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        tiles = list(state)
        gap, tile = state.index(0), state.index(move)
        tiles[gap], tiles[tile] = move, 0
        return tuple(tiles)

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return state == self.goal

    def estimate(self, state: tuple[int, ...]) -> int:
        """The sum of the tiles' distances, and two more for each pair that must pass in its row."""
        return self.distance(state) + self._conflicts(state)

    def distance(self, state: tuple[int, ...]) -> int:
        """The sum of the distances of all tiles from their places, in rows and columns.

        Parameters
        ----------
        state : tuple of int
            The tiles row by row, 0 for the gap.
        """
        columns, total = self.columns, 0
        for place, tile in enumerate(state):
            if tile:
                wanted = self._place[tile]
                total += abs(place // columns - wanted // columns)
                total += abs(place % columns - wanted % columns)
        return total

    def misplaced(self, state: tuple[int, ...]) -> int:
        """How many tiles are not in their places.

        Parameters
        ----------
        state : tuple of int
            The tiles row by row, 0 for the gap.
        """
        return sum(tile != 0 and self._place[tile] != place for place, tile in enumerate(state))

    def _conflicts(self, state: tuple[int, ...]) -> int:
        """Tiles in their own row in the wrong order: one of each such pair must step aside."""
        extra = 0
        for row in range(len(state) // self.columns):
            line = state[row * self.columns : (row + 1) * self.columns]
            own = [self._place[t] for t in line if t and self._place[t] // self.columns == row]
            extra += 2 * (len(own) - _longest_rise(own))
        return extra

    def quick_route(self, most: int) -> Route | None:
        """IDA* by a compiled program, where the board is large enough to be worth it."""
        return _compiled_route(self, most) if self.is_large else None

    @property
    def is_large(self) -> bool:
        """Whether a compiled program is worth its loading, and made for this shape."""
        rows = len(self.tiles) // self.columns
        in_shape = min(rows, self.columns) >= 2 and max(rows, self.columns) <= LARGEST
        return len(self.tiles) > SMALL and in_shape

    def is_hopeless(self, state: tuple[int, ...]) -> bool:
        """Half of all arrangements cannot be reached: tiles and gap together keep their parity."""
        row, column = divmod(state.index(0), self.columns)
        home, side = divmod(self._place[0], self.columns)
        steps = abs(home - row) + abs(side - column)
        return (_inversions([self._place[tile] for tile in state]) + steps) % 2 != 0

    def show(self, state: tuple[int, ...]) -> str:
        width = len(str(len(state) - 1))
        cells = [f"{t:>{width}}" if t else " " * (width - 1) + "·" for t in state]
        return "\n".join(
            " ".join(cells[k : k + self.columns]) for k in range(0, len(cells), self.columns)
        )


def _compiled_route(puzzle: SlidingTiles, most: int) -> Route:
    """The shortest way by bounds that rise until there is one."""
    import numpy as np

    from kibitz.rules.compile.run import run
    from kibitz.search.puzzles import sliding_kernels as kernels

    tiles = np.array(puzzle.tiles, np.int64)
    homes = np.array([divmod(place, puzzle.columns) for place in puzzle._place], np.int64).T.copy()
    homes[:, 0] = -1
    control = np.zeros(kernels.CONTROL, np.int64)
    by_row = kernels.leaving(puzzle.columns)
    by_column = kernels.leaving(len(tiles) // puzzle.columns)
    bound = int(kernels.estimate(tiles, homes, puzzle.columns, by_row, by_column))
    while True:
        path = np.zeros(bound + 2, np.int64)
        job = partial(
            kernels.search_below,
            tiles,
            homes,
            puzzle.columns,
            by_row,
            by_column,
            bound,
            most,
            path,
            control,
        )
        label = f"ways of at most {bound} moves"
        found = run(job, control, label=label, counter=kernels.NODES) if bound else 0
        looked = {"states": int(control[kernels.NODES]) + 1}
        if found >= 0:
            return Route(puzzle, tuple(map(int, path[:found])), found, "IDA*", looked)
        if found == kernels.STOPPED:
            raise GameError(
                f"{puzzle.name}: no solution of {count_of(bound, 'move')} or fewer after "
                f"{looked['states']:,} "
                "states; give a larger limit"
            )
        bound = int(control[kernels.FOLLOWING])


def read_tiles(tiles: Any, what: str) -> tuple[Tiles, int | None]:
    """Tiles from text or lists, row by row, and how many columns there are, if that is said.

    Text needs no spaces where all tiles are digits.

    >>> read_tiles("1 2 3 / 4 5 0", "tiles"), read_tiles([[1, 2], [3, 0]], "tiles")[1]
    (((1, 2, 3, 4, 5, 0), 3), 2)
    >>> read_tiles("123/450", "tiles")
    ((1, 2, 3, 4, 5, 0), 3)
    """
    if isinstance(tiles, str):
        rows: list[Any] = [row.split() for row in re.split(r"[/;\n]", tiles.replace(",", " "))]
        rows = [row for row in rows if row]
        signs = "".join(word for row in rows for word in row)
        if all(len(row) == 1 for row in rows) and len(rows) < len(signs) == len(set(signs)):
            rows = [list(row[0]) for row in rows]
        across = len(rows[0]) if len(rows) > 1 else None
    else:
        if not hasattr(tiles, "__iter__"):
            raise GameError(f"sliding tiles: {tiles!r} is neither text nor a list of rows")
        listed = list(tiles)
        is_nested = bool(listed) and all(isinstance(row, (list, tuple)) for row in listed)
        rows = listed if is_nested else [listed]
        across = len(rows[0]) if is_nested else None
    if across is not None and any(len(row) != across for row in rows):
        raise GameError(f"sliding tiles: the rows of the {what} differ in length")
    words = [0 if word in (".", "_", "*", "x") else word for row in rows for word in row]
    try:
        return tuple(int(word) for word in words), across
    except (TypeError, ValueError):
        raise GameError(f"sliding tiles: the {what} {tiles!r:.60} are not numbers") from None


def require_all(tiles: Tiles, what: str) -> None:
    """Refuse what is not every number from 0 on, once."""
    if sorted(tiles) != list(range(len(tiles))):
        raise GameError(f"sliding tiles: the {what} must be 0 to {len(tiles) - 1}, each once")


def _inversions(numbers: list[int]) -> int:
    return sum(a > b for k, a in enumerate(numbers) for b in numbers[k + 1 :])


def _longest_rise(numbers: list[int]) -> int:
    """The length of the longest rising subsequence."""
    best: list[int] = []
    for k, x in enumerate(numbers):
        best.append(1 + max((best[j] for j in range(k) if numbers[j] < x), default=0))
    return max(best, default=0)
