"""Formulas that people type, ``3x(4-x^2)`` or ``sqrt(1-x^2)``, computed in any kind of numbers.

A formula is read (:mod:`kibitz.algebra.expressions.formula`) into a small tree. Walking the tree
with floats gives a number, with polynomials a polynomial: whatever has ``+ - * /`` will do.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.formula import RELATIONS, Meaning
from kibitz.core.errors import GameError

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "ln": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "abs": abs,
    "max": max,
    "min": min,
}
RATIONAL = ("abs", "max", "min")
"""The functions that lead from rational numbers to rational numbers."""
MOST_POWER = 200

_SPELLINGS = {
    **{name: name for name in FUNCTIONS},
    "Max": "max",
    "Min": "min",
    "Abs": "abs",
    "pos": "pos",
}
_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_ORDER = {
    "choice": 0,
    "or": 1,
    "and": 2,
    **dict.fromkeys(RELATIONS, 3),
    "+": 4,
    "-": 4,
    "negative": 4,
    "*": 5,
    "/": 5,
    "^": 6,
}
"""How tightly an operator binds; numbers, names and functions bind most tightly."""
_TIGHTEST = 7


@dataclass(frozen=True, slots=True)
class Expression:
    """A formula: an operator with its arguments, a number, or the name of a variable.

    >>> f = Expression.read("2(x-1)^2 + y/4", ["x", "y"])
    >>> print(f.at({"x": Fraction(2), "y": Fraction(1)}), f.float_at({"x": 3.0, "y": 0.0}))
    9/4 8.0
    >>> sorted(f.variables()), f.is_polynomial()
    (['x', 'y'], True)
    >>> print(f)
    2*(x - 1)^2 + y/4
    """

    operator: str
    arguments: tuple[Any, ...]

    @staticmethod
    def read(text: str, variables: Collection[str], where: str = "") -> Expression:
        """Read a formula in these variables.

        >>> Expression.read("3 + z", ["x"])
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: '3 + z': 'z' is not a variable here; known: x
        """
        if not isinstance(text, str):
            at = f"{where}: " if where else ""
            raise GameError(f"{at}{text!r} is not a formula; write it as text")
        return _Meaning(text, where, list(variables)).read()

    def at(self, values: Mapping[str, Any], number: Callable[[Fraction], Any] = lambda c: c) -> Any:
        """Compute with any kind of numbers; ``number`` brings constants to that kind.

        >>> f = Expression.read("max(x, 1/x) if x > 0 else x^-2", ["x"])
        >>> print(f.at({"x": Fraction(1, 2)}), f.at({"x": Fraction(-2)}))
        2 1/4
        """
        match self.operator:
            case "number":
                return number(self.arguments[0])
            case "variable":
                return values[self.arguments[0]]
            case "negative":
                return -self.arguments[0].at(values, number)
            case "^":
                return _power(self.arguments[0].at(values, number), self.arguments[1], number)
            case "call":
                if self.arguments[0] not in RATIONAL:
                    raise GameError(f"{self.arguments[0]} has no exact value here")
                return FUNCTIONS[self.arguments[0]](
                    *(a.at(values, number) for a in self.arguments[1:])
                )
            case "and" | "or" | "choice":
                return self._chosen(lambda part: part.at(values, number))
        left, right = self.arguments
        return _BINARY[self.operator](left.at(values, number), right.at(values, number))

    def float_at(self, values: Mapping[str, float]) -> float:
        """The value as a float; NaN where it is not defined."""
        try:
            return float(self._float(values))
        except (ValueError, ZeroDivisionError, OverflowError):
            return math.nan

    def _float(self, values: Mapping[str, float]) -> Any:
        match self.operator:
            case "number":
                return float(self.arguments[0])
            case "variable":
                return float(values[self.arguments[0]])
            case "negative":
                return -self.arguments[0]._float(values)
            case "call":
                return FUNCTIONS[self.arguments[0]](*(a._float(values) for a in self.arguments[1:]))
            case "and" | "or" | "choice":
                return self._chosen(lambda part: part._float(values))
        left, right = (a._float(values) for a in self.arguments)
        if self.operator != "^":
            return _BINARY[self.operator](left, right)
        return math.nan if left < 0 and right != int(right) else left**right

    def _chosen(self, value: Callable[[Expression], Any]) -> Any:
        """The value of a case distinction, or whether two conditions hold; the rest is not read."""
        first = value(self.arguments[0])
        if self.operator == "choice":
            return value(self.arguments[1 if first else 2])
        return value(self.arguments[1]) if bool(first) == (self.operator == "and") else first

    def __str__(self) -> str:
        match self.operator:
            case "number" | "variable":
                return str(self.arguments[0])
            case "call":
                return f"{self.arguments[0]}({', '.join(map(str, self.arguments[1:]))})"
            case "negative":
                return f"-{self._inner(0, _ORDER['*'])}"
            case "^":
                return f"{self._inner(0, _TIGHTEST)}^{self._inner(1, _TIGHTEST)}"
            case "choice":
                condition, _, otherwise = self.arguments
                return f"{self._inner(1, 1)} if {condition} else {otherwise}"
        mine = _ORDER[self.operator]
        left, right = self._inner(0, mine), self._inner(1, mine, self.operator in ("-", "/"))
        tight = self.operator in ("*", "/")
        return f"{left}{self.operator}{right}" if tight else f"{left} {self.operator} {right}"

    def _inner(self, k: int, least: int, more: bool = False) -> str:
        """An argument, in brackets unless it binds as tightly as that, or more so."""
        part: Expression = self.arguments[k]
        fraction = part.operator == "number" and part.arguments[0].denominator > 1
        loose = _ORDER.get(part.operator, _TIGHTEST) < least + more
        return f"({part})" if loose or (fraction and least > _ORDER["+"]) else str(part)

    def variables(self) -> set[str]:
        """The names that occur."""
        if self.operator == "variable":
            return {self.arguments[0]}
        parts = [a for a in self.arguments if isinstance(a, Expression)]
        return set().union(*(a.variables() for a in parts)) if parts else set()

    def is_polynomial(self) -> bool:
        """Only sums, products, whole powers and division by numbers?"""
        match self.operator:
            case "number" | "variable":
                return True
            case "call" | "choice":
                return False
        if not all(a.is_polynomial() for a in self.arguments):
            return False
        last = self.arguments[-1].constant()
        if self.operator == "^":
            return last is not None and last.denominator == 1 and 0 <= last <= MOST_POWER
        return self.operator != "/" or bool(last)

    def is_rational(self) -> bool:
        """Whether the value is rational wherever the variables are?"""
        if self.operator == "call" and self.arguments[0] not in RATIONAL:
            return False
        if self.operator == "^" and not _is_whole(self.arguments[1].constant()):
            return False
        return all(a.is_rational() for a in self.arguments if isinstance(a, Expression))

    def constant(self) -> Fraction | None:
        """Its value when it is an exact number, otherwise None."""
        try:
            value: Fraction = self.at({})
        except (KeyError, ZeroDivisionError, GameError):
            return None
        return value


def _is_whole(power: Fraction | None) -> bool:
    return power is not None and power.denominator == 1 and abs(power) <= MOST_POWER


def _power(base: Any, power: Expression, number: Callable[[Fraction], Any]) -> Any:
    exponent = power.constant()
    if exponent is None or not _is_whole(exponent):
        raise GameError(f"a power must be a whole number up to {MOST_POWER} to be exact")
    one = total = number(Fraction(1))
    for _ in range(abs(int(exponent))):
        total = total * base
    return total if exponent >= 0 else one / total


class _Meaning(Meaning[Expression, Expression]):
    """A formula as the tree that it is."""

    functions = _SPELLINGS

    def number(self, value: Fraction) -> Expression:
        return Expression("number", (value,))

    def name(self, name: str) -> Expression:
        names = self.names or ()
        if name not in names:
            known = f"; known: {', '.join(names)}" if names else ", only numbers"
            raise self.wrong(f"{name!r} is not a variable here{known}")
        return Expression("variable", (name,))

    def sum(self, left: Expression, right: Expression) -> Expression:
        return Expression("+", (left, right))

    def difference(self, left: Expression, right: Expression) -> Expression:
        return Expression("-", (left, right))

    def negative(self, x: Expression) -> Expression:
        return Expression("negative", (x,))

    def product(self, left: Expression, right: Expression) -> Expression:
        return Expression("*", (left, right))

    def quotient(self, top: Expression, bottom: Expression) -> Expression:
        if bottom.constant() == 0:
            raise self.wrong("it divides by zero")
        return Expression("/", (top, bottom))

    def power(self, base: Expression, exponent: Expression) -> Expression:
        fixed, power = base.constant(), exponent.constant()
        if fixed is not None and power is not None and _is_whole(power):
            self.whole_power(fixed, int(power))
        return Expression("^", (base, exponent))

    def call(self, function: str, arguments: Sequence[Expression]) -> Expression:
        return Expression("call", (function, *arguments))

    def comparison(self, left: Expression, relation: str, right: Expression) -> Expression:
        return Expression(relation, (left, right))

    def both(self, first: Expression, second: Expression) -> Expression:
        return Expression("and", (first, second))

    def either(self, first: Expression, second: Expression) -> Expression:
        return Expression("or", (first, second))

    def choice(self, condition: Expression, then: Expression, otherwise: Expression) -> Expression:
        return Expression("choice", (condition, then, otherwise))
