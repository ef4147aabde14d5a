"""Expressions over intervals: an interval that surely holds every value, by ball arithmetic.

Where a condition holds on a part of the box only, both cases are taken together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.continuous.expression import (
    Both,
    Call,
    Choice,
    Comparison,
    Condition,
    Constant,
    Expression,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    signs_of,
)

Ball = Any
"""FLINT's ``arb``."""


def ball(low: float, high: float) -> Ball:
    """The interval between two floats."""
    from flint import arb

    return arb(low).union(arb(high))


def enclose(x: Expression, box: Mapping[str, Ball]) -> Ball:
    """A ball that holds the expression for every point of a box.

    >>> from kibitz.continuous.read_expression import read_expression
    >>> found = enclose(read_expression("x*exp(-x)"), {"x": ball(0.0, 1.0)})
    >>> bool(found.contains(0)), bool(found < 2)
    (True, True)
    """
    from flint import arb, fmpq

    if isinstance(x, Constant):
        return arb(fmpq(x.value.numerator, x.value.denominator))
    if isinstance(x, Symbol):
        return box[x.name]
    if isinstance(x, Sum):
        return enclose(x.left, box) + enclose(x.right, box)
    if isinstance(x, Product):
        return enclose(x.left, box) * enclose(x.right, box)
    if isinstance(x, Quotient):
        return enclose(x.top, box) / enclose(x.bottom, box)
    if isinstance(x, Power):
        return _power(enclose(x.base, box), x.exponent)
    if isinstance(x, Choice):
        return _choice(x, box)
    assert isinstance(x, Call)
    return _call(x, box)


def _power(base: Ball, exponent: int) -> Ball:
    if exponent % 2:
        return base**exponent
    return abs(base) ** exponent


def _choice(x: Choice, box: Mapping[str, Ball]) -> Ball:
    holds = decide(x.condition, box)
    if holds is None:
        return enclose(x.then, box).union(enclose(x.otherwise, box))
    return enclose(x.then if holds else x.otherwise, box)


def _call(x: Call, box: Mapping[str, Ball]) -> Ball:
    given = [enclose(a, box) for a in x.arguments]
    if x.function in ("max", "min"):
        best = given[0]
        for other in given[1:]:
            best = best.max(other) if x.function == "max" else best.min(other)
        return best
    first = given[0]
    if x.function == "sqrt":
        return first.nonnegative_part().sqrt()  # a root is taken only where there is one
    if x.function == "abs":
        return abs(first)
    return first.exp() if x.function == "exp" else first.log()


def decide(condition: Condition, box: Mapping[str, Ball]) -> bool | None:
    """Whether a condition holds all over a box, nowhere (False), or here and there (None)."""
    if isinstance(condition, Comparison):
        difference = enclose(condition.left - condition.right, box)
        possible = {
            s
            for s, ruled_out in (
                (1, difference <= 0), (-1, difference >= 0), (0, difference > 0 or difference < 0),
            )
            if not ruled_out
        }  # fmt: skip
        wanted = signs_of(condition.relation)
        if possible <= wanted:
            return True
        return None if possible & wanted else False
    first, second = decide(condition.first, box), decide(condition.second, box)
    if isinstance(condition, Both):
        if first is False or second is False:
            return False
        return None if first is None or second is None else True
    if first or second:
        return True
    return None if first is None or second is None else False


def low_end(b: Ball) -> float:
    """A float not above the ball."""
    return float((b.mid() - b.rad()).lower()) if b.is_finite() else float("-inf")


def high_end(b: Ball) -> float:
    """A float not below the ball."""
    return float((b.mid() + b.rad()).upper()) if b.is_finite() else float("inf")
