"""The limit of the discounted values as the discount vanishes, exactly.

Candidates come from the kernel of the matrix game at a small discount rate; kernels beside the
limit prove it (:mod:`kibitz.stochastic.average.determinants`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.flint_numbers import from_flint, to_flint
from kibitz.algebra.germs import determinant, lowest
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.stochastic.average.determinants import Block, Determinants
from kibitz.stochastic.methods.pivot import Kernel, pivot

RATES = (40, 100, 300)
"""Discount rates that are tried to find the kernel of the limit, as powers of 1/2."""
BESIDE = ((10, 60), (14, 150), (20, 400), (40, 1200))
"""Distances from the limit value, and rates that are small against them."""
ROUNDS = 60


@dataclass(frozen=True)
class LimitProof:
    """The limit value of a state, with kernels that prove it from below and from above."""

    state: int
    value: Point
    below: Kernel
    above: Kernel


def limit_value(block: Block, state: int, near: float) -> LimitProof | None:
    """The limit value of a state near a float, with its proof; None when none was found."""
    pair = Limits.of(block, state)
    proved = (pair.proof(state, x, BESIDE[:2]) for x in _simple(near))
    proven = next((proof for proof in proved if proof is not None), None)
    for bits in RATES if proven is None else ():
        for candidate in pair.candidates(Fraction(1, 2**bits), near):
            proven = pair.proof(state, candidate, BESIDE)
            if proven is not None:
                return proven
    return proven


def _simple(near: float) -> list[Fraction]:
    """Fractions of small denominators close to a float, to be tried first."""
    simple = [Fraction(near).limit_denominator(size) for size in (1, 2, 4, 6, 12)]
    return [x for x in dict.fromkeys(simple) if abs(float(x) - near) < 0.1]


class Limits(Determinants):
    """Candidates for the limit, and kernels that prove it, found by pivoting."""

    def candidates(self, rate: Fraction, near: float) -> list[Point]:
        """Numbers that the discounted value can tend to, judging by its kernel at one rate."""
        z = Fraction(near)
        low: Fraction | None = None
        high: Fraction | None = None
        solved = pivot(self.matrix(rate, z))
        for _ in range(ROUNDS):
            after = self._step(rate, solved.row, solved.column)
            if abs(after - z) < rate / 1000:
                break
            before = None if low is None or high is None else high - low
            low, high = (z, high) if from_flint(solved.value) > 0 else (low, z)
            if low is not None and high is not None:
                slow = before is not None and 2 * (high - low) > before
                if slow or not low < after < high:
                    after = (low + high) / 2  # steps alone can go in circles
            z = _rounded(after, rate)
            solved = pivot(self.matrix(rate, z))
        rows, columns = solved.kernel
        cells = [[self.cell(i, j) for j in columns] for i in rows]
        leading = lowest(determinant(cells))
        if not leading:
            return []
        roots = real_roots(leading)
        return sorted(roots, key=lambda root: abs(float(root) - float(z)))[:2]

    def _step(self, rate: Fraction, row: Sequence[Any], column: Sequence[Any]) -> Fraction:
        """What two strategies are worth against each other; Dinkelbach's step toward W(z) = 0."""
        at = to_flint(rate)
        pairs = [(i, j, p * q) for i, p in enumerate(row) if p for j, q in enumerate(column) if q]
        top, bottom = (
            sum((w * grid[i][j](at) for i, j, w in pairs), 0 * at)
            for grid in (self.top, self.bottom)
        )
        return from_flint(top / bottom)

    def proof(
        self, state: int, value: Point, places: Sequence[tuple[int, int]]
    ) -> LimitProof | None:
        """Kernels that prove the limit value, looked for at these places beside it."""
        below = self.kernel(value, True, places)
        above = None if below is None else self.kernel(value, False, places)
        if below is None or above is None:
            return None
        return LimitProof(state, value, below, above)

    def kernel(
        self, value: Point, below: bool, places: Sequence[tuple[int, int]] = BESIDE
    ) -> Kernel | None:
        """Rows and columns whose strategy proves that the limit is no less, or no more."""
        for apart, bits in places:
            z = _nearly(value) + Fraction(-1 if below else 1, 2**apart)
            kernel = pivot(self.matrix(Fraction(1, 2**bits), z)).kernel
            if self.proves(kernel, value, below):
                return kernel
        return None


def _rounded(x: Fraction, rate: Fraction) -> Fraction:
    """The same up to the third power of the rate, so that numbers do not grow."""
    scale = (1 / rate) ** 3
    return Fraction(round(x * scale)) / scale


def _nearly(value: Point) -> Fraction:
    if isinstance(value, RealRoot):
        return value.refine(Fraction(1, 2**200)).low
    return Fraction(value)
