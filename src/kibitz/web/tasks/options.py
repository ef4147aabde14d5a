"""Options of a method that were typed."""

from __future__ import annotations

import ast
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number

FILES = frozenset(("checkpoint", "file"))
"""Options that name files, which no page reads or writes; a test asks all methods for them."""


def read_options(given: dict[str, str]) -> dict[str, Any]:
    """What was typed, each as a number, a truth value, a list, or else as text; but no files.

    >>> read_options({"label": "2", "exact": "false", "start": "1/2, 1/2", "rule": "talmud"})
    {'label': 2, 'exact': False, 'start': [Fraction(1, 2), Fraction(1, 2)], 'rule': 'talmud'}
    """
    files = FILES.intersection(given)
    if files:
        raise GameError(f"{min(files)}: a page reads and writes no files; use the command line")
    return {name: _read(text.strip()) for name, text in given.items() if text.strip()}


def _read(text: str) -> Any:
    if text.lower() in ("true", "yes", "false", "no"):
        return text.lower() in ("true", "yes")
    try:
        return ast.literal_eval(text) if "[" in text or "'" in text or '"' in text else _plain(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return text


def _plain(text: str) -> Any:
    if "," in text:
        return [_plain(part.strip()) for part in text.split(",") if part.strip()]
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return number(text)
    except GameError:
        return text
