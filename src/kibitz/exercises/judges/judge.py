"""What all judges share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Verdict:
    """The share of the points that an answer earns, and why.

    >>> Verdict(1, "right").is_right, Verdict(Fraction(1, 2), "half of them").is_right
    (True, False)
    """

    score: Fraction | int
    words: str

    @property
    def is_right(self) -> bool:
        return self.score == 1


class Judge(ABC):
    """Reads an answer and says what it is worth. Whatever satisfies the condition is right."""

    @property
    def form(self) -> str:
        """How an answer is written, in a few words."""
        return "an answer"

    @property
    @abstractmethod
    def right(self) -> Any:
        """An answer that is right, as it is written in a file."""

    @abstractmethod
    def judge(self, given: Any) -> Verdict:
        """What an answer is worth."""

    def shown(self) -> str:
        """The right answer for people."""
        return spelled(self.right)


def spelled(answer: Any) -> str:
    """An answer on a line.

    >>> spelled(["1/2", "1/2"]), spelled([["1", "0"], ["0", "1"]]), spelled({"A": 1})
    ('(1/2, 1/2)', '(1, 0); (0, 1)', 'A: 1')
    """
    if isinstance(answer, dict):
        return ", ".join(f"{key}: {spelled(value)}" for key, value in answer.items())
    if not isinstance(answer, list):
        return str(answer)
    if any(isinstance(item, (list, dict)) for item in answer):
        return "; ".join(map(spelled, answer))
    return "(" + ", ".join(map(spelled, answer)) + ")"
