"""Misère quotients: what takes the place of nimbers when the last move loses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.misere.bipartite_monoid import BipartiteMonoid, TransitionPair
from kibitz.combinatorial.heaps.misere.quotient_learning import InfiniteQuotient
from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.solution import Solution
from kibitz.pictures import Picture

if TYPE_CHECKING:
    from kibitz.combinatorial.heaps.misere.quotient_builder import QuotientBuilder

__all__ = ["InfiniteQuotient", "MisereQuotient", "misere_quotient"]

MOST_ELEMENTS = 5_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class MisereQuotient(Solution, kind="misere-quotient"):
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
        """The element of a heap of n.

        Parameters
        ----------
        n : int
            The size of the heap; beyond ``to`` only where the quotient is proved to be
            periodic.
        """
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
        """Whether it speaks of heaps as large as this.

        Parameters
        ----------
        largest : int
            The size of the largest heap.
        """
        return self.period is not None or largest <= self.to

    def element(self, position: Heaps) -> int:
        """The element of a sum of heaps.

        Parameters
        ----------
        position : tuple of int
            The sizes of the heaps.
        """
        return self.monoid.product(map(self.heap, position))

    def outcome(self, position: Heaps) -> str:
        """P or N in misère play.

        Parameters
        ----------
        position : tuple of int
            The sizes of the heaps.
        """
        return "P" if self.monoid.is_p[self.element(position)] else "N"

    @cached_property
    def generators(self) -> Heaps:
        """The heaps whose classes the words for the elements are made of."""
        return tuple(sorted({n for heaps in self.representatives for n in heaps}))

    def name(self, element: int) -> str:
        """An element as a product of generators.

        Parameters
        ----------
        element : int
            The number of the element in the monoid.

        Returns
        -------
        str
            Such as "1", "ab" or "b³".
        """
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

    def parts(self) -> list[TransitionPair]:
        """What the monoid sees of every heap that can move, each kind once."""
        kinds = (self._part(n) for n in range(1, self.to + 1))
        return list(dict.fromkeys(part for part in kinds if part.options))

    def _part(self, n: int) -> TransitionPair:
        options = frozenset(self.element(parts) for parts in self.game.heap_options(n))
        return TransitionPair(self.heap(n), options)

    @property
    def exact(self) -> bool:
        return True

    @property
    def method(self) -> str:
        return "fitting heap after heap into a monoid"

    def explain(self) -> Explanation:
        """The monoid, and the proof that it gives every outcome right."""
        steps = Step("The quotient", str(self)), Step("The proof", self.verify().prose())
        return Explanation(f"the misère quotient of {self.game.name}", steps)

    def draw(self) -> Picture:
        """The game."""
        return self.game.draw()

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
            "kind": self.kind,
            "game": self.game.name,
            "to": self.to,
            "elements": [self.name(i) for i in range(len(self))],
            "representatives": [list(heaps) for heaps in self.representatives],
            "table": self.monoid.table.tolist(),
            "p_portion": list(self.p_portion),
            "pretending": list(self.pretending),
            "period": list(self.period) if self.period else None,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: HeapGame, data: dict[str, Any]) -> MisereQuotient:
        """The quotient that some JSON stands for; its table and its heaps are checked for size."""
        claim = Claim(data)
        rows = claim.items("table")
        size = len(rows)
        if not 0 < size <= MOST_ELEMENTS:
            raise GameError(f"table: {size} elements; it must have 1 to {MOST_ELEMENTS:,}")
        table = np.array([_positions(row, size, size, "table") for row in rows], np.int64)
        lost = _positions(claim.items("p_portion"), None, size, "p_portion")
        to = claim.count("to")
        heaps = _positions(claim.items("pretending"), None, size, "pretending")
        words = tuple(
            tuple(_positions(row, None, to + 1, "representatives"))
            for row in claim.items("representatives", size)
        )
        span = claim.raw("period")
        period = None if span is None else tuple(_positions(span, 2, MOST_ELEMENTS, "period"))
        flags = np.isin(np.arange(size), lost)
        monoid = BipartiteMonoid(table, flags)
        start_and_length = None if period is None else (period[0], period[1])
        return cls(game.rules(), to, monoid, words, tuple(heaps), start_and_length)


def _positions(row: Any, length: int | None, below: int, where: str) -> list[int]:
    """A list of whole numbers from 0, as many as there must be, below a bound."""
    if not isinstance(row, list) or (length is not None and len(row) != length):
        raise GameError(f"{where}: expected a list of {length or 'some'} numbers")
    for x in row:
        if isinstance(x, bool) or not isinstance(x, int) or not 0 <= x < below:
            raise GameError(f"{where}: {x!r} is not a whole number from 0 to {below - 1}")
    return row


@method(
    HeapGame,
    "misere-quotient",
    finds="the misère quotient",
    cost="exponential in the worst case",
    reference="Plambeck 2005; Plambeck and Siegel 2008",
    aliases=("quotient",),
)
def misere_quotient(
    game: HeapGame, to: int | None = None, elements: int = 400, sums: int = 2_000_000
) -> MisereQuotient:
    """The misère quotient of the sums of heaps up to ``to``, proved heap by heap.

    A further heap is first fitted into the monoid found so far; only when it has no place there is
    the monoid learned again with it.

    Parameters
    ----------
    game : HeapGame
        The game.
    to : int, optional
        The largest heap; that of the position if None.
    elements, sums : int
        Refused with :class:`InfiniteQuotient` when there are more elements, or when it takes more
        sums to tell them apart.

    Returns
    -------
    MisereQuotient
        The quotient, with its proof.

    References
    ----------
    Plambeck and Siegel 2008.

    Examples
    --------
    >>> from kibitz.combinatorial.heaps import take_and_break
    >>> quotient = misere_quotient(take_and_break("0.123"), 20)
    >>> len(quotient), len(quotient.p_portion), quotient.verify().holds
    (20, 5, True)
    """
    if to is None:
        to = max([1, *game.position])
    if isinstance(to, bool) or not isinstance(to, int) or to < 1:
        raise GameError(f"to is {to!r}; it must be a whole number, the largest heap")
    rules = game.rules()
    quotient = _builder_of(rules, elements, sums).quotient(to)
    if known_quotient(rules, to) is None:
        _FOUND[rules] = quotient
    return quotient


@extends(HeapGame)
def known_quotient(rules: HeapGame, largest: int) -> MisereQuotient | None:
    """A quotient for heaps up to ``largest`` that has been found before."""
    return _FOUND.get(rules) if rules in _FOUND and _FOUND[rules].covers(largest) else None


_FOUND: dict[HeapGame, MisereQuotient] = {}


@lru_cache(maxsize=16)
def _builder_of(rules: HeapGame, elements: int, sums: int) -> QuotientBuilder:
    return call(rules, "QuotientBuilder", elements, sums)


def reach(game: HeapGame) -> tuple[int, int] | None:
    """How many heaps a move leaves and how much it takes at most, when both are bounded."""
    table = game.table()
    if not isinstance(table, FiniteTable) or table.unequal:
        return None
    return table.most_heaps, table.last
