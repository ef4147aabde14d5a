from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction, combination

rationals = st.fractions(min_value=-9, max_value=9, max_denominator=6)
polynomials = st.lists(rationals, max_size=4).map(Polynomial.of)
functions = st.builds(RationalFunction.of, polynomials, polynomials.filter(bool))


@given(functions, functions, rationals)
def test_arithmetic_agrees_with_evaluation(
    f: RationalFunction, g: RationalFunction, t: Fraction
) -> None:
    assume(f.denominator(t) and g.denominator(t))
    assert (f + g)(t) == f(t) + g(t)
    assert (f - g)(t) == f(t) - g(t)
    assert (f * g)(t) == f(t) * g(t)


@given(polynomials, polynomials.filter(bool), polynomials.filter(bool))
def test_lowest_terms_are_unique(p: Polynomial, q: Polynomial, r: Polynomial) -> None:
    assert RationalFunction.of(p, q) == RationalFunction.of(p * r, q * r)


@given(st.lists(st.tuples(functions, polynomials), max_size=4))
def test_combination_is_the_sum(pairs: list[tuple[RationalFunction, Polynomial]]) -> None:
    total = RationalFunction.constant(Fraction(0))
    for f, p in pairs:
        total = total + f * RationalFunction.of(p)
    assert combination([f for f, _ in pairs], [p for _, p in pairs]) == total


@pytest.mark.parametrize(
    ("top", "bottom", "text"),
    [
        ("2t", "t+1", "2t/(t+1)"),
        ("t+1", "2", "(t+1)/2"),
        ("t", "2", "t/2"),
        ("-t", "2t^2", "-1/(2t)"),
        ("1", "t^2", "1/t^2"),
        ("3", "6", "1/2"),
        ("0", "t", "0"),
        ("t-1", "1-t", "-1"),
        ("t^2-1", "t-1", "t + 1"),
    ],
)
def test_writing(top: str, bottom: str, text: str) -> None:
    assert str(RationalFunction.of(Polynomial.read(top), Polynomial.read(bottom))) == text
