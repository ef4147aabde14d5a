"""Best responses in Newman's poker, exactly, where bets and hands are whole intervals.

With u = β + 2 all curves are sums of powers of u, and bets run over u from 2 on. The second player
calls a bet above c = 1 - k/u. A hand 1 - z then gets 1 - k by a bluff of any size, 1 - 2z by a
check, and by a bet that only better hands call 1 + k - 2k/u - 2z(u-1), which is concave in u and
greatest where u = √(k/z): at u = 2, no bet at all, when z is more than k/4.

The first player's hands with a bet u have the densities of both curves. A caller between the two
hands wins against the bluff and loses against the other, and is indifferent when the density of
bluffs times u equals that of the others times u - 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import real_roots

Powers = Mapping[int, Fraction]
"""A sum of powers of u, by exponent."""
LEAST = Fraction(2)
"""No bet: β = 0."""


def value_curve(constant: Fraction) -> Powers:
    """The hand that bets for value: 1 - constant/u^2."""
    return {0: Fraction(1), -2: -constant}


def bluff_curve(constant: Fraction) -> Powers:
    """The hand that bluffs: (2 + 3β)/(β+2)^3 is 3/u^2 - 4/u^3."""
    return {-2: 3 * constant, -3: -4 * constant}


def times(f: Powers, g: Powers) -> dict[int, Fraction]:
    """The product of two sums of powers."""
    found: dict[int, Fraction] = {}
    for a, x in f.items():
        for b, y in g.items():
            found[a + b] = found.get(a + b, Fraction(0)) + x * y
    return {k: x for k, x in found.items() if x}


def plus(f: Powers, g: Powers, factor: Fraction = Fraction(1)) -> dict[int, Fraction]:
    """The sum of two, the second one times a factor."""
    found = {k: f.get(k, Fraction(0)) + factor * g.get(k, Fraction(0)) for k in {*f, *g}}
    return {k: x for k, x in found.items() if x}


def slope(f: Powers) -> dict[int, Fraction]:
    """The derivative."""
    return {k - 1: k * x for k, x in f.items() if k}


def at(f: Powers, u: Fraction) -> Fraction:
    """The value at a point."""
    return sum((x * u**k for k, x in f.items()), Fraction(0))


def integral(f: Powers) -> Fraction:
    """The integral from 2 to infinity; all exponents must be below -1.

    >>> print(integral({-3: Fraction(2)}))
    1/4
    """
    return sum((-x * LEAST ** (k + 1) / (k + 1) for k, x in f.items()), Fraction(0))


def checked(low: Fraction, high: Fraction) -> Fraction:
    """What the hands between two points get by checking."""
    return (high * high - high) - (low * low - low)


def second_concedes(k: Fraction) -> Fraction:
    """What the first player gets on average by the best bet with every hand, for 0 < k <= 2.

    >>> print(second_concedes(Fraction(12, 7)), second_concedes(Fraction(2)))
    1/7 1/6
    """
    low, high = 1 - k / 2, 1 - k / 4
    best = {0: 1 + k, -1: -4 * k, -2: 2 * k}
    return low * (1 - k) + checked(low, high) + integral(times(best, {-3: 2 * k}))


def indifference(value: Powers, bluff: Powers) -> dict[int, Fraction]:
    """The density of bluffs times u, less that of value bets times u - 2: zero when it is right."""
    bluffs, others = plus({}, slope(bluff), Fraction(-1)), slope(value)
    return plus(
        times(bluffs, {1: Fraction(1)}), times(others, {1: Fraction(1), 0: -LEAST}), Fraction(-1)
    )


def falls(f: Powers) -> bool:
    """Whether a curve falls all the way from u = 2 on: no root of the derivative, and a sign."""
    rate = slope(f)
    if not rate:
        return False
    least = min(rate)
    numerator = Polynomial.of([rate.get(k, Fraction(0)) for k in range(least, max(rate) + 1)])
    return at(rate, LEAST + 1) < 0 and all(root <= LEAST for root in real_roots(numerator))


def first_guarantees(value: Powers, bluff: Powers) -> Fraction:
    """What the curves of an indifferent caller earn, whatever the second player does.

    ``value`` is the good hand that bets u, ``bluff`` the bad one. Any reply that calls with better
    hands than both and folds worse ones is best; here the caller takes those above the good one.
    """
    densities = plus(slope(value), slope(bluff), Fraction(-1))
    worse = plus({0: Fraction(1)}, value, Fraction(-1))
    each = plus({0: Fraction(1)}, times(worse, {1: Fraction(1)}), Fraction(-1))
    low, high = at(bluff, LEAST), at(value, LEAST)
    return checked(low, high) + integral(times(densities, each))
