"""All the optimal points of a linear program, when there are several."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.extension import extends
from kibitz.core.numbers import Number
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
