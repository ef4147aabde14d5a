"""An expression in other forms (pieces, traces, ranges, derivatives, sympy) has the same values."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.enclosure import encloser
from kibitz.algebra.expressions.half_line import range_beyond
from kibitz.algebra.expressions.piecewise import pieces, ring
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.expressions.sympy_bridge import (
    SymbolicFormula,
    evaluate,
    reduced,
    sympy_of_text,
)
from kibitz.algebra.expressions.taylor import expander, series
from kibitz.algebra.expressions.trace import trace
from kibitz.core.errors import GameError

RATIONAL = [
    "abs(x - y)",
    "max(x, y, 1)",
    "min(x*y, x + y) / (1 + x^2)",
    "x if x < y else y^2",
    "x if x < y and y < 1 else 2 - x",
    "x if x < y or y <= 1/2 else -1",
    "1 if x < y else (2 if x == y else 3)",
    "1 if x != y else 0",
    "x if x > 1 and (y > 1 or x == y) else abs(abs(x) - 1)",
    "(x + y)^3 / (2 + y^2) - x / 3",
]
HALVES = [Fraction(k, 2) for k in range(-4, 5)]


@pytest.mark.parametrize("text", RATIONAL)
def test_pieces_cover_the_plane_once(text: str) -> None:
    """At each point the signs of one piece hold, and that piece has the value."""
    x, found = read_expression(text), pieces(read_expression(text), ring(["x", "y"]))
    for a in HALVES:
        for b in HALVES:
            here = [p for p in found if _holds(p, a, b)]
            assert len({_value(p, a, b) for p in here}) == 1
            assert _value(here[0], a, b) == x.at({"x": a, "y": b})


def _value(piece: Any, a: Fraction, b: Fraction) -> Fraction:
    return _at(piece.top, a, b) / _at(piece.bottom, a, b)


def _holds(piece: Any, a: Fraction, b: Fraction) -> bool:
    values = [(_at(f, a, b), signs) for f, signs in piece.signs.values()]
    return all((v > 0) - (v < 0) in signs for v, signs in values)


def _at(polynomial: Any, a: Fraction, b: Fraction) -> Fraction:
    terms = polynomial.to_dict().items()
    return sum(
        (Fraction(int(c.p), int(c.q)) * a ** int(i) * b ** int(j) for (i, j), c in terms),
        Fraction(0),
    )


BEYOND = [
    "abs(x - 1)",
    "abs(x) - abs(x - 1)",
    "1 if x > 1 else x^2",
    "x if x < 3 and x > 1 else 2",
    "x if x < -5 or x > 100 else 1",
    "1 if x == 1 else 0",
    "1 if x != 1 else 0",
    "(x - 1)^3",
    "(x - 2)^4 / (1 + x^2)",
    "1 / (x + 5)",
    "max(x, 2 - x, 1)",
    "x*exp(-x)",
    "sqrt(abs(x))",
    "log(x + 4)",
]


@pytest.mark.parametrize("text", BEYOND)
@pytest.mark.parametrize("start", [-3.0, 0.0, 0.5, 2.0])
def test_ranges_on_a_half_line_hold_every_value(text: str, start: float) -> None:
    x = read_expression(text)
    low, high = range_beyond(x, start)
    steps = [start + k / 8 for k in range(50)] + [start + 1.5**k for k in range(40)]
    assert all(low <= x.at_float({"x": at}) <= high for at in steps)


def test_ranges_can_be_sharp() -> None:
    """From 2 on, the case is settled, whichever way the conditions are put."""
    for text in ("1 if x > 1 else 7", "7 if x < 1 or x == 0 else 1", "1 if x > 1 and x > 0 else 7"):
        assert range_beyond(read_expression(text), 2.0) == (1.0, 1.0)
    assert range_beyond(read_expression("abs(x)"), -3.0)[0] == 0.0


def test_functions_are_traced_along_every_path() -> None:
    def pay(p: Any, q: Any) -> Any:
        if p <= 1 and q:
            return 2 * p + abs(q) ** 2
        if p >= 3:
            return 1 / (1 + p) - +q
        return 5 + (p * p + 1) ** 0.5 if p != q else 7

    read = trace(pay, ["p", "q"])
    for p in (0, 1, 2, 3, 4):
        for q in (0, 1, 2):
            assert read.at_float({"p": p, "q": q}) == pytest.approx(float(pay(p, q)))
    same = trace(lambda p: (p == p) + (p.exp().log() - p.sqrt() * p.sqrt()), ["p"])
    assert same.at_float({"p": 2.0}) == pytest.approx(1)


def test_functions_that_cannot_be_traced() -> None:
    with pytest.raises(GameError, match=r"the power 1.5 is not a whole number"):
        trace(lambda p: p**1.5, ["p"])
    with pytest.raises(GameError, match=r"^pay: the function cannot be traced .*write it as text"):
        trace(lambda p: [1, 2][p], ["p"], "pay")
    with pytest.raises(GameError, match=r"^pay: it turns a variable into a float"):
        trace(lambda p: math.sin(p), ["p"], "pay")
    with pytest.raises(GameError, match=r"compares more than .* times on one path"):
        trace(lambda p: next(k for k in range(10**6) if p < k), ["p"])


SMOOTH = ["x^3 - 2*x", "exp(x)/x", "sqrt(x + 1)*x", "log(x)", "abs(1 - x)", "max(x, x^2, 1)"]


@pytest.mark.parametrize("text", SMOOTH)
def test_derivatives_and_series_agree_with_small_differences(text: str) -> None:
    x = read_expression(text)
    slope, expand = differentiate(x, "x"), expander(x)
    for at in (0.5, 1.75, 3.0):
        step = 1e-6
        near = (x.at_float({"x": at + step}) - x.at_float({"x": at - step})) / (2 * step)
        assert slope.at_float({"x": at}) == pytest.approx(near, rel=1e-5, abs=1e-5)
        found = expand({"x": series([at, 1], 2)}, 2)
        assert found is not None
        assert float(found[0]) == pytest.approx(x.at_float({"x": at}))
        assert float(found[1]) == pytest.approx(near, rel=1e-5, abs=1e-5)


def test_undecided_cases_are_enclosed_by_both() -> None:
    from flint import arb

    box = {"x": arb(1, 0.5)}
    ball = encloser(read_expression("log(x) if x < 1 else 5"))(box)
    assert ball.contains(arb(5))
    assert ball.contains(arb("0.75").log())
    assert (
        expander(read_expression("1 if x < 1 else 5"))({"x": series([box["x"], 1], 1)}, 1) is None
    )


def test_formulas_are_equal_as_functions() -> None:
    half = SymbolicFormula(sympy_of_text("(a^2 - c^2)/(2*(a + c))"))
    assert half == "a/2 - c/2"
    assert half == SymbolicFormula(sympy_of_text("(a - c)/2"))
    assert hash(half) == hash(SymbolicFormula(sympy_of_text("c - a")))
    assert (half != "a/2", half == "1 if a", half == object()) == (True, False, False)
    assert half.at(a=3, c=1) == 1
    assert evaluate(sympy_of_text("sqrt(a)"), {"a": 2}) == pytest.approx(2**0.5)
    assert evaluate(sympy_of_text("1/a - 1/c"), {"a": 2, "c": 3}) == Fraction(1, 6)
    assert str(reduced(sympy_of_text("a^(1/3)*a^(2/3)"))) == "a"
    with pytest.raises(GameError, match="has cases, but sympy needs formulas without"):
        sympy_of_text("max(a, 1)")


@pytest.mark.parametrize(("left", "right"), [("2^(1/2)", "sqrt(2)"), ("8^(1/6)", "sqrt(2)")])
def test_roots_of_any_degree_are_read_for_sympy(left: str, right: str) -> None:
    assert sympy_of_text(left) == sympy_of_text(right)
