from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.algebra.polynomial import Polynomial
from kibitz.core.errors import GameError

rationals = st.fractions(min_value=-20, max_value=20, max_denominator=9)
polynomials = st.lists(rationals, max_size=6).map(Polynomial.of)


@given(polynomials, polynomials, rationals)
def test_arithmetic_agrees_with_evaluation(p: Polynomial, q: Polynomial, t: Fraction) -> None:
    assert (p + q)(t) == p(t) + q(t)
    assert (p - q)(t) == p(t) - q(t)
    assert (p * q)(t) == p(t) * q(t)
    if q:
        assert ((p // q) * q + p % q) == p


@given(polynomials)
def test_what_is_written_reads_back(p: Polynomial) -> None:
    assert Polynomial.read(p.write()) == p
    assert Polynomial.read(p.write("x", spaced=False), "x") == p


@given(polynomials)
def test_factors_multiply_to_the_primitive_part(p: Polynomial) -> None:
    total = Polynomial.of([1])
    for factor, multiplicity in p.factors():
        for _ in range(multiplicity):
            total = total * factor
    if p.degree > 0:
        assert total.primitive() == p.primitive()


@given(polynomials, rationals, rationals)
def test_derivative_by_the_mean_of_differences(p: Polynomial, t: Fraction, h: Fraction) -> None:
    quadratic = Polynomial(p.coefficients[:3])
    if h:
        slope = (quadratic(t + h) - quadratic(t - h)) / (2 * h)
        assert slope == quadratic.derivative()(t)


@pytest.mark.parametrize(
    ("text", "coefficients"),
    [
        ("t", [0, 1]),
        ("2-t", [2, -1]),
        ("3t/2+1", [1, Fraction(3, 2)]),
        ("t^2", [0, 0, 1]),
        ("t**2 - 2*t + .5", [Fraction(1, 2), -2, 1]),
        ("-(1-t)(1+t)", [-1, 0, 1]),
        ("−t", [0, -1]),
        ("--t", [0, 1]),
        ("t - t", []),
    ],
)
def test_reading(text: str, coefficients: list[Fraction]) -> None:
    assert Polynomial.read(text) == Polynomial.of(coefficients)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "s",
        "1/t",
        "t/0",
        "t^-1",
        "t^t",
        "t^1000000000",
        "(t",
        "t)",
        "2+",
        "t $",
        "(" * 2000,
        "9" * 5000,
        "((t^100)^3)",
        "*t",
    ],
)
def test_bad_text_is_one_line(text: str) -> None:
    with pytest.raises(GameError) as caught:
        Polynomial.read(text, where="row 1, column 2")
    assert "\n" not in str(caught.value)
