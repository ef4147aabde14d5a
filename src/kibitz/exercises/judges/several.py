"""All things of a kind: moves, positions, strategies, names."""

from __future__ import annotations

import re
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
    >>> moves.judge("(2, 4, 5), (3, 4, 1)").words, moves.judge("3, 4, 1").words
    ('right', 'right, but 1 is missing')
    """

    items: tuple[str, ...]
    what: str = "items"
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
        empty, long = plain_words(self.empty), any(" " in plain_words(x) for x in self.items)
        read = [word for word in _items(given, long) if plain_words(word) != empty]
        known = {self._key(item) for item in self.items}
        given_words: dict[str, str] = {}
        for word in read:
            given_words.setdefault(self._key(word), word.strip())
        found = [key for key in given_words if key in known]
        wrong = [word for key, word in given_words.items() if key not in known]
        if not wrong and len(found) == len(known):
            return Verdict(1, "right")
        faults = [f"{word} is wrong" for word in wrong]
        if missing := len(known) - len(found):
            verb = "is" if missing == 1 else "are"
            faults.append(f"{'' if wrong or not found else 'right, but '}{missing} {verb} missing")
        score = Fraction(max(0, len(found) - len(wrong)), max(1, len(known)))
        return Verdict(min(score, Fraction(1, 2)) if wrong else score, "; ".join(faults))


def _items(given: Any, long: bool) -> list[str]:
    """The items of a list, or of a text; numbers inside an item may be a list.

    Commas part items, or the words of one where items are long and each word stands alone.

    >>> _items("2 1, 3 5", True), _items("(2, 1), (3, 5)", True), _items("2, 1", True)
    (['2 1', ' 3 5'], ['(2, 1)', '(3, 5)'], ['2, 1'])
    >>> _items("2, 1", False)
    ['2', ' 1']
    """
    if isinstance(given, str):
        for sign in (";", "\n"):
            if sign in given:
                return [word for word in given.split(sign) if word.strip()]
        if re.fullmatch(r"\s*\([^()]*\)(\s*,?\s*\([^()]*\))*\s*", given):
            return re.findall(r"\([^()]*\)", given)
        words = [word for word in given.split(",") if word.strip()]
        return [given] if long and all(len(word.split()) == 1 for word in words) else words
    if not isinstance(given, list):
        given = [given]
    return [" ".join(map(str, x)) if isinstance(x, list) else str(x) for x in given]


@dataclass(frozen=True)
class OneOfJudge(Judge):
    """Any one of the items that are right.

    >>> move = OneOfJudge(("2 4 5", "3 4 1"), "the heaps that a winning move leaves")
    >>> move.judge("3, 4, 1").words, move.judge("3 3 3").words
    ('right', '3 3 3 is wrong')
    >>> OneOfJudge(("S A G",)).judge("S-A-G").words
    'right'
    """

    items: tuple[str, ...]
    what: str = "one of them"

    @property
    def form(self) -> str:
        return self.what

    @property
    def right(self) -> str:
        return self.items[0]

    def judge(self, given: Any) -> Verdict:
        word = " ".join(map(str, given)) if isinstance(given, list) else str(given)
        known = {plain_words(item) for item in self.items}
        if plain_words(word) in known or plain_words(word.replace("-", " ")) in known:
            return Verdict(1, "right")
        return Verdict(0, f"{word} is wrong")
