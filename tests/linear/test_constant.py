"""A constant in the objective is added to the value, by every solver and in the dual."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.core.method import methods
from kibitz.linear.program import LinearProgram

METHODS = ("auto", "highs", "simplex")


def program(constant, sense="max", exact=None):
    return LinearProgram.read(
        [3, 2],
        [[1, 1], [1, -1]],
        "<=",
        [4, 2],
        sense=sense,
        constant=constant,
        upper=[3, 3],
        exact=exact,
    )


def test_all_methods_are_tried():
    assert tuple(method.name for method in methods(program(0))) == METHODS


@pytest.mark.parametrize("sense", ["max", "min"])
@pytest.mark.parametrize(
    ("method", "exact"),
    [("auto", True), ("auto", False), ("highs", True), ("highs", False), ("simplex", True)],
)
def test_every_method_adds_it(method, sense, exact):
    plain = program(0, sense, exact).solve(method)
    moved = program(Fraction(7, 2) if exact else 3.5, sense, exact).solve(method)
    assert float(plain.value) == pytest.approx(11 if sense == "max" else 0)
    assert float(moved.value) == pytest.approx(float(plain.value) + 3.5)
    assert moved.method == plain.method
    assert moved.verify(), moved.verify()


def test_other_forms_of_a_program_keep_it():
    primal = program(11)
    value = primal.solve().value
    assert value == 22
    assert primal.dual().solve().value == value
    assert primal.evaluate(primal.solve().x).objective == value
    for form in (primal.standard_form(), primal.equality_form(), primal.inequality_form()):
        assert abs(form.solve().value) == value


def test_bounds_by_multipliers_have_it():
    for sense in ("max", "min"):
        primal = program(11, sense)
        found = primal.solve()
        check = primal.weak_duality(found.x, found.dual)
        assert check.optimal, check
        assert check.dual_value == check.primal_value == found.value


def test_the_pivots_of_the_simplex_method_end_with_the_value():
    found = program(11).solve("simplex")
    assert found.working[-1].objective == found.value == 22
