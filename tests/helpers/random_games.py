"""Random matrix games for hypothesis, degenerate ones included."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

import kibitz as kb


@st.composite
def matrices(draw, rows=(1, 5), columns=(1, 5), low=-4, high=4):
    """Small integer matrices; the short range makes ties and degeneracy common."""
    m, n = draw(st.integers(*rows)), draw(st.integers(*columns))
    line = st.lists(st.integers(low, high), min_size=n, max_size=n)
    return draw(st.lists(line, min_size=m, max_size=m))


@st.composite
def games(draw, **sizes):
    """Matrix games with integer or rational payoffs."""
    matrix = draw(matrices(**sizes))
    bottom = draw(st.sampled_from([1, 1, 2, 3, 7]))
    return kb.matrix([[Fraction(x, bottom) for x in row] for row in matrix])
