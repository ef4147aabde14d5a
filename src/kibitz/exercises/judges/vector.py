"""Several numbers in order, each for a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.real_root import Point
from kibitz.algebra.surd import write_point
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.exercises.judges.read import agrees, read_words


@dataclass(frozen=True)
class VectorJudge(Judge):
    """A number for each name; every right one counts.

    >>> shapley = VectorJudge(("A", "B"), (Fraction(1, 2), Fraction(3, 2)))
    >>> shapley.judge("1/2 3/2").words, shapley.judge({"A": 1, "B": "3/2"})
    ('right', Verdict(score=Fraction(1, 2), words='wrong for A'))
    """

    names: tuple[str, ...]
    numbers: tuple[Point, ...]
    total: Point | None = None
    """What the numbers must sum to; mentioned when they do not."""

    @property
    def form(self) -> str:
        return f"{count_of(len(self.names), 'number')}, for {', '.join(self.names)}"

    @property
    def right(self) -> list[str]:
        return [write_point(x) for x in self.numbers]

    def shown(self) -> str:
        pairs = zip(self.names, self.right, strict=True)
        return ", ".join(f"{name}: {number}" for name, number in pairs)

    def judge(self, given: Any) -> Verdict:
        written = self._written(given)
        wrong = [
            name
            for name, one, right in zip(self.names, written, self.numbers, strict=True)
            if not agrees(one, right)
        ]
        if not wrong:
            return Verdict(1, "right")
        score = Fraction(len(self.names) - len(wrong), len(self.names))
        return Verdict(score, f"wrong for {', '.join(wrong)}")

    def _written(self, given: Any) -> Sequence[Any]:
        if isinstance(given, dict):
            for key in given:
                if str(key) not in self.names:
                    raise GameError(f"there is no {key!r}; there are {', '.join(self.names)}")
            return [given.get(name, 0) for name in self.names]
        words = read_words(given)
        if len(words) != len(self.names):
            raise GameError(f"{count_of(len(words), 'number')}, {len(self.names)} are needed")
        return words
