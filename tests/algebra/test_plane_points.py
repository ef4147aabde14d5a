"""Where curves meet, against lines taken pair by pair and equations solved by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import product
from operator import mul

from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.algebra.plane_points import meet
from kibitz.algebra.plane_polynomial import PlanePolynomial


def _meet(first: str, second: str) -> list[tuple[str, str]]:
    found = meet(PlanePolynomial.read(first), PlanePolynomial.read(second))
    return sorted((str(p.x), str(p.y)) for p in found)


CORNERS = [("-1", "-1"), ("-1", "1"), ("1", "-1"), ("1", "1")]


def test_points_that_hide_each_other_are_all_found() -> None:
    """Two of these always lie in one vertical line, and two on a diagonal."""
    assert _meet("x^2 - 1", "y^2 - 1") == CORNERS
    assert _meet("x^2 + 2*y^2 - 3", "2*x^2 + y^2 - 3") == CORNERS
    assert _meet("x^2 * y^2 - 1", "x^2 + y^2 - 2") == CORNERS
    grid = ["*".join(f"({v} - {k})" for k in range(6)) for v in "xy"]
    assert len(_meet(*grid)) == 36


def test_points_where_both_curves_are_singular() -> None:
    """From y^2 = x^3 and x^2 = y^3 follows x^5 = 0 or x^5 = 1."""
    assert _meet("y^2 - x^3", "x^2 - y^3") == [("0", "0"), ("1", "1")]
    assert _meet("x^2 + y^2", "x*y") == [("0", "0")]


def test_what_two_curves_share_is_left_out() -> None:
    assert _meet("(x - y)*(x + y - 2)", "(x - y)*(x - 3)") == [("3", "-1")]
    assert _meet("x*y", "x*y + 1") == []
    assert _meet("x^2 - 2", "x^4 - 4") == []
    assert meet(PlanePolynomial.read("0"), PlanePolynomial.read("x")) == []
    assert _meet("x^2 + 1", "y - 1") == []  # imaginary points only


Line = tuple[int, int, int]
lines = st.lists(
    st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(-2, 2)).filter(
        lambda f: any(f[:2])
    ),
    min_size=1,
    max_size=3,
)


def _curve(factors: list[Line]) -> PlanePolynomial:
    read = [PlanePolynomial.read(f"{a}*x + {b}*y + {c}") for a, b, c in factors]
    return reduce(mul, read)


@settings(max_examples=30)
@given(lines, lines)
def test_lines_meet_pair_by_pair(first: list[Line], second: list[Line]) -> None:
    expected = set()
    for (a, b, c), (d, e, f) in product(first, second):
        turn = a * e - b * d
        if not turn and not (a * f - c * d or b * f - c * e):
            return  # one line, written twice
        if turn:
            expected.add((Fraction(b * f - c * e, turn), Fraction(c * d - a * f, turn)))
    found = [p.pair for p in meet(_curve(first), _curve(second))]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_a_corner_of_two_ellipses_is_a_bargain() -> None:
    """At (1, 1) the gradient (1, 1) of the product lies between the normals (2, 4) and (5, 2)."""
    sides = "x^2 + 2*y^2 <= 3; 2*x^2 + x*y - y + y^2 <= 3; x >= -1/2; y >= -1/2"
    found = kb.bargaining(sides, (0, 0)).solve()
    assert found.point == (1, 1)
    assert found.verify().holds
