"""Expressions along a curve: Taylor coefficients that surely hold, as FLINT's ``arb_series``.

Coefficients are balls, so one expansion stands for those around every point of an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz.algebra.expressions.cases import Comparison, Conditional
from kibitz.algebra.expressions.enclosure import decider
from kibitz.algebra.expressions.tree import (
    ZERO,
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

Series = Any
"""FLINT's ``arb_series``."""
Expander = Callable[[Mapping[str, Series], int], "Series | None"]


def series(coefficients: Sequence[Any], order: int) -> Series:
    """A series with these coefficients first, up to a power."""
    from flint import arb_series

    return arb_series(list(coefficients), order + 1)


def expander(x: Expression) -> Expander:
    """The function that expands an expression along series of a given order.

    It gives None where a case is undecided or a value is missing.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> found = expander(read_expression("x*exp(-x)"))({"x": series([0, 1], 2)}, 2)
    >>> [float(found[k]) for k in range(3)]
    [0.0, 1.0, -1.0]
    """
    if isinstance(x, Constant):
        value = to_flint(x.value)
        return lambda along, order: series([value], order)
    if isinstance(x, Symbol):
        name = x.name
        return lambda along, order: along[name]
    if isinstance(x, Conditional):
        return _cases(x)
    if isinstance(x, Call) and x.function in ("max", "min", "abs"):
        return _cases(_as_choice(x))
    parts, combine = [expander(child) for child in x.children], _operation(x)

    def expand(along: Mapping[str, Series], order: int) -> Series | None:
        found = [part(along, order) for part in parts]
        return None if None in found else combine(found)

    return expand


def _cases(x: Conditional) -> Expander:
    holds, then, otherwise = decider(x.condition), expander(x.then), expander(x.otherwise)

    def choose(along: Mapping[str, Series], order: int) -> Series | None:
        known = holds({name: s[0] for name, s in along.items()})
        if known is None:
            return None
        return then(along, order) if known else otherwise(along, order)

    return choose


def _operation(x: Expression) -> Callable[[list[Series]], Series | None]:
    if isinstance(x, Sum):
        return lambda parts: parts[0] + parts[1]
    if isinstance(x, Product):
        return lambda parts: parts[0] * parts[1]
    if isinstance(x, Quotient):
        return lambda parts: None if parts[1][0].contains(0) else parts[0] / parts[1]
    if isinstance(x, Power):
        exponent = x.exponent
        return lambda parts: _power(parts[0], exponent)
    assert isinstance(x, Call)
    if x.function == "exp":
        return lambda parts: parts[0].exp()
    if x.function == "sqrt":
        return lambda parts: parts[0].sqrt() if parts[0][0] > 0 else None
    return lambda parts: parts[0].log() if parts[0][0] > 0 else None


def _power(base: Series, exponent: int) -> Series:
    found = base
    for _ in range(exponent - 1):
        found = found * base
    return found


def _as_choice(x: Call) -> Conditional:
    """max, min and abs as cases."""
    if x.function == "abs":
        inside = x.arguments[0]
        return Conditional(Comparison(inside, ">=", ZERO), inside, -inside)
    first, *rest = x.arguments
    other = rest[0] if len(rest) == 1 else Call(x.function, tuple(rest))
    return Conditional(
        Comparison(first, ">=" if x.function == "max" else "<=", other), first, other
    )


def compose(outer: Series, inner: Series, order: int) -> Series:
    """The series ``outer`` in powers of what ``inner`` adds to its constant."""
    move = series([0, *(inner[k] for k in range(1, order + 1))], order)
    total = series([outer[order]], order)
    for k in range(order - 1, -1, -1):
        total = total * move + series([outer[k]], order)
    return total
