"""Sums, products, quotients and powers of real algebraic numbers are exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import RealRoot, real_roots

NUMBERS = [
    Fraction(0),
    Fraction(-3, 2),
    *(
        root
        for words in ("t^2 - 2", "t^2 - 8", "t^2 - t - 1", "t^3 - 2", "3t^2 - 4")
        for root in real_roots(Polynomial.read(words))
    ),
]
number = st.sampled_from(NUMBERS)


@settings(max_examples=40, deadline=None)
@given(number, number)
def test_arithmetic_agrees_with_floats_and_is_exact(a, b):
    x, y = float(a), float(b)
    for found, about in ((a + b, x + y), (a - b, x - y), (a * b, x * y)):
        assert isinstance(found, (Fraction, RealRoot))
        assert float(found) == pytest.approx(about)
    assert (a + b) - b == a
    if b:
        assert (a * b) / b == a
    assert a**2 == a * a


def test_the_solution_of_a_bargaining_problem_can_be_computed_with():
    x, y = kb.bargaining("x>=0; 0<=y<=5-x^2", (0, 1)).nash().point
    assert x * x == Fraction(4, 3)
    assert 5 - x**2 == y
    assert -x < 0
    assert abs(-x) == x
    assert 1 / x * x == 1
    assert x * 1.5 == pytest.approx(float(x) * 1.5)
    with pytest.raises(TypeError):
        x + "1"
    with pytest.raises(ZeroDivisionError):
        x / 0
