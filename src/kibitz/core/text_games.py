"""Games given to a verb as text or rows."""

from __future__ import annotations

from typing import Any

from kibitz.core.extended import extension_of


def read(given: Any, verb: str) -> Any:
    """The game that text, as on the command line, or rows of payoffs stand for; others as given.

    >>> read("nim 3 4 5", "solve").nimber()
    2
    >>> read([[1, 2], [3, 4]], "solve")
    matrix('1 2; 3 4')
    """
    if type(given) not in (str, list, tuple):
        return given
    reader = extension_of(type(given), "read_game_argument")
    return given if reader is None else reader(given, "MatrixGame", verb)
