"""Random coalitional games for property tests, and slow definitions to compare with."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations

from hypothesis import strategies as st

import kibitz as kb

whole = st.integers(-9, 9)
fractions = st.fractions(-5, 5, max_denominator=6)
huge = st.integers(-(2**70), 2**70)


@st.composite
def games(draw, numbers=None, least=1, most=5):
    """A game of a few players with arbitrary worths."""
    n = draw(st.integers(least, most))
    kind = draw(st.sampled_from([whole, fractions, huge])) if numbers is None else numbers
    worths = draw(st.lists(kind, min_size=(1 << n) - 1, max_size=(1 << n) - 1))
    return kb.coalition([0, *worths])


@st.composite
def games_with_imputations(draw, least=2, most=4):
    """A game in which all together earn at least what they earn alone."""
    game = draw(games(numbers=st.integers(0, 5), least=least, most=most))
    worths = worths_of(game)
    for i in range(game.n):
        worths[1 << i] = draw(st.integers(0, 1))
    worths[-1] = sum(worths[1 << i] for i in range(game.n)) + draw(st.integers(0, 9))
    return kb.coalition(worths)


@st.composite
def float_games(draw, least=1, most=5):
    n = draw(st.integers(least, most))
    numbers = st.floats(-100, 100, allow_nan=False, width=32)
    worths = draw(st.lists(numbers, min_size=(1 << n) - 1, max_size=(1 << n) - 1))
    return kb.coalition([0.0, *worths])


@st.composite
def convex_games(draw, most=5):
    """Nonnegative dividends of coalitions of two and more players make a game convex."""
    n = draw(st.integers(1, most))
    shares = draw(st.lists(st.integers(0, 6), min_size=1 << n, max_size=1 << n))
    own = draw(st.lists(whole, min_size=n, max_size=n))
    worths = [
        sum(d for t, d in enumerate(shares) if t & s == t and t.bit_count() > 1)
        + sum(x for i, x in enumerate(own) if s >> i & 1)
        for s in range(1 << n)
    ]
    return kb.coalition(worths)


@st.composite
def simple_games(draw, most=5):
    n = draw(st.integers(1, most))
    weights = draw(st.lists(st.integers(0, 6), min_size=n, max_size=n).filter(any))
    quota = draw(st.integers(1, sum(weights)))
    return kb.coalition(weights=weights, quota=quota)


def worths_of(game):
    """The worths as a plain list, by mask."""
    return [game.value(mask) for mask in range(1 << game.n)]


def average_over_orders(n, paid):
    """The average, over all orders of n players, of what ``paid(order)`` gives each."""
    totals = [Fraction(0)] * n
    for order in permutations(range(n)):
        for i, x in paid(order).items():
            totals[i] += x
    return tuple(t / math.factorial(n) for t in totals)


def arrivals(v, order):
    """What each player adds when they arrive in this order."""
    mask, paid = 0, {}
    for i in order:
        paid[i] = v[mask | 1 << i] - v[mask]
        mask |= 1 << i
    return paid
