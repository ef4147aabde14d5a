"""Exact arithmetic with algebraic numbers against floats."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.line_cells import line_cells
from kibitz.algebra.number_field import NumberField
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import real_roots

QUADRATICS = [(-2, 0, 1), (-1, -1, 1), (1, -5, 2), (-3, 0, 0, 1)]


@given(
    st.sampled_from(QUADRATICS),
    st.lists(st.integers(-6, 6), min_size=1, max_size=5),
)
def test_signs_are_right(equation: tuple[int, ...], coefficients: list[int]) -> None:
    theta = real_roots(Polynomial.of(equation))[-1]
    field = NumberField(theta)
    total, about = field.number(Fraction(0)), 0.0
    for c in reversed(coefficients):
        total = field.times(total, field.theta_element) + field.number(Fraction(c))
        about = about * float(theta) + c
    if abs(about) > 1e-6:
        assert field.sign(total) == (1 if about > 0 else -1)
        assert field.times(total, field.inverse(total)) == field.number(Fraction(1))
    assert float(field.point(total)) == pytest.approx(about, abs=1e-9)


@given(st.lists(st.sampled_from(QUADRATICS), min_size=1, max_size=3))
def test_one_field_for_several_numbers(equations: list[tuple[int, ...]]) -> None:
    roots = [real_roots(Polynomial.of(e))[-1] for e in equations]
    field, elements = joint_field(roots)
    assert [field.point(e) for e in elements] == roots


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=6), st.integers(-3, 3))
def test_cells_of_the_line(coefficients: list[int], shift: int) -> None:
    """Over Q(√2): signs at every cell agree with floats, and zeros are where they should be."""
    root = real_roots(Polynomial.of((-2, 0, 1)))[1]
    field = NumberField(root)
    polynomial = [field.number(Fraction(c)) for c in coefficients]
    polynomial[0] = polynomial[0] + shift * field.theta_element
    while polynomial and not polynomial[-1]:
        polynomial.pop()
    floats = [field.about(c) for c in polynomial]
    for cell in line_cells(field, [polynomial], Fraction(-5), Fraction(5)):
        x = float(cell.sample)
        value = sum(c * x**k for k, c in enumerate(floats))
        if cell.signs[0] == 0:
            assert value == pytest.approx(0, abs=1e-6)
        elif abs(value) > 1e-7:
            assert cell.signs[0] == (1 if value > 0 else -1)
