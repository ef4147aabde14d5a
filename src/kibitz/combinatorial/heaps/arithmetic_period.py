"""Arithmetic periods of codes with digits that repeat for ever, such as Lasker's nim 4.333...

Let g(n + p) = g(n) + s from n0 on, with s a power of two, and write g = s h + l with l < s. When
large heaps make x, their high parts add up at least to the high part of x and with the same parity;
so a sum of high parts that is too small, or off by an odd number, can never make g(n). That settles
which nimbers are not reached. Those that must be reached are, again and again, by a move that
lengthens the one large heap, or takes a whole period more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from kibitz.combinatorial.heaps.code import Code, common_period
from kibitz.combinatorial.heaps.heap_game import HeapGame
from kibitz.combinatorial.heaps.periodicity import Periodicity, PeriodProof
from kibitz.core.solution import Check

Values = npt.NDArray[Any]
MOST_WORK = 8_000_000
"""Moves looked at in search of a proof."""


@dataclass(frozen=True)
class ArithmeticPeriod(PeriodProof):
    """The conditions hold for the heaps ``at``, ..., one common period of digits and nimbers."""

    code: Code
    at: int
    theorem: str = "parity of the high parts, and moves that can be lengthened"

    def needed(self, claim: Periodicity) -> int:
        return self.at + common_period(self.code, claim.period)

    def checks(self, claim: Periodicity, values: Values) -> tuple[Check, ...]:
        pattern = _Pattern(self.code, values, max(1, claim.preperiod), claim.period, claim.saltus)
        span = f"n from {self.at} to {values.size - 1}"
        return (
            Check(
                f"g(n + {claim.period}) = g(n) + {claim.saltus} from n = {claim.preperiod} on",
                pattern.holds(),
                f"{values.size} values",
            ),
            Check(f"the saltus {claim.saltus} is a power of two", pattern.binary),
            Check(
                f"no move can make g(n), by size or parity of the high parts, for {span}",
                all(pattern.unreached(n) for n in range(self.at, values.size)),
            ),
            Check(
                f"all smaller nimbers are made by moves that can be lengthened, for {span}",
                pattern.reached(range(self.at, values.size)),
            ),
        )


def arithmetic_period(
    game: HeapGame, code: Code, values: Values, start: int, period: int, saltus: int
) -> Periodicity | None:
    """The period with its saltus, if the conditions hold over the last common period of values."""
    span = common_period(code, period)
    at = values.size - span
    if span * values.size**2 > MOST_WORK:
        return None
    pattern = _Pattern(code, values, max(1, start), period, saltus)
    if not pattern.binary or code.most > 2 or at < len(code.head) + pattern.n0:
        return None
    window = range(at, values.size)
    if not all(map(pattern.unreached, window)) or not pattern.reached(window):
        return None
    first = tuple(map(int, values[: start + period]))
    return Periodicity(game, start, period, saltus, first, ArithmeticPeriod(code, at))


class _Pattern:
    """Values that follow an arithmetic period as far as they go, and the tests of the theorem."""

    def __init__(self, code: Code, values: Values, n0: int, period: int, saltus: int) -> None:
        self.code = code
        self.g = [int(v) for v in values]
        self.n0, self.p, self.s = n0, period, saltus
        self.binary = saltus > 0 and saltus & (saltus - 1) == 0
        self.bits = max(0, saltus.bit_length() - 1)
        slack = [(v >> self.bits) * period - n for n, v in enumerate(self.g) if n >= n0]
        top, bottom = max(slack, default=0), min(slack, default=0)
        self.small = max(self.g[:n0], default=0)
        self.farthest = max(2 * top, top) - bottom + (self.small >> self.bits) * period + 1
        """Beyond this amount, what is left is too small to make g(n) whatever it is."""

    def holds(self) -> bool:
        g, p = self.g, self.p
        return all(g[n + p] == g[n] + self.s for n in range(self.n0, len(g) - p))

    def high(self, n: int) -> int:
        return self.g[n] >> self.bits

    def low(self, n: int) -> int:
        return self.g[n] & (self.s - 1)

    def unreached(self, n: int) -> bool:
        """Whether no move from n, nor from n plus periods, can make g(n) plus as many saltus."""
        enough = self.farthest + 2 * self.n0 + self.p
        if n < enough or self.g[n] <= 2 * self.small:
            return False
        for taken in range(self.farthest + 1):
            digit, r = self.code.digit(taken), n - taken
            if digit & 2 and self.g[r] == self.g[n]:
                return False
            if digit & 4 and not all(
                self._harmless(n, a, r - a) for a in range(1, self.n0 + self.p)
            ):
                return False
        return True

    def _harmless(self, n: int, a: int, b: int) -> bool:
        """Whether heaps like a and b, lengthened by periods, never make g(n); small ones stay."""
        if self.low(a) ^ self.low(b) != self.low(n):
            return True
        if a >= self.n0:
            excess = self.high(a) + self.high(b) - self.high(n)
            return excess < 0 or excess % 2 == 1
        fixed, change = self.high(a), self.high(b) - self.high(n)
        return abs(change) > fixed or (change - fixed) % 2 == 1

    def reached(self, window: range) -> bool:
        """Whether every nimber below g(n) stays reached, n in the window, when periods are added.

        There is a bound k such that nimbers from k on are reached by lengthening, those below k + S
        by amounts of the tail, and those between by both, where S is the saltus of a common period.
        """
        rise = self.s * (common_period(self.code, self.p) // self.p)
        for n in window:
            by_length, by_tail, by_both = self._reach(n)
            missing = [v for v in range(self.g[n]) if v not in by_length]
            bound = max(missing, default=-1) + 1
            if self.g[n] < bound + rise:
                return False
            if not all(v in by_tail for v in range(bound)):
                return False
            if not all(v in by_both for v in range(bound, bound + rise)):
                return False
        return True

    def _reach(self, n: int) -> tuple[set[int], set[int], set[int]]:
        """Nimbers made with one large heap, by amounts of the tail, and by moves that are both."""
        by_length: set[int] = set()
        by_tail: set[int] = set()
        by_both: set[int] = set()
        first = len(self.code.head)
        if n >= first and self.code.digit(n) & 1:
            by_tail.add(0)
        for taken in range(n):
            digit, r, tail = self.code.digit(taken), n - taken, taken >= first
            if digit & 2:
                self._note(self.g[r], r >= self.n0, tail, by_length, by_tail, by_both)
            if digit & 4:
                for a in range(1, r // 2 + 1):
                    long = r - a >= self.n0 and self.high(a) == 0
                    value = self.g[a] ^ self.g[r - a]
                    self._note(value, long, tail, by_length, by_tail, by_both)
        return by_length, by_tail, by_both

    def _note(
        self, value: int, long: bool, tail: bool, by_length: set[int], by_tail: set[int],
        by_both: set[int],
    ) -> None:  # fmt: skip
        if long:
            by_length.add(value)
        if tail:
            by_tail.add(value)
        if long and tail:
            by_both.add(value)
