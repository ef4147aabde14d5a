"""Expressions by cases: one where a condition holds, another elsewhere.

>>> from kibitz.algebra.expressions.tree import ZERO, Symbol
>>> print(choice(Comparison(Symbol("x"), ">", ZERO), Symbol("x") ** 2, 0))
x^2 if x > 0 else 0
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from kibitz.algebra.expressions.tree import (
    Constant,
    Expression,
    Number,
    as_it_is,
    bracket,
    expression,
)

RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


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

    def is_rational(self) -> bool:
        return self.left.is_rational() and self.right.is_rational()

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> bool:
        left, right = self.left.at(values, number), self.right.at(values, number)
        return bool(RELATIONS[self.relation](left, right))

    def at_float(self, values: Mapping[str, float]) -> bool:
        difference: Fraction | float
        if isinstance(self.left, Constant) and isinstance(self.right, Constant):
            difference = self.left.value - self.right.value
        else:
            difference = self.left.at_float(values) - self.right.at_float(values)
        return ((difference > 0) - (difference < 0)) in signs_of(self.relation)

    def __str__(self) -> str:
        left, right = bracket(self.left), bracket(self.right)
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

    def is_rational(self) -> bool:
        return self.first.is_rational() and self.second.is_rational()


@dataclass(frozen=True, slots=True)
class Both(Joined):
    """Two conditions that must hold together."""

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> bool:
        return self.first.at(values, number) and self.second.at(values, number)

    def at_float(self, values: Mapping[str, float]) -> bool:
        return self.first.at_float(values) and self.second.at_float(values)

    def __str__(self) -> str:
        return f"{_spelled(self.first, Either)} and {_spelled(self.second, Either)}"


@dataclass(frozen=True, slots=True)
class Either(Joined):
    """Two conditions of which one must hold."""

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> bool:
        return self.first.at(values, number) or self.second.at(values, number)

    def at_float(self, values: Mapping[str, float]) -> bool:
        return self.first.at_float(values) or self.second.at_float(values)

    def __str__(self) -> str:
        return f"{self.first} or {self.second}"


Condition = Comparison | Both | Either


@dataclass(frozen=True, slots=True)
class Conditional(Expression):
    """``then`` where the condition holds, ``otherwise`` elsewhere."""

    condition: Condition
    then: Expression
    otherwise: Expression
    binds_least: ClassVar[bool] = True

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

    def is_polynomial(self) -> bool:
        return False

    def is_rational(self) -> bool:
        parts = (self.condition, self.then, self.otherwise)
        return all(part.is_rational() for part in parts)

    def at(self, values: Mapping[str, Any], number: Number = as_it_is) -> Any:
        chosen = self.then if self.condition.at(values, number) else self.otherwise
        return chosen.at(values, number)

    def at_float(self, values: Mapping[str, float]) -> float:
        chosen = self.then if self.condition.at_float(values) else self.otherwise
        return chosen.at_float(values)

    def __str__(self) -> str:
        then = bracket(self.then)
        return f"{then} if {self.condition} else {self.otherwise}"


def choice(condition: Condition, then: Any, otherwise: Any) -> Expression:
    """A case distinction; decided at once where only numbers are compared."""
    if not condition.symbols:
        return expression(then if condition.at_float({}) else otherwise)
    first, second = expression(then), expression(otherwise)
    return first if first == second else Conditional(condition, first, second)


def signs_of(relation: str) -> frozenset[int]:
    """The signs of left minus right for which a relation holds."""
    return frozenset(sign for sign in (-1, 0, 1) if RELATIONS[relation](sign, 0))


def _spelled(condition: Condition, *kinds: type) -> str:
    return f"({condition})" if isinstance(condition, kinds) else str(condition)
