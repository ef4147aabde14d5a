"""Rules for a board of coins: which coins may be turned together, given the southeast one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import xor
from typing import Any

from kibitz.combinatorial.coins.turn import TartanTurn, Turn
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.combinatorial.nim_family.read import pair, whole
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

Cell = tuple[int, int]
MOST_CELLS = 1_000_000
"""Cells in the largest table of values."""


@dataclass(frozen=True)
class BoardRule(ABC):
    """A move turns (row, column) from heads to tails, and with it a set of coins northwest of it.

    The sets depend on the southeast coin alone, so heads add, as in a row. Rows and columns begin
    with the labels ``origin``. Ferguson I.5.2.
    """

    name: str

    @property
    def theorem(self) -> str:
        """What the value of a coin rests on."""
        return "the mex rule for single coins"

    @property
    def closed_form(self) -> str:
        """The value g(r, c) of a coin as a formula, where there is one."""
        return ""

    @property
    @abstractmethod
    def origin(self) -> Cell:
        """The labels of the first row and the first column."""

    @abstractmethod
    def turns(self, row: int, column: int) -> Iterator[tuple[Cell, ...]]:
        """The sets of other coins that may be turned with this one, each in order.

        Parameters
        ----------
        row, column : int
            The coin that goes from heads to tails.

        Yields
        ------
        tuple of cells
            The other coins of one turn.
        """

    def value(self, row: int, column: int) -> int:
        """The nimber of a single head.

        Parameters
        ----------
        row, column : int
            The cell of the head.

        Notes
        -----
        Cost: the table is filled up to the cell once, by the mex rule unless a theorem gives it.
        """
        cell = (row, column)
        if cell not in self._table:
            self._fill(row, column)
        return self._table[cell]

    def table(self, rows: int, columns: int) -> list[list[int]]:
        """The nimbers of the cells of a board of this size.

        Parameters
        ----------
        rows, columns : int
            The size of the board.

        Returns
        -------
        list of list of int
            The nimbers, a list for each row.
        """
        top, left = self.origin
        if rows * columns > MOST_CELLS:
            raise LimitError(
                f"{self.name}: a table of {rows:,} x {count_of(columns, 'cell')} is too "
                "large; use value() "
                "of a cell"
            )
        return [
            [self.value(r, c) for c in range(left, left + columns)] for r in range(top, top + rows)
        ]

    def reached(self, row: int, column: int) -> set[int]:
        """What the turns of a coin leave: the nim-sums of the other coins.

        Parameters
        ----------
        row, column : int
            The coin that goes from heads to tails.
        """
        return {
            reduce(xor, (self.value(*cell) for cell in others), 0)
            for others in self.turns(row, column)
        }

    def turns_by(self, row: int, column: int, change: int) -> Iterator[Turn | TartanTurn]:
        """The turns of a coin that change the nimber of a position by nim-adding ``change``.

        Parameters
        ----------
        row, column : int
            The coin that goes from heads to tails.
        change : int
            The nimber to add: that of the position before the turn plus that after it.
        """
        wanted = change ^ self.value(row, column)
        for others in self.turns(row, column):
            if reduce(xor, (self.value(*cell) for cell in others), 0) == wanted:
                yield Turn((*others, (row, column)))

    def count_by(self, row: int, column: int, change: int) -> int:
        """The number of turns that :meth:`turns_by` gives.

        Parameters
        ----------
        row, column : int
            The coin that goes from heads to tails.
        change : int
            The nimber to add.
        """
        return sum(1 for _ in self.turns_by(row, column, change))

    def allows(self, coins: Iterable[Cell]) -> bool:
        """Whether these coins, the southeast one among them, may be turned together.

        Parameters
        ----------
        coins : iterable of cells
            The coins, in any order.
        """
        cells = set(coins)
        southeast = (max(r for r, _ in cells), max(c for _, c in cells))
        if southeast not in cells:
            return False
        others = tuple(sorted(cells - {southeast}))
        return any(tuple(sorted(turn)) == others for turn in self.turns(*southeast))

    def check_cell(self, cell: Any) -> Cell:
        """A cell of this board.

        Parameters
        ----------
        cell : object
            What may be a pair (row, column).

        Returns
        -------
        Cell
            The pair; anything else is refused with the reason.
        """
        row, column = pair(cell, f"{self.name}: the coin")
        top, left = self.origin
        return (
            whole(row, f"{self.name}: the row of a coin", top),
            whole(column, f"{self.name}: the column of a coin", left),
        )

    @cached_property
    def _table(self) -> dict[Cell, int]:
        return {}

    def _fill(self, row: int, column: int) -> None:
        """Find the values of all cells northwest of this one, in order, so nothing recurs."""
        top, left = self.origin
        if (row - top + 1) * (column - left + 1) > MOST_CELLS:
            raise LimitError(f"{self.name}: ({row}, {column}) is beyond {MOST_CELLS:,} cells")
        for r in range(top, row + 1):
            for c in range(left, column + 1):
                if (r, c) not in self._table:
                    self._table[r, c] = least_absent(self.reached(r, c))


@dataclass(frozen=True)
class CustomBoardRule(BoardRule):
    """Any rule: a function from the southeast coin to the sets of other coins."""

    first: Cell
    function: Callable[[int, int], Iterable[Iterable[Cell]]] = field(repr=False)

    @property
    def origin(self) -> Cell:
        return self.first

    def turns(self, row: int, column: int) -> Iterator[tuple[Cell, ...]]:
        for others in self.function(row, column):
            cells = tuple(sorted(others))
            for r, c in cells:
                inside = self.first[0] <= r <= row and self.first[1] <= c <= column
                if not inside or (r, c) == (row, column):
                    raise GameError(
                        f"{self.name}: ({r}, {c}) cannot be turned with ({row}, {column}); "
                        f"the other coins must lie above and to the left of it"
                    )
            if len(set(cells)) < len(cells):
                raise GameError(f"{self.name}: the set {cells} holds a coin twice")
            yield cells


def board_rule(
    turns: Callable[[int, int], Iterable[Iterable[Cell]]],
    origin: Cell = (0, 0),
    name: str = "a rule for a board of coins",
) -> CustomBoardRule:
    """A custom rule for a board: ``turns(row, column)`` lists the sets turned along with a coin.

    Parameters
    ----------
    turns : callable
        A function of a cell that lists the sets of cells that may be turned with it.
    origin : Cell, default (0, 0)
        The labels of the first row and column.
    name : str, default "a rule for a board of coins"
        The name of the rule.

    Returns
    -------
    CustomBoardRule
        The rule.

    Examples
    --------
    >>> diagonal = board_rule(lambda r, c: [[(r - d, c - d)] for d in range(1, min(r, c) + 1)])
    >>> diagonal.table(3, 3)
    [[0, 0, 0], [0, 1, 1], [0, 1, 2]]
    """
    if not callable(turns):
        raise GameError(f"turns is {turns!r}; it must be a function from a coin to sets of coins")
    return CustomBoardRule(name, pair(origin, "the origin"), turns)
