"""Feasible sets: read from what stands for them, told in words, and reached by mixtures."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.bargaining import noncooperative_set, transferable_set
from kibitz.bargaining.sets.read import inequalities, read_set

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (kb.matrix("1 2; 3 4"), "the segment between (1, -1) and (4, -4)"),
        (kb.bimatrix("4 0; 2 1", "3 0; 2 4"), "the polygon with corners (0, 0), (4, 3), (1, 4)"),
        ([(2, 1)], "the single point (2, 1)"),
        ({"inequalities": "a^2 + b^2 <= 1", "names": "ab"}, "the set where b^2 + a^2 <= 1"),
        ("0 <= 1; x >= 0; y >= 0; x + y <= 1", "the polygon with corners (0, 0), (1, 0), (0, 1)"),
    ],
)
def test_what_stands_for_a_set(given, words):
    read = read_set(given)
    assert read.words() == words
    assert read_set(read) is read


def test_the_narrowest_bounds_of_a_curve_count():
    curve = inequalities("y <= 2 - exp(x); x >= 0; x >= 1/4; x <= 1; x <= 1/2; y >= 0")
    assert curve.words() == "the set below v = 2 - exp(x) for u from 1/4 to 1/2"


@pytest.mark.parametrize(
    ("first", "second", "point"),
    [
        ("0 1; 2 3", "0 1; 2 3", ("5/2", "5/2")),  # all on one line
        ("0 1; 1 2", "0 1; 1 2", ("1/2", "1/2")),
        ("1 1; 1 1", "2 2; 2 2", (1, 2)),  # one point
        ("1; 3", "2; 0", (2, 1)),  # one column
        ("0 0; 1 0", "0 1; 0 0", ("1/4", "1/4")),  # on the fold
    ],
)
def test_mixtures_that_lead_to_a_point(first, second, point):
    game = kb.bimatrix(first, second)
    row, column = noncooperative_set(game).mixtures(point)
    assert game.expected_payoffs([row, column]) == tuple(map(Fraction, point))


@pytest.mark.parametrize("point", [(1, 2), (4, 4), (-1, -1)])
def test_no_mixture_leads_off_the_line(point):
    game = kb.bimatrix("0 1; 2 3", "0 1; 2 3")
    assert noncooperative_set(game).mixtures(point) is None


def test_what_a_total_leaves_to_gain():
    total = transferable_set(5, 1)
    assert total.gains((Fraction(3), Fraction(3))) == ()
    assert total.gains((Fraction(2), Fraction(3))) == ((Fraction(2), Fraction(3)),)
    assert total.outside((Fraction(4), Fraction(2))).startswith("it adds up to 6, but both")
    assert total.outside((Fraction(0), HALF)) == (
        "it adds up to 1/2, but no outcome pays less than 1"
    )
