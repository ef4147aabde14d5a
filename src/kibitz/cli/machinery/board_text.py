"""Boards in the terminal: the players' signs in their colors, and the last move marked."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

SIGNS = {"X": "red", "●": "red", "O": "bright_blue", "○": "bright_blue"}
"""Signs that belong to the first and to the second player wherever they stand for pieces."""
CHANGED = "reverse"


def colored(board: str, before: str = "") -> Text:
    """The board in color; what differs from the board before is marked.

    >>> text = colored("X .\\n. O", "X .\\n. .")
    >>> [(span.start, span.style) for span in text.spans]
    [(0, 'red'), (6, 'bright_blue'), (6, 'reverse')]
    """
    from rich.text import Text

    text = Text(board)
    pieces = _is_of_signs(board)
    for k, sign in enumerate(board):
        if pieces and sign in SIGNS:
            text.stylize(SIGNS[sign], k, k + 1)
    for start, end in changes(before, board):
        text.stylize(CHANGED, start, end)
    return text


def changes(before: str, after: str) -> list[tuple[int, int]]:
    """Where two boards of one shape differ; nowhere if their shapes do, or nearly all does.

    >>> changes("X . O", "X X O"), changes("12", "123")
    ([(2, 3)], [])
    """
    if [len(line) for line in before.splitlines()] != [len(line) for line in after.splitlines()]:
        return []
    spots = [k for k, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    if 2 * len(spots) > len(after):
        return []
    runs: list[tuple[int, int]] = []
    for k in spots:
        if runs and runs[-1][1] == k:
            runs[-1] = (runs[-1][0], k + 1)
        else:
            runs.append((k, k + 1))
    return runs


def _is_of_signs(board: str) -> bool:
    """Whether letters stand alone, as pieces do, and not in words."""
    return not any(a.isalpha() and b.isalpha() for a, b in pairwise(board))
