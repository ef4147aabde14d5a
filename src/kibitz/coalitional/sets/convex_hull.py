"""Points in a convex hull, and the weights that prove it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.core.numbers import exact
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Infeasible, Optimum

Point = tuple[Fraction, ...]


def convex_weights(x: Sequence[Fraction], points: Sequence[Point]) -> tuple[Fraction, ...] | None:
    """Weights that make x an average of the points, None if it is not one. One exact program.

    >>> square = [(0, 0), (1, 0), (0, 1), (1, 1)]
    >>> weights = convex_weights((Fraction(1, 2), Fraction(1, 4)), square)
    >>> sum(weights), sum(w * p[1] for w, p in zip(weights, square))
    (Fraction(1, 1), Fraction(1, 4))
    >>> convex_weights((Fraction(2), Fraction(0)), square) is None
    True
    """
    if tuple(x) in points:
        return tuple(Fraction(int(p == tuple(x))) for p in points)
    matrix = [*([p[i] for p in points] for i in range(len(x))), [1] * len(points)]
    program = LinearProgram.read([0] * len(points), matrix, "=", [*x, 1])
    answer = program.solve()
    if isinstance(answer, Infeasible):
        return None
    assert isinstance(answer, Optimum), "an objective of zero is bounded"
    return tuple(map(exact, answer.x))
