"""The one error a user of Kibitz meets: a line that says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches


class GameError(ValueError):
    """Bad input, or a question that has no answer; the message is one line for a person.

    >>> raise GameError("row 2 has 3 entries, row 1 has 2")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 2 has 3 entries, row 1 has 2
    """


class TooLarge(GameError):
    """The game is larger than a first look allows; a direct request may allow more."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The tail of an "unknown name" message: the nearest known names, or all of a few.

    >>> did_you_mean("bloto", ["blotto", "mendelsohn", "morra"])
    "; did you mean 'blotto'?"
    >>> did_you_mean("zzz", ["rows", "columns"])
    '; known: rows, columns'
    """
    names = list(known)
    near = nearest(name, names)
    if near or len(names) > 16 or not names:
        return near
    return "; known: " + ", ".join(names)


def nearest(name: str, known: Iterable[str]) -> str:
    """The nearest known names as a question, for messages that list them all anyway.

    >>> nearest("bloto", ["blotto", "othello"]), nearest("zzz", ["rows"])
    ("; did you mean 'blotto'?", '')
    """
    near = get_close_matches(name, list(dict.fromkeys(known)), n=3, cutoff=0.6)
    near = [n for n in near if _likeness(name, n) > _likeness(name, near[0]) - 0.15]
    return "; did you mean " + " or ".join(repr(n) for n in near) + "?" if near else ""


def _likeness(name: str, known: str) -> float:
    return SequenceMatcher(None, known, name).ratio()
