"""All the optimal points of a linear program, when there are several."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show_all
from kibitz.linear.polyhedra.vertices import Polyhedron, vertices
from kibitz.linear.solution import Optimum
from kibitz.linear.uniqueness import exact_optimum


@extends(Optimum)
def optimal_face(optimum: Optimum) -> Polyhedron:
    """The set of optimal points by its vertices, rays and lines.

    A feasible point is optimal exactly when it is complementary to one optimal set of multipliers:
    rows with a nonzero multiplier hold with equality, and variables with a nonzero reduced cost
    stay at their bound. Cost: that of the double description method, exponential in the worst case.

    >>> from kibitz.linear.program import LinearProgram
    >>> face = optimal_face(LinearProgram.read(c=[1, 1], A=[[1, 1]], b=[1]).solve())
    >>> [[str(v) for v in vertex] for vertex in face.vertices]
    [['1', '0'], ['0', '1']]
    """
    optimum = exact_optimum(optimum)
    program = optimum.program
    loose: list[tuple[list[Number], Number]] = []
    tight: list[tuple[list[Number], Number]] = []
    for i, row in enumerate(program.matrix.numbers()):
        right = program.limits[i]
        if program.relations[i] == "=" or optimum.dual[i]:
            tight.append((row, right))
        elif program.relations[i] == "<=":
            loose.append((row, right))
        else:
            loose.append(([-a for a in row], -right))
    for j, cost in enumerate(optimum.reduced_costs):
        unit: list[Number] = [Fraction(int(k == j)) for k in range(program.shape[1])]
        low, high = program.lower[j], program.upper[j]
        if cost:
            tight.append((unit, optimum.x[j]))
            continue
        if low is not None:
            loose.append(([-a for a in unit], -low))
        if high is not None:
            loose.append((unit, high))
    if not (loose or tight):
        loose.append(([Fraction(0)] * program.shape[1], Fraction(0)))
    return vertices(
        [row for row, _ in loose],
        [right for _, right in loose],
        [row for row, _ in tight],
        [right for _, right in tight],
    )


MOST_ROWS, MOST_VARIABLES = 12, 8
"""The size up to which other optimal points are looked for unasked."""
MOST_LISTED = 8
"""Vertices that a sentence lists."""


def other_optima(optimum: Optimum) -> str:
    """Which other points are optimal too; nothing where there are none.

    Only for exact programs that are small enough to read.

    >>> from kibitz.linear.program import LinearProgram
    >>> other_optima(LinearProgram.read(c=[1, 1], A=[[1, 1]], b=[1]).solve())
    'not the only optimal point: all mixtures of (1, 0), (0, 1) are optimal'
    >>> other_optima(LinearProgram.read(c=[1, 1], A=[[1, 2]], b=[1]).solve())
    ''
    """
    m, n = optimum.program.shape
    if not optimum.exact or m > MOST_ROWS or n > MOST_VARIABLES or optimum.unique:
        return ""
    face = optimum.face()
    listed = ", ".join(map(show_all, face.vertices[:MOST_LISTED]))
    if len(face.vertices) > MOST_LISTED:
        listed += f" and {len(face.vertices) - MOST_LISTED} more"
    points = f"all mixtures of {listed} are" if len(face.vertices) > 1 else f"{listed} is"
    ways = [
        *(f"from there any distance along {show_all(ray)}" for ray in face.rays),
        *(f"in both directions along {show_all(line)}" for line in face.lines),
    ]
    return f"not the only optimal point: {points} optimal{', and ' * bool(ways)}{', '.join(ways)}"
