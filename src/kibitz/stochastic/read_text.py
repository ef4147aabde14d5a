"""States as text: ``G1: G2, 1; 2, 0 | G2: ...``, or ``G = [[G, 1], [1, 0]]``, or as JSON."""

from __future__ import annotations

import json
import re
from typing import Any

from kibitz.core.errors import GameError

_GAP = re.compile(r"(?<![-+*/^−(])\s+(?![+*/^)]|[-−]\s)")
"""Between two cells, not inside a sum."""
_TIMES = re.compile(r"(\d+/\d+|\d*\.\d+|\(\s*\d+\s*/\s*\d+\s*\)|(?<=[-+−]\s)\d+)\s+(?=[^\W\d])")
"""A fraction before a name multiplies it, and so does a number after a sign of a sum."""
_NEXT = re.compile(r";(?=\s*[^\W\d]\w*\s*[:=])")
"""A semicolon behind which another state begins with its name."""
_ROWS = re.compile(r"\]\s*,?\s*\[")


def split_states(text: str) -> dict[str, list[list[Any]]]:
    """Rows of cells by state; ``|`` or a new line parts states, ``;`` rows, commas cells.

    A state may also begin with its name behind a semicolon, ``A: B 1; 2 0; B: 1``. Where a state
    has no comma spaces part its cells, but not around a sign nor after a fraction.

    >>> split_states("G = [[G, 1], [1, 0]]")
    {'G': [['G', '1'], ['1', '0']]}
    >>> split_states("A: B 1; 2 0 | B: 1 + A/2")
    {'A': [['B', '1'], ['2', '0']], 'B': [['1 + A/2']]}
    >>> split_states("A: B 1; 2 0; B = 1 + A/2")
    {'A': [['B', '1'], ['2', '0']], 'B': [['1 + A/2']]}
    >>> split_states("A: 0 + 1 A; 2 B | B: 1, 0; 1/2 B, 2")["A"]
    [['0 + 1*A'], ['2', 'B']]
    >>> split_states('{"G": [["1 + G/2", 0]]}')
    {'G': [['1 + G/2', '0']]}
    """
    if text.lstrip().startswith("{"):
        return _from_json(text)
    states: dict[str, list[list[Any]]] = {}
    parts = _NEXT.sub("|", text.replace("\n", "|")).split("|")
    for k, part in enumerate(p for p in parts if p.strip()):
        name, mark, body = _named(part)
        if not mark:
            name, body = "G" if not k else f"G{k + 1}", part
        if name in states:
            raise GameError(f"the state {name!r} is given twice")
        rows = _rows(body)
        commas = any("," in row for row in rows)
        states[name] = [_row(row, commas) for row in rows]
    return states


def _from_json(text: str) -> dict[str, list[list[Any]]]:
    try:
        states: dict[str, list[list[Any]]] = json.loads(text, parse_int=str, parse_float=str)
    except ValueError as error:
        raise GameError(f"states: this is not JSON: {error}") from None
    return states


def _named(part: str) -> tuple[str, str, str]:
    """The name before a colon or an equals sign, and what comes after."""
    mark = ":" if ":" in part else "="
    name, mark_read, body = part.partition(mark)
    return name.strip(), mark_read, body


def _rows(body: str) -> list[str]:
    """The rows between semicolons or between brackets."""
    text = body.strip()
    if text.startswith("[") and text.endswith("]"):
        inner = text[1:-1].strip()
        if inner.startswith("[") and inner.endswith("]"):
            return [row for row in _ROWS.split(inner[1:-1]) if row.strip()]
        text = inner
    return [row for row in text.split(";") if row.strip()]


def _row(row: str, commas: bool) -> list[str]:
    if commas:
        return [cell.strip() for cell in row.split(",")]
    return _GAP.split(_TIMES.sub(r"\1*", row.strip()))
