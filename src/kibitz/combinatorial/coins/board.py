"""Coin-turning on a board: the game that any rule for a board makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice, product
from operator import xor
from typing import Any, Self

from kibitz.combinatorial.coins.board_rule import BoardRule, Cell
from kibitz.combinatorial.coins.game import CoinGame, turned
from kibitz.combinatorial.coins.heads import SMALL, Heads
from kibitz.combinatorial.coins.row import CoinRow
from kibitz.combinatorial.coins.tartan import TartanRule, TartanStep, tartan, tartan_step
from kibitz.combinatorial.coins.turn import TartanTurn, Turn
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import whole
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_MOVES = 200_000
"""The most winning moves that are listed, each with the position it leaves."""
MANY_MOVES = 1000
"""Winning moves that the solution of a large board lists; it counts them all."""
MOST_SHOWN = 24
_LETTERS = re.compile(r"[HTht]+")


@dataclass(frozen=True)
class CoinBoard(CoinGame):
    """The position is the set of the cells (row, column) that show heads.

    Rows go down and columns to the right, from the labels ``rule.origin`` on; the board has
    ``rows`` rows and ``columns`` columns, any number when None. Ferguson I.5.2 to I.5.4.

    >>> from kibitz.combinatorial.coins.tartan import rugs
    >>> game = coin_board(rugs(), ["TTTTT", "TTTHT", "TTTTT", "TTHTT", "TTTTH"])
    >>> game.nimber(), game.count_winning_turns()
    (13, 4)
    >>> [str(turn) for turn in game.winning_turns()][0]
    'turn rows 1 and 2 x columns 1 to 4'
    """

    rule: BoardRule
    rows: int | None = None
    columns: int | None = None
    title: str = field(default="", kw_only=True)

    @property
    def last(self) -> Cell:
        """The labels of the last row and the last column, or of the last heads if endless."""
        top, left = self.rule.origin
        down = max((r for r, _ in self.position), default=top)
        across = max((c for _, c in self.position), default=left)
        return (
            down if self.rows is None else top + self.rows - 1,
            across if self.columns is None else left + self.columns - 1,
        )

    def check(self, position: Any) -> None:
        if not isinstance(position, frozenset):
            raise GameError(f"{position!r} is not a position; write a frozenset of (row, column)")
        for size, what in ((self.rows, "rows"), (self.columns, "columns")):
            if size is not None:
                whole(size, f"the number of {what}", 1)
        top, left = self.rule.origin
        for row, column in map(self.rule.check_cell, position):
            off = (self.rows is not None and row - top >= self.rows) or (
                self.columns is not None and column - left >= self.columns
            )
            if off:
                raise GameError(
                    f"{self.name}: ({row}, {column}) is off the board, which goes from "
                    f"({top}, {left}) to {self.last}"
                )

    def show(self, position: Any) -> str:
        small = self.rows is not None and self.columns is not None
        if not small or max(self.rows or 0, self.columns or 0) > MOST_SHOWN:
            heads = sorted(position)
            shown = ", ".join(map(str, heads[:20])) or "none"
            return f"heads {shown}" + (f" and {len(heads) - 20} more" if len(heads) > 20 else "")
        return " ".join(self.row_texts(position))

    def row_texts(self, position: Any = None) -> list[str]:
        """The rows of the board in letters H and T.

        Parameters
        ----------
        position : set of cells, optional
            The cells that show heads; those of this game if None.
        """
        heads = self.position if position is None else position
        (top, left), (bottom, right) = self.rule.origin, self.last
        return [
            "".join("H" if (r, c) in heads else "T" for c in range(left, right + 1))
            for r in range(top, bottom + 1)
        ]

    def options(self, position: Any) -> Iterator[Any]:
        for cell in position:
            for others in self.rule.turns(*cell):
                yield position.symmetric_difference((cell, *others))

    def _moves(self, position: Any) -> Iterator[Move]:
        for cell in sorted(position):
            for others in self.rule.turns(*cell):
                yield turned(position, self._described((*others, cell)))

    def _described(self, coins: tuple[Cell, ...]) -> Turn | TartanTurn:
        if not isinstance(self.rule, TartanRule):
            return Turn(coins)
        rows, columns = sorted({r for r, _ in coins}), sorted({c for _, c in coins})
        return TartanTurn(tuple(rows), tuple(columns))

    def head_values(self) -> dict[Cell, int]:
        """The value of each head, by cell."""
        return {cell: self.rule.value(*cell) for cell in sorted(self.position)}

    def value_table(self) -> list[list[int]]:
        """The values of all cells of the board."""
        (top, left), (bottom, right) = self.rule.origin, self.last
        return self.rule.table(bottom - top + 1, right - left + 1)

    def _nimber(self, position: Any) -> int | None:
        return reduce(xor, (self.rule.value(*cell) for cell in position), 0)

    def turns_to(self, value: int) -> Iterator[Turn | TartanTurn]:
        """Every turn that leaves this nimber, one after the other, row by row.

        Parameters
        ----------
        value : int
            The nimber to leave; 0 for the winning turns.
        """
        self._refuse_misere()
        change = self.nimber() ^ value
        for row, column in sorted(self.position):
            yield from self.rule.turns_by(row, column, change)

    def winning_turns(self) -> Iterator[Turn | TartanTurn]:
        """Every turn that wins, one after the other."""
        return self.turns_to(0) if self.nimber() else iter(())

    def count_winning_turns(self) -> int:
        """How many turns win; a product of two row games does not list them for this."""
        total = self.nimber()
        if total == 0:
            return 0
        return sum(self.rule.count_by(row, column, total) for row, column in self.position)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        moves = self._first_moves(value, MOST_MOVES + 1)
        if len(moves) > MOST_MOVES:
            raise GameError(
                f"more than {MOST_MOVES:,} turns lead there; count_winning_turns() counts them, "
                "winning_turns() and turns_to() yield them one by one"
            )
        return moves

    def _first_moves(self, value: int, most: int) -> tuple[Move, ...]:
        turns = islice(self.turns_to(value), most)
        if len(self.position) <= SMALL:
            return tuple(turned(self.position, turn) for turn in turns)
        width = self.last[1] - self.rule.origin[1] + 1
        here = Heads.of(self.position, self.rule.origin, width)
        return tuple(Move(str(turn), here.turned(turn)) for turn in turns)

    def at(self, position: Any) -> Self:
        return super().at(frozenset(position))

    def first_winning_moves(self) -> tuple[tuple[Move, ...], int | None]:
        try:
            count = self.count_winning_turns()
            return self._first_moves(0, MANY_MOVES) if count else (), count
        except LimitError:
            step = self.tartan_step()
            return (turned(self.position, step.turn),) if step is not None else (), None

    def coin_count(self) -> int:
        (top, left), (bottom, right) = self.rule.origin, self.last
        return (bottom - top + 1) * (right - left + 1)

    def turns_of_last(self) -> Iterator[Any]:
        return self.rule.turns(*self.last)

    def tartan_step(self) -> TartanStep | None:
        """A winning turn by the three steps of the Tartan theorem, for a product of row games."""
        if not isinstance(self.rule, TartanRule):
            raise GameError(f"{self.name} is not a product of two row games; use winning_turns()")
        return tartan_step(self.rule, self.position, self.nimber())

    def turn(self, coins: Iterable[Cell]) -> CoinBoard:
        """The game after these coins are turned.

        Parameters
        ----------
        coins : iterable of cells
            The (row, column) of each coin to turn, in any order.

        Returns
        -------
        CoinBoard
            The game after the turn; an illegal turn is refused with the reason.
        """
        cells = [self.rule.check_cell(cell) for cell in coins]
        complaint = self._complaint(cells)
        if complaint is not None:
            raise GameError(f"{self.name}: {complaint}")
        return self.at(self.position.symmetric_difference(cells))

    def _complaint(self, coins: Iterable[Cell]) -> str | None:
        cells = sorted(set(coins))
        if not cells:
            return "no coin is turned; a move turns at least one"
        (top, left), (bottom, right) = self.rule.origin, self.last
        for row, column in cells:
            if not (top <= row <= bottom and left <= column <= right):
                return f"({row}, {column}) is off the board"
        southeast = (max(r for r, _ in cells), max(c for _, c in cells))
        if southeast not in cells:
            return f"the southeast corner {southeast} is not among the coins turned"
        if southeast not in self.position:
            return f"the southeast coin {southeast} shows tails; it must go from heads to tails"
        if not self.rule.allows(cells):
            return f"the coins {cells[:6]} may not be turned together"
        return None


def coin_board(
    rule: BoardRule,
    coins: Iterable[Any],
    size: tuple[int, int] | None = None,
    play: str = "normal",
    title: str = "",
) -> CoinBoard:
    """A board of coins: its rows as text such as ``TTHT``, or the cells (row, column) of the heads.

    Parameters
    ----------
    rule : BoardRule
        The rule.
    coins : iterable
        The rows as text, or the cells (row, column) of the heads.
    size : tuple[int, int], optional
        The number of rows and of columns; just large enough if omitted.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    title : str, optional
        A title for output.

    Returns
    -------
    CoinBoard
        The game.

    Examples
    --------
    >>> from kibitz.combinatorial.coins.acrostic import acrostic_twins
    >>> coin_board(acrostic_twins(), ["TTH", "TH"])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: Acrostic Twins: row 2 has 2 coins, row 1 has 3; a board is a ...
    """
    heads, shown = _read_board(rule, list(coins))
    rows, columns = size or shown or (None, None)
    return CoinBoard(heads, rule, rows, columns, play=play, title=title or rule.name)


def tartan_product(first: CoinRow, second: CoinRow) -> CoinBoard:
    """The product of two games of coins in a row: heads where a head of each meets.

    Its nimber is the nim product of the two nimbers.

    Parameters
    ----------
    first : CoinRow
        A game of coins in a row.
    second : CoinRow
        Another one.

    Returns
    -------
    CoinBoard
        The game.

    Examples
    --------
    >>> from kibitz.combinatorial.coins import coin_row, ruler, twins
    >>> board = tartan_product(coin_row(twins(), [1, 4]), coin_row(ruler(), [2, 3]))
    >>> board.nimber(), sorted(board.position)
    (15, [(1, 2), (1, 3), (4, 2), (4, 3)])
    """
    for game in (first, second):
        if not isinstance(game, CoinRow):
            raise GameError(f"{game!r} is not a game of coins in a row, so it has no product")
        game._refuse_misere()
    heads = frozenset(product(first.position, second.position))
    rule = tartan(first.rule, second.rule)
    return CoinBoard(heads, rule, first.length, second.length, title=rule.name)


def _read_board(
    rule: BoardRule, words: list[Any]
) -> tuple[frozenset[Cell], tuple[int, int] | None]:
    lettered = [isinstance(word, str) and _LETTERS.fullmatch(word) is not None for word in words]
    if words and all(lettered):
        return _read_rows(rule, words)
    if any(lettered):
        bad = words[lettered.index(False)]
        raise GameError(
            f"{rule.name}: {bad!r} is not a row of coins; write rows such as TTHT, all of one "
            "length"
        )
    heads = [rule.check_cell(word) for word in words]
    if len(set(heads)) < len(heads):
        raise GameError(f"{rule.name}: a head is listed twice")
    return frozenset(heads), None


def _read_rows(rule: BoardRule, rows: list[str]) -> tuple[frozenset[Cell], tuple[int, int]]:
    width = len(rows[0])
    if len(rows) * width > 100_000_000:
        raise LimitError(
            f"{rule.name}: a board of {len(rows):,} x {count_of(width, 'coin')} is too large"
        )
    for i, row in enumerate(rows, 1):
        if len(row) != width:
            raise GameError(
                f"{rule.name}: row {i} has {count_of(len(row), 'coin')}, row 1 has {width}; a "
                "board is a "
                "rectangle"
            )
    top, left = rule.origin
    heads = (
        (top + r, left + c)
        for r, row in enumerate(rows)
        for c, letter in enumerate(row.upper())
        if letter == "H"
    )
    return frozenset(heads), (len(rows), width)
