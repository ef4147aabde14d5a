"""Lines of plain text: prose that is wrapped, and tables that are as wide as their cells.

They are those that Rich would print, in a twentieth of its time and without loading it. What needs
more, such as letters that are two places wide or a table that does not fit, is left to Rich.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SINGLE = re.compile(
    "[ -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e\u2070-\u209c\u20a0-\u20bf"
    "\u2100-\u218b\u2190-\u2319\u2460-\u25fc\u2654-\u2667\u2713\u2717\u27e8\u27e9]*"
)
"""Characters that surely take one place each."""
_WORD = re.compile(r"\s*\S+\s*")


def wrapped(text: str, width: int) -> list[str] | None:
    """The lines of a text, each at most this wide; None where it takes more than breaks at blanks.

    >>> wrapped("one and one are two", 8)
    ['one and ', 'one are ', 'two']
    """
    lines = []
    for line in text.split("\n"):
        if _SINGLE.fullmatch(line) is None:
            return None
        begun = 0
        if len(line) > width:
            for word in _WORD.finditer(line):
                long = len(word[0].rstrip())
                if long > width:
                    return None
                if word.start() + long > begun + width:
                    lines.append(line[begun : word.start()])
                    begun = word.start()
        lines.append(line[begun:])
    return lines


def table_lines(
    rows: Sequence[Sequence[str]], is_left: Sequence[bool], width: int
) -> list[str] | None:
    """The lines of a table whose first row is its head; None where it is wider, or not plain.

    >>> print(*table_lines([["", "L"], ["T", "10"]], [True, False], 20), sep="\\n")
         L
    ──────
    T   10
    """
    columns = len(is_left)
    if not columns or any(len(row) != columns for row in rows):
        return None
    if any(_SINGLE.fullmatch(cell) is None for row in rows for cell in row):
        return None
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    whole = sum(widths) + 3 * (columns - 1)
    if not 0 < whole <= width:
        return None
    lines = [
        "   ".join(
            [
                cell.ljust(wide) if left else cell.rstrip().rjust(wide)
                for cell, wide, left in zip(row, widths, is_left, strict=True)
            ]
        ).rstrip()
        for row in rows
    ]
    return [lines[0], "─" * whole, *lines[1:]]
