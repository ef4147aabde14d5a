"""Games of heaps: a move changes one heap, so a position is a multiset of heaps and adds up."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import islice
from math import prod
from numbers import Integral
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.limits import read_limit
from kibitz.combinatorial.move import LOOKED, SOME, Move
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.combinatorial.heaps.misere.genus import Genus
    from kibitz.combinatorial.heaps.misere.quotient import MisereQuotient
    from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, Unknown
    from kibitz.combinatorial.heaps.sequence import NimSequence
    from kibitz.combinatorial.heaps.tables.table import NimberTable

Heaps = tuple[int, ...]

MOST_OPTIONS = 300_000
"""Moves from one heap that are looked through at most."""
SEARCHED, LEARNED, SEARCHED_LAST = 300_000, 600_000, 3_000_000
"""In misère play without a limit: positions searched at first, then for a quotient, and at last."""
MOST_MOVES = 30_000_000
"""Moves looked at in a search for the quickest win."""


@dataclass(frozen=True)
class HeapGame(ImpartialGame):
    """A game on heaps of counters; a move turns one heap into none, one or several smaller ones.

    A position is a tuple of heap sizes. A family says by :meth:`heap_options` what one heap can
    become; everything else follows: nimbers add by nim-sum (Sprague and Grundy), misère play is
    searched up to the order of the heaps. After a move the heaps are listed by size.
    """

    family: ClassVar[str] = "a game of heaps"
    smallest: ClassVar[int] = 0
    """The size of the smallest heap there may be."""
    splits: ClassVar[bool] = True
    """Whether a move can leave two heaps or more of one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", self._read(self.position))
        super().__post_init__()

    @property
    def name(self) -> str:
        return self.title or self.family

    @property
    def theorem(self) -> str:
        return "the misère quotient" if self.is_misere else "the nim-sum of the heaps' nimbers"

    # One heap.

    @abstractmethod
    def heap_options(self, n: int) -> Iterable[Heaps]:
        """What a heap of n can become in one move: tuples of positive heap sizes.

        Parameters
        ----------
        n : int
            The size of the heap.

        Yields
        ------
        tuple of int
            The sizes of the heaps that are left; () when nothing is.
        """

    def heap_nimber(self, n: int) -> int:
        """The nimber of one heap of n.

        Parameters
        ----------
        n : int
            The size of the heap.

        Notes
        -----
        Cost: the table of nimbers is filled up to n once, unless a formula or a proved period gives
        the nimber.
        """
        return self.table()[n]

    def count_options(self, n: int) -> int:
        """At most how many moves a heap of n has.

        Parameters
        ----------
        n : int
            The size of the heap.
        """
        return n

    def build_table(self) -> NimberTable:
        """Where the nimbers of single heaps are computed; here, from the options themselves."""
        return call(self, "NimberTable")

    def table(self) -> NimberTable:
        """The nimbers of single heaps found so far, shared by all games with these rules."""
        return call(self.rules(), "table_of")

    def move_bounds(self) -> tuple[int, int] | None:
        """How many heaps a move leaves and how much it takes at most, where both are bounded."""
        table: Any = self.build_table()
        return None if getattr(table, "unequal", True) else (table.most_heaps, table.last)

    def rules(self) -> Self:
        """The game without heaps, which stands for its rules."""
        return replace(self, position=(), play="normal", title="")

    def sequence(self, to: int) -> NimSequence:
        """The nimbers of heaps of 0, 1, ..., ``to``, and the period if it can be proved.

        Parameters
        ----------
        to : int
            The largest heap.
        """
        return call(self, "nim_sequence", to)

    def period(self, to: int | None = None) -> Periodicity | Unknown:
        """The period with its proof, looked for among heaps up to ``to``, or as far as is wise.

        Parameters
        ----------
        to : int, optional
            The largest heap whose nimber is computed; as far as is practical if None.

        Returns
        -------
        Periodicity or Unknown
            The proved period, or how far the nimbers were computed without one.

        References
        ----------
        Guy and Smith 1956

        Examples
        --------
        >>> from kibitz.combinatorial.heaps import kayles
        >>> kayles().period().period
        12
        """
        return call(self, "find_period", to)

    def describe_heap_move(self, n: int, parts: Heaps) -> str:
        """A move from a heap of n, in words.

        Parameters
        ----------
        n : int
            The size of the heap.
        parts : tuple of int
            What is left of it.
        """
        taken = n - sum(parts)
        if not parts:
            return f"take all of the heap of {n}"
        left = _listed(parts)
        if taken == 0:
            return f"split the heap of {n} into {left}"
        return f"take {taken} from the heap of {n}, leaving {left}"

    # Positions.

    def _read(self, position: Any) -> Heaps:
        if isinstance(position, Integral) and not isinstance(position, bool):
            return (int(position),)
        if isinstance(position, tuple) and len(position) == 1:
            position = self._listed(position[0])
        if isinstance(position, (str, bytes)) or not isinstance(position, Iterable):
            raise GameError(f"{self.name}: {position!r} are not heaps; write sizes such as (7, 5)")
        return tuple(self._size(heap, i) for i, heap in enumerate(position, 1))

    def _listed(self, heaps: Any) -> Any:
        """The heaps, where all were given as one list or as text."""
        if isinstance(heaps, str) and re.fullmatch(r"\s*\d+([\s,]+\d+)*\s*", heaps, re.ASCII):
            return [int(word) for word in re.findall(r"\d+", heaps)]
        return heaps if isinstance(heaps, (list, tuple, range)) else (heaps,)

    def _size(self, heap: Any, i: int) -> int:
        if isinstance(heap, bool) or not isinstance(heap, Integral) or heap < self.smallest:
            raise GameError(
                f"{self.name}: heap {i} is {heap!r}; a heap must be a whole number, at least "
                f"{self.smallest}"
            )
        return int(heap)

    def check(self, position: Any) -> None:
        if not isinstance(position, tuple):
            raise GameError(f"{self.name}: {position!r} is not a position; write a tuple of heaps")
        self._read(position)

    def show(self, position: Any) -> str:
        return " ".join(map(str, position)) or "no heaps"

    def options(self, position: Any) -> Iterator[Heaps]:
        for heap, rest in heaps_with_rest(position):
            for parts in self.heap_options(heap):
                yield tuple(sorted(rest + parts))

    def _moves(self, position: Any) -> Iterator[Move]:
        for heap, rest in heaps_with_rest(position):
            for parts in self.heap_options(heap):
                yield self._move(heap, parts, rest)

    def _move(self, heap: int, parts: Heaps, rest: Heaps) -> Move:
        return Move(self.describe_heap_move(heap, parts), tuple(sorted(rest + parts)))

    # Normal play.

    def _nimber(self, position: Any) -> int | None:
        return self._worth(position)

    def _worth(self, heaps: Heaps) -> int:
        return reduce(xor, map(self.heap_nimber, heaps), 0)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to a position with this nimber."""
        self._refuse_misere()
        change = self.nimber(limit) ^ value
        if not change:
            return ()
        self._refuse_long_lists()
        moves: list[Move] = []
        for heap, rest in heaps_with_rest(self.position):
            wanted = self.heap_nimber(heap) ^ change
            good = (parts for parts in self.heap_options(heap) if self._worth(parts) == wanted)
            moves += [self._move(heap, parts, rest) for parts in good]
        return tuple(moves)

    def some_winning_moves(self) -> tuple[Move, ...]:
        """A few winning moves, by the period of the nimbers where there is one."""
        if self.is_misere or self.table().period is None:
            return super().some_winning_moves()
        total = self.nimber()
        moves: list[Move] = []
        for heap, rest in heaps_with_rest(self.position) if total else ():
            some = self.some_leavings(heap, self.heap_nimber(heap) ^ total)
            moves += [self._move(heap, parts, rest) for parts in islice(some, SOME)]
        return tuple(moves)

    def some_leavings(self, n: int, value: int) -> Iterator[Heaps]:
        """Some of what a heap of n can become with this nimber.

        Parameters
        ----------
        n : int
            The size of the heap.
        value : int
            The nimber to leave.

        Notes
        -----
        Only the first moves of the heap are examined, so a huge heap costs no more than a small
        one.
        """
        looked = islice(self.heap_options(n), LOOKED)
        return (parts for parts in looked if self._worth(parts) == value)

    def _refuse_long_lists(self) -> None:
        for heap in self.position:
            count = self.count_options(heap)
            if count > MOST_OPTIONS:
                raise LimitError(
                    f"{self.name}: a heap of {heap:,} has up to {count_of(count, 'move')}, "
                    "too many to list; "
                    "use nimber() and outcome(), or smaller heaps"
                )

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        """The remoteness of a position, unless it has far too many moves to look through."""
        count = positions_below(position, self.splits)
        moves = count * sum(map(self.count_options, position))
        if count > read_limit(limit) or moves > MOST_MOVES:
            raise LimitError(
                f"{self.name}: {self.show(position)} has too many positions below it to find the "
                "quickest win; use smaller heaps"
            )
        return super().remoteness_at(position, limit)

    # Misère play.

    def genus(self, limit: int | None = None) -> Genus:
        """The genus of the position: how it behaves in misère play beside heaps of nim.

        Parameters
        ----------
        limit : int, optional
            The largest number of positions visited.

        References
        ----------
        Winning Ways, ch. 13
        """
        return call(self, "genus", limit)

    def misere_quotient(
        self, to: int | None = None, elements: int = 400, sums: int = 2_000_000
    ) -> MisereQuotient:
        """The misère quotient of sums of heaps up to ``to`` (the largest heap), if it is finite.

        Parameters
        ----------
        to : int, optional
            The largest heap; that of the position if None.
        elements : int, default 400
            The largest number of elements of the quotient; with more it counts as infinite.
        sums : int, default 2,000,000
            The largest number of sums compared to tell elements apart.

        References
        ----------
        Plambeck 2005; Plambeck and Siegel 2008
        """
        return call(self, "misere_quotient", to, elements, sums)

    def _outcome(self, position: Any) -> str | None:
        if not self.is_misere:
            return super()._outcome(position)
        quotient = self._known_quotient(position)
        return None if quotient is None else quotient.outcome(position)

    def _searched_outcome(self, position: Any, limit: int | None) -> str:
        """By search; a misère position too large for it by the misère quotient, if there is one."""
        if not self.is_misere:
            return super()._searched_outcome(position, limit)
        from kibitz.combinatorial.heaps.misere.quotient_learning import InfiniteQuotient

        try:
            return call(self, "misere_outcome", position, SEARCHED if limit is None else limit)
        except LimitError:
            if limit is not None:
                raise
        try:
            return self.misere_quotient(max(position), sums=LEARNED).outcome(position)
        except InfiniteQuotient:
            return call(self, "misere_outcome", position, SEARCHED_LAST)

    def _known_quotient(self, position: Any) -> MisereQuotient | None:
        return call(self.rules(), "known_quotient", max(position, default=0))


def positions_below(position: Heaps, splits: bool) -> int:
    """At most how many positions can be reached, up to the order of the heaps.

    >>> positions_below((3, 4), splits=False), positions_below((6,), splits=True)
    (20, 30)
    """
    if not splits:
        return prod(heap + 1 for heap in position)
    total = sum(position)
    return sum(partitions(total)) if total <= 400 else 10**20


@lru_cache(maxsize=8)
def partitions(total: int) -> tuple[int, ...]:
    """How many multisets of heaps there are with 0, 1, ..., ``total`` counters.

    >>> partitions(6)
    (1, 1, 2, 3, 5, 7, 11)
    """
    count = [1] + [0] * total
    for part in range(1, total + 1):
        for n in range(part, total + 1):
            count[n] += count[n - part]
    return tuple(count)


def heaps_with_rest(position: Heaps) -> Iterator[tuple[int, Heaps]]:
    """Every different heap, with the others that have not gone."""
    count = Counter(heap for heap in position if heap)
    for heap in sorted(count):
        count[heap] -= 1
        yield heap, tuple(count.elements())
        count[heap] += 1


def _listed(parts: Heaps) -> str:
    words = list(map(str, parts))
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
