"""Random small linear programs, of every kind that can be written."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from kibitz.linear import LinearProgram

small = st.integers(-4, 4)
rational = st.one_of(small.map(Fraction), st.fractions(-3, 3, max_denominator=6))
decimal = st.integers(-24, 24).map(lambda eighths: Fraction(eighths, 8))
"""Fractions that floats and decimals hold exactly."""


@st.composite
def programs(draw, most_rows=4, most_columns=4, rational=rational):
    """Any sense, relations and bounds; some rows repeat others, some bounds cross."""
    m = draw(st.integers(0, most_rows))
    n = draw(st.integers(1, most_columns))
    A = draw(st.lists(st.lists(rational, min_size=n, max_size=n), min_size=m, max_size=m))
    if m > 1 and draw(st.booleans()):
        A[-1] = [2 * a for a in A[0]]
    lower = draw(st.lists(st.one_of(st.just(0), st.none(), rational), min_size=n, max_size=n))
    widths = draw(st.lists(st.one_of(st.none(), st.integers(-1, 6)), min_size=n, max_size=n))
    upper = [
        width if low is None or width is None else low + width
        for low, width in zip(lower, widths, strict=True)
    ]
    return LinearProgram.read(
        c=draw(st.lists(rational, min_size=n, max_size=n)),
        A=A,
        rel=draw(st.lists(st.sampled_from(["<=", ">=", "="]), min_size=m, max_size=m)),
        b=draw(st.lists(rational, min_size=m, max_size=m)),
        sense=draw(st.sampled_from(["max", "min"])),
        lower=lower,
        upper=upper,
        constant=draw(rational),
    )
