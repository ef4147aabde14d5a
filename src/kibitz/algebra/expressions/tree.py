"""Expressions of several variables: arithmetic, powers, max, min, abs, roots, cases.

They are read from text (:mod:`~kibitz.algebra.expressions.read`), traced from Python functions
(:mod:`~kibitz.algebra.expressions.trace`) or put together with ``+ - * /`` and the functions
here. Nothing is ever evaluated as Python code.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from kibitz.core.numbers import exact, show

FUNCTIONS = ("max", "min", "abs", "sqrt", "exp", "log")
"""What may be called inside an expression."""


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

    def at_float(self, values: Mapping[str, float]) -> float:
        """The value in floating point."""
        raise NotImplementedError

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

    def at_float(self, values: Mapping[str, float]) -> float:
        return values[self.name]

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

    def at_float(self, values: Mapping[str, float]) -> float:
        return self.left.at_float(values) + self.right.at_float(values)

    def __str__(self) -> str:
        left, right = _bracket(self.left, Choice), self.right
        first = _leading(right)
        if first is not None and first < 0:
            return f"{left} - {_bracket(negative(right), Sum, Choice)}"
        if isinstance(right, Constant) and right.value < 0:
            return f"{left} - {show(-right.value)}"
        return f"{left} + {_bracket(right, Choice)}"


@dataclass(frozen=True, slots=True)
class Product(Pair):
    def over(self, parts: Sequence[Expression]) -> Expression:
        return multiply(*parts)

    def at_float(self, values: Mapping[str, float]) -> float:
        return self.left.at_float(values) * self.right.at_float(values)

    def __str__(self) -> str:
        right = _bracket(self.right, Sum, Choice)
        if self.left == MINUS_ONE:
            return f"-{right}"
        first = _leading(self)
        if first is not None and first.denominator == 1:
            return f"{first}*{right}"
        return f"{_bracket(self.left, Sum, Choice)}*{right}"


@dataclass(frozen=True, slots=True)
class Quotient(Expression):
    top: Expression
    bottom: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.top, self.bottom

    def over(self, parts: Sequence[Expression]) -> Expression:
        return divide(*parts)

    def at_float(self, values: Mapping[str, float]) -> float:
        return self.top.at_float(values) / self.bottom.at_float(values)

    def __str__(self) -> str:
        bottom = _bracket(self.bottom, Sum, Product, Quotient, Choice)
        return f"{_bracket(self.top, Sum, Choice)}/{bottom}"


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

    def at_float(self, values: Mapping[str, float]) -> float:
        return float(self.base.at_float(values) ** self.exponent)

    def __str__(self) -> str:
        base = str(self.base)
        plain = isinstance(self.base, (Symbol, Call)) or base.isdigit()
        return f"{base if plain else f'({base})'}^{self.exponent}"


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

    def at_float(self, values: Mapping[str, float]) -> float:
        given = [a.at_float(values) for a in self.arguments]
        if self.function in ("max", "min"):
            return max(given) if self.function == "max" else min(given)
        x = given[0]
        if self.function == "abs":
            return abs(x)
        if self.function == "root":
            return float(x ** (1 / given[1]))
        if self.function == "sqrt":
            return math.sqrt(x)
        return math.exp(x) if self.function == "exp" else math.log(x)

    def __str__(self) -> str:
        if self.function == "root":
            return f"({self.arguments[0]})^(1/{self.arguments[1]})"
        return f"{self.function}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A condition between two expressions."""

    left: Expression
    relation: str
    right: Expression

    @property
    def symbols(self) -> frozenset[str]:
        return self.left.symbols | self.right.symbols

    def substitute(self, values: Mapping[str, Any]) -> Comparison:
        return Comparison(
            self.left.substitute(values), self.relation, self.right.substitute(values)
        )

    def at_float(self, values: Mapping[str, float]) -> bool:
        difference: Fraction | float
        if isinstance(self.left, Constant) and isinstance(self.right, Constant):
            difference = self.left.value - self.right.value
        else:
            difference = self.left.at_float(values) - self.right.at_float(values)
        return ((difference > 0) - (difference < 0)) in signs_of(self.relation)

    def __str__(self) -> str:
        left, right = _bracket(self.left, Choice), _bracket(self.right, Choice)
        return f"{left} {self.relation} {right}"


@dataclass(frozen=True, slots=True)
class Joined:
    """Two conditions in one."""

    first: Condition
    second: Condition

    @property
    def symbols(self) -> frozenset[str]:
        return self.first.symbols | self.second.symbols

    def substitute(self, values: Mapping[str, Any]) -> Self:
        return type(self)(self.first.substitute(values), self.second.substitute(values))


@dataclass(frozen=True, slots=True)
class Both(Joined):
    """Two conditions that must hold together."""

    def at_float(self, values: Mapping[str, float]) -> bool:
        return self.first.at_float(values) and self.second.at_float(values)

    def __str__(self) -> str:
        return f"{_spelled(self.first, Either)} and {_spelled(self.second, Either)}"


@dataclass(frozen=True, slots=True)
class Either(Joined):
    """Two conditions of which one must hold."""

    def at_float(self, values: Mapping[str, float]) -> bool:
        return self.first.at_float(values) or self.second.at_float(values)

    def __str__(self) -> str:
        return f"{self.first} or {self.second}"


Condition = Comparison | Both | Either


@dataclass(frozen=True, slots=True)
class Choice(Expression):
    """``then`` where the condition holds, ``otherwise`` elsewhere."""

    condition: Condition
    then: Expression
    otherwise: Expression

    @property
    def children(self) -> tuple[Expression, ...]:
        return self.then, self.otherwise

    def over(self, parts: Sequence[Expression]) -> Expression:
        return choice(self.condition, *parts)

    @property
    def symbols(self) -> frozenset[str]:
        return self.condition.symbols | self.then.symbols | self.otherwise.symbols

    def substitute(self, values: Mapping[str, Any]) -> Expression:
        return choice(
            self.condition.substitute(values),
            self.then.substitute(values),
            self.otherwise.substitute(values),
        )

    def at_float(self, values: Mapping[str, float]) -> float:
        chosen = self.then if self.condition.at_float(values) else self.otherwise
        return chosen.at_float(values)

    def __str__(self) -> str:
        then = _bracket(self.then, Choice)
        return f"{then} if {self.condition} else {self.otherwise}"


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


def choice(condition: Condition, then: Any, otherwise: Any) -> Expression:
    """A case distinction; decided at once where only numbers are compared."""
    if not condition.symbols:
        return expression(then if condition.at_float({}) else otherwise)
    first, second = expression(then), expression(otherwise)
    return first if first == second else Choice(condition, first, second)


def positive_part(x: Any) -> Expression:
    """max(0, x)."""
    return call("max", 0, x)


def signs_of(relation: str) -> frozenset[int]:
    """The signs of left minus right for which a relation holds."""
    table = {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "==": (0,), "!=": (-1, 1)}
    return frozenset(table[relation])


def _leading(x: Expression) -> Fraction | None:
    """The number in front of a product."""
    if isinstance(x, Product) and isinstance(x.left, Constant):
        return x.left.value
    return None


def _bracket(x: Expression, *kinds: type) -> str:
    loose = isinstance(x, Constant) and (x.value < 0 or x.value.denominator != 1)
    first = _leading(x)
    minus = first is not None and first < 0 and Product in kinds
    return f"({x})" if isinstance(x, kinds) or loose or minus else str(x)


def _spelled(condition: Condition, *kinds: type) -> str:
    return f"({condition})" if isinstance(condition, kinds) else str(condition)
