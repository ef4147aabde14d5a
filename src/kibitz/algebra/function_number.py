"""Numbers with a letter: rational functions of a letter that stands for any positive number.

They are added, multiplied and compared like numbers. A comparison must hold for all values of the
letter; one that does not is an error, and so no step that a computation takes depends on the value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.core.errors import GameError

GREEK = {"beta": "β", "alpha": "α", "gamma": "γ", "lambda": "λ", "theta": "θ"}
"""Letters that are typed in full."""


@total_ordering
@dataclass(frozen=True, eq=False)
class FunctionNumber:
    """A rational function of a letter that may be any positive number.

    >>> b = FunctionNumber.letter("b")
    >>> c = b / (b + 2)
    >>> print(c.spelled(), (c * c).spelled(), c < 1, c > 0)
    b/(b+2) b^2/(b^2+4b+4) True True
    >>> b < 1
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the sign of b - 1 depends on b; give it a number
    """

    function: RationalFunction
    name: str

    @staticmethod
    def letter(name: str) -> FunctionNumber:
        """The letter itself."""
        name = GREEK.get(name.lower(), name)
        if len(name) != 1 or not name.isalpha():
            raise GameError(f"{name!r} is not a letter; write a number, or one letter such as b")
        return FunctionNumber(RationalFunction.of(Polynomial.of([Fraction(0), Fraction(1)])), name)

    @staticmethod
    def read(text: Any, name: str, where: str) -> FunctionNumber:
        """A function of the letter as :meth:`plain` writes it."""
        return FunctionNumber(RationalFunction.read(text, name, where), name)

    def at(self, value: Fraction) -> Fraction:
        """What it is for one value of the letter."""
        return self.function(value)

    def spelled(self) -> str:
        return self.function.write(self.name)

    def plain(self) -> str:
        return self.spelled()

    @property
    def sign(self) -> int:
        """1, 0 or -1; it must be the same for all values of the letter."""
        function = self.function
        if not function:
            return 0
        for sign, turned in ((1, function), (-1, -function)):
            if turned.nonnegative_on(Fraction(0), None):
                return sign
        raise GameError(f"the sign of {self.spelled()} depends on {self.name}; give it a number")

    def _other(self, other: Any) -> RationalFunction:
        if isinstance(other, FunctionNumber):
            return other.function
        return RationalFunction.constant(Fraction(other))

    def _of(self, function: RationalFunction) -> FunctionNumber:
        return FunctionNumber(function, self.name)

    def __add__(self, other: Any) -> FunctionNumber:
        return self._of(self.function + self._other(other))

    def __mul__(self, other: Any) -> FunctionNumber:
        return self._of(self.function * self._other(other))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> FunctionNumber:
        return self._of(-self.function)

    def __abs__(self) -> FunctionNumber:
        return -self if self.sign < 0 else self

    def __sub__(self, other: Any) -> FunctionNumber:
        return self._of(self.function - self._other(other))

    def __rsub__(self, other: Any) -> FunctionNumber:
        return self._of(self._other(other) - self.function)

    def __truediv__(self, other: Any) -> FunctionNumber:
        by = self._other(other)
        return self._of(self.function * RationalFunction.of(by.denominator, by.numerator))

    def __rtruediv__(self, other: Any) -> FunctionNumber:
        return self._of(self._other(other)) / self

    def __pow__(self, exponent: int) -> FunctionNumber:
        power = self._of(RationalFunction.constant(Fraction(1)))
        for _ in range(exponent):
            power = power * self
        return power

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (FunctionNumber, Fraction, int)):
            return NotImplemented
        return self.function == self._other(other)

    def __lt__(self, other: Any) -> bool:
        difference: FunctionNumber = self - other
        return difference.sign < 0

    def __hash__(self) -> int:
        known = self.function.numerator.degree < 1 and self.function.denominator.degree < 1
        return hash(self.function(Fraction(1)) if known else self.function)


def letters_in(numbers: Iterable[Any]) -> set[str]:
    """The letters in some numbers."""
    return {x.name for x in numbers if isinstance(x, FunctionNumber)}


def rational(x: Any) -> Any:
    """A number as a fraction; one with a letter as it is."""
    return x if isinstance(x, FunctionNumber) else Fraction(x)


def said(x: Any) -> Any:
    """A number as a claim is compared with it: a fraction, one with a letter as its text."""
    return x.plain() if isinstance(x, FunctionNumber) else Fraction(x)
