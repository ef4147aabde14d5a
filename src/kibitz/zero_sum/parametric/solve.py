"""Matrix games with a parameter: the value V(t) as a piecewise rational function, exactly.

Entries are polynomials in t. At a sample t0 the game is solved by pivoting; its last tableau names
a square kernel whose indifference equations, solved with polynomial entries by fraction-free
elimination, give strategies and value as rational functions. They stay optimal as long as no
probability and no slack changes sign: the interval between the nearest real roots around t0. What
the interval leaves uncovered is treated alike. A kernel of size k costs O(k^3) polynomial products
and m + n factorizations; there are finitely many pieces. Ferguson II.2.6, exercise 2.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from fractions import Fraction

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import ONE, RationalFunction, stays_nonnegative
from kibitz.algebra.real_root import Point, rational_between
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.parametric.game import ParametricMatrixGame
from kibitz.zero_sum.parametric.solution import (
    KernelInterval,
    ParametricSolution,
    ValueInterval,
    conditions,
)

MOST_PIECES = 5000
ZERO = RationalFunction(Polynomial(()))


@method(
    ParametricMatrixGame,
    "auto",
    finds="the value and optimal strategies as functions of the parameter",
    cost="a kernel of k rows: O(k^3) products and m + n factorizations of polynomials per piece",
    reference="Ferguson II.2.6",
    aliases=("kernels",),
)
def solve_parametric(game: ParametricMatrixGame) -> ParametricSolution:
    """Cover the interval with kernels, then join neighbors with the same value function.

    Parameters
    ----------
    game : ParametricMatrixGame
        A matrix game whose entries are polynomials in one parameter.

    Returns
    -------
    ParametricSolution
        V(t) in pieces, with optimal strategies on each.

    Notes
    -----
    There are finitely many pieces; a kernel of k rows costs O(k^3) products of polynomials and
    m + n factorizations.

    Examples
    --------
    >>> from kibitz.zero_sum.parametric.game import parametric_game
    >>> print(solve_parametric(parametric_game([["t^2", 0], [0, 1]], interval=(-2, 2))))
    V(t) = t^2/(t^2+1)   for -2 <= t <= 2
    """
    parts: list[tuple[KernelInterval, RationalFunction]] = []
    gaps: deque[tuple[Point | None, Point | None]] = deque([(game.start, game.end)])
    while gaps:
        start, end = gaps.popleft()
        part, value = _part_inside(game, start, end)
        parts.append((part, value))
        if len(parts) > MOST_PIECES:
            raise GameError(
                f"V({game.parameter}) has more than {MOST_PIECES} pieces; use a shorter interval"
            )
        if part.start is not None and part.start != start:
            gaps.append((start, part.start))
        if part.end is not None and part.end != end:
            gaps.append((part.end, end))
    return ParametricSolution(game, _joined(parts))


def _part_inside(
    game: ParametricMatrixGame, start: Point | None, end: Point | None
) -> tuple[KernelInterval, RationalFunction]:
    """Some kernel that is optimal on more than a point of the gap, cut to the gap."""
    for t in _samples(start, end):
        rows, columns = _kernel_at(game, t)
        row, column, value = _equalize(game, rows, columns)
        low, high = start, end
        for _, slack in conditions(game, row, column, value):
            left, right = stays_nonnegative(slack.sign_polynomial(), t)
            low = left if left is not None and (low is None or left > low) else low
            high = right if right is not None and (high is None or right < high) else high
        if low is None or high is None or low < high:
            return KernelInterval(low, high, rows, columns, row, column), value
    raise AssertionError("rationals never run out")


def _samples(start: Point | None, end: Point | None) -> Iterator[Fraction]:
    """Rationals strictly inside a gap, simple ones first, without end."""
    gaps: deque[tuple[Point | None, Point | None]] = deque([(start, end)])
    while True:
        low, high = gaps.popleft()
        t = rational_between(low, high)
        yield t
        gaps += [(low, t), (t, high)]


def _kernel_at(game: ParametricMatrixGame, t: Fraction) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows and columns of an optimal basis at t, from the last tableau of the pivot method.

    A common denominator scales all payoffs alike, so the numerators have the same kernels.
    """
    from kibitz.linear.tableau import pivot_method

    last = pivot_method(Tensor(game.at(t).matrix.array)).tableaux[-1]
    rows = sorted(k for letter, k in last.top if letter == "x")
    columns = sorted(k for letter, k in last.left if letter == "y")
    return tuple(rows), tuple(columns)


def _equalize(
    game: ParametricMatrixGame, rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[tuple[RationalFunction, ...], tuple[RationalFunction, ...], RationalFunction]:
    """Both mixtures and the value that make the kernel's lines indifferent, as functions of t."""
    block = [[game.entries[i][j] for j in columns] for i in rows]
    transposed = [list(line) for line in zip(*block, strict=True)]
    m, n = game.shape
    *q, above = _indifference(block)
    value = above * RationalFunction.of(ONE, game.below)
    *p, _ = _indifference(transposed)
    row = dict(zip(rows, p, strict=True))
    column = dict(zip(columns, q, strict=True))
    return (
        tuple(row.get(i, ZERO) for i in range(m)),
        tuple(column.get(j, ZERO) for j in range(n)),
        value,
    )


def _indifference(block: list[list[Polynomial]]) -> list[RationalFunction]:
    """Solve [[A, -1], [1', 0]] (q, v) = (0, 1) without fractions (Bareiss, Jordan form)."""
    from flint import fmpq_poly

    k = len(block)
    one, zero = fmpq_poly([1]), fmpq_poly([])
    table = [[entry.flint() for entry in line] + [-one, zero] for line in block]
    table.append([one] * k + [zero, one])
    before = one
    for c in range(k + 1):
        r = next(i for i in range(c, k + 1) if table[i][c] != zero)
        table[c], table[r] = table[r], table[c]
        pivot = table[c][c]
        for i in range(k + 1):
            if i != c:
                factor = table[i][c]
                table[i] = [
                    (x * pivot - factor * y) // before
                    for x, y in zip(table[i], table[c], strict=True)
                ]
        before = pivot
    return [
        RationalFunction.of(Polynomial.from_flint(line[-1]), Polynomial.from_flint(line[i]))
        for i, line in enumerate(table)
    ]


def _joined(parts: list[tuple[KernelInterval, RationalFunction]]) -> tuple[ValueInterval, ...]:
    ordered: list[tuple[KernelInterval, RationalFunction]] = []
    for part, value in parts:
        at = next((k for k, (p, _) in enumerate(ordered) if _before(part, p)), len(ordered))
        ordered.insert(at, (part, value))
    pieces: list[ValueInterval] = []
    for part, value in ordered:
        if pieces and pieces[-1].value == value:
            last = pieces.pop()
            pieces.append(ValueInterval(last.start, part.end, value, (*last.parts, part)))
        else:
            pieces.append(ValueInterval(part.start, part.end, value, (part,)))
    return tuple(pieces)


def _before(a: KernelInterval, b: KernelInterval) -> bool:
    return a.start is None or (b.start is not None and bool(a.start < b.start))
