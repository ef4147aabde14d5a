"""How many may be taken after t were taken: a line, a formula, any function."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Any

from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.expressions.tree import Expression
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class Linear:
    """The limit a t + b after t was taken, for instance twice as many.

    >>> Linear(2)(5), str(Linear(2)), str(Linear(1, 1))
    (10, '2t', 't+1')
    """

    factor: int
    offset: int = 0

    def __call__(self, taken: int) -> int:
        return self.factor * taken + self.offset

    @property
    def tame(self) -> bool:
        """Whether it never falls and always allows as many again."""
        return self.factor >= 1 and self.factor + self.offset >= 1

    def __str__(self) -> str:
        if not self.factor:
            return str(self.offset)
        slope = "t" if self.factor == 1 else f"{self.factor}t"
        return slope + (f"{self.offset:+d}" if self.offset else "")


@dataclass(frozen=True)
class FormulaLimit:
    """A limit by a formula in t, such as ``t^2`` or ``max(3, 10-t)``, rounded down.

    >>> FormulaLimit("t^2/2")(5), str(FormulaLimit("10-t"))
    (12, '10-t')
    """

    text: str

    @cached_property
    def expression(self) -> Expression:
        """What the formula says, read."""
        return read_expression(self.text, ["t"], "limit")

    def __call__(self, taken: int) -> int:
        formula = self.expression
        try:
            value: Fraction = formula.at({"t": Fraction(taken)})
            return floor(value)
        except (ArithmeticError, GameError):
            words = f"limit {self.text!r}: it has no exact value at t = {taken}"
            raise GameError(words) from None

    def __str__(self) -> str:
        return self.text


Limit = Linear | FormulaLimit | Callable[[int], int]


_NAMED = re.compile(r"\s*[a-z]\s*\(\s*t\s*\)\s*=(?!=)", re.IGNORECASE)
"""The name of a limit before its formula."""


def read_limit(limit: Any) -> Limit:
    """A limit as it is given: a function, or text such as ``2t``.

    >>> read_limit("2t")(3), read_limit("t^2")(3)
    (6, 9)
    >>> print(read_limit("f(t) = t^2"))
    t^2
    """
    if isinstance(limit, str):
        return _spelled(_NAMED.sub("", limit))
    if not callable(limit):
        raise GameError(f"limit is {limit!r}; it must be a function, or be spelled like 2t or t^2")
    checked: Limit = limit
    return checked


def _spelled(text: str) -> Linear | FormulaLimit:
    words = text.replace(" ", "").replace("*", "").lower()
    factor, t, offset = words.partition("t")
    try:
        return Linear(int(factor or 1), int(offset or 0)) if t else Linear(0, int(words))
    except ValueError:
        formula = FormulaLimit(text.strip())
    formula(1)
    return formula
