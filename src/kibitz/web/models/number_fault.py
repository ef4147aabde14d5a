"""What is wrong with a number that was typed."""

from __future__ import annotations

from kibitz.core.errors import GameError
from kibitz.core.numbers import number


def number_fault(text: str) -> str | None:
    """What is wrong with a number; None when nothing is.

    >>> number_fault("1/2"), number_fault("")
    (None, 'a number is missing')
    >>> number_fault("1/0")
    "'1/0' divides by zero"
    """
    if not text.strip():
        return "a number is missing"
    try:
        number(text)
    except GameError as error:
        return str(error)
    return None
