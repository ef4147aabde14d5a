"""Expressions of one variable on a half-line: an interval that surely holds every value there.

Ends are floats, rounded outwards after each step, and may be infinite.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from kibitz.algebra.expressions.cases import Both, Comparison, Condition, Conditional, signs_of
from kibitz.algebra.expressions.tree import (
    Call,
    Constant,
    Expression,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
)

Range: TypeAlias = tuple[float, float]
_TINY = math.nextafter(0.0, 1.0)
EVERYTHING: Range = (-math.inf, math.inf)


def range_beyond(x: Expression, start: float) -> Range:
    """The least and the greatest value of an expression of one variable from ``start`` on.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> range_beyond(read_expression("4-Q"), 3.0)[1] <= 1.000001
    True
    >>> range_beyond(read_expression("-exp(-Q)/(1+Q)"), 0.0)[1]
    0.0
    """
    if isinstance(x, Constant):
        near = x.value.numerator / x.value.denominator
        exact = () if near == x.value else (0.5,)
        return _down(near, *exact), _up(near, *exact)
    if isinstance(x, Symbol):
        return start, math.inf
    if isinstance(x, Sum):
        (a, b), (c, d) = range_beyond(x.left, start), range_beyond(x.right, start)
        return _down(_plus(a, c, -math.inf), a, c), _up(_plus(b, d, math.inf), b, d)
    if isinstance(x, Product):
        return _product(range_beyond(x.left, start), range_beyond(x.right, start))
    if isinstance(x, Quotient):
        return _quotient(range_beyond(x.top, start), range_beyond(x.bottom, start))
    if isinstance(x, Power):
        return _power(range_beyond(x.base, start), x.exponent)
    if isinstance(x, Conditional):
        holds = _decide(x.condition, start)
        parts = [v for v, wanted in ((x.then, True), (x.otherwise, False)) if holds != (not wanted)]
        ranges = [range_beyond(v, start) for v in parts]
        return min(a for a, _ in ranges), max(b for _, b in ranges)
    assert isinstance(x, Call)
    return _call(x, start)


def _call(x: Call, start: float) -> Range:
    given = [range_beyond(a, start) for a in x.arguments]
    if x.function in ("max", "min"):
        pick = max if x.function == "max" else min
        return pick(a for a, _ in given), pick(b for _, b in given)
    low, high = given[0]
    if x.function == "abs":
        near = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        return near, max(abs(low), abs(high))
    if x.function == "exp":
        return max(0.0, _down(_exp(low), low)), max(_up(_exp(high), high), _TINY)
    if high < 0 or (x.function == "log" and high == 0):
        return EVERYTHING
    root: Callable[[float], float] = math.sqrt if x.function == "sqrt" else _log
    least = _down(root(max(low, 0.0)), low)
    return max(0.0, least) if x.function == "sqrt" else least, _up(root(high), high)


def _decide(condition: Condition, start: float) -> bool | None:
    """Whether a condition holds everywhere (True), nowhere (False), or it is not known."""
    if isinstance(condition, Comparison):
        low, high = range_beyond(condition.left - condition.right, start)
        possible = {s for s, can in ((-1, low < 0), (0, low <= 0 <= high), (1, high > 0)) if can}
        wanted = signs_of(condition.relation)
        if possible <= wanted:
            return True
        return None if possible & wanted else False
    first, second = _decide(condition.first, start), _decide(condition.second, start)
    settled = not isinstance(condition, Both)
    if settled in (first, second):
        return settled
    return None if None in (first, second) else not settled


def _up(x: float, *operands: float) -> float:
    """Rounded up, unless the step that made it from the operands was surely exact.

    Values are finite, so the greatest of them is above minus infinity, which only overflow gives.
    """
    return x if _exact(x, operands) else math.nextafter(math.nextafter(x, math.inf), math.inf)


def _down(x: float, *operands: float) -> float:
    return x if _exact(x, operands) else math.nextafter(math.nextafter(x, -math.inf), -math.inf)


def _exact(x: float, operands: tuple[float, ...]) -> bool:
    """Whether all are whole numbers, small enough that no bit of them or of a root is lost."""
    return all(abs(y) < 2**40 and y == int(y) for y in (x, *operands))


def _plus(a: float, b: float, otherwise: float) -> float:
    total = a + b
    return otherwise if math.isnan(total) else total


def _times(a: float, b: float) -> float:
    """0 times infinity is 0: the infinite end is never reached."""
    return 0.0 if a == 0 or b == 0 else a * b


def _product(one: Range, other: Range) -> Range:
    pairs = [(a, b) for a in one for b in other]
    low, high = (pick(pairs, key=lambda pair: _times(*pair)) for pick in (min, max))
    return _down(_times(*low), *_finite(low)), _up(_times(*high), *_finite(high))


def _finite(pair: tuple[float, float]) -> tuple[float, ...]:
    """The operands that count: next to a zero nothing does."""
    return () if 0 in pair else pair


def _quotient(top: Range, bottom: Range) -> Range:
    low, high = bottom
    if low < 0 < high or (low == 0 and high == 0):
        return EVERYTHING
    far = math.copysign(math.inf, high + low)
    least, most = (1 / e if e else far for e in (high, low))
    return _product(top, (_down(least, 0.5) if least else least, _up(most, 0.5) if most else most))


def _power(base: Range, exponent: int) -> Range:
    low, high = base
    if exponent % 2 == 0:
        low, high = (0.0 if low <= 0 <= high else min(abs(low), abs(high)), max(map(abs, base)))
    return _down(_raised(low, exponent), low), _up(_raised(high, exponent), high)


def _raised(x: float, exponent: int) -> float:
    try:
        return x**exponent
    except OverflowError:
        return math.inf if x > 0 or exponent % 2 == 0 else -math.inf


def _exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def _log(x: float) -> float:
    return -math.inf if x == 0 else math.log(x)
