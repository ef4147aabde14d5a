"""The limit of the discounted values as the discount vanishes: what proves it.

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
from typing import Any, Self

from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.germs import determinant, difference, sign_beside
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.core.numbers import exact
from kibitz.stochastic.average.moves import Continuation, moves_of
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.mirror import mirrored

MOST_BLOCK, MOST_MATRIX = 10, 900
"""States of a block, and cells of the matrix over its pure stationary strategies."""
Block = Sequence[Sequence[Sequence[Continuation]]]
"""The cells of every state of a block; targets are numbers in the block."""


def fits(block: Block) -> bool:
    """Whether a block is small enough for the matrix over all pure stationary strategies."""
    rows = columns = 1
    for stage in block:
        rows *= len(stage)
        columns *= len(stage[0])
    return len(block) <= MOST_BLOCK and rows * columns <= MOST_MATRIX


@dataclass(frozen=True)
class Determinants:
    """The two determinants for all pairs of pure stationary strategies, as polynomials in λ."""

    top: list[list[Any]]
    bottom: list[list[Any]]

    @classmethod
    def of(cls, block: Block, state: int) -> Self:
        top, bottom = [], []
        columns = list(_pure(block, False))
        for row in _pure(block, True):
            pairs = [
                _polynomials([block[s][row[s]][column[s]] for s in range(len(block))], state)
                for column in columns
            ]
            top.append([pair[0] for pair in pairs])
            bottom.append([pair[1] for pair in pairs])
        return cls(top, bottom)

    def matrix(self, rate: Fraction, z: Fraction) -> list[list[Any]]:
        """W(z) at one discount rate, in FLINT's rationals."""
        at, here = to_flint(rate), to_flint(z)
        return [
            [c(at) - here * d(at) for c, d in zip(line, under, strict=True)]
            for line, under in zip(self.top, self.bottom, strict=True)
        ]

    def cell(self, i: int, j: int) -> Any:
        """A cell of W(z) as a polynomial in λ and z."""
        return difference(self.top[i][j], self.bottom[i][j])

    def proves(
        self, kernel: tuple[Sequence[int], Sequence[int]], value: Point, below: bool
    ) -> bool:
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


def _polynomials(chain: Sequence[Continuation], state: int) -> tuple[Any, Any]:
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
                rows[a][b] -= on * to_flint(Fraction(weight))
            right.append(
                to_flint(Fraction(move.pay)) * rate + on * to_flint(Fraction(move.settled))
            )
        values[1].append(fmpq_mat(rows).det())
        for a in range(size):
            rows[a][state] = right[a]
        values[0].append(fmpq_mat(rows).det())
    polynomials = []
    for numbers in values:
        total = fmpq_poly([0])
        for a, y in zip(points, numbers, strict=True):
            term = fmpq_poly([y])
            for b in points:
                if b != a:
                    term = term * fmpq_poly([-b, 1]) / (a - b)
            total += term
        polynomials.append(total)
    return polynomials[0], polynomials[1]


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
                line.append(Continuation(move.pay, settled, go, stop))
            stage.append(line)
        block.append(stage)
    return block


def limit_blocks(
    game: StochasticGame, values: Sequence[Any]
) -> Iterator[tuple[int, Block, int, Point]]:
    """Every state with its block, its place in it and its value.

    States are those of the game with exchanged roles written out; a block that is too large, or
    leads to irrational values, is left out.
    """
    whole = mirrored(game)
    moves = moves_of(whole.table.rational)
    known = [exact(x) if isinstance(x, float) else x for x in values]
    if len(moves) > len(known):
        known += [_negative(x) for x in known]
    parts = components(whole.table)
    for block in parts.members():
        exits = {t for s in block for row in moves[s] for m in row for t in m.go} - set(block)
        if any(isinstance(known[t], RealRoot) for t in exits):
            continue
        inside = prepared(moves, block, {t: known[t] for t in exits})
        if fits(inside):
            yield from ((s, inside, k, known[s]) for k, s in enumerate(block))


def _negative(x: Any) -> Any:
    if not isinstance(x, RealRoot):
        return -x
    flipped = Polynomial.of([c * (-1) ** k for k, c in enumerate(x.polynomial.coefficients)])
    return min(real_roots(flipped), key=lambda root: abs(float(root) + float(x)))
