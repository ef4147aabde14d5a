"""Expressions of several variables: arithmetic, powers, max, min, abs, roots.

They are read from text (:mod:`~kibitz.algebra.expressions.read`), traced from Python functions
(:mod:`~kibitz.algebra.expressions.trace`) or put together with ``+ - * /`` and the functions
here. Nothing is ever evaluated as Python code. They are computed in any kind of numbers: ``at``
with fractions gives a fraction, with polynomials a polynomial; whatever has ``+ - * /`` will do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show

FUNCTIONS = ("max", "min", "abs", "sqrt", "exp", "log")
"""What may be called inside an expression."""
RATIONAL: dict[str, Callable[..., Any]] = {"abs": abs, "max": max, "min": min}
"""The functions that lead from rational numbers to rational numbers."""
MOST_POWER = 200
"""The greatest power that is computed exactly."""
Number = Callable[[Fraction], Any]
"""What brings a constant to the kind of numbers that an expression is computed in."""


def as_it_is(value: Fraction) -> Fraction:
    """A constant as the fraction that it is."""
    return value


class Expression:
    """The common part: arithmetic, and what every kind of node can be asked.

    >>> q, Q = Symbol("q"), Symbol("Q")
    >>> profit = q * (17 - Q) - (q + 9)
    >>> print(profit, sorted(profit.symbols))
    q*(17 - Q) - (q + 9) ['Q', 'q']
    >>> profit.at_float({"q": 2.0, "Q": 4.0})
    15.0
    """

    __slots__ = ()
    binds_least: ClassVar[bool] = False
    """Whether it stands in brackets within any other."""

    @property
    def children(self) -> tuple[Expression, ...]:
        return ()

    @property
    def symbols(self) -> frozenset[str]:
        """The names that occur."""
        return frozenset().union(*(child.symbols for child in self.children))

    def over(self, parts: Sequence[Expression]) -> Expression:
        """The same operation upon other children."""
        return self

    def substitute(self, values: Mapping[str, Any]) -> Expression:
        """Put expressions or numbers in the place of names."""
        return self.over([child.substitute(values) for child in self.children])

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        """The value in any kind of numbers; ``number`` brings constants to that kind.

        >>> from kibitz.algebra.expressions.cases import Comparison, choice
        >>> f = choice(Comparison(Symbol("x"), ">", ZERO), 1 / Symbol("x"), Symbol("x") ** 2)
        >>> print(f.at({"x": Fraction(1, 2)}), f.at({"x": Fraction(-3)}))
        2 9
        """
        raise NotImplementedError

    def at_float(self, values: Mapping[str, float]) -> float:
        """The value in floating point."""
        raise NotImplementedError

    def float_at(self, values: Mapping[str, float]) -> float:
        """The value as a float; NaN where it is not defined."""
        try:
            return self.at_float(values)
        except (ValueError, ZeroDivisionError, OverflowError):
            return math.nan

    def constant(self) -> Fraction | None:
        """Its value when it is an exact number, otherwise None."""
        try:
            value: Fraction = self.at({})
        except (KeyError, ZeroDivisionError, GameError):
            return None
        return value

    def is_polynomial(self) -> bool:
        """Only sums, products, whole powers and division by numbers?"""
        return all(child.is_polynomial() for child in self.children)

    def is_rational(self) -> bool:
        """Whether the value is rational wherever the variables are."""
        return all(child.is_rational() for child in self.children)

    def __add__(self, other: Any) -> Expression:
        return add(self, expression(other))

    def __radd__(self, other: Any) -> Expression:
        return add(expression(other), self)

    def __sub__(self, other: Any) -> Expression:
        return add(self, negative(expression(other)))

    def __rsub__(self, other: Any) -> Expression:
        return add(expression(other), negative(self))

    def __mul__(self, other: Any) -> Expression:
        return multiply(self, expression(other))

    def __rmul__(self, other: Any) -> Expression:
        return multiply(expression(other), self)

    def __truediv__(self, other: Any) -> Expression:
        return divide(self, expression(other))

    def __rtruediv__(self, other: Any) -> Expression:
        return divide(expression(other), self)

    def __neg__(self) -> Expression:
        return negative(self)

    def __pow__(self, power: int) -> Expression:
        return raised(self, power)


@dataclass(frozen=True, slots=True)
class Constant(Expression):
    """A rational number."""

    value: Fraction

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        return number(self.value)

    def at_float(self, values: Mapping[str, float]) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return show(self.value)


@dataclass(frozen=True, slots=True)
class Symbol(Expression):
    """A variable or a parameter."""

    name: str

    @property
    def symbols(self) -> frozenset[str]:
        return frozenset([self.name])

    def substitute(self, values: Mapping[str, Any]) -> Expression:
        return expression(values[self.name]) if self.name in values else self

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        return values[self.name]

    def at_float(self, values: Mapping[str, float]) -> float:
        return float(values[self.name])

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Pair(Expression):
    """What joins two expressions."""

    left: Expression
    right: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.left, self.right


@dataclass(frozen=True, slots=True)
class Sum(Pair):
    def over(self, parts: Sequence[Expression]) -> Expression:
        return add(*parts)

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        return self.left.at(values, number) + self.right.at(values, number)

    def at_float(self, values: Mapping[str, float]) -> float:
        return self.left.at_float(values) + self.right.at_float(values)

    def __str__(self) -> str:
        left, right = bracket(self.left), self.right
        first = _leading(right)
        if first is not None and first < 0:
            return f"{left} - {bracket(negative(right), Sum)}"
        if isinstance(right, Constant) and right.value < 0:
            return f"{left} - {show(-right.value)}"
        return f"{left} + {bracket(right)}"


@dataclass(frozen=True, slots=True)
class Product(Pair):
    def over(self, parts: Sequence[Expression]) -> Expression:
        return multiply(*parts)

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        return self.left.at(values, number) * self.right.at(values, number)

    def at_float(self, values: Mapping[str, float]) -> float:
        return self.left.at_float(values) * self.right.at_float(values)

    def __str__(self) -> str:
        right = bracket(self.right, Sum)
        if self.left == MINUS_ONE:
            return f"-{right}"
        first = _leading(self)
        if first is not None and first.denominator == 1:
            return f"{first}*{right}"
        return f"{bracket(self.left, Sum)}*{right}"


@dataclass(frozen=True, slots=True)
class Quotient(Expression):
    top: Expression
    bottom: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.top, self.bottom

    def over(self, parts: Sequence[Expression]) -> Expression:
        return divide(*parts)

    def is_polynomial(self) -> bool:
        return self.top.is_polynomial() and bool(self.bottom.constant())

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        return self.top.at(values, number) / self.bottom.at(values, number)

    def at_float(self, values: Mapping[str, float]) -> float:
        return self.top.at_float(values) / self.bottom.at_float(values)

    def __str__(self) -> str:
        bottom = bracket(self.bottom, Sum, Product, Quotient)
        return f"{bracket(self.top, Sum)}/{bottom}"


@dataclass(frozen=True, slots=True)
class Power(Expression):
    """A whole power, at least 2."""

    base: Expression
    exponent: int

    @property
    def children(self) -> tuple[Expression, ...]:
        return (self.base,)

    def over(self, parts: Sequence[Expression]) -> Expression:
        return raised(parts[0], self.exponent)

    def is_polynomial(self) -> bool:
        return self.exponent <= MOST_POWER and self.base.is_polynomial()

    def is_rational(self) -> bool:
        return self.exponent <= MOST_POWER and self.base.is_rational()

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        if self.exponent > MOST_POWER:
            raise GameError(f"a power must be a whole number up to {MOST_POWER} to be exact")
        base = self.base.at(values, number)
        total = base
        for _ in range(self.exponent - 1):
            total = total * base
        return total

    def at_float(self, values: Mapping[str, float]) -> float:
        return float(self.base.at_float(values) ** self.exponent)

    def __str__(self) -> str:
        base = str(self.base)
        plain = isinstance(self.base, (Symbol, Call)) or base.isdigit()
        return f"{base if plain else f'({base})'}^{self.exponent}"


@dataclass(frozen=True, slots=True)
class Exponential(Expression):
    """A power whose exponent is not a whole number, or not known before the values are."""

    base: Expression
    exponent: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.base, self.exponent

    def over(self, parts: Sequence[Expression]) -> Expression:
        return Exponential(*parts)

    def is_polynomial(self) -> bool:
        return False

    def is_rational(self) -> bool:
        return False

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        power = self.exponent.at(values, number)
        whole = isinstance(power, (int, Fraction)) and power.denominator == 1
        if not whole or abs(power) > MOST_POWER:
            raise GameError(f"a power must be a whole number up to {MOST_POWER} to be exact")
        base = self.base.at(values, number)
        if power < 0 and base == 0:
            raise GameError(f"{self} divides by zero")
        return base ** int(power)

    def at_float(self, values: Mapping[str, float]) -> float:
        base, exponent = self.base.at_float(values), self.exponent.at_float(values)
        return math.nan if base < 0 and exponent != int(exponent) else float(base**exponent)

    def __str__(self) -> str:
        kinds = (Sum, Product, Quotient, Power, Exponential)
        return f"{bracket(self.base, *kinds)}^{bracket(self.exponent, *kinds)}"


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """One of :data:`FUNCTIONS` of its arguments."""

    function: str
    arguments: tuple[Expression, ...]

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.arguments

    def over(self, parts: Sequence[Expression]) -> Expression:
        return call(self.function, *parts)

    def is_polynomial(self) -> bool:
        return False

    def is_rational(self) -> bool:
        return self.function in RATIONAL and all(a.is_rational() for a in self.arguments)

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        if self.function not in RATIONAL:
            raise GameError(f"{self.function} has no exact value here")
        return RATIONAL[self.function](*(a.at(values, number) for a in self.arguments))

    def at_float(self, values: Mapping[str, float]) -> float:
        given = [a.at_float(values) for a in self.arguments]
        if self.function in ("max", "min"):
            return max(given) if self.function == "max" else min(given)
        x = given[0]
        if self.function == "abs":
            return abs(x)
        if self.function == "root":
            return float(x ** (1 / given[1]))
        found: float = getattr(math, self.function)(x)
        return found

    def __str__(self) -> str:
        if self.function == "root":
            return f"({self.arguments[0]})^(1/{self.arguments[1]})"
        return f"{self.function}({', '.join(map(str, self.arguments))})"


ZERO, ONE, MINUS_ONE = Constant(Fraction(0)), Constant(Fraction(1)), Constant(Fraction(-1))


def expression(x: Any) -> Expression:
    """A number as a constant; an expression as it is."""
    return x if isinstance(x, Expression) else Constant(exact(x))


def add(left: Expression, right: Expression) -> Expression:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value + right.value)
    if left == ZERO or right == ZERO:
        return right if left == ZERO else left
    return Sum(left, right)


def multiply(left: Expression, right: Expression) -> Expression:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value * right.value)
    if ZERO in (left, right):
        return ZERO
    if left == ONE or right == ONE:
        return right if left == ONE else left
    if isinstance(right, Constant):
        return multiply(right, left)
    if isinstance(left, Constant) and isinstance(right, Product):
        inner = right.left
        if isinstance(inner, Constant):
            return multiply(Constant(left.value * inner.value), right.right)
    if isinstance(right, Product) and right.left == MINUS_ONE:
        return negative(multiply(left, right.right))
    return Product(left, right)


def divide(top: Expression, bottom: Expression) -> Expression:
    if isinstance(top, Constant) and isinstance(bottom, Constant) and bottom.value:
        return Constant(top.value / bottom.value)
    return top if bottom == ONE else Quotient(top, bottom)


def negative(x: Expression) -> Expression:
    return multiply(MINUS_ONE, x)


def raised(base: Expression, power: int) -> Expression:
    """A whole power; a negative one divides."""
    if power < 0:
        return divide(ONE, raised(base, -power))
    if power < 2:
        return base if power else ONE
    return Constant(base.value**power) if isinstance(base, Constant) else Power(base, power)


def call(function: str, *arguments: Any) -> Expression:
    """One of :data:`FUNCTIONS`.

    >>> print(call("max", 0, 17 - Symbol("Q")), call("max", 1, 2))
    max(0, 17 - Q) 2
    """
    read = tuple(expression(a) for a in arguments)
    numbers = [a.value for a in read if isinstance(a, Constant)]
    if len(numbers) == len(read):
        if function in ("max", "min"):
            return Constant(max(numbers) if function == "max" else min(numbers))
        if function == "abs":
            return Constant(abs(numbers[0]))
    return Call(function, read)


def positive_part(x: Any) -> Expression:
    """max(0, x)."""
    return call("max", 0, x)


def _leading(x: Expression) -> Fraction | None:
    """The number in front of a product."""
    if isinstance(x, Product) and isinstance(x.left, Constant):
        return x.left.value
    return None


def bracket(x: Expression, *kinds: type) -> str:
    """How it is spelled within another: in brackets where it is of these kinds, or binds less."""
    loose = isinstance(x, Constant) and (x.value < 0 or x.value.denominator != 1)
    first = _leading(x)
    minus = first is not None and first < 0 and Product in kinds
    return f"({x})" if isinstance(x, kinds) or x.binds_least or loose or minus else str(x)
