"""The limit of the discounted values as the discount vanishes, exactly.

Let every state of a block have a pure choice of each side. With the discount rate λ, what state k
is worth is a quotient d_k(λ) / d(λ) of two determinants. The discounted value of k is the number z
at which the matrix game W(z) = d_k - z d over all pure stationary strategies has value zero, and
the value of W(z) falls in z (Attia and Oliu-Barton, 2019). So v is the limit value exactly when
W(z) is worth something positive for z just below v and λ small enough, and something negative just
above. Both are proved by a strategy whose weights are polynomials in λ and z.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.germs import determinant, difference, lowest, sign_beside
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.stochastic.average.chain import Move
from kibitz.stochastic.methods.pivot import Kernel, pivot

MOST_BLOCK, MOST_MATRIX = 10, 900
"""States of a block, and cells of the matrix over its pure stationary strategies."""
RATES = (40, 100, 300)
"""Discount rates that are tried to find the kernel of the limit, as powers of 1/2."""
BESIDE = ((10, 60), (14, 150), (20, 400), (40, 1200))
"""Distances from the limit value, and rates that are small against them."""
ROUNDS = 60

Block = Sequence[Sequence[Sequence[Move]]]
"""The cells of every state of a block; targets are numbers in the block."""


@dataclass(frozen=True)
class LimitProof:
    """The limit value of a state, with kernels that prove it from below and from above."""

    state: int
    value: Point
    below: Kernel
    above: Kernel


def fits(block: Block) -> bool:
    """Whether a block is small enough for the matrix over all pure stationary strategies."""
    rows = columns = 1
    for stage in block:
        rows *= len(stage)
        columns *= len(stage[0])
    return len(block) <= MOST_BLOCK and rows * columns <= MOST_MATRIX


def limit_value(block: Block, state: int, near: float) -> LimitProof | None:
    """The limit value of a state near a float, with its proof; None when none was found."""
    pair = Determinants.of(block, state)
    proved = (pair.proof(state, x, BESIDE[:2]) for x in _simple(near))
    found = next((proof for proof in proved if proof is not None), None)
    for bits in RATES if found is None else ():
        for candidate in pair.candidates(Fraction(1, 2**bits), near):
            found = pair.proof(state, candidate, BESIDE)
            if found is not None:
                return found
    return found


def _simple(near: float) -> list[Fraction]:
    """Fractions of small denominators close to a float, to be tried first."""
    found = [Fraction(near).limit_denominator(size) for size in (1, 2, 4, 6, 12)]
    return [x for x in dict.fromkeys(found) if abs(float(x) - near) < 0.1]


@dataclass(frozen=True)
class Determinants:
    """The two determinants for all pairs of pure stationary strategies, as polynomials in λ."""

    top: list[list[Any]]
    bottom: list[list[Any]]

    @staticmethod
    def of(block: Block, state: int) -> Determinants:
        top, bottom = [], []
        columns = list(_pure(block, False))
        for row in _pure(block, True):
            pairs = [
                _polynomials([block[s][row[s]][column[s]] for s in range(len(block))], state)
                for column in columns
            ]
            top.append([pair[0] for pair in pairs])
            bottom.append([pair[1] for pair in pairs])
        return Determinants(top, bottom)

    def matrix(self, rate: Fraction, z: Fraction) -> list[list[Any]]:
        """W(z) at one discount rate, in FLINT's rationals."""
        at, here = _fmpq(rate), _fmpq(z)
        return [
            [c(at) - here * d(at) for c, d in zip(line, under, strict=True)]
            for line, under in zip(self.top, self.bottom, strict=True)
        ]

    def candidates(self, rate: Fraction, near: float) -> list[Point]:
        """Numbers that the discounted value can tend to, judging by its kernel at one rate."""
        z = Fraction(near)
        solved = pivot(self.matrix(rate, z))
        for _ in range(ROUNDS):
            after = self._step(rate, solved.row, solved.column)
            if abs(after - z) < rate / 1000:
                break
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
        at = _fmpq(rate)
        pairs = [(i, j, p * q) for i, p in enumerate(row) if p for j, q in enumerate(column) if q]
        top, bottom = (
            sum((w * grid[i][j](at) for i, j, w in pairs), 0 * at)
            for grid in (self.top, self.bottom)
        )
        return _fraction(top / bottom)

    def cell(self, i: int, j: int) -> Any:
        """A cell of W(z) as a polynomial in λ and z."""
        return difference(self.top[i][j], self.bottom[i][j])

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
            found = pivot(self.matrix(Fraction(1, 2**bits), z)).kernel
            if self.proves(found, value, below):
                return found
        return None

    def proves(self, kernel: Kernel, value: Point, below: bool) -> bool:
        """Whether the kernel's strategy keeps W(z) from the wrong side of zero just beside v.

        From below the rows mix, so that every column pays at least zero for all small λ; from above
        the columns mix, and every row pays at most zero.
        """
        rows, columns = kernel if below else (kernel[1], kernel[0])
        if len(rows) != len(columns) or not rows:
            return False
        cells = [[self._cell(i, j, below) for j in columns] for i in rows]
        ones = [
            determinant([*cells[:i], [1 + 0 * x for x in cells[i]], *cells[i + 1 :]])
            for i in range(len(rows))
        ]
        signs = [sign_beside(x, value, below) for x in ones]
        if not any(signs) or min(signs) < 0 < max(signs):
            return False
        turned = 1 if max(signs) > 0 else -1
        wanted = 1 if below else -1
        across = len(self.top[0]) if below else len(self.top)
        for j in range(across):
            total = sum(x * self._cell(i, j, below) for x, i in zip(ones, rows, strict=True))
            if wanted * turned * sign_beside(total, value, below) < 0:
                return False
        return True

    def _cell(self, i: int, j: int, by_rows: bool) -> Any:
        return self.cell(i, j) if by_rows else self.cell(j, i)


