"""Numbers of one field, with operators: many sums and products without a new field each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.joint_field import joint_field
from kibitz.algebra.number_field import Element, NumberField
from kibitz.algebra.real_root import Point
from kibitz.core.numbers import exactly, is_root, show


@dataclass(frozen=True, slots=True, eq=False)
class FieldNumber:
    """An element of Q(θ) that adds, multiplies and compares like a number.

    >>> from kibitz.algebra.surd import read_point
    >>> a, b = in_one_field([read_point("sqrt(3)/3"), read_point("1-sqrt(3)/3")])
    >>> a + b == 1, a > b, a * a == Fraction(1, 3), max(a, b) is a
    (True, True, True, True)
    """

    field: NumberField
    element: Element

    def _other(self, x: Any) -> Element | None:
        if isinstance(x, FieldNumber):
            return x.element
        return self.field.number(Fraction(x)) if isinstance(x, (int, Fraction)) else None

    def _made(self, element: Element) -> FieldNumber:
        return FieldNumber(self.field, element)

    def __add__(self, other: Any) -> Any:
        x = self._other(other)
        return NotImplemented if x is None else self._made(self.element + x)

    __radd__ = __add__

    def __neg__(self) -> FieldNumber:
        return self._made(-self.element)

    def __sub__(self, other: Any) -> Any:
        x = self._other(other)
        return NotImplemented if x is None else self._made(self.element - x)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        x = self._other(other)
        return NotImplemented if x is None else self._made(self.field.times(self.element, x))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        x = self._other(other)
        return NotImplemented if x is None else self * self._made(self.field.inverse(x))

    def __abs__(self) -> FieldNumber:
        return -self if self < 0 else self

    def sign(self) -> int:
        """-1, 0 or 1, exactly."""
        return self.field.sign(self.element)

    def __eq__(self, other: object) -> bool:
        x = self._other(other)
        return x is not None and bool(self.element == x)

    def __hash__(self) -> int:
        return hash(self.point())

    def __bool__(self) -> bool:
        return bool(self.element)

    def __lt__(self, other: Any) -> bool:
        return bool((self - other).sign() < 0)

    def __le__(self, other: Any) -> bool:
        return bool((self - other).sign() <= 0)

    def __gt__(self, other: Any) -> bool:
        return bool((self - other).sign() > 0)

    def __ge__(self, other: Any) -> bool:
        return bool((self - other).sign() >= 0)

    def __float__(self) -> float:
        return self.field.about(self.element)

    def point(self) -> Point:
        """The number by itself: a fraction, or the root of its own polynomial."""
        return self.field.point(self.element)

    def spelled(self) -> str:
        """As people write it."""
        return show(self.point())  # type: ignore[arg-type]

    def is_written(self, given: Any) -> bool:
        """Whether JSON says this number."""
        from kibitz.algebra.weight import says_point

        return says_point(self.point(), given)


def in_one_field(points: Sequence[Point]) -> list[FieldNumber]:
    """Some numbers in one field; cost: that of :func:`kibitz.algebra.joint_field.joint_field`.

    Each different number is adjoined once, so that weights which repeat cost nothing more.
    """
    different = list(dict.fromkeys(points))
    field, elements = joint_field(different)
    place = {x: FieldNumber(field, e) for x, e in zip(different, elements, strict=True)}
    return [place[x] for x in points]


def side_by_side(sides: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Several lists of weights in one field where some weight is a root; else as fractions.

    >>> from kibitz.algebra.weight import read_weight
    >>> side_by_side([[0.5, Fraction(1, 2)]])
    [[Fraction(1, 2), Fraction(1, 2)]]
    >>> [[a, b]] = side_by_side([[read_weight("sqrt(2)/2"), read_weight("1-sqrt(2)/2")]])
    >>> a + b == 1
    True
    """
    every = [exactly(w) for side in sides for w in side]
    if any(map(is_root, every)):
        every = list(in_one_field(every))
    ends = iter(every)
    return [[next(ends) for _ in side] for side in sides]
