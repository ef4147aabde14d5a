"""Derivatives of expressions, case by case."""

from __future__ import annotations

from kibitz.algebra.expressions.cases import Comparison, Conditional, choice
from kibitz.algebra.expressions.tree import (
    ONE,
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


def differentiate(x: Expression, name: str) -> Expression:
    """The derivative by one variable; where cases meet, that of one side.

    >>> from kibitz.algebra.expressions.read import read_expression
    >>> print(differentiate(read_expression("x*exp(-x)"), "x"))
    exp(-x) - x*exp(-x)
    """
    if name not in x.symbols:
        return ZERO
    if isinstance(x, Symbol):
        return ONE
    if isinstance(x, Constant):
        return ZERO
    if isinstance(x, Sum):
        return differentiate(x.left, name) + differentiate(x.right, name)
    if isinstance(x, Product):
        return differentiate(x.left, name) * x.right + x.left * differentiate(x.right, name)
    if isinstance(x, Quotient):
        top = differentiate(x.top, name) * x.bottom - x.top * differentiate(x.bottom, name)
        return top / x.bottom**2
    if isinstance(x, Power):
        return x.exponent * x.base ** (x.exponent - 1) * differentiate(x.base, name)
    if isinstance(x, Conditional):
        return choice(x.condition, differentiate(x.then, name), differentiate(x.otherwise, name))
    assert isinstance(x, Call)
    return _call(x, name)


def _call(x: Call, name: str) -> Expression:
    first, *rest = x.arguments
    if x.function in ("max", "min"):
        other = rest[0] if len(rest) == 1 else Call(x.function, tuple(rest))
        relation = ">=" if x.function == "max" else "<="
        return choice(
            Comparison(first, relation, other),
            differentiate(first, name),
            differentiate(other, name),
        )
    inner = differentiate(first, name)
    if x.function == "abs":
        return choice(Comparison(first, ">=", ZERO), inner, -inner)
    if x.function == "sqrt":
        return inner / (2 * x)
    return inner * x if x.function == "exp" else inner / first
