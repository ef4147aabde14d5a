"""A number that is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.real_root import Point
from kibitz.algebra.surd import write_point
from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.exercises.judges.read import agrees, approximate, read_exact


@dataclass(frozen=True)
class NumberJudge(Judge):
    """One number, exactly or as a decimal of three digits or more behind the point.

    >>> value = NumberJudge(Fraction(3, 4), "the value")
    >>> value.judge("0.75").words, value.judge("2/3").words
    ('right', 'the value is not 2/3: it is larger')
    """

    number: Point
    what: str = "it"
    form: ClassVar[str] = "a number such as 3/4, 0.75 or 1+sqrt(2)"

    @property
    def right(self) -> str:
        return write_point(self.number)

    def judge(self, given: Any) -> Verdict:
        if agrees(given, self.number):
            return Verdict(1, "right")
        read = read_exact(given)
        side = "larger" if approximate(self.number) > approximate(read) else "smaller"
        return Verdict(0, f"{self.what} is not {write_point(read)}: it is {side}")


def whole(number: int, what: str = "it") -> NumberJudge:
    """The judge of a whole number."""
    return NumberJudge(Fraction(number), what)
