"""Whether pictures of positions show the answer, or hide it from the players.

Winning moves and nimbers belong to a picture of a game that is studied; in one of a game that is
being played they would spoil it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_SHOWN = ContextVar("answers shown", default=True)


@contextmanager
def without_answers() -> Iterator[None]:
    """Draw positions as they stand, without winning moves and nimbers.

    >>> from kibitz import game
    >>> nim = game("nim 3 4 5")
    >>> with without_answers():
    ...     "winning" in nim.draw().svg
    False
    >>> "winning" in nim.draw().svg
    True
    """
    token = _SHOWN.set(False)
    try:
        yield
    finally:
        _SHOWN.reset(token)


def answers_shown() -> bool:
    """Whether a picture shows the answer."""
    return _SHOWN.get()


def answer(words: str) -> str:
    """Words that belong to the answer; none where it is not shown."""
    return words if answers_shown() else ""
