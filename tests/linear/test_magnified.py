"""The program seen from a vertex that missed, and the parts of the floating-point solver."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from kibitz.linear import LinearProgram
from kibitz.linear import solve as solve_module
from kibitz.linear.certify import FAR, _enlarged, _nearest_float, certified_optimum, magnified

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def program(sense):
    return LinearProgram.read(
        [5, -7, 2],
        [[1, 2, 0], [0, 1, 1], [3, 0, 1]],
        ["<=", ">=", "="],
        [4, 1, 6],
        sense=sense,
        lower=[0, None, 1],
        upper=[3, 2, None],
    )


@pytest.mark.parametrize("sense", ["max", "min"])
def test_bounds_become_distances_and_costs_reduced_costs(sense):
    x = (Fraction(1), HALF, Fraction(2))
    y = (Fraction(1), Fraction(2), Fraction(-1))
    data = magnified(program(sense), x, y)
    # Activities 2, 5/2 and 5; gaps 2, -3/2 and 1. Only row 3 is missed, by 1: no enlargement.
    assert data.row_lower.tolist() == [-math.inf, -1.5, 1]
    assert data.row_upper.tolist() == [2, math.inf, 1]
    assert data.lower.tolist() == [-1, -math.inf, -1]
    assert data.upper.tolist() == [2, 1.5, math.inf]
    # Reduced costs c - yA: 5 - (1 - 3), -7 - (2 + 2), 2 - (2 - 1), the largest wrong one 11.
    reduced = np.array([7, -11, 1]) * (1 if sense == "min" else -1)
    assert (data.costs / reduced).tolist() == [data.costs[0] / reduced[0]] * 3
    assert data.costs[0] / reduced[0] == 0.125


@pytest.mark.parametrize(
    "x",
    [
        (Fraction(1), HALF, Fraction(3)),
        (2 + Fraction(1, 64), HALF, -Fraction(3, 64)),
        (Fraction(3), Fraction(-3), Fraction(-3)),
    ],
)
def test_the_largest_miss_becomes_about_one(x):
    seen = magnified(program("min"), x, (Fraction(0),) * 3)
    missed = [
        gap
        for gap in (
            *seen.lower[np.isfinite(seen.lower)],
            *seen.row_lower[np.isfinite(seen.row_lower)],
            *-seen.upper[np.isfinite(seen.upper)],
            *-seen.row_upper[np.isfinite(seen.row_upper)],
        )
        if gap > 0
    ]
    assert 0.5 <= max(missed, default=1) < 2


def test_a_point_beyond_an_upper_bound_is_missed_by_its_distance():
    plain = LinearProgram.read([1, 1], [[1, 1]], "<=", [4], upper=[3, 3])
    seen = magnified(plain, (Fraction(13, 4), Fraction(0)), (Fraction(0),))
    assert seen.upper.tolist() == [-1, 12]
    assert seen.row_upper.tolist() == [3]
    seen = magnified(plain, (Fraction(3), Fraction(5, 4)), (Fraction(0),))
    assert seen.row_upper.tolist() == [-1]
    assert seen.upper.tolist() == [0, 7]


@pytest.mark.parametrize(
    ("costs", "x"),
    [
        ([-4, QUARTER], (0, 3)),
        ([-4, QUARTER], (3, 3)),
        ([4, -QUARTER], (3, 0)),
        ([4, -QUARTER], (0, 0)),
    ],
)
def test_only_costs_that_could_be_improved_on_set_the_scale(costs, x):
    plain = LinearProgram.read(costs, [[1, 1]], "<=", [9], sense="min", upper=[3, 3])
    seen = magnified(plain, tuple(map(Fraction, x)), (Fraction(0),))
    ratio = seen.costs / np.array([float(c) for c in costs])
    assert ratio[0] == ratio[1]
    wrong = [
        abs(float(c))
        for c, v in zip(costs, x, strict=True)
        if (c < 0 and v < 3) or (c > 0 and v > 0)
    ]
    assert 0.5 <= ratio[0] * max(wrong, default=1) < 2


def test_what_is_far_is_infinite():
    assert _nearest_float(Fraction(FAR)) == math.inf
    assert _nearest_float(Fraction(-FAR)) == -math.inf
    assert _nearest_float(Fraction(FAR - 1)) == float(FAR)
    assert _nearest_float(Fraction(1 - FAR)) == -float(FAR)
    found = _enlarged([None, Fraction(3), None], Fraction(2), -math.inf)
    assert found.tolist() == [-math.inf, 6, -math.inf]


@pytest.mark.parametrize("sense", ["max", "min"])
def test_floating_optima_have_the_constant_and_the_signs_of_the_dual(sense):
    moved = LinearProgram.read(
        [3.0, 2.0], [[1.0, 1.0], [1.0, -1.0]], ["<=", ">="], [4.0, -2.0], sense, constant=5.0
    )
    found = solve_module._float_optimum(moved)
    assert found is not None
    assert found.value == pytest.approx(5 + (12 if sense == "max" else 0))
    assert found.verify()
    assert sum(y * b for y, b in zip(found.dual, (4, -2), strict=True)) + 5 == pytest.approx(
        found.value
    )


def test_floats_are_trusted_where_numbers_are_of_like_size():
    def even(objective, matrix, right, upper):
        made = LinearProgram.read(objective, matrix, "<=", right, upper=upper)
        return solve_module._even(made)

    wide = 10.0 * solve_module.SPREAD
    assert even([1.0, 0.0], [[2.0, 3.0]], [5.0], [0.0, 7.0])
    assert not even([1.0, wide], [[2.0, 3.0]], [5.0], [8.0, 7.0])
    assert not even([1.0, 2.0], [[1 / wide, 3.0]], [5.0], [8.0, 7.0])
    assert not even([1.0, 2.0], [[2.0, 3.0], [1.0, 1.0]], [5.0, wide], [8.0, 7.0])
    assert not even([1.0, 2.0], [[2.0, 3.0]], [5.0], [1.0, wide])


@pytest.mark.parametrize("sense", ["max", "min"])
def test_a_repaired_basis_is_found_with_bounds_on_both_sides(sense):
    tiny = Fraction(1, 10**17)
    sign = 1 if sense == "max" else -1
    close = LinearProgram.read(
        [sign, sign * (1 + tiny)],
        [[1, 1 + tiny], [1, -1]],
        ["<=", ">="],
        [2, -1],
        sense=sense,
        lower=[-3, -3],
        upper=[1, 3],
    )
    found = certified_optimum(close)
    assert found is None or found.value == sign * 2
    assert close.solve().value == sign * 2
