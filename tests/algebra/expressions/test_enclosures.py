"""Ranges, enclosures, derivatives and series against values computed with 60 digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.enclosure import ball, decide, enclose, high_end, low_end
from kibitz.algebra.expressions.half_line import range_beyond
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.expressions.taylor import compose, expander, series
from kibitz.algebra.expressions.tree import Expression
from kibitz.core.errors import GameError

mpmath = pytest.importorskip("mpmath")
mp = mpmath.mp.clone()
mp.dps = 60
Function = Callable[[Any], Any]
ONE_PLACE: dict[str, Function] = {
    "exp": mp.exp,
    "log": mp.log,
    "sqrt": mp.sqrt,
    "abs": abs,
}


@st.composite
def expressions(draw: Any, depth: int = 3) -> tuple[str, Function]:
    """Text, and the function that it stands for."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        if draw(st.integers(0, 2)):
            return "x", lambda x: x
        top, bottom = draw(st.integers(0, 12)), draw(st.sampled_from((1, 1, 3, 8)))
        return f"({top}/{bottom})", lambda x: mp.mpf(top) / bottom
    a, f = draw(expressions(depth - 1))
    kind = draw(st.sampled_from(("+", "-", "*", "/", "^", *ONE_PLACE, "max", "min", "if")))
    if kind == "^":
        power = draw(st.integers(1, 4))
        return f"({a})^{power}", lambda x: f(x) ** power
    if kind in ONE_PLACE:
        return f"{kind}({a})", lambda x: ONE_PLACE[kind](f(x))
    b, g = draw(expressions(depth - 1))
    if kind in ("max", "min"):
        pick = max if kind == "max" else min
        return f"{kind}({a}, {b})", lambda x: pick(f(x), g(x))
    if kind == "if":
        c = draw(st.integers(0, 4))
        return f"(({a}) if x > {c} else ({b}))", lambda x: f(x) if x > c else g(x)
    return f"(({a}) {kind} ({b}))", {
        "+": lambda x: f(x) + g(x),
        "-": lambda x: f(x) - g(x),
        "*": lambda x: f(x) * g(x),
        "/": lambda x: f(x) / g(x),
    }[kind]


def value(function: Function, x: Any) -> Any:
    """The value where there is a real one of moderate size, else None."""
    try:
        found = function(mp.mpf(x))
    except (ZeroDivisionError, ValueError, OverflowError, TypeError):  # or it is complex
        return None
    return found if isinstance(found, mp.mpf) and abs(found) < mp.mpf(10) ** 10**6 else None


def read(text: str) -> Expression:
    """The expression, unless it divides by zero or its constants have no root or logarithm."""
    try:
        return read_expression(text)
    except GameError:
        assume(False)
        raise


def holds(low: float, found: Any, high: float) -> bool:
    """Whether an interval contains a value, up to its 50th digit."""
    slack = abs(found) * mp.mpf(10) ** -50
    return bool(low <= found + slack and found - slack <= high)


@given(expressions(), st.sampled_from((0.0, 0.5, 3.0, 40.0, 720.0)))
def test_no_value_lies_outside_the_range_on_a_half_line(drawn, start):
    text, function = drawn
    low, high = range_beyond(read(text), start)
    for step in (0, 0.25, 1, 7, 1000):
        found = value(function, start + step)
        assert found is None or holds(low, found, high), (text, start + step)


@pytest.mark.parametrize("text", ["exp(x)/(1+exp(x))", "1/(1+exp(x))", "(x^60)^6/(1+(x^60)^6)"])
def test_values_beyond_the_largest_float_are_finite(text):
    low, high = range_beyond(read_expression(text), 1000.0)
    assert high > 0
    assert low <= 1 <= high or text.startswith("1/")


def test_rounded_roots_and_constants_are_widened():
    low, high = range_beyond(read_expression("sqrt(4503599627370497)"), 0.0)
    assert low < 67108864 < high  # the root is 67108864.00000000745
    low, high = range_beyond(read_expression("3000000000000000000000000000001/10^30"), 0.0)
    assert low <= 3 < high


