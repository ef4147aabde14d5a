"""Sliding tiles: the 8-puzzle, the 15-puzzle, and other sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import Any

from kibitz.core.errors import GameError
from kibitz.search.puzzles.puzzle import Puzzle


class SlidingTiles(Puzzle):
    """Slide tiles into the gap (0) until they stand in order, the gap last."""

    def __init__(self, tiles: str | Iterable[Any], columns: int | None = None) -> None:
        if not isinstance(tiles, str):
            rows = list(tiles)
            if rows and all(isinstance(row, (list, tuple)) for row in rows):
                columns = columns or len(rows[0])
                rows = [tile for row in rows for tile in row]
            tiles = rows
        words = (
            tiles.replace(",", " ").replace("/", " ").split() if isinstance(tiles, str) else tiles
        )
        try:
            self.tiles = tuple(int(word) for word in words)
        except (TypeError, ValueError):
            raise GameError(f"sliding tiles: {tiles!r} are not numbers") from None
        count = len(self.tiles)
        self.columns = columns or isqrt(count)
        if count < 2 or count % self.columns or sorted(self.tiles) != list(range(count)):
            raise GameError(
                f"sliding tiles: {count} tiles in {self.columns} columns must be 0 to {count - 1}, "
                "each once, in full rows"
            )
        self.goal = (*range(1, count), 0)
        self.title = f"{count - 1}-puzzle"

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
        columns, total = self.columns, 0
        for place, tile in enumerate(state):
            if tile:
                total += abs(place // columns - (tile - 1) // columns)
                total += abs(place % columns - (tile - 1) % columns)
        return total + self._conflicts(state)

    def _conflicts(self, state: tuple[int, ...]) -> int:
        """Tiles in their own row in the wrong order: one of each such pair must step aside."""
        extra = 0
        for row in range(len(state) // self.columns):
            line = state[row * self.columns : (row + 1) * self.columns]
            own = [t for t in line if t and (t - 1) // self.columns == row]
            extra += 2 * (len(own) - _longest_rise(own))
        return extra

    def is_hopeless(self, state: tuple[int, ...]) -> bool:
        """Half of all arrangements cannot be reached: tiles and gap together keep their parity."""
        row, column = divmod(state.index(0), self.columns)
        rows = len(state) // self.columns
        steps = rows - 1 - row + self.columns - 1 - column
        return (_inversions([*state]) + steps) % 2 != (len(state) - 1) % 2

    def show(self, state: tuple[int, ...]) -> str:
        width = len(str(len(state) - 1))
        cells = [f"{t:>{width}}" if t else " " * (width - 1) + "·" for t in state]
        return "\n".join(
            " ".join(cells[k : k + self.columns]) for k in range(0, len(cells), self.columns)
        )


def _inversions(numbers: list[int]) -> int:
    return sum(a > b for k, a in enumerate(numbers) for b in numbers[k + 1 :])


def _longest_rise(numbers: list[int]) -> int:
    """The length of the longest rising subsequence."""
    best: list[int] = []
    for k, x in enumerate(numbers):
        best.append(1 + max((best[j] for j in range(k) if numbers[j] < x), default=0))
    return max(best, default=0)
