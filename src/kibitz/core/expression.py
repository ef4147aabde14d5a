"""Formulas that people type, ``3x(4-x^2)`` or ``sqrt(1-x^2)``, computed in any kind of numbers.

A formula is read into a small tree. Walking the tree with floats gives a number, with polynomials a
polynomial: whatever has ``+ - * /`` will do. A multiplication sign can be left out, powers are
written ``^`` or ``**``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "ln": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "abs": abs,
}
MOST_TOKENS = 2000
MOST_POWER = 200

_TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d{1,3}(?![\w.]))?|\.\d+)|([^\W\d_²³]+)(\d*)|(\*\*|[-+*/^()−·×√²³]))"
)


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
        return _Reader(text, variables, where).expression()

    def at(self, values: Mapping[str, Any], number: Callable[[Fraction], Any] = lambda c: c) -> Any:
        """Compute with any kind of numbers; ``number`` brings constants to that kind."""
        match self.operator:
            case "number":
                return number(self.arguments[0])
            case "variable":
                return values[self.arguments[0]]
            case "^":
                return _power(self.arguments[0].at(values, number), self.arguments[1], number)
            case "call":
                raise GameError(f"{self.arguments[0]} has no exact value here")
        left = self.arguments[0].at(values, number)
        if self.operator == "negative":
            return -left
        right = self.arguments[1].at(values, number)
        if self.operator == "+":
            return left + right
        if self.operator == "-":
            return left - right
        return left * right if self.operator == "*" else left / right

    def float_at(self, values: Mapping[str, float]) -> float:
        """The value as a float; NaN where it is not defined."""
        try:
            return self._float(values)
        except (ValueError, ZeroDivisionError, OverflowError):
            return math.nan

    def _float(self, values: Mapping[str, float]) -> float:
        match self.operator:
            case "number":
                return float(self.arguments[0])
            case "variable":
                return float(values[self.arguments[0]])
            case "call":
                return FUNCTIONS[self.arguments[0]](self.arguments[1]._float(values))
        left: float = self.arguments[0]._float(values)
        if self.operator == "negative":
            return -left
        right: float = self.arguments[1]._float(values)
        match self.operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right
        if left < 0 and right != int(right):
            return math.nan
        return float(left**right)

    def __str__(self) -> str:
        match self.operator:
            case "number":
                return str(self.arguments[0])
            case "variable":
                return str(self.arguments[0])
            case "call":
                return f"{self.arguments[0]}({self.arguments[1]})"
            case "negative":
                return f"-{self._inner(0, '*')}"
            case "^":
                return f"{self._inner(0, 'x')}^{self._inner(1, 'x')}"
        left, right = self._inner(0, self.operator), self._inner(1, self.operator, right=True)
        return (
            f"{left} {self.operator} {right}"
            if self.operator in "+-"
            else (f"{left}{self.operator}{right}")
        )

    def _inner(self, k: int, operator: str, right: bool = False) -> str:
        """An argument, in brackets where they are needed."""
        order = {"+": 1, "-": 1, "negative": 1, "*": 2, "/": 2, "^": 3}
        part: Expression = self.arguments[k]
        mine, its = order.get(operator, 4), order.get(part.operator, 4)
        fraction = part.operator == "number" and part.arguments[0].denominator > 1 and mine > 1
        tight = its < mine or (right and its == mine and operator in ("-", "/"))
        return f"({part})" if tight or fraction else str(part)

    def variables(self) -> set[str]:
        """The names that occur."""
        if self.operator == "variable":
            return {self.arguments[0]}
        parts = [a for a in self.arguments if isinstance(a, Expression)]
        return set().union(*(a.variables() for a in parts)) if parts else set()

    def is_polynomial(self) -> bool:
        """Only sums, products, whole powers and division by numbers?"""
        if self.operator in ("number", "variable"):
            return True
        if self.operator == "call":
            return False
        first = self.arguments[0].is_polynomial()
        if self.operator == "negative":
            return bool(first)
        second: Expression = self.arguments[1]
        if self.operator == "^":
            return bool(first and second.constant() is not None and _is_whole(second))
        if self.operator == "/":
            return bool(first and second.constant())
        return bool(first and second.is_polynomial())

    def constant(self) -> Fraction | None:
        """Its value when it is an exact number, otherwise None."""
        if self.variables() or not self._exact():
            return None
        try:
            value: Fraction = self.at({})
        except ZeroDivisionError:
            return None
        return value

    def _exact(self) -> bool:
        if self.operator == "call":
            return False
        if self.operator == "^" and not _is_whole(self.arguments[1]):
            return False
        return all(a._exact() for a in self.arguments if isinstance(a, Expression))


def _is_whole(power: Expression) -> bool:
    value = power.constant()
    return value is not None and value.denominator == 1 and 0 <= value <= MOST_POWER


def _power(base: Any, power: Expression, number: Callable[[Fraction], Any]) -> Any:
    exponent = power.constant()
    if exponent is None or not _is_whole(power):
        raise GameError(f"a power must be a whole number from 0 to {MOST_POWER} to be exact")
    total = number(Fraction(1))
    for _ in range(int(exponent)):
        total = total * base
    return total


class _Reader:
    """Sums, products, powers, brackets and functions, by recursive descent."""

    def __init__(self, text: str, variables: Collection[str], where: str) -> None:
        self.text, self.variables = text, list(variables)
        self.where = f"{where}: " if where else ""
        self.tokens = self._split()
        self.next = 0

    def _wrong(self, why: str) -> GameError:
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return GameError(f"{self.where}{shown!r}: {why}")

    def _split(self) -> list[str]:
        if not isinstance(self.text, str):
            raise GameError(f"{self.where}{self.text!r} is not a formula; write it as text")
        tokens: list[str] = []
        at, text = 0, self.text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._wrong(f"{text[at:].strip()[:1]!r} cannot be read")
            tokens += self._spelled(found)
            at = found.end()
            if len(tokens) > MOST_TOKENS:
                raise self._wrong(f"more than {MOST_TOKENS} signs")
        if not tokens:
            raise self._wrong("it is empty; write a formula such as 4-x^2")
        return tokens

    def _spelled(self, found: re.Match[str]) -> list[str]:
        word, digits = found.group(2), found.group(3) or ""
        if word is None:
            sign = found.group().strip()
            same = {"−": ["-"], "·": ["*"], "×": ["*"], "**": ["^"], "√": ["sqrt"]}
            return {**same, "²": ["^", "2"], "³": ["^", "3"]}.get(sign, [sign])
        if word + digits in self.variables:
            return [word + digits]
        if word in FUNCTIONS:
            return [word, *([digits] if digits else [])]
        letters = list(word)
        if all(letter in self.variables for letter in letters):
            return [*letters, *([digits] if digits else [])]
        known = ", ".join(self.variables)
        raise self._wrong(f"{word + digits!r} is not a variable here; known: {known}")

    def _peek(self) -> str:
        return self.tokens[self.next] if self.next < len(self.tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self.next += 1
        return token

    def expression(self) -> Expression:
        try:
            found = self._sum()
        except RecursionError:
            raise self._wrong("its brackets are nested too deeply") from None
        if self._peek():
            raise self._wrong(f"{self._peek()!r} stands where it cannot")
        return found

    def _sum(self) -> Expression:
        total = self._product()
        while self._peek() in ("+", "-"):
            sign = self._take()
            total = Expression(sign, (total, self._product()))
        return total

    def _product(self) -> Expression:
        total = self._signed()
        while (token := self._peek()) and token not in ("+", "-", ")", "^"):
            if token == "/":
                self._take()
                bottom = self._signed()
                if bottom.constant() == 0:
                    raise self._wrong("it divides by zero")
                total = Expression("/", (total, bottom))
            else:
                if token == "*":
                    self._take()
                elif token[0].isdigit() or token[0] == ".":
                    raise self._wrong(f"a sign is missing before {token}")
                total = Expression("*", (total, self._signed()))
        return total

    def _signed(self) -> Expression:
        negative = False
        while self._peek() in ("+", "-"):
            negative ^= self._take() == "-"
        found = self._raised()
        return Expression("negative", (found,)) if negative else found

    def _raised(self) -> Expression:
        base = self._atom()
        if self._peek() != "^":
            return base
        self._take()
        power = self._signed() if self._peek() in ("+", "-") else self._raised()
        return Expression("^", (base, power))

    def _atom(self) -> Expression:
        token = self._take()
        if token in self.variables:
            return Expression("variable", (token,))
        if token in FUNCTIONS:
            if self._peek() != "(":
                return Expression("call", (token, self._raised()))
            self._take()
            return Expression("call", (token, self._closed()))
        if token == "(":
            return self._closed()
        if token and (token[0].isdigit() or token[0] == "."):
            return Expression("number", (Fraction(token),))
        raise self._wrong(f"{token!r} stands where a number should" if token else "it ends early")

    def _closed(self) -> Expression:
        inside = self._sum()
        if self._take() != ")":
            raise self._wrong("a bracket is not closed")
        return inside