@given(expressions(), st.floats(0, 5), st.floats(0, 3))
def test_no_value_lies_outside_the_enclosure(drawn, start, width):
    text, function = drawn
    found = enclose(read(text), {"x": ball(start, start + width)})
    for part in (0, 0.25, 0.5, 1):
        point = min(start + part * width, start + width)
        right = value(function, point)
        assert right is None or holds(low_end(found), right, high_end(found)), (text, point)


def test_even_powers_reach_zero():
    for text in ("x^2", "(x-1/2)^2", "(x-1)^4"):
        assert enclose(read_expression(text), {"x": ball(0.0, 1.0)}).contains(0)


@pytest.mark.parametrize("end", [1e-300, 1.0, 1e300])
def test_ends_are_rounded_outwards(end):
    square = enclose(read_expression("x^2"), {"x": ball(end, end)})
    assert low_end(square) <= high_end(square)
    assert mp.mpf(low_end(square)) <= mp.mpf(end) ** 2 <= mp.mpf(high_end(square))
    assert math.isfinite(low_end(square))


@given(expressions(), st.integers(1, 9))
def test_derivatives(drawn, k):
    text, function = drawn
    x = read(text)
    point = k + 0.40625  # off the points at which cases meet, as a rule
    assume(all(value(function, point + h) is not None for h in (-1e-3, 0, 1e-3)))
    step = mp.mpf(10) ** -20
    here, before, after = (function(mp.mpf(point) + h) for h in (0, -step, step))
    slopes = (after - here) / step, (here - before) / step
    assume(abs(slopes[0] - slopes[1]) <= 1e-9 * (1 + abs(slopes[0])))
    slope = enclose(differentiate(x, "x"), {"x": ball(point, point)})
    assume(slope.is_finite() and slope.rad() < 1e-9 and abs(slopes[0]) < 1e100)
    assert float(slope.mid()) == pytest.approx(float(slopes[0]), rel=1e-6, abs=1e-6)


@given(expressions(2), st.integers(1, 9))
def test_series(drawn, k):
    text, function = drawn
    point, order = k + 0.40625, 4
    found = expander(read(text))({"x": series([point, 1], order)}, order)
    assume(found is not None and all(found[i].is_finite() for i in range(order + 1)))
    near = sum(float(found[i]) * 1e-3**i for i in range(order + 1))
    right = value(function, point + 1e-3)
    assume(right is not None and abs(right) < 1e12)
    assert near == pytest.approx(float(right), rel=1e-9, abs=1e-9)


def test_a_series_in_powers_of_another():
    inner = series([2, 3, 0, 0], 3)
    outer = series([1, 1, 1, 1], 3)
    assert [float(compose(outer, inner, 3)[k]) for k in range(4)] == [1, 3, 9, 27]


@pytest.mark.parametrize(
    ("text", "low", "high", "holds"),
    [
        ("x > 1", 2, 3, True),
        ("x > 1", 0, 0.5, False),
        ("x > 1", 0, 3, None),
        ("x >= 0 and x < 5", 0.5, 3, True),
        ("x >= 0 and x > 5", 0, 3, False),
        ("x > 5 or x > 1", 2, 3, True),
        ("x > 5 or x > 4", 2, 3, False),
        ("x > 5 or x > 2", 1, 3, None),
        ("x == 2", 0, 1, False),
        ("x != 2", 0, 1, True),
    ],
)
def test_conditions_over_intervals(text, low, high, holds):
    x: Any = read_expression(f"1 if {text} else 0")
    assert decide(x.condition, {"x": ball(low, high)}) is holds


def test_roots_and_logarithms_are_taken_only_where_they_are():
    assert range_beyond(read_expression("log(0-x)"), 1.0) == (-math.inf, math.inf)
    assert expander(read_expression("sqrt(x)"))({"x": series([-1, 1], 2)}, 2) is None
    assert expander(read_expression("1/x"))({"x": series([0, 1], 2)}, 2) is None
