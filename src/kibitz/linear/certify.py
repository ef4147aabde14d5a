"""A basis proposed in floating point, solved and checked in exact arithmetic.

A vertex is fixed by its basis: the other variables rest at their bounds, and the k active rows
give k equations for the k basic variables; the same k x k matrix, read by columns, gives the
multipliers. So rounding can propose a wrong basis, but never a wrong answer. A basis that is off
by rounding is repaired: seen from its own vertex and magnified, the faults are large enough for
floating point to mend. Gleixner, Steffy and Wolter, *Iterative refinement for linear programming*
(2016).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, common_denominator, exact
from kibitz.core.tensor import Array
from kibitz.linear.accept import is_optimal
from kibitz.linear.duality import reduced_costs
from kibitz.linear.highs import Data, FloatModel, Floats
from kibitz.linear.program import LinearProgram, Vector, activities, inner, magnitude
from kibitz.linear.solution import Basis, Optimum

METHOD = "HiGHS, certified exactly"
ROUNDS = 12
"""How often a basis is repaired before the exact simplex method is called."""
FAR = 2**60
"""Further than this, to the floating-point solver, is infinitely far."""


def certified_optimum(program: LinearProgram) -> Optimum | None:
    """An optimum found in floating point and proved exactly, None if that does not succeed.

    >>> program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    >>> certified_optimum(program).value
    Fraction(61, 3)
    """
    try:
        model, data = FloatModel(program), Data.of(program)
    except (GameError, OverflowError):
        return None
    basis: Basis | None = None
    for _ in range(ROUNDS):
        found = model.solve(data, basis)
        if found.status != "optimal" or found.basis is None or found.basis == basis:
            return None
        basis = found.basis
        vertex = basic_solution(program, basis)
        if vertex is None:
            return None
        optimum = _optimum(program, *vertex, basis)
        if is_optimal(optimum):
            return optimum
        data = magnified(program, *vertex)
    return None


@extends(LinearProgram)
def certify_basis(program: LinearProgram, basis: Basis) -> Optimum | None:
    """The optimum at the vertex of a basis, proved exactly; None if it is not one.

    Parameters
    ----------
    program : LinearProgram
        A linear program.
    basis : Basis
        The basic variables and the bounds that the others rest at.

    Returns
    -------
    Optimum or None
        The optimum with its multipliers, or None.

    Notes
    -----
    Cost: one k x k exact system for k basic variables, and two products with the matrix.

    Examples
    --------
    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6])
    >>> certify_basis(program, Basis(("basic", "basic"), ("active", "active"))).x
    (Fraction(8, 5), Fraction(6, 5))
    >>> certify_basis(program, Basis(("basic", "lower"), ("basic", "active"))) is None
    True
    """
    vertex = basic_solution(program, basis)
    if vertex is None:
        return None
    optimum = _optimum(program, *vertex, basis)
    return optimum if is_optimal(optimum) else None


def _optimum(program: LinearProgram, x: Vector, y: Vector, basis: Basis) -> Optimum:
    return Optimum(program, inner(program.costs, x) + program.constant, x, y, basis, METHOD)


def basic_solution(program: LinearProgram, basis: Basis) -> tuple[Vector, Vector] | None:
    """The point and the multipliers that a basis fixes, exactly; None if it is singular.

    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6])
    >>> x, y = basic_solution(program, Basis(("basic", "lower"), ("basic", "active")))
    >>> [str(v) for v in x], [str(v) for v in y]
    (['2', '0'], ['0', '1/3'])
    """
    basic, active = list(basis.basic), list(basis.active)
    if len(basic) != len(active):
        return None
    x = [_resting(program, j, status) for j, status in enumerate(basis.columns)]
    y = [Fraction(0)] * program.shape[0]
    if not basic:
        return tuple(x), tuple(y)
    from kibitz.linear.systems.dixon import solve_pair

    system, contents = _primitive_rows(program.matrix.array[np.ix_(active, basic)])
    if contents is None:
        return None
    scale = program.matrix.denominator
    used = [j for j, value in enumerate(x) if value]
    spent = activities(program.matrix.take(active, used), [x[j] for j in used]) if used else None
    right = [
        exact(program.right[(i,)]) - (exact(spent[k]) if spent is not None else 0)
        for k, i in enumerate(active)
    ]
    right = [r * scale / g for r, g in zip(right, contents, strict=True)]
    left = [exact(program.objective[(j,)]) * scale for j in basic]
    right_numerators, right_bottom = common_denominator(right)
    left_numerators, left_bottom = common_denominator(left)
    try:
        point, point_bottom, prices, price_bottom = solve_pair(
            system, right_numerators, left_numerators
        )
    except ZeroDivisionError:
        return None
    for j, value in zip(basic, point, strict=True):
        x[j] = Fraction(value, point_bottom * right_bottom)
    for i, value, g in zip(active, prices, contents, strict=True):
        y[i] = Fraction(value, price_bottom * left_bottom * g)
    return tuple(x), tuple(y)


def magnified(program: LinearProgram, x: Vector, y: Vector) -> Data:
    """The program seen from a point, with what x and y leave to be desired enlarged to size one.

    Costs become reduced costs and bounds become distances, so x = 0 and y = 0 is where it stands;
    every basis has the same meaning as before.
    """
    costs = reduced_costs(program, y)
    if program.sense == "max":
        costs = tuple(-c for c in costs)
    spent = activities(program.matrix, x)
    gaps = [b - a for b, a in zip(program.limits, spent, strict=True)]
    low = [None if b is None else b - v for b, v in zip(program.lower, x, strict=True)]
    high = [None if b is None else b - v for b, v in zip(program.upper, x, strict=True)]
    below = [None if r == "<=" else g for r, g in zip(program.relations, gaps, strict=True)]
    above = [None if r == ">=" else g for r, g in zip(program.relations, gaps, strict=True)]
    missed = [g for g in (*low, *below) if g is not None and g > 0]
    missed += [-g for g in (*high, *above) if g is not None and g < 0]
    primal = _magnification(missed)
    wrong = [
        magnitude(c)
        for c, lo, hi in zip(costs, low, high, strict=True)
        if (c < 0 and (hi is None or hi > 0)) or (c > 0 and (lo is None or lo < 0))
    ]
    dual = _magnification(wrong)
    return Data(
        np.clip(_enlarged(costs, dual, 0.0), -FAR, FAR),
        _enlarged(low, primal, -np.inf),
        _enlarged(high, primal, np.inf),
        _enlarged(below, primal, -np.inf),
        _enlarged(above, primal, np.inf),
    )


def _magnification(faults: list[Number]) -> Fraction:
    """A power of two that brings the greatest fault near one."""
    worst = max(map(exact, faults), default=Fraction(1))
    return Fraction(2) ** (worst.denominator.bit_length() - worst.numerator.bit_length())


def _enlarged(values: Sequence[Number | None], factor: Fraction, absent: float) -> Floats:
    """The values times the factor as floats; what lies beyond ``FAR`` becomes infinite."""
    enlarged = [None if value is None else exact(value) * factor for value in values]
    return np.array([absent if v is None else _nearest_float(v) for v in enlarged], float)


def _nearest_float(x: Fraction) -> float:
    if -FAR < x < FAR:
        return float(x)
    return math.inf if x > 0 else -math.inf


def _resting(program: LinearProgram, j: int, status: str) -> Fraction:
    """Where a variable that is not basic rests."""
    bound = {"lower": program.lower[j], "upper": program.upper[j]}.get(status)
    return Fraction(0) if bound is None else exact(bound)


def _primitive_rows(system: Array) -> tuple[Array, list[int] | None]:
    """Each row divided by the greatest common divisor of its entries; None if a row is zero."""
    contents = np.gcd.reduce(system, axis=1)
    if (contents == 0).any():
        return system, None
    return system // contents[:, None], [int(g) for g in contents]
