"""Denominators recovered from residues and from leading digits."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from hypothesis import given
from hypothesis import strategies as st

from kibitz.linear.systems.rational_reconstruction import MARGIN, denominator_of, lowest_terms

terms = st.integers(1, 10**60)


@given(terms, terms)
def test_residue(numerator: int, denominator: int) -> None:
    fraction = Fraction(numerator, denominator)
    size = 2 * max(numerator, denominator).bit_length() + MARGIN + 4
    modulus = 3**size
    if fraction.denominator % 3:
        residue = fraction.numerator * pow(fraction.denominator, -1, modulus) % modulus
        assert denominator_of(residue, modulus) == fraction.denominator


@given(terms, terms, st.integers(-1000, 1000))
def test_leading_digits(numerator: int, denominator: int, error: int) -> None:
    fraction = Fraction(numerator, denominator)
    modulus = 1 << (2 * denominator.bit_length() + MARGIN + 24)
    near = fraction.numerator * modulus // fraction.denominator + error
    assert denominator_of(near, modulus) == fraction.denominator


@given(st.integers(0, 2**400))
def test_noise_is_not_believed(noise: int) -> None:
    found = denominator_of(noise, 1 << 400)
    if found is not None:
        remainder = min(noise * found % (1 << 400), -noise * found % (1 << 400))
        assert remainder.bit_length() + found.bit_length() + MARGIN <= 401


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1), st.integers(1, 10**9))
def test_lowest_terms(numerators: list[int], denominator: int) -> None:
    reduced, bottom = lowest_terms(numerators, denominator)
    assert [Fraction(e, bottom) for e in reduced] == [Fraction(e, denominator) for e in numerators]
    assert bottom == lcm(*(Fraction(e, denominator).denominator for e in numerators))
