"""Lists within lists, written as text: ``[[1, 1/2], [3, 4]]``, as JSON and Python print them."""

from __future__ import annotations

import re
from typing import Any

from kibitz.core.errors import GameError

_CLOSING = {"[": "]", "(": ")", "{": "}"}
_NESTED = re.compile(r"\s*[\[({]\s*[\[({]")
_TOKEN = re.compile(r"""[\[\](){}] | "[^"]*" | '[^']*' | [^\s,;\[\](){}"']+""", re.VERBOSE)


def read_nested(text: str) -> list[Any] | None:
    """The lists with the spelling of each entry, round brackets as tuples; None for other text.

    Commas, semicolons or blanks stand between entries, also as NumPy prints them. The outermost
    brackets may be left out.

    >>> read_nested("[[1, '1/2'], [3, 4]]"), read_nested("[[1 2]\\n [3 4]]")
    ([['1', '1/2'], ['3', '4']], [['1', '2'], ['3', '4']])
    >>> read_nested("[[(3, 3), (0, 4)]]")
    [[('3', '3'), ('0', '4')]]
    >>> read_nested("[1 2; 3 4]") is None
    True
    """
    if not _NESTED.match(text):
        return None
    open_lists: list[tuple[str, list[Any]]] = [("", [])]
    for token in _TOKEN.findall(text):
        if token in _CLOSING:
            open_lists.append((token, []))
        elif token in _CLOSING.values():
            bracket, entries = open_lists.pop()
            if _CLOSING.get(bracket) != token:
                raise GameError(f"{_shortened(text)}: the brackets do not match")
            open_lists[-1][1].append(tuple(entries) if bracket == "(" else entries)
        else:
            open_lists[-1][1].append(token.strip("\"'"))
    parts = open_lists[0][1]
    if len(open_lists) > 1 or any(isinstance(part, str) for part in parts):
        raise GameError(f"{_shortened(text)}: the brackets do not match")
    return list(parts[0]) if len(parts) == 1 else parts


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
