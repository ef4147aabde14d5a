"""Arithmetic periods: Lasker's nim 4.333..., 0.1777..., hexadecimal games such as 0.8.

Let g(n + p) = g(n) + s from n0 on, with s a power of two, and write g = s h + l with l < s. The
high parts h of large heaps add up to at least that of their nim-sum, and have its parity; so heaps
whose high parts are together too small, or off by an odd number, never make g(n). That settles
which nimbers are not reached. Those that must be reached are reached again, periods later: by the
same move with one heap lengthened, which raises the nimber by s for every period; by taking whole
periods of a repeating code more; or by lengthening twins, two heaps of the same high part, which
changes nothing. Compare Austin (1976) and Howse and Nowakowski (2004) on hexadecimal games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy.typing as npt

from kibitz.combinatorial.heaps.code import Code, leavings
from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity, PeriodProof
from kibitz.core.solution import Check
from kibitz.core.spelling import count_of

Values = npt.NDArray[Any]
MOST_WORK = 8_000_000
"""Moves looked at in search of a proof."""


@dataclass(frozen=True)
class ArithmeticPeriod(PeriodProof):
    """High parts of large heaps that are too small together, or of the wrong parity, never make
    g(n); and every smaller nimber is made by a move that can be lengthened by periods."""

    code: Code
    at: int
    theorem: str = "parity of the high parts, and moves that can be lengthened"

    def needed(self, claim: Periodicity) -> int:
        return self.at + _span(self.code, claim.period)

    def checks(self, claim: Periodicity, values: Values) -> tuple[Check, ...]:
        pattern = _Pattern(self.code, values, max(1, claim.preperiod), claim.period, claim.saltus)
        span = f"n from {self.at} to {values.size - 1}"
        window = range(self.at, values.size)
        return (
            Check(
                f"g(n + {claim.period}) = g(n) + {claim.saltus} from n = {claim.preperiod} on",
                pattern.holds(),
                count_of(values.size, "value"),
            ),
            Check(f"the saltus {claim.saltus} is a power of two", pattern.binary),
            Check(
                f"no move can make g(n), by size or parity of the high parts, for {span}",
                pattern.binary and all(map(pattern.unreached, window)),
            ),
            Check(
                f"all smaller nimbers are made by moves that can be lengthened, for {span}",
                pattern.binary and all(map(pattern.reached, window)),
            ),
        )


def arithmetic_period(
    game: HeapGame, code: Code, values: Values, start: int, period: int, saltus: int
) -> Periodicity | None:
    """The period with its saltus, if the conditions hold over the last common period of values."""
    span = _span(code, period)
    at = values.size - span
    if saltus < 1 or _work(code, values.size, span) > MOST_WORK:
        return None
    pattern = _Pattern(code, values, max(1, start), period, saltus)
    window = range(at, values.size)
    if not pattern.binary or at < len(code.head) + pattern.n0:
        return None
    if not all(map(pattern.unreached, window)) or not all(map(pattern.reached, window)):
        return None
    first = tuple(map(int, values[: start + period]))
    return Periodicity(game, start, period, saltus, first, ArithmeticPeriod(code, at))


def _span(code: Code, period: int) -> int:
    """The heaps after which the conditions return: two periods for twins, or that of the code."""
    return lcm(2 * period if code.most > 2 else period, max(1, len(code.tail)))


def _work(code: Code, size: int, span: int) -> int:
    """About how many moves a proof looks at."""
    digits = size if code.tail else sum(map(bool, code.head))
    ways = (1, 1, size // 2, size * size // 12)[code.most]
    return span * digits * ways


class _Pattern:
    """Values that follow an arithmetic period as far as they go, and the tests of the theorem."""

    def __init__(self, code: Code, values: Values, n0: int, period: int, saltus: int) -> None:
        self.code = code
        self.g = [int(v) for v in values]
        self.n0, self.p, self.s = n0, period, saltus
        self.rise = saltus * (_span(code, period) // period)
        self.binary = saltus > 0 and saltus & (saltus - 1) == 0
        self.bits = max(0, saltus.bit_length() - 1)
        self.small = max(self.g[:n0], default=0)
        self.farthest = self._farthest()

    def _farthest(self) -> int:
        """The amount beyond which what is left is too small to make g(n), whatever it is."""
        if self.code.finite:
            return self.code.last
        slack = [self.high(n) * self.p - n for n in range(self.n0, len(self.g))]
        top, bottom = max(slack, default=0), min(slack, default=0)
        fixed = self.code.most * (self.small >> self.bits) * self.p
        return max(self.code.most * top, top) - bottom + fixed + 1

    def holds(self) -> bool:
        g, p = self.g, self.p
        return all(g[n + p] == g[n] + self.s for n in range(self.n0, len(g) - p))

    def high(self, n: int) -> int:
        return self.g[n] >> self.bits

    def unreached(self, n: int) -> bool:
        """Whether no move from n, nor from n plus periods, can make g(n) plus as many saltus."""
        enough = self.farthest + self.code.most * (self.n0 + self.p)
        if n < enough or self.g[n] <= self.code.most * self.small:
            return False
        return all(
            self._harmless(n, heaps)
            for taken in range(self.farthest + 1)
            for heaps in self._samples(n - taken, self.code.digit(taken))
        )

    def _samples(self, r: int, digit: int) -> Iterator[Heaps]:
        """What may be left of r, one of each kind: all small heaps, large ones by residue."""
        short = range(1, self.n0 + self.p)
        if digit & 2:
            yield (r,)
        if digit & 4:
            yield from ((a, r - a) for a in short)
        if digit & 8:
            yield from ((a, b, r - a - b) for a in short for b in range(a, self.n0 + self.p))

    def _harmless(self, n: int, heaps: Heaps) -> bool:
        """Whether these heaps, the large ones lengthened or shortened by periods, miss g(n)."""
        low = fixed = 0
        change, large = -self.high(n), 0
        for heap in heaps:
            low ^= self.g[heap] & (self.s - 1)
            if heap < self.n0:
                fixed ^= self.high(heap)
            else:
                change += self.high(heap)
                large += 1
        if low != self.g[n] & (self.s - 1) or (change - fixed) % 2 == 1:
            return True
        return change < -fixed or (large == 1 and change > fixed)

    def reached(self, n: int) -> bool:
        """Whether every nimber below g(n) stays reached when common periods are added to n.

        There is a bound such that nimbers from it on are reached by moves that can be lengthened,
        those below it by moves that can stay, and those up to the rise above it by both in one.
        """
        longer: set[int] = set()
        staying: set[int] = set()
        both: set[int] = set()
        for heaps, repeats in self._moves(n):
            value = 0
            for heap in heaps:
                value ^= self.g[heap]
            long, twins, third = self._kinds(heaps)
            if long:
                longer.add(value)
            if repeats or twins:
                staying.add(value)
            if (long and repeats) or third:
                both.add(value)
        bound = max((v for v in range(self.g[n]) if v not in longer), default=-1) + 1
        return (
            self.g[n] >= bound + self.rise
            and all(v in staying for v in range(bound))
            and all(v in both for v in range(bound, bound + self.rise))
        )

    def _moves(self, n: int) -> Iterator[tuple[Heaps, bool]]:
        """What n can become, and whether by an amount of the repeating part."""
        for taken in range(n + 1 if self.code.tail else self.code.last + 1):
            digit = self.code.digit(taken)
            for heaps in leavings(n - taken, digit):
                yield heaps, taken >= len(self.code.head)

    def _kinds(self, heaps: Heaps) -> tuple[bool, bool, bool]:
        """Whether one heap can be lengthened alone, two as twins, and one beside such twins."""
        total = 0
        for heap in heaps:
            total ^= self.high(heap)
        large = [heap for heap in heaps if heap >= self.n0]
        long = any(total == self.high(heap) for heap in large)
        twins = third = False
        for i, a in enumerate(large):
            for b in large[i + 1 :]:
                if self.high(a) == self.high(b):
                    twins = True
                    third = third or len(large) == 3
        return long, twins, third
