"""The Tartan theorem: the product of two row games, whose values are nim products."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product
from operator import xor
from typing import ClassVar

import numpy as np

from kibitz.combinatorial.coins.board_rule import BoardRule, Cell
from kibitz.combinatorial.coins.count import mock_turtles, turning_turtles, twins
from kibitz.combinatorial.coins.named import named_rule
from kibitz.combinatorial.coins.rule import CoinRule
from kibitz.combinatorial.coins.runs import ruler
from kibitz.combinatorial.coins.turn import TartanTurn
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.nimbers.field import nim_product, nim_quotient, tartan_pairs
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_KEPT = 300_000
"""Turns of one coin of a row that are kept sorted by value."""
MOST_FACTORS = 100_000
"""Values left by the coins of one row that are gone through."""


@dataclass(frozen=True)
class TartanRule(BoardRule):
    """Turn the coins where the rows of a turn of ``first`` meet the columns of one of ``second``.

    The Tartan theorem: a coin is worth the nim product of the values of its row and its column.
    Nim multiplication distributes, so a turn whose rows have nim-sum a and whose columns have b
    changes a position by a ⊗ b. Finding all turns with a given change takes one nim quotient for
    each value that a row can have. Winning Ways, ch. 14; Ferguson I.5.4.

    >>> tartan("mock-turtles", "ruler").table(3, 4)
    [[1, 2, 1, 4], [2, 3, 2, 8], [4, 8, 4, 6]]
    """

    theorem: ClassVar[str] = "the Tartan theorem"

    @property
    def closed_form(self) -> str:
        """A nim product of the values of the two row games."""
        first, second = (rule.closed_form for rule in (self.first, self.second))
        if first == second == "g(x) = x":
            return "g(r, c) = r ⊗ c, the nim product"
        words = f"g(r, c) = g1(r) ⊗ g2(c), the nim product of {self.first.name}"
        return f"{words} and {self.second.name}"

    first: CoinRule
    second: CoinRule

    @property
    def origin(self) -> Cell:
        return self.first.origin, self.second.origin

    def turns(self, row: int, column: int) -> Iterator[tuple[Cell, ...]]:
        for rows in self.first.turns(row):
            for columns in self.second.turns(column):
                yield tuple(product((*rows, row), (*columns, column)))[:-1]

    def value(self, row: int, column: int) -> int:
        factors = self.first.value(row), self.second.value(column)
        products = self._products
        if factors not in products:
            products[factors] = nim_product(*factors)
        return products[factors]

    def table(self, rows: int, columns: int) -> list[list[int]]:
        top, left = self.origin
        down = [self.first.value(r) for r in range(top, top + rows)]
        across = [self.second.value(c) for c in range(left, left + columns)]
        if rows * columns <= 256 or max([*down, *across], default=0) >= 2**64:
            return [[nim_product(a, b) for b in across] for a in down]
        from kibitz.combinatorial.nimbers.arrays import nim_product_array

        grid = nim_product_array(
            np.array(down, np.uint64)[:, None], np.array(across, np.uint64)[None, :]
        )
        cells: list[list[int]] = grid.tolist()
        return cells

    def reached(self, row: int, column: int) -> set[int]:
        v, w = self.first.value(row), self.second.value(column)
        corner = nim_product(v, w)
        return {
            nim_product(a ^ v, b ^ w) ^ corner
            for a in self.first.reached(row)
            for b in self.second.reached(column)
        }

    def turns_by(self, row: int, column: int, change: int) -> Iterator[TartanTurn]:
        for a, b in self._factors(row, column, change):
            for rows in self._turns_worth(0, row, a):
                for columns in self._turns_worth(1, column, b):
                    yield TartanTurn((*rows, row), (*columns, column))

    def count_by(self, row: int, column: int, change: int) -> int:
        down, across = self._reached(0, row), self._reached(1, column)
        return sum(down[a] * across[b] for a, b in self._factors(row, column, change))

    def _factors(self, row: int, column: int, change: int) -> Iterator[tuple[int, int]]:
        """What the others of a row and of a column leave, for all turns that change by this."""
        down, across = self._reached(0, row), self._reached(1, column)
        v, w = self.first.value(row), self.second.value(column)
        if len(down) > MOST_FACTORS:
            raise LimitError(
                f"{self.name}: the coins before ({row:,}, {column:,}) leave "
                f"{count_of(len(down), 'value')}, "
                "too many to list all turns"
            )
        for a in down:
            if a == v:
                # Rows of nim-sum 0 change nothing, whatever the columns.
                if change == 0:
                    yield from ((a, b) for b in across)
            else:
                b = self._quotient(change, a ^ v) ^ w
                if b in across:
                    yield a, b

    def allows(self, coins: Iterable[Cell]) -> bool:
        cells = set(coins)
        rows, columns = {r for r, _ in cells}, {c for _, c in cells}
        full = len(cells) == len(rows) * len(columns)
        return full and self.first.allows(rows) and self.second.allows(columns)

    # What is asked again and again is kept.

    @cached_property
    def _kept(self) -> tuple[dict[int, Mapping[int, int]], dict[int, Mapping[int, int]]]:
        return {}, {}

    @cached_property
    def _grouped(self) -> tuple[dict[int, dict[int, list[tuple[int, ...]]]], ...]:
        return {}, {}

    @cached_property
    def _products(self) -> dict[tuple[int, int], int]:
        return {}

    @cached_property
    def _quotients(self) -> dict[tuple[int, int], int]:
        return {}

    def _reached(self, axis: int, label: int) -> Mapping[int, int]:
        kept = self._kept[axis]
        if label not in kept:
            kept[label] = (self.first, self.second)[axis].reached(label)
        return kept[label]

    def _turns_worth(self, axis: int, label: int, value: int) -> Iterable[tuple[int, ...]]:
        """The turns of a coin of one of the two rows that leave this value."""
        rule = (self.first, self.second)[axis]
        grouped = self._grouped[axis]
        if label not in grouped:
            if sum(self._reached(axis, label).values()) > MOST_KEPT:
                return rule.turns_worth(label, value)
            turns: dict[int, list[tuple[int, ...]]] = defaultdict(list)
            for others in rule.turns(label):
                turns[reduce(xor, map(rule.value, others), 0)].append(others)
            grouped[label] = turns
        return grouped[label].get(value, ())

    def _quotient(self, x: int, y: int) -> int:
        key = (x, y)
        if key not in self._quotients:
            self._quotients[key] = nim_quotient(x, y)
        return self._quotients[key]


@dataclass(frozen=True)
class TartanStep:
    """A winning turn by the three steps of the Tartan theorem.

    The coin ``cell``, worth ``values[0]`` ⊗ ``values[1]``, must come to be worth ``target``.
    ``corner`` is a move of Turning Corners that does so for a coin on the square ``values``; the
    turn moves the row game and the column game to these two values.
    """

    cell: Cell
    values: tuple[int, int]
    target: int
    corner: tuple[int, int]
    turn: TartanTurn


def tartan(first: CoinRule | str, second: CoinRule | str) -> TartanRule:
    """The product of two rules for a row.

    Parameters
    ----------
    first : CoinRule or str
        A rule for a row, or its name.
    second : CoinRule or str
        Another one.

    Returns
    -------
    TartanRule
        The rule.

    Examples
    --------
    >>> tartan("twins", "twins").value(8, 11) == nim_product(8, 11)
    True
    """
    down = named_rule(first) if isinstance(first, str) else first
    across = named_rule(second) if isinstance(second, str) else second
    for rule in (down, across):
        if not isinstance(rule, CoinRule):
            raise GameError(f"{rule!r} is not a rule for a row of coins")
    return TartanRule(f"{down.name} x {across.name}", down, across)


def turning_corners() -> TartanRule:
    """The four corners of a rectangle; labels from 0. The coin (r, c) is worth r ⊗ c.

    Returns
    -------
    TartanRule
        The rule.

    Examples
    --------
    >>> turning_corners().table(3, 4)
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1]]
    """
    return TartanRule("Turning Corners", twins(), twins())


def rugs() -> TartanRule:
    """All coins of a rectangle; labels from 1. Also called Turnablock.

    Returns
    -------
    TartanRule
        The rule.

    References
    ----------
    Ferguson I.5.4.
    """
    return TartanRule("Rugs", ruler(), ruler())


def turning_turtles_squared() -> TartanRule:
    """(Turning Turtles)²: the meeting points of one or two rows with one or two columns.

    Returns
    -------
    TartanRule
        The rule.
    """
    return TartanRule("(Turning Turtles)²", turning_turtles(), turning_turtles())


def mock_turtles_squared() -> TartanRule:
    """(Mock Turtles)²: the meeting points of up to three rows with up to three columns.

    Returns
    -------
    TartanRule
        The rule.
    """
    return TartanRule("(Mock Turtles)²", mock_turtles(), mock_turtles())


def tartan_step(rule: TartanRule, heads: Iterable[Cell], total: int) -> TartanStep | None:
    """A winning turn by construction, without a search through turns; None when there is none.

    A head whose value has the leading one of the total is turned so that the rest is nim-added to
    it. Ferguson I.5.4.

    >>> rule = tartan("mock-turtles", "mock-turtles")
    >>> tartan_step(rule, [(0, 1), (4, 5)], 11).turn
    TartanTurn(rows=(0, 4), columns=(0, 5))
    """
    if total == 0:
        return None
    cell = next(c for c in sorted(heads) if rule.value(*c) ^ total < rule.value(*c))
    v, w = rule.first.value(cell[0]), rule.second.value(cell[1])
    target = rule.value(*cell) ^ total
    for a, b in tartan_pairs(v, w, target):
        rows = next(iter(rule.first.turns_worth(cell[0], a)), None)
        columns = next(iter(rule.second.turns_worth(cell[1], b)), None)
        if rows is not None and columns is not None:
            turn = TartanTurn((*rows, cell[0]), (*columns, cell[1]))
            return TartanStep(cell, (v, w), target, (a, b), turn)
    raise AssertionError("the Tartan theorem promises a turn")
