"""Formulas and surds: reading, computing, writing."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import GameError
from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.surd import plain_point, read_point, square_root, write_point

numbers = st.fractions(-20, 20, max_denominator=9)


@st.composite
def formulas(draw, depth=3):
    """Text with full brackets, and the function that it stands for."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        if draw(st.booleans()):
            return "x", lambda x, y: x
        if draw(st.booleans()):
            return "y", lambda x, y: y
        c = draw(st.integers(0, 9))
        return str(c), lambda x, y: Fraction(c)
    (a, f), (b, g) = draw(formulas(depth - 1)), draw(formulas(depth - 1))
    kind = draw(st.sampled_from("+-*^n"))
    if kind == "n":
        return f"(-({a}))", lambda x, y: -f(x, y)
    if kind == "^":
        k = draw(st.integers(0, 3))
        return f"({a})^{k}", lambda x, y: f(x, y) ** k
    return f"({a}){kind}({b})", {
        "+": lambda x, y: f(x, y) + g(x, y),
        "-": lambda x, y: f(x, y) - g(x, y),
        "*": lambda x, y: f(x, y) * g(x, y),
    }[kind]


@given(formulas(), numbers, numbers)
def test_values_and_writing(drawn, x, y):
    text, function = drawn
    read = read_formula(text, ["x", "y"])
    assert read.at({"x": x, "y": y}) == function(x, y)
    again = read_formula(str(read), ["x", "y"])
    assert again.at({"x": x, "y": y}) == function(x, y)
    assert read.is_polynomial()


def test_spellings():
    at = {"x": Fraction(3), "y": Fraction(2)}
    for text, value in (
        ("2x", 6),
        ("2xy", 12),
        ("x(y+1)", 9),
        ("3x^2/2", Fraction(27, 2)),
        ("x**2", 9),
        ("-x^2", -9),
        ("(-x)^2", 9),
        ("2^x^y", 512),
        ("x−y", 1),
        ("x·y", 6),
        ("x²", 9),
        (".5x", Fraction(3, 2)),
        ("1/2x", Fraction(3, 2)),
    ):
        assert read_formula(text, ["x", "y"]).constant() is None
        if text != "2^x^y":
            assert read_formula(text, ["x", "y"]).at(at) == value
    assert read_formula("2^x^y", ["x", "y"]).float_at({"x": 3.0, "y": 2.0}) == 512
    assert read_formula("sqrt(x+1)", ["x"]).float_at({"x": 3.0}) == 2
    assert read_formula("exp(log(x))", ["x"]).float_at({"x": 3.0}) == pytest.approx(3)
    assert math.isnan(read_formula("sqrt(x)", ["x"]).float_at({"x": -1.0}))
    assert math.isnan(read_formula("1/x", ["x"]).float_at({"x": 0.0}))


@pytest.mark.parametrize(
    "text", ["", "x+", "(x", "x)", "x^", "3..2", "x/0", "z", "sqrt", "x $ y", "(" * 4000 + "x"]
)
def test_refusals(text):
    with pytest.raises(GameError) as caught:
        read_formula(text, ["x", "y"])
    assert len(str(caught.value)) < 200


@given(
    st.fractions(-9, 9, max_denominator=6),
    st.fractions(-9, 9, max_denominator=6).filter(bool),
    st.integers(2, 40),
)
def test_surds_are_written_and_read_back(a, b, n):
    text = f"({a}) + ({b})*sqrt({n})"
    point = read_point(text)
    assert float(point) == pytest.approx(float(a) + float(b) * math.sqrt(n))
    assert read_point(write_point(point)) == point


def test_square_roots():
    assert square_root(Fraction(9, 4)) == Fraction(3, 2)
    root = square_root(Fraction(12))
    assert isinstance(root, RealRoot)
    assert write_point(root) == "2*sqrt(3)"
    assert plain_point(root)["about"] == pytest.approx(math.sqrt(12))
    assert read_point("sqrt(2)*sqrt(2)") == 2
    assert read_point("1/(1+sqrt(2))") == read_point("sqrt(2)-1")
    assert read_point("(1+√5)²/2") == read_point("3+sqrt(5)")
    assert read_point("(1+sqrt 2)^-1") == read_point("sqrt(2)-1")
    too_long = "((((1+sqrt 2)^200)^200)^200)^200"
    for text in (
        "sqrt(-1)",
        "sqrt(2)+sqrt(3)",
        "1/(sqrt(2)-sqrt(2))",
        "sqrt(sqrt(2))",
        "sqrt(2)^(1/2)",
        "(sqrt(2)-sqrt(2))^-1",
        too_long,
    ):
        with pytest.raises(GameError):
            read_point(text)
