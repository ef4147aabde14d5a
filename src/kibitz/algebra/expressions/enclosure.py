"""Expressions over intervals: an interval that surely holds every value, by ball arithmetic.

Where a condition holds on a part of the box only, both cases are taken together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

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
from kibitz.algebra.flint_numbers import to_flint

Ball = Any
"""FLINT's ``arb``."""
Encloser = Callable[[Mapping[str, Ball]], Ball]
Decider = Callable[[Mapping[str, Ball]], "bool | None"]


def ball(low: float, high: float) -> Ball:
    """The interval between two floats."""
    from flint import arb

    return arb(low).union(arb(high))


def enclose(x: Expression, box: Mapping[str, Ball]) -> Ball:
    """A ball that holds the expression for every point of a box.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> found = enclose(read_expression("x*exp(-x)"), {"x": ball(0.0, 1.0)})
    >>> bool(found.contains(0)), bool(found < 2)
    (True, True)
    """
    return encloser(x)(box)


def encloser(x: Expression) -> Encloser:
    """The function that encloses an expression, for boxes by the hundred."""
    from flint import arb

    if isinstance(x, Constant):
        value = arb(to_flint(x.value))
        return lambda box: value
    if isinstance(x, Symbol):
        return itemgetter(x.name)
    if isinstance(x, Conditional):
        return _choice(x)
    parts = [encloser(child) for child in x.children]
    if isinstance(x, Call):
        return _call(x.function, parts)
    first = parts[0]
    if isinstance(x, Power):
        exponent = x.exponent
        return lambda box: _power(first(box), exponent)
    second = parts[1]
    if isinstance(x, Sum):
        return lambda box: first(box) + second(box)
    if isinstance(x, Product):
        return lambda box: first(box) * second(box)
    assert isinstance(x, Quotient)
    return lambda box: first(box) / second(box)


def _power(base: Ball, exponent: int) -> Ball:
    """Between the powers of both ends: of their distances from zero where that is even."""
    if exponent % 2 == 0:
        base = abs(base)
    if not base.is_finite() or base.rad() < 1e-6:
        return base**exponent
    low, high = base.lower(), base.upper()
    if exponent % 2 == 0:  # a ball that touches zero reaches a little below it
        low = low.nonnegative_part()
    return (low**exponent).union(high**exponent)


def _choice(x: Conditional) -> Encloser:
    holds, then, otherwise = decider(x.condition), encloser(x.then), encloser(x.otherwise)

    def choose(box: Mapping[str, Ball]) -> Ball:
        known = holds(box)
        if known is None:
            return then(box).union(otherwise(box))
        return then(box) if known else otherwise(box)

    return choose


def _call(function: str, parts: list[Encloser]) -> Encloser:
    if function in ("max", "min"):

        def best(box: Mapping[str, Ball]) -> Ball:
            found = parts[0](box)
            for other in parts[1:]:
                found = found.max(other(box)) if function == "max" else found.min(other(box))
            return found

        return best
    first = parts[0]
    if function == "sqrt":  # a root is taken only where there is one
        return lambda box: first(box).nonnegative_part().sqrt()
    if function == "abs":
        return lambda box: abs(first(box))
    if function == "exp":
        return lambda box: first(box).exp()
    return lambda box: first(box).log()


def decide(condition: Condition, box: Mapping[str, Ball]) -> bool | None:
    """Whether a condition holds all over a box, nowhere (False), or here and there (None)."""
    return decider(condition)(box)


def decider(condition: Condition) -> Decider:
    """The function that decides a condition, for boxes by the hundred."""
    if isinstance(condition, Comparison):
        return _compared(condition)
    first, second = decider(condition.first), decider(condition.second)
    settles = not isinstance(condition, Both)

    def joint(box: Mapping[str, Ball]) -> bool | None:
        answers = first(box), second(box)
        if settles in answers:
            return settles
        return None if None in answers else not settles

    return joint


def _compared(condition: Comparison) -> Decider:
    gap, wanted = encloser(condition.left - condition.right), signs_of(condition.relation)

    def compare(box: Mapping[str, Ball]) -> bool | None:
        difference = gap(box)
        possible = set()
        if not difference <= 0:
            possible.add(1)
        if not difference >= 0:
            possible.add(-1)
        if not (difference > 0 or difference < 0):
            possible.add(0)
        if possible <= wanted:
            return True
        return None if possible & wanted else False

    return compare


def low_end(b: Ball) -> float:
    """A float not above the ball."""
    return -high_end(-b)


def high_end(b: Ball) -> float:
    """A float not below the ball."""
    if not b.is_finite():
        return math.inf
    end = (b.mid() + b.rad()).upper()
    near = float(end)
    return near if end <= near else math.nextafter(near, math.inf)
