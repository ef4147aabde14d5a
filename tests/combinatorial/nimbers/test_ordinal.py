"""Ordinals below w^w: order, sums, spelling, and nim played with them."""

from __future__ import annotations

import json
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.combinatorial import nim_sum
from kibitz.combinatorial.nimbers.ordinal import (
    MOST_DEGREE,
    OMEGA,
    Ordinal,
    ordinal_mex,
    ordinal_nim_sum,
    transfinite_nim,
)
from kibitz.core.errors import GameError

CASES = json.loads((Path(__file__).parents[2] / "data" / "nim_field.json").read_text())
ordinals = st.lists(st.integers(0, 9), max_size=4).map(lambda c: Ordinal(tuple(c)))


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] == "transfinite"])
def test_choosing_a_pile_and_then_nim(case):
    value = ordinal_mex(OMEGA)  # the first move reaches every whole number
    assert str(value) == case["expect"]["grundy"]
    assert ("N" if value else "P") == case["expect"]["outcome"]
    assert value.is_finite == case["expect"]["progressively_bounded"]


@given(ordinals)
def test_spelling_reads_back(a):
    assert Ordinal.read(str(a)) == a
    assert Ordinal.read(str(a).replace("w", "ω").replace("*", "·")) == a
    assert eval(repr(a)) == a


@pytest.mark.parametrize(
    ("text", "coefficients"),
    [
        ("w^2*3 + w*2 + 5", (5, 2, 3)),
        ("ω^2*3+ω·2+5", (5, 2, 3)),
        ("ω²", (0, 0, 1)),
        ("ω¹²·2", (0,) * 12 + (2,)),
        ("2w", (0, 2)),
        ("3 w^2 + 1", (1, 0, 3)),
        ("w + w", (0, 2)),
        ("5 + w", (0, 1)),
        ("w + 5 + w", (0, 2)),
        ("w^0*4", (4,)),
        ("w*0", ()),
        ("0", ()),
    ],
)
def test_reading(text, coefficients):
    assert Ordinal.read(text).coefficients == coefficients


def test_order_of_some():
    ladder = ["0", "1", "17", "w", "w + 1", "w*2", "w*2 + 9", "w*3", "w^2", "w^2 + w*7", "w^3"]
    read = [Ordinal.read(x) for x in ladder]
    shuffled = read[::-1]
    assert sorted(shuffled) == read
    assert all(a < b and b > a and a <= b and a != b for a, b in pairwise(read))


@given(ordinals, ordinals, ordinals)
def test_sum_is_associative_and_increases_on_the_right(a, b, c):
    assert (a + b) + c == a + (b + c)
    assert (a < b) == (c + a < c + b)
    assert a + 0 == 0 + a == a
    if a <= b:
        assert a + c <= b + c


@given(ordinals, ordinals)
def test_a_smaller_ordinal_can_be_completed(a, b):
    """For a <= b there is x with a + x = b."""
    if a > b:
        a, b = b, a
    top = max((k for k in range(5) if at(a, k) != at(b, k)), default=None)
    if top is None:
        assert a == b
        return
    x = [at(b, k) for k in range(top)] + [at(b, top) - at(a, top)]
    assert a + Ordinal(tuple(x)) == b


def at(a, k):
    return a.coefficients[k] if k <= a.degree else 0


@given(ordinals, ordinals, ordinals)
def test_nim_sum_is_a_group_of_involutions(a, b, c):
    assert (a ^ b) ^ c == a ^ (b ^ c) == ordinal_nim_sum(a, b, c)
    assert a ^ b == b ^ a
    assert a ^ a == 0
    assert a ^ 0 == a


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=4))
def test_a_board_of_width_eight_is_finite_nim(counters):
    """With w replaced by 8 every sum and every comparison stays what it was."""
    total = ordinal_nim_sum(*(Ordinal((x, y)) for x, y in counters))
    assert 8 * at(total, 1) + at(total, 0) == nim_sum(*(8 * y + x for x, y in counters))
    moves = [(i, 8 * at(p, 1) + at(p, 0)) for i, p in transfinite_nim(Ordinal(c) for c in counters)]
    piles = [8 * y + x for x, y in counters]
    expected = [
        (i, to) for i, p in enumerate(piles) for to in range(p) if nim_sum(*piles, p, to) == 0
    ]
    assert moves == expected


@given(ordinals, ordinals)
def test_nim_sum_is_the_mex_of_its_options(a, b):
    """No option has the value of the sum; each lesser value, of small ones, is an option's."""
    total = a ^ b
    lesser = [c for c in map(Ordinal, product(range(3), repeat=3)) if c < total]
    for value in lesser:
        assert (value ^ b) < a or (value ^ a) < b
    assert all((c ^ b) != total for c in map(Ordinal, product(range(3), repeat=3)) if c < a)


@given(st.lists(ordinals, min_size=1, max_size=4))
def test_winning_moves_leave_nim_sum_zero(piles):
    moves = transfinite_nim(piles)
    assert bool(moves) == bool(ordinal_nim_sum(*piles))
    assert len(moves) % 2 == bool(moves)
    for i, pile in moves:
        assert pile < piles[i]
        assert ordinal_nim_sum(*piles[:i], pile, *piles[i + 1 :]) == 0


@given(ordinals, st.lists(ordinals, max_size=4))
def test_mex(below, others):
    value = ordinal_mex(below, others)
    assert value >= below
    assert value not in others
    assert all(below + k in others for k in range(at(value, 0) - at(below, 0)))


def test_whole_numbers_are_ordinals():
    assert Ordinal.read(5) == 5
    assert hash(Ordinal.read(5)) == hash(5)
    assert int(Ordinal.read(0)) == 0
    assert Ordinal.read(5) != 10**2000
    assert OMEGA > 10**900
    assert OMEGA != "w"
    assert {OMEGA: "x"}[Ordinal((0, 1, 0))] == "x"


def test_limits_and_finite_ones():
    assert OMEGA.is_limit
    assert not (OMEGA + 1).is_limit
    assert not Ordinal(()).is_limit
    assert Ordinal((3,)).is_finite
    assert Ordinal(()).degree == -1


def test_ordinals_do_not_change():
    with pytest.raises(AttributeError):
        OMEGA.coefficients = (1,)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("w^w", "below w\\^w"),
        ("w^(w)", "below w\\^w"),
        (f"w^{MOST_DEGREE + 1}", "out of range"),
        ("w*" + "9" * 1001, "digits"),
        ("2*w", "write w\\*2"),
        ("2*w^2", "write w\\*2"),
        ("2w*3", "copies twice"),
        ("w*-1", "not an ordinal"),
        ("w - 1", "not an ordinal"),
        ("w2", "not an ordinal"),
        ("w +", "not an ordinal"),
        ("", "not an ordinal"),
        ("x", "not an ordinal"),
        (-1, "not an ordinal"),
        (1.5, "not an ordinal"),
        (True, "not an ordinal"),
        (None, "not an ordinal"),
        (10**1001, "digits"),
    ],
)
def test_what_is_no_ordinal_is_refused(given, message):
    with pytest.raises(GameError, match=message):
        Ordinal.read(given)


@pytest.mark.parametrize(
    "bad", [None, "2*w", -1, True, (1, -1), (1.5,), (0,) * 1001 + (1,), (True,)]
)
def test_bad_coefficients_are_refused(bad):
    with pytest.raises(GameError):
        Ordinal(bad)


def test_bad_operands_are_refused():
    for call in (lambda: OMEGA + -1, lambda: OMEGA ^ 1.5, lambda: OMEGA < True, lambda: int(OMEGA)):
        with pytest.raises(GameError):
            call()
