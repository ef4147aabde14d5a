from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import flint
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction, stays_nonnegative
from kibitz.algebra.real_root import RealRoot, rational_between, real_roots, roots_with_multiplicity

integers = st.lists(st.integers(-9, 9), min_size=2, max_size=6).map(Polynomial.of)
rationals = st.fractions(min_value=-6, max_value=6, max_denominator=12)


def sturm_count(p: Polynomial) -> int:
    """The number of distinct real roots, by Sturm's theorem."""
    chain = [p, p.derivative()]
    while chain[-1]:
        chain.append(-(chain[-2] % chain[-1]))
    chain.pop()

    def variations(signs: list[bool]) -> int:
        return sum(a != b for a, b in pairwise(signs))

    at_plus = [q.leading > 0 for q in chain]
    at_minus = [(q.leading > 0) == (q.degree % 2 == 0) for q in chain]
    return variations(at_minus) - variations(at_plus)


@given(integers)
def test_all_real_roots_are_found_and_ordered(p: Polynomial) -> None:
    assume(p.degree > 0)
    roots = real_roots(p)
    assert len(roots) == sturm_count(p)
    assert all(a < b for a, b in pairwise(roots))
    for root in roots:
        if isinstance(root, RealRoot):
            assert root.low < root < root.high
            assert (root.polynomial(root.low) > 0) != (root.polynomial(root.high) > 0)
            assert not p % root.polynomial
        else:
            assert p(root) == 0


@given(integers, rationals)
def test_comparison_with_a_rational_is_exact(p: Polynomial, t: Fraction) -> None:
    for root in real_roots(p):
        if abs(float(root) - float(t)) > 1e-9:
            assert (root > t) == (float(root) > float(t))
            assert (t < root) == (float(root) > float(t))


def test_multiplicities() -> None:
    found = roots_with_multiplicity(Polynomial.read("(t-1)^3 (t^2-2)^2 t"))
    assert [k for _, k in found] == [2, 1, 3, 2]


def test_same_root_from_different_polynomials_is_equal() -> None:
    first = real_roots(Polynomial.read("t^2-2"))[1]
    second = real_roots(Polynomial.read("(t^2-2)(t-5)"))[1]
    assert first == second
    assert hash(first) == hash(second)
    assert not first < second
    assert first <= second


def test_close_roots_are_told_apart() -> None:
    thin = real_roots(Polynomial.read("t^2-2"))[1]
    near = real_roots(Polynomial.of([-2 * 10**40 - 1, 0, 10**40]))[1]
    assert thin < near


@given(rationals, rationals)
def test_rational_between_is_the_simplest(a: Fraction, b: Fraction) -> None:
    assume(a < b)
    found = rational_between(a, b)
    assert a < found < b
    for bottom in range(1, found.denominator):
        assert (a * bottom).__floor__() + 1 >= b * bottom


@given(integers, integers, integers)
def test_value_at_an_algebraic_point(p: Polynomial, top: Polynomial, bottom: Polynomial) -> None:
    assume(bottom)
    f = RationalFunction.of(top, bottom)
    for root in real_roots(p):
        if isinstance(root, RealRoot) and f.denominator % root.polynomial:
            near = f(root.refine(Fraction(1, 10**60)).low)
            assert float(f.at(root)) == pytest.approx(float(near), rel=1e-12, abs=1e-12)


@given(integers, rationals)
def test_stays_nonnegative_is_right_and_maximal(p: Polynomial, t: Fraction) -> None:
    assume(p and p(t) >= 0)
    low, high = stays_nonnegative(p, t)
    f = RationalFunction.of(p)
    if low is None or high is None or low < high:
        assert f.nonnegative_on(low, high)
    if high is not None:
        assert not f.nonnegative_on(t, rational_between(high, None))
    if low is not None:
        assert not f.nonnegative_on(rational_between(None, low), t)


@given(st.lists(st.integers(-9, 9), min_size=3, max_size=6), st.integers(0, 60))
def test_bounds_depend_on_the_number_alone(coefficients, bits):
    polynomial = Polynomial.of(coefficients)
    for root in real_roots(polynomial) if polynomial.degree > 0 else []:
        if not isinstance(root, RealRoot):
            continue
        low, high = root.bounds()
        assert low < root < high
        assert root.refine(Fraction(1, 2**bits)).bounds() == (low, high)
        inside = [other for other in real_roots(root.polynomial) if low < other < high]
        assert inside == [root]


def test_a_root_does_not_remember_how_precisely_others_worked_when_it_was_first_asked_for() -> None:
    polynomial = Polynomial.read("t^2 - 1234577")
    with flint.ctx.workprec(5000):
        real_roots(polynomial)
    _, root = real_roots(polynomial)
    assert isinstance(root, RealRoot)
    assert root.low.denominator < 2**500
