"""Battleship on a small board: one hidden ship, and shots that are answered hit or miss."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.searching.game import Answer, SearchGame, Symmetry
from kibitz.games.zero_sum.build import whole

Cell = tuple[int, int]
MOST_CELLS = 64


@dataclass(frozen=True)
class BattleshipGame(SearchGame):
    """A straight ship is hidden on a board; the hider is paid the shots until all of it is hit.

    The ship takes as many hits as it is long, whatever the searcher does, so a search differs from
    another only by its misses: a hit costs nothing here, a miss 1, and the length of the ship is
    added. Once a single position is left no shot can miss.

    >>> print(BattleshipGame(3, 3, 2).solve().value)
    9/2
    """

    kind: ClassVar[str] = "battleship"

    rows: int
    columns: int
    length: int

    def __post_init__(self) -> None:
        size = whole(self.rows, "rows", 1), whole(self.columns, "columns", 1)
        if whole(self.length, "length", 1) > max(size):
            raise GameError(
                f"length is {self.length}; the ship does not fit on a board of "
                f"{size[0]} x {size[1]}"
            )
        if size[0] * size[1] > MOST_CELLS:
            raise GameError(
                f"a board of {size[0]} x {size[1]} has more than {MOST_CELLS} squares; use a "
                "smaller one"
            )

    @property
    def title(self) -> str:
        return f"Battleship, a ship of {self.length} on {self.rows} x {self.columns}"

    @property
    def remark(self) -> str:
        return (
            "These are the hits, so only a miss costs 1 more. A tree ends when a single position "
            "is left, since that ship is sunk without a miss."
        )

    @property
    def certain(self) -> Fraction:
        return Fraction(self.length)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple((i, j) for i in range(self.rows) for j in range(self.columns))

    @cached_property
    def ships(self) -> tuple[tuple[Cell, ...], ...]:
        """The squares of each position that the ship can take."""
        across = [tuple((i, j + k) for k in range(self.length)) for i, j in self.cells]
        down = [tuple((i + k, j) for k in range(self.length)) for i, j in self.cells]
        fitting = dict.fromkeys(ship for ship in (*across, *down) if ship[-1] in self.cells)
        return tuple(fitting)

    @cached_property
    def _hit(self) -> tuple[int, ...]:
        """For each square, the positions that cover it, as bits."""
        return tuple(
            sum(1 << i for i, ship in enumerate(self.ships) if cell in ship) for cell in self.cells
        )

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(
            "-".join(_name(cell) for cell in (ship[0], ship[-1])[: len(ship)])
            for ship in self.ships
        )

    @property
    def looks(self) -> tuple[str, ...]:
        return tuple(map(_name, self.cells))

    def finished(self, state: int) -> bool:
        return state.bit_count() == 1

    def answers(self, state: int, look: int) -> tuple[Answer, ...]:
        hit = state & self._hit[look]
        missed = state ^ hit
        if not (hit and missed):
            return ()
        return (
            Answer("hit", hit, Fraction(0), self.finished(hit)),
            Answer("miss", missed, Fraction(1), self.finished(missed)),
        )

    def symmetries(self) -> tuple[Symmetry, ...]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and reflections of the board."""
        bottom, right = self.rows - 1, self.columns - 1
        images = [
            {(i, j): (abs(up - i), abs(left - j)) for i, j in self.cells}
            for up in (0, bottom)
            for left in (0, right)
        ]
        if self.rows == self.columns:
            images += [{(i, j): image[j, i] for i, j in self.cells} for image in images]
        position = {cell: k for k, cell in enumerate(self.cells)}
        number = {frozenset(ship): k for k, ship in enumerate(self.ships)}
        found = [
            Symmetry(
                tuple(number[frozenset(image[cell] for cell in ship)] for ship in self.ships),
                tuple(position[image[cell]] for cell in self.cells),
            )
            for image in images
        ]
        return tuple(dict.fromkeys(found))


@named("battleship", family="search")
def battleship(rows: int = 3, columns: int = 3, length: int = 2) -> BattleshipGame:
    """Sink a ship hidden on a small board; II pays for each shot until the whole ship is hit.

    Parameters
    ----------
    rows : int, default 3
        The number of rows.
    columns : int, default 3
        The number of columns.
    length : int, default 2
        The length of the ship.

    Returns
    -------
    BattleshipGame
        The game.

    Examples
    --------
    >>> print(battleship(2, 2).solve().value)
    3
    """
    return BattleshipGame(
        whole(rows, "rows", 1), whole(columns, "columns", 1), whole(length, "length", 1)
    )


def _name(cell: Cell) -> str:
    row, column = cell
    letters = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{column + 1}"
