"""Misère quotients: what takes the place of nimbers when the last move loses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.misere.bipartite_monoid import BipartiteMonoid, Part
from kibitz.combinatorial.heaps.misere.quotient_learning import InfiniteQuotient
from kibitz.combinatorial.heaps.misere.search import misere_outcome
from kibitz.combinatorial.heaps.periods.periodicity import values_needed
from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable
from kibitz.core.errors import GameError
from kibitz.core.solution import Certificate, Check, Solution

if TYPE_CHECKING:
    from kibitz.combinatorial.heaps.misere.quotient_builder import QuotientBuilder

__all__ = ["InfiniteQuotient", "MisereQuotient", "misere_quotient"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TRIED = 10
"""Total of the heaps in the sums whose outcomes are searched again for a proof."""


@dataclass(frozen=True, eq=False)
class MisereQuotient(Solution):
    """The sums of heaps up to a size, up to indistinguishability in misère play.

    Two sums are the same when no sum beside them makes one of them P and the other N. The classes
    form a commutative monoid; ``pretending[n]`` is the class of a heap of n, and a sum is P when
    the product of its heaps' classes is. When ``period`` is set, it holds for heaps of all sizes.
    Plambeck, Taming the wild in impartial combinatorial games (2005); Plambeck and Siegel (2008).

    >>> from kibitz.combinatorial.heaps import take_and_break
    >>> quotient = take_and_break("0.75").misere_quotient(30)
    >>> len(quotient), sorted(map(quotient.name, quotient.p_portion)), quotient.outcome((5, 5, 2))
    (8, ['a', 'b²'], 'N')
    >>> print(quotient)
    the misère quotient of 0.75 for heaps of all sizes: 8 elements, 2 of them P
      generators: a = heap 1, b = heap 2, c = heap 5
      heaps 1 to 21: a b a b c b c b ab² b ab² b ab² b ab² b ab² b ab² b ab²
      period 2 from 8 on
    """

    verbs_in: ClassVar[str] = "kibitz.combinatorial.heaps.verbs"
    game: HeapGame
    to: int
    monoid: BipartiteMonoid
    representatives: tuple[Heaps, ...]
    """For every element the heaps of a sum that it stands for, the identity first."""
    pretending: tuple[int, ...]
    period: tuple[int, int] | None
    """Preperiod and period of the pretending function, when proved for all heaps."""

    def __len__(self) -> int:
        return len(self.monoid)

    @property
    def p_portion(self) -> tuple[int, ...]:
        """The elements that are P."""
        return tuple(i for i, lost in enumerate(self.monoid.is_p) if lost)

    def heap(self, n: int) -> int:
        """The element of a heap of n."""
        if n < len(self.pretending):
            return self.pretending[n]
        if self.period is None:
            raise GameError(
                f"the misère quotient of {self.game.name} was found for heaps up to {self.to}, not "
                f"for a heap of {n}"
            )
        start, length = self.period
        return self.pretending[start + (n - start) % length]

    def covers(self, largest: int) -> bool:
        """Whether it speaks of heaps as large as this."""
        return self.period is not None or largest <= self.to

    def element(self, position: Heaps) -> int:
        """The element of a sum of heaps."""
        return self.monoid.product(map(self.heap, position))

    def outcome(self, position: Heaps) -> str:
        """P or N in misère play."""
        return "P" if self.monoid.is_p[self.element(position)] else "N"

    @cached_property
    def generators(self) -> Heaps:
        """The heaps whose classes the words for the elements are made of."""
        return tuple(sorted({n for heaps in self.representatives for n in heaps}))

    def name(self, element: int) -> str:
        """An element as a product of generators."""
        heaps = self.representatives[element]
        words = ""
        for n in sorted(set(heaps)):
            times = heaps.count(n)
            power = str(times).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
            words += self._letter(n) + (power if times > 1 else "")
        return words or "1"

    def _letter(self, n: int) -> str:
        i = self.generators.index(n)
        return LETTERS[i] if len(self.generators) <= len(LETTERS) else f"x{i + 1}"

    def parts(self) -> list[Part]:
        """What the monoid sees of every heap that can move, each kind once."""
        kinds = (self._part(n) for n in range(1, self.to + 1))
        return list(dict.fromkeys(part for part in kinds if part.options))

    def _part(self, n: int) -> Part:
        options = frozenset(self.element(parts) for parts in self.game.heap_options(n))
        return Part(self.heap(n), options)

    def verify(self) -> Certificate:
        """Prove from the rules that the monoid gives every outcome right, and is the smallest."""
        parts = self.parts()
        still = [n for n in range(1, self.to + 1) if not self._part(n).options]
        stuck = self.monoid.stuck_sum(parts)
        found = "" if stuck is None else f"{len(stuck)} heaps"
        heaps = f"heaps up to {self.to}"
        checks = [
            Check("the product is associative and commutative", self.monoid.is_monoid()),
            Check(f"the elements are products of {heaps}", self._generated()),
            Check(
                "an end is N, and heaps without a move count for nothing",
                not self.monoid.is_p[0] and all(self.heap(n) == 0 for n in still),
            ),
            Check(
                "no move leads from a P-element to a P-element", all(map(self.monoid.fits, parts))
            ),
            Check("every N-sum that is not over has a move to a P-element", stuck is None, found),
            Check("any two elements are told apart by a third", self.monoid.is_reduced()),
            *self._period_checks(),
            self._searched(),
        ]
        claim = (
            f"the misère quotient of {self.game.name} for {self._heaps()} has {len(self)} elements"
        )
        return Certificate(claim, "induction over sums", tuple(checks))

    def _generated(self) -> bool:
        reached, open_ = {0}, [0]
        heaps = set(self.pretending)
        while open_:
            here = open_.pop()
            for heap in heaps:
                there = int(self.monoid.table[here, heap])
                if there not in reached:
                    reached.add(there)
                    open_.append(there)
        return len(reached) == len(self)

    def _period_checks(self) -> tuple[Check, ...]:
        if self.period is None:
            return ()
        start, p = self.period
        most, last = reach(self.game) or (0, 0)
        needed = values_needed(start, p, most, last)
        span = range(start, self.to + 1 - p)
        same = all(self.heap(n) == self.heap(n + p) for n in span)
        return (
            Check(f"heaps n and n + {p} are the same for n from {start} to {self.to - p}", same),
            Check("that is far enough for the theorem of Guy and Smith", self.to + 1 >= needed),
        )

    def _searched(self) -> Check:
        """Outcomes of small sums, searched anew."""
        total = min(TRIED, self.to)
        sums = [
            heaps
            for count in range(1, total + 1)
            for heaps in combinations_with_replacement(range(1, total + 1), count)
            if sum(heaps) <= total
        ]
        bad = [heaps for heaps in sums if misere_outcome(self.game, heaps) != self.outcome(heaps)]
        found = f"{len(sums)} sums" if not bad else f"not so for {bad[0]}"
        return Check(f"search agrees on all sums of up to {total} counters", not bad, found)

    def _heaps(self) -> str:
        return "heaps of all sizes" if self.period else f"heaps up to {self.to}"

    def __str__(self) -> str:
        letters = ", ".join(f"{self._letter(n)} = heap {n}" for n in self.generators)
        shown = " ".join(self.name(self.heap(n)) for n in range(1, min(self.to, 40) + 1))
        lines = [
            f"the misère quotient of {self.game.name} for {self._heaps()}: {len(self)} elements, "
            f"{len(self.p_portion)} of them P",
            f"  generators: {letters or 'none'}",
            f"  heaps 1 to {min(self.to, 40)}: {shown}",
        ]
        if self.period:
            lines.append(f"  period {self.period[1]} from {self.period[0]} on")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "to": self.to,
            "elements": [self.name(i) for i in range(len(self))],
            "representatives": [list(heaps) for heaps in self.representatives],
            "table": self.monoid.table.tolist(),
            "p_portion": list(self.p_portion),
            "pretending": list(self.pretending),
            "period": list(self.period) if self.period else None,
        }


def misere_quotient(
    game: HeapGame, to: int, elements: int = 400, sums: int = 2_000_000
) -> MisereQuotient:
    """The misère quotient of the sums of heaps up to ``to``, proved heap by heap.

    A further heap is first fitted into the monoid found so far; only when it has no place there is
    the monoid learned anew with it. Refused with :class:`InfiniteQuotient` when there are more than
    so many elements, or when it takes more than so many sums to tell them apart.

    >>> from kibitz.combinatorial.heaps import take_and_break
    >>> quotient = misere_quotient(take_and_break("0.123"), 20)
    >>> len(quotient), len(quotient.p_portion), quotient.verify().holds
    (20, 5, True)
    """
    if isinstance(to, bool) or not isinstance(to, int) or to < 1:
        raise GameError(f"to is {to!r}; it must be a whole number, the largest heap")
    rules = game.rules()
    found = _builder_of(rules, elements, sums).quotient(to)
    if known_quotient(rules, to) is None:
        _FOUND[rules] = found
    return found


def known_quotient(rules: HeapGame, largest: int) -> MisereQuotient | None:
    """A quotient for heaps up to ``largest`` that has been found before."""
    return _FOUND.get(rules) if rules in _FOUND and _FOUND[rules].covers(largest) else None


_FOUND: dict[HeapGame, MisereQuotient] = {}


@lru_cache(maxsize=16)
def _builder_of(rules: HeapGame, elements: int, sums: int) -> QuotientBuilder:
    from kibitz.combinatorial.heaps.misere.quotient_builder import QuotientBuilder

    return QuotientBuilder(rules, elements, sums)


def reach(game: HeapGame) -> tuple[int, int] | None:
    """How many heaps a move leaves and how much it takes at most, when both are bounded."""
    table = game.table()
    if not isinstance(table, FiniteTable) or table.unequal:
        return None
    return table.most_heaps, table.last
