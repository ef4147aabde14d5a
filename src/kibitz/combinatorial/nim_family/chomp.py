"""Chomp: bite a square off a chocolate bar with all above and to the right; one is poisoned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import check_counts, one_by_one, whole, whole_numbers
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.solve import FINDS, solve_impartial
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of

SMALL = 3000
"""Shapes up to which plain search decides before machine code for it would be loaded."""
MOST_NIMBERS = 200_000
"""Shapes up to which a solution also gives the nimber."""
MOST_SHAPES = 60_000_000
"""Shapes in the largest table, one byte each."""
MOST_SQUARES = 40_000
"""Squares of a bar: every one of them is a move."""


@dataclass(frozen=True)
class Chomp(ImpartialGame):
    """The lengths of the rows from the bottom up. Squares are (column, row), counted from 1.

    A bite takes a square with everything to the right of it and above. The square (1, 1) is
    poisoned: who must eat it has lost, so the bar of one square is a P-position, and biting into
    the poison is left out of the moves. Rectangles above 1 x 1 are N by strategy stealing
    (Gale 1974), two rows are P when they differ by one, an L is P when its legs are equal; other
    shapes are searched, each once. Ferguson ex. I.1.5.6.

    >>> game = chomp([8, 5, 1])
    >>> game.outcome(), [str(move) for move in game.winning_moves()]
    ('N', ['eat (3, 1)'])
    """

    theorem: ClassVar[str] = "strategy stealing and the rules for two rows and for an L"
    unlisted: ClassVar[str] = "the shapes that they leave are too many to search"
    title: str = field(default="chomp", kw_only=True)

    def check(self, position: Any) -> None:
        check_counts(position, "row", 1)
        if not position:
            raise GameError("the bar is empty: the poison has been eaten and the game is over")
        for i, (low, high) in enumerate(pairwise(position), 2):
            if high > low:
                raise GameError(
                    f"row {i} has {count_of(high, 'square')}, more than the {low} of the row "
                    "below it; list "
                    "rows from the bottom up, never longer than the row below"
                )
        _few_squares(sum(position))

    def show(self, position: Any) -> str:
        return "rows " + " ".join(map(str, position))

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        for row, length in enumerate(position, 1):
            for column in range(1, length + 1):
                if (column, row) != (1, 1):
                    yield Move(f"eat ({column}, {row})", _bitten(position, column, row))

    def legal(self, column: int, row: int) -> bool:
        """Whether this square is still there; the poison is, though to eat it loses.

        Parameters
        ----------
        column, row : int
            The square, from (1, 1), the poison.
        """
        return 1 <= row <= len(self.position) and 1 <= column <= self.position[row - 1]

    def bite(self, column: int, row: int) -> Chomp:
        """The game after a bite.

        Parameters
        ----------
        column, row : int
            The square to bite, with all above it and to its right.

        Returns
        -------
        Chomp
            The game after the bite; a square that is gone and the poison are refused.

        Examples
        --------
        >>> chomp_board(8, 3).bite(6, 2).bite(2, 3).position
        (8, 5, 1)
        """
        if not self.legal(column, row):
            raise GameError(f"({column}, {row}) is no longer on the bar: {self}")
        if (column, row) == (1, 1):
            raise GameError("(1, 1) is the poison: the player who eats it loses")
        return self.at(_bitten(self.position, column, row))

    def _reach(self, position: Any) -> int | None:
        return _shapes(position)

    @property
    def squares(self) -> int:
        """How many squares are left."""
        return sum(self.position)

    def _outcome(self, position: Any) -> str | None:
        if self.is_misere:
            return None
        known = _by_theorem(position)
        if known is None and _shapes(position) > SMALL:
            known = bool(_lost_shapes(*_frame(position))[_number(position)])
        return None if known is None else "P" if known else "N"

    def winning_moves(self, limit: int | None = None) -> tuple[Move, ...]:
        if not self.is_misere and not self.is_listable:
            raise LimitError(f"{self.show(self.position)}: {self.unlisted}")
        winning = (
            m for m in self.moves(self.position) if self.outcome_at(m.position, limit) == "P"
        )
        return tuple(winning)

    def some_winning_moves(self) -> tuple[Move, ...]:
        """The bites that leave a lost shape by a theorem or a short search."""
        known = (m for m in self.moves(self.position) if _is_known(m.position))
        return tuple(m for m in known if self.outcome_at(m.position) == "P")

    @property
    def is_listable(self) -> bool:
        """Whether the outcome after every bite is known by a theorem or a table."""
        if _shapes(self.position) <= MOST_SHAPES:
            return True
        return all(_is_known(move.position) for move in self.moves(self.position))


@one_by_one
def chomp(rows: Iterable[int], play: str = "normal") -> Chomp:
    """Chomp with these rows, from the bottom up.

    Parameters
    ----------
    rows : iterable of int
        The lengths of the rows.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Chomp
        The game.

    Examples
    --------
    >>> chomp([3, 4])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 2 has 4 squares, more than the 3 of the row below it; ...
    """
    return Chomp(whole_numbers(rows, "row", 1), play=play)


def _few_squares(squares: int) -> None:
    """Refuse a bar before its squares are listed."""
    if squares > MOST_SQUARES:
        raise GameError(
            f"a bar of {count_of(squares, 'square')} has too many moves to list; the limit is "
            f"{MOST_SQUARES:,} squares; use a smaller bar"
        )


def chomp_board(columns: int, rows: int) -> Chomp:
    """Chomp on a whole bar.

    Parameters
    ----------
    columns : int
        The number of columns.
    rows : int
        The number of rows.

    Returns
    -------
    Chomp
        The game.

    Examples
    --------
    >>> [str(move) for move in chomp_board(4, 3).winning_moves()]
    ['eat (3, 2)']
    """
    width, height = whole(columns, "the number of columns", 1), whole(rows, "the rows", 1)
    _few_squares(width * height)
    return chomp([width] * height)


def _bitten(position: tuple[int, ...], column: int, row: int) -> tuple[int, ...]:
    above = (min(length, column - 1) for length in position[row - 1 :])
    return (*position[: row - 1], *(length for length in above if length))


def _by_theorem(rows: tuple[int, ...]) -> bool | None:
    """Whether a shape is lost, where a theorem tells."""
    if rows[-1] == rows[0]:
        return rows == (1,)
    if len(rows) == 2:
        return rows[0] == rows[1] + 1
    if rows[1] == 1:
        return rows[0] == len(rows)
    if rows[0] == 2:
        # Two columns: the same rule as for two rows, seen from the side.
        return len(rows) == 1 + sum(length == 2 for length in rows)
    return None


def _is_known(rows: tuple[int, ...]) -> bool:
    """Whether a theorem or a short search says who wins from a shape."""
    return _by_theorem(rows) is not None or _shapes(rows) <= SMALL


def _frame(rows: tuple[int, ...]) -> tuple[int, int]:
    """The smaller and the larger side of the rectangle around a shape."""
    return min(len(rows), rows[0]), max(len(rows), rows[0])


def _shapes(rows: tuple[int, ...]) -> int:
    """How many shapes fit into the rectangle around this one."""
    small, large = _frame(rows)
    return comb(small + large, small)


def _number(rows: tuple[int, ...]) -> int:
    """The place of a shape in the table of its frame."""
    lengths = rows
    if len(rows) > rows[0]:
        lengths = tuple(sum(length >= c for length in rows) for c in range(1, rows[0] + 1))
    count = len(lengths)
    return sum(comb(r + count - 1 - i, count - i) for i, r in enumerate(lengths))


@lru_cache(maxsize=4)
def _lost_shapes(small: int, large: int) -> npt.NDArray[np.bool_]:
    """Which shapes with at most ``small`` rows of at most ``large`` squares are lost."""
    from kibitz.combinatorial.nim_family.kernels import chomp_lost

    count = comb(small + large, small)
    if count > MOST_SHAPES:
        raise LimitError(
            f"a bar of {small} x {large} has {count:,} shapes; the limit is {MOST_SHAPES:,}; use a "
            "smaller bar"
        )
    binomials = np.array(
        [[comb(a, b) for b in range(small + 1)] for a in range(small + large + 1)], np.int64
    )
    lost = np.zeros(count, np.bool_)
    chomp_lost(small, binomials, lost)
    return lost


@method(Chomp, "auto", finds=FINDS, cost="same as the chosen method")
def solve_chomp(game: Chomp, limit: int | None = None) -> ImpartialSolution:
    """Outcome and winning moves; for large bars without a nimber.

    Parameters
    ----------
    game : Chomp
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    ImpartialSolution
        The outcome, the nimber and the winning moves.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.is_misere or _shapes(game.position) <= MOST_NIMBERS:
        return solve_impartial(game, limit)
    outcome = game.outcome()
    if not game.is_listable:
        some = game.some_winning_moves() if outcome == "N" else ()
        listed = outcome == "P"
        return ImpartialSolution(game, outcome, None, some, game.theorem, listed=listed)
    if _shapes(game.position) > MOST_SHAPES:
        return ImpartialSolution(game, outcome, None, game.winning_moves(), game.theorem)
    return ImpartialSolution(game, outcome, None, game.winning_moves(), "a table of all shapes")
