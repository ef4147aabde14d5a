"""A puzzle from what names one: the puzzle itself, or a game of the shelf for one player."""

from __future__ import annotations

import re
from typing import Any

from kibitz.core.errors import GameError
from kibitz.search.puzzles.puzzle import Puzzle
from kibitz.search.puzzles.queens import Queens
from kibitz.search.walk import root_of

_QUEENS = re.compile(r"(?:(\d+)[- ])?queens(?: (\d+))?", re.IGNORECASE)


def as_puzzle(given: Any) -> Puzzle:
    """The puzzle that is given, by name, as rules, as a position, or as it is.

    >>> as_puzzle("8-puzzle").title, as_puzzle("queens 6").title
    ('8-puzzle', '6 queens')
    >>> as_puzzle("nim 3 4")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: nim is not a puzzle for one player; give one, such as Queens(8)
    """
    if isinstance(given, Puzzle):
        return given
    queens = _QUEENS.fullmatch(given.strip()) if isinstance(given, str) else None
    if queens is not None:
        return Queens(int(queens[1] or queens[2] or 8))
    position = root_of(given)
    found = position.rules.puzzle(position.state) if position.rules.has("puzzle") else None
    if not isinstance(found, Puzzle):
        raise GameError(
            f"{position.rules.name} is not a puzzle for one player; give one, such as Queens(8)"
        )
    return found
