"""The one error a user of Kibitz meets: a line that says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class GameError(ValueError):
    """Bad input, or a question that has no answer; the message is one line for a person.

    >>> raise GameError("row 2 has 3 entries, row 1 has 2")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 2 has 3 entries, row 1 has 2
    """


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The tail of an "unknown name" message: the nearest known names, or all of a few.

    >>> did_you_mean("bloto", ["blotto", "mendelsohn", "morra"])
    "; did you mean 'blotto'?"
    >>> did_you_mean("zzz", ["rows", "columns"])
    '; known: rows, columns'
    """
    names = list(known)
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        return "; did you mean " + " or ".join(repr(n) for n in near) + "?"
    if len(names) <= 16:
        return "; known: " + ", ".join(names) if names else ""
    return ""
