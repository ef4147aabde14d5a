"""All things of a kind: moves, positions, strategies, names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.exercises.judges.judge import Judge, Verdict
from kibitz.exercises.judges.read import plain_words


@dataclass(frozen=True)
class SetJudge(Judge):
    """All items that are right and no others; each that is missing or wrong costs a share.

    >>> moves = SetJudge(("2 4 5", "3 4 1"), "leave the heaps")
    >>> moves.judge(["3 4 1"]).words, moves.judge("2 4 5; 3 4 1").words
    ('right, but 1 is missing', 'right')
    >>> moves.judge(["1 1 1", "2 4 5"])
    Verdict(score=Fraction(0, 1), words='1 1 1 is wrong; 1 is missing')
    """

    items: tuple[str, ...]
    what: str = "items"
    why: Callable[[str], str] | None = None
    """What to say of a wrong item; nothing where it gives no words."""
    empty: str = "none"
    """The word for no item at all."""
    unordered: bool = False
    """Whether the words of an item may stand in any order, as heaps may."""

    @property
    def form(self) -> str:
        return f"a list, or text separated by semicolons: {self.what}, or {self.empty}"

    @property
    def right(self) -> list[str]:
        return list(self.items) or [self.empty]

    def shown(self) -> str:
        return "; ".join(self.right)

    def _key(self, item: str) -> str:
        """What is compared; of unordered heaps the empty ones do not count."""
        words = plain_words(item)
        return " ".join(sorted(w for w in words.split() if w != "0")) if self.unordered else words

    def judge(self, given: Any) -> Verdict:
        read = [word for word in _items(given) if plain_words(word) != plain_words(self.empty)]
        known = {self._key(item) for item in self.items}
        given_words = list(dict.fromkeys(map(self._key, read)))
        found = [word for word in given_words if word in known]
        wrong = [word for word in given_words if word not in known]
        if not wrong and len(found) == len(known):
            return Verdict(1, "right")
        faults = []
        for word in wrong:
            reason = self.why(word) if self.why is not None else ""
            faults.append(f"{word} is wrong" + (f" ({reason})" if reason else ""))
        if missing := len(known) - len(found):
            verb = "is" if missing == 1 else "are"
            faults.append(f"{'' if wrong or not found else 'right, but '}{missing} {verb} missing")
        score = Fraction(max(0, len(found) - len(wrong)), max(1, len(known)))
        return Verdict(min(score, Fraction(1, 2)) if wrong else score, "; ".join(faults))


def _items(given: Any) -> list[str]:
    """The items of a list, or of a text; numbers inside an item may be a list."""
    if isinstance(given, str):
        sign = ";" if ";" in given else ("\n" if "\n" in given else ",")
        return [word for word in re.split(sign, given) if word.strip()]
    if not isinstance(given, list):
        given = [given]
    return [" ".join(map(str, x)) if isinstance(x, list) else str(x) for x in given]


@dataclass(frozen=True)
class OneOfJudge(Judge):
    """Any one of the items that are right.

    >>> move = OneOfJudge(("2 4 5", "3 4 1"), "the heaps that a winning move leaves")
    >>> move.judge("3, 4, 1").words, move.judge("3 3 3").words
    ('right', '3 3 3 is wrong')
    """

    items: tuple[str, ...]
    what: str = "one of them"
    why: Callable[[str], str] | None = None

    @property
    def form(self) -> str:
        return self.what

    @property
    def right(self) -> str:
        return self.items[0]

    def judge(self, given: Any) -> Verdict:
        word = plain_words(" ".join(map(str, given)) if isinstance(given, list) else given)
        if word in {plain_words(item) for item in self.items}:
            return Verdict(1, "right")
        reason = self.why(word) if self.why is not None else ""
        return Verdict(0, f"{word} is wrong" + (f": {reason}" if reason else ""))