def _pure(block: Block, rows: bool) -> Iterator[tuple[int, ...]]:
    sizes = [len(stage) if rows else len(stage[0]) for stage in block]
    return itertools.product(*(range(size) for size in sizes))


def _polynomials(chain: Sequence[Move], state: int) -> tuple[Any, Any]:
    """Both determinants of one pair of strategies, interpolated from their values."""
    from flint import fmpq, fmpq_mat, fmpq_poly

    size = len(chain)
    points = range(size + 2)
    values: tuple[list[Any], list[Any]] = ([], [])
    for rate in points:
        on = fmpq(1 - rate)
        rows = [[fmpq(int(a == b)) for b in range(size)] for a in range(size)]
        right = []
        for a, move in enumerate(chain):
            for b, weight in move.go.items():
                rows[a][b] -= on * _fmpq(weight)
            right.append(_fmpq(move.pay) * rate + on * _fmpq(move.settled))
        values[1].append(fmpq_mat(rows).det())
        for a in range(size):
            rows[a][state] = right[a]
        values[0].append(fmpq_mat(rows).det())
    found = []
    for numbers in values:
        total = fmpq_poly([0])
        for a, y in zip(points, numbers, strict=True):
            term = fmpq_poly([y])
            for b in points:
                if b != a:
                    term = term * fmpq_poly([-b, 1]) / (a - b)
            total += term
        found.append(total)
    return found[0], found[1]


def _fmpq(x: Any) -> Any:
    from flint import fmpq

    x = Fraction(x)
    return fmpq(x.numerator, x.denominator)


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def _rounded(x: Fraction, rate: Fraction) -> Fraction:
    """The same up to the third power of the rate, so that numbers do not grow."""
    scale = (1 / rate) ** 3
    return Fraction(round(x * scale)) / scale


def _nearly(value: Point) -> Fraction:
    if isinstance(value, RealRoot):
        return value.refine(Fraction(1, 2**200)).low
    return Fraction(value)


def prepared(moves: Block, states: Sequence[int], known: Mapping[int, Fraction]) -> Block:
    """The cells of a block with what leads out of it settled at known values."""
    place = {s: k for k, s in enumerate(states)}
    block = []
    for s in states:
        stage = []
        for row in moves[s]:
            line = []
            for move in row:
                settled, stop = move.settled, move.stop
                go: dict[int, Fraction] = {}
                for t, w in move.go.items():
                    if t in place:
                        go[place[t]] = w
                    else:
                        settled, stop = settled + w * known[t], stop + w
                line.append(Move(move.pay, settled, go, stop))
            stage.append(line)
        block.append(stage)
    return block
