"""Pictures and words that board games share."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.picture import COLUMN, FAINT, INK, MARK, ROW, Canvas, Picture

SQUARE = 36.0


def letters(column: int) -> str:
    """Columns as letters: a to z, then aa.

    >>> letters(0), letters(27)
    ('a', 'bb')
    """
    word = chr(ord("a") + column % 26)
    return word * (column // 26 + 1)


def square_name(row: int, column: int) -> str:
    """A square as players write it: column letter, row number from the bottom.

    >>> square_name(0, 2)
    'c1'
    """
    return f"{letters(column)}{row + 1}"


def board_text(rows: int, columns: int, piece: Callable[[int, int], str]) -> str:
    """A board of characters, row 1 at the bottom, with its coordinates."""
    width = len(str(rows))
    lines = [
        f"{row + 1:>{width}} " + " ".join(piece(row, column) for column in range(columns))
        for row in reversed(range(rows))
    ]
    foot = " " * (width + 1) + " ".join(letters(column)[0] for column in range(columns))
    return "\n".join([*lines, foot])


def board_picture(
    rows: int, columns: int, piece: Callable[[int, int], str], caption: str,
    chequered: bool = False,
) -> Picture:  # fmt: skip
    """A board drawn: X and B are the first player's stones, O and W the second's."""
    canvas = Canvas(columns * SQUARE + 40, rows * SQUARE + 40)
    for row in range(rows):
        for column in range(columns):
            x, y = 30 + column * SQUARE, 10 + (rows - 1 - row) * SQUARE
            dark = chequered and (row + column) % 2 == 0
            canvas.rect(x, y, SQUARE, SQUARE, fill=MARK if dark else "#ffffff", stroke=FAINT)
            stone = piece(row, column)
            if stone.strip(". "):
                first = stone in "XBxb1"
                canvas.dot(x + SQUARE / 2, y + SQUARE / 2, SQUARE * 0.38, ROW if first else COLUMN)
                if stone in "xo":
                    canvas.dot(x + SQUARE / 2, y + SQUARE / 2, SQUARE * 0.15, "#ffffff")
    for row in range(rows):
        y = 10 + (rows - 1 - row) * SQUARE + SQUARE / 2 + 4
        canvas.text(16, y, str(row + 1), size=11, fill=INK)
    for column in range(columns):
        x = 30 + column * SQUARE + SQUARE / 2
        canvas.text(x, rows * SQUARE + 26, letters(column), size=11, fill=INK)
    return canvas.finish(caption)
