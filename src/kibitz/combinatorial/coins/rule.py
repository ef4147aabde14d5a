"""Rules for a row of coins: which coins may be turned together, given the rightmost of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import xor
from typing import Any

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.combinatorial.nim_family.read import whole
from kibitz.core.errors import GameError

MOST_LABELS = 1_000_000
"""Coins in the longest table of values."""
MOST_TURNS = 20_000_000
"""Turns of one coin looked at before a rule is given up."""


@dataclass(frozen=True)
class CoinRule(ABC):
    """A move turns coin x from heads to tails, and with it one of the sets :meth:`turns` (x).

    The sets hold coins left of x and depend on x alone, so heads add: a row is worth the nim-sum
    of its heads, and coin x is worth the mex of what its turns leave (Lenstra). Labels begin with
    ``origin``, 0 or 1, as each game has it.
    """

    origin: int
    name: str

    @property
    def theorem(self) -> str:
        """What the value of a coin rests on."""
        return "the mex rule for single coins"

    @property
    def closed_form(self) -> str:
        """The value g(x) of coin x as a formula, where there is one."""
        return ""

    @abstractmethod
    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        """The sets of other coins that may be turned with x, each in rising order.

        Parameters
        ----------
        x : int
            The label of the coin that goes from heads to tails.

        Yields
        ------
        tuple of int
            The labels of the other coins of one turn.
        """

    def reached(self, x: int) -> Mapping[int, int]:
        """What the turns of x leave: each nim-sum of other coins, with the number of turns.

        Parameters
        ----------
        x : int
            The label of the coin that goes from heads to tails.
        """
        table = self._table_below(x)
        origin = self.origin
        counts: Counter[int] = Counter()
        for count, others in enumerate(self.turns(x)):
            counts[reduce(xor, (table[y - origin] for y in others), 0)] += 1
            if count > MOST_TURNS:
                raise LimitError(f"{self.name}: coin {x} has more than {MOST_TURNS:,} turns")
        return counts

    def turns_worth(self, x: int, wanted: int) -> Iterator[tuple[int, ...]]:
        """The sets of :meth:`turns` (x) whose nim-sum is ``wanted``.

        Parameters
        ----------
        x : int
            The label of the coin that goes from heads to tails.
        wanted : int
            The nim-sum of the values of the other coins.
        """
        table = self._table_below(x)
        origin = self.origin
        for others in self.turns(x):
            if reduce(xor, (table[y - origin] for y in others), 0) == wanted:
                yield others

    def value(self, x: int) -> int:
        """The nimber of a single head on x.

        Parameters
        ----------
        x : int
            The label of the coin.

        Notes
        -----
        Cost: the table is filled up to x once; then O(1).
        """
        return self._table_below(x + 1)[x - self.origin]

    def values(self, last: int) -> list[int]:
        """The nimbers of the coins from the first to ``last``.

        Parameters
        ----------
        last : int
            The last label.
        """
        return [self.value(x) for x in range(self.origin, last + 1)]

    def allows(self, coins: Iterable[int]) -> bool:
        """Whether these coins, the rightmost among them, may be turned together.

        Parameters
        ----------
        coins : iterable of int
            The labels of the coins, in any order.
        """
        *others, x = sorted(set(coins))
        return tuple(others) in map(tuple, self.turns(x))

    def longest_play(self, x: int) -> int:
        """The most moves that a single head on x allows: one more than its best turn leaves.

        Heads further left can be played out first, so what a turn leaves adds up.

        Parameters
        ----------
        x : int
            The label of the coin.
        """
        table = self._lengths
        for y in range(self.origin + len(table), x + 1):
            best = max((sum(table[z - self.origin] for z in t) for t in self.turns(y)), default=-1)
            table.append(best + 1)
        return table[x - self.origin]

    def check_label(self, x: Any) -> int:
        """A label of this row.

        Parameters
        ----------
        x : object
            What may be a label.

        Returns
        -------
        int
            The label; anything else is refused with the reason.
        """
        return whole(x, f"{self.name}: the coin", self.origin)

    @cached_property
    def _table(self) -> list[int]:
        return []

    @cached_property
    def _lengths(self) -> list[int]:
        return []

    def _table_below(self, end: int) -> list[int]:
        """The nimbers of all coins below ``end`` at least, first coin first."""
        table = self._table
        if end - self.origin > MOST_LABELS:
            raise LimitError(
                f"{self.name}: coin {end - 1:,} is too far to the right; values are tabulated for "
                f"{MOST_LABELS:,} coins"
            )
        while len(table) < end - self.origin:
            table.append(self._next(len(table)))
        return table

    def _next(self, place: int) -> int:
        """The nimber of the coin at a place from 0, when those before it are in the table."""
        return least_absent(set(self.reached(self.origin + place)))


@dataclass(frozen=True)
class CustomRule(CoinRule):
    """Any rule: a function from the rightmost coin to the sets of other coins.

    >>> pairs = CustomRule(0, "every other coin", lambda x: [(y,) for y in range(x % 2, x, 2)])
    >>> pairs.values(7)
    [0, 0, 1, 1, 2, 2, 3, 3]
    """

    function: Callable[[int], Iterable[Iterable[int]]] = field(repr=False)

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        for others in self.function(x):
            coins = tuple(sorted(others))
            if len(set(coins)) < len(coins) or (coins and coins[-1] >= x):
                raise GameError(
                    f"{self.name}: the set {coins} cannot be turned with coin {x}; the other coins "
                    "must differ and lie left of it"
                )
            if coins and coins[0] < self.origin:
                raise GameError(
                    f"{self.name}: coin {coins[0]} lies before the first, {self.origin}"
                )
            yield coins


def coin_rule(
    turns: Callable[[int], Iterable[Iterable[int]]], origin: int = 0, name: str = "a coin rule"
) -> CustomRule:
    """A custom rule: ``turns(x)`` lists the sets of coins that may be turned with coin x.

    Parameters
    ----------
    turns : callable
        A function of a coin that lists the sets of coins that may be turned with it.
    origin : int, default 0
        The label of the first coin.
    name : str, default "a coin rule"
        The name of the rule.

    Returns
    -------
    CustomRule
        The rule.

    Examples
    --------
    >>> rule = coin_rule(lambda x: [()] + [(y,) for y in range(x)], name="one or two")
    >>> rule.values(4)
    [1, 2, 3, 4, 5]
    """
    if not callable(turns):
        raise GameError(f"turns is {turns!r}; it must be a function from a coin to sets of coins")
    return CustomRule(whole(origin, "the first label"), name, turns)
