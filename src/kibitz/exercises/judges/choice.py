"""One of a few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.exercises.judges.read import plain_words


@dataclass(frozen=True)
class ChoiceJudge(Judge):
    """One of several words, of which one is right.

    >>> outcome = ChoiceJudge(("P", "N"), "N", {"first": "N", "second": "P"})
    >>> outcome.judge("n").words, outcome.judge("second").words, outcome.judge("x").words
    ('right', 'it is not P', 'answer with one of: P, N')
    """

    choices: tuple[str, ...]
    answer: str
    also: dict[str, str] | None = None
    """Other spellings."""

    @property
    def form(self) -> str:
        return "one of: " + ", ".join(self.choices)

    @property
    def right(self) -> str:
        return self.answer

    def judge(self, given: Any) -> Verdict:
        known = {plain_words(word): word for word in self.choices}
        known |= {plain_words(word): choice for word, choice in (self.also or {}).items()}
        chosen = known.get(plain_words(_yes_or_no(given)))
        if chosen is None:
            return Verdict(0, f"answer with {self.form}")
        if chosen == self.answer:
            return Verdict(1, "right")
        return Verdict(0, f"it is not {chosen}")


def _yes_or_no(given: Any) -> Any:
    return {True: "yes", False: "no"}[given] if isinstance(given, bool) else given


def outcome(answer: str) -> ChoiceJudge:
    """Whether a position is won by the Next or the Previous player."""
    other = {"first": "N", "next": "N", "second": "P", "previous": "P"}
    return ChoiceJudge(("P", "N"), answer, other)


def yes_or_no(answer: bool) -> ChoiceJudge:
    """Whether something is so."""
    return ChoiceJudge(("yes", "no"), "yes" if answer else "no", {"y": "yes", "n": "no"})
