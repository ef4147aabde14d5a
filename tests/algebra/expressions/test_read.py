"""Formulas: what is read, what is refused, and that printing reads back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.algebra.expressions.cases import Comparison, choice
from kibitz.algebra.expressions.piecewise import pieces, ring
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.expressions.trace import trace
from kibitz.algebra.expressions.tree import Expression, Symbol, call, expression
from kibitz.core.errors import GameError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2x+1", 7.0),
        ("x(x+1)", 12.0),
        ("x^2/2", 4.5),
        ("-x^2", -9.0),
        ("2^3 x", 24.0),
        ("max(0, 2-x)", 0.0),
        ("(2-x)^+", 0.0),
        ("(x-2)⁺", 1.0),
        ("min(x, 1, 2)", 1.0),
        ("abs(1-x)", 2.0),
        ("x² + x³", 36.0),
        ("1/(x-1)", 0.5),
        ("x^(-1)", 1 / 3),
        ("x^-1", 1 / 3),
        ("1 if x < 3 else 2", 2.0),
        ("1 if x <= 3 and x > 1 else 2", 1.0),
        ("x<1: 5; x<4: 6; else 7", 6.0),
        ("1 if 2 < x < 4 else 0", 1.0),
        ("1 if (x<1 or x>2) and x<9 else 0", 1.0),
        ("sqrt(x+1)", 2.0),
        ("(x+1)^(1/2)", 2.0),
        ("exp(0*x)", 1.0),
        ("1.5e1 - x", 12.0),
        ("x−1", 2.0),
        ("3·x", 9.0),
        (".5x", 1.5),
        ("5 - (x - 1)", 3.0),
        ("8/2/2 x", 6.0),
        ("-2x + x", -3.0),
    ],
)
def test_reading(text: str, value: float) -> None:
    found = read_expression(text, ["x"])
    assert found.at_float({"x": 3.0}) == pytest.approx(value)
    assert read_expression(str(found)).at_float({"x": 3.0}) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("2+", "ends too early"),
        ("(x", "missing"),
        ("x)", "cannot stand there"),
        ("x..real", "cannot be read"),
        ("__import__('os')", "cannot be read"),
        ("lambda: 3", "compares two things"),
        ("exec(x)", "unknown function 'exec'"),
        ("x^x", "integer"),
        ("x^(1/3)", "multiple of 1/4"),
        ("x^(1/0)", "divides by zero"),
        ("x^99", "above 60"),
        ("1/0", "divides by zero"),
        ("1 if x", "compares two"),
        ("1 if x<2", "needs an 'else'"),
        ("max(x)", "at least two"),
        ("x<1: 2", "must be an else"),
        ("[x for x in y]", "cannot be read"),
        ("x" * 5000, "characters"),
        ("(" * 80 + "x" + ")" * 80, "brackets"),
        ("9" * 500, "digits"),
        ("q", "not known"),
    ],
)
def test_refusing(text: str, why: str) -> None:
    with pytest.raises(GameError, match="formula") as error:
        read_expression(text, ["x"], "formula")
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def trees() -> st.SearchStrategy[Expression]:
    leaves = st.one_of(
        st.integers(-5, 5).map(expression),
        st.fractions(-3, 3, max_denominator=4).map(expression),
        st.sampled_from(["x", "y"]).map(Symbol),
    )

    def grow(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        pairs = st.tuples(inner, inner)
        return st.one_of(
            pairs.map(lambda p: p[0] + p[1]),
            pairs.map(lambda p: p[0] - p[1]),
            pairs.map(lambda p: p[0] * p[1]),
            inner.map(lambda a: a**2),
            pairs.map(lambda p: call("max", *p)),
            st.tuples(inner, inner, inner, inner).map(
                lambda p: choice(Comparison(p[0], "<=", p[1]), p[2], p[3])
            ),
        )

    return st.recursive(leaves, grow, max_leaves=8)


def test_a_choice_that_is_added_to_is_printed_in_brackets() -> None:
    step = choice(Comparison(expression(0), "<=", Symbol("x")), expression(0), expression(1))
    assert str(step + 1) == "(0 if 0 <= x else 1) + 1"
    assert str(step - 1) == "(0 if 0 <= x else 1) - 1"


@pytest.mark.parametrize(
    ("text", "value"),
    [("1 if 1/3 < 0.333333333333333333333333334 else 0", 1), ("1 if 1e399 < 2 else 0", 0)],
)
def test_numbers_are_compared_exactly(text: str, value: int) -> None:
    assert read_expression(text) == expression(value)


POINTS = [(0.25, -1.5), (2.0, 3.0), (-0.75, 0.5)]


@given(trees())
def test_printing_reads_back(tree: Expression) -> None:
    again = read_expression(str(tree))
    for x, y in POINTS:
        at = {"x": x, "y": y}
        assert again.at_float(at) == pytest.approx(tree.at_float(at), rel=1e-9, abs=1e-9)


@given(trees())
def test_pieces_are_the_same_function(tree: Expression) -> None:
    parts = pieces(tree, ring(["x", "y"]))
    for x, y in [(Fraction(1, 4), Fraction(-3, 2)), (Fraction(2), Fraction(3))]:
        from flint import fmpq

        place = {"x": fmpq(x.numerator, x.denominator), "y": fmpq(y.numerator, y.denominator)}
        held = []
        for piece in parts:
            signs = []
            for polynomial, allowed in piece.signs.values():
                left = polynomial.subs(place)
                value = 0 if left.is_zero() else left.leading_coefficient()
                signs.append((value > 0) - (value < 0) in allowed)
            if all(signs):
                held.append(piece)
        assert len(held) == 1
        top = held[0].top.subs(place)
        value = 0.0 if top.is_zero() else float(Fraction(str(top.leading_coefficient())))
        expected = tree.at_float({"x": float(x), "y": float(y)})
        assert value == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_tracing_follows_every_path() -> None:
    def payoff(x: float, y: float) -> float:
        if x == y:
            return 1
        total = max(0, x - y)
        return total if x > 2 else -total

    found = trace(payoff, ["x", "y"])
    for x, y in [(3.0, 1.0), (1.0, 3.0), (2.0, 2.0), (1.5, 0.5)]:
        assert found.at_float({"x": x, "y": y}) == payoff(x, y)


def test_tracing_refuses_what_it_cannot_follow() -> None:
    import math

    with pytest.raises(GameError, match=r"cannot be traced|float"):
        trace(lambda x: math.sin(x), ["x"])

    def endless(x: float) -> float:
        total = x
        while total < 100:
            total = total + 1
        return total

    with pytest.raises(GameError, match=r"compares more than|paths"):
        trace(endless, ["x"])


@pytest.mark.parametrize(
    "text", ["((x+y+1)^60)^60", "(x+y+z+1)^60*(x+y+z+2)^60", "(((x^60)^60)^60)", "1/((x+y)^50)^50"]
)
def test_powers_are_refused_by_size_before_they_are_expanded(text: str) -> None:
    with pytest.raises(GameError, match=r"terms when expanded|a degree above"):
        pieces(read_expression(text), ring(["x", "y", "z"]))
