"""Words that board games share."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.errors import GameError
from kibitz.pictures.board_kinds import letters, square_name

__all__ = ["MOST_MOVES", "board_text", "check_limit", "letters", "square_name"]

MOST_MOVES = 1_000_000
"""The greatest limit on the moves of a game."""


def check_limit(limit: int, least: int, name: str) -> None:
    """Refuse a bad limit on the moves of a game; 0 stands for the usual one."""
    if not least <= limit <= MOST_MOVES:
        usual = "" if least else ", or 0 for the usual"
        raise GameError(
            f"{name}: a limit of {limit!s:.12} moves; it must be 1 to {MOST_MOVES:,}{usual}"
        )


def board_text(
    rows: int,
    columns: int,
    piece: Callable[[int, int], str],
    top_first: bool = False,
    name: Callable[[int], str] = letters,
) -> str:
    """A board of characters with its coordinates, row 1 at the bottom, or on top with its letters.

    >>> print(board_text(2, 2, lambda row, column: ".X"[row], top_first=True))
      a b
    1 . .
    2 X X
    """
    width = len(str(rows))
    lines = [
        f"{row + 1:>{width}} " + " ".join(piece(row, column) for column in range(columns))
        for row in range(rows)
    ]
    names = " " * (width + 1) + " ".join(name(column)[0] for column in range(columns))
    return "\n".join([names, *lines] if top_first else [*reversed(lines), names])
