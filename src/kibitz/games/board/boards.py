"""Pictures and words that board games share."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.errors import GameError
from kibitz.core.picture import COLUMN, FAINT, INK, MARK, PAPER, ROW, Canvas, Picture

SQUARE = 36.0
MOST_MOVES = 1_000_000
"""The greatest limit on the moves of a game."""


def check_limit(limit: int, least: int, name: str) -> None:
    """Refuse a limit on the moves of a game that is none, 0 standing for the usual one."""
    if not least <= limit <= MOST_MOVES:
        usual = "" if least else ", or 0 for the usual"
        raise GameError(
            f"{name}: a limit of {limit!s:.12} moves; it must be 1 to {MOST_MOVES:,}{usual}"
        )


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


def board_picture(
    rows: int,
    columns: int,
    piece: Callable[[int, int], str],
    caption: str,
    checkered: bool = False,
    top_first: bool = False,
    label: Callable[[int, int], str] = lambda row, column: "",
    colors: tuple[str, ...] = (ROW, COLUMN),
) -> Picture:
    """A board drawn: X and O are stones, x and o are crowned, + and 0 are crosses and noughts.

    Other letters stand on stones, capitals on those of the first player. A label is a small word in
    the corner of a square.
    """
    canvas = Canvas(columns * SQUARE + 40, rows * SQUARE + 40)
    shift = 20 if top_first else 0
    for row in range(rows):
        y = 10 + shift + (row if top_first else rows - 1 - row) * SQUARE
        canvas.text(16, y + SQUARE / 2 + 4, str(row + 1), size=11, fill=INK)
        for column in range(columns):
            x = 30 + column * SQUARE
            dark = checkered and (row + column) % 2 == 0
            canvas.rect(x, y, SQUARE, SQUARE, fill=MARK if dark else "#ffffff", stroke=FAINT)
            if word := label(row, column):
                canvas.text(x + 2, y + 9, word, size=8, anchor="start", fill=INK)
            _stone(canvas, x + SQUARE / 2, y + SQUARE / 2, piece(row, column), colors)
    for column in range(columns):
        x = 30 + column * SQUARE + SQUARE / 2
        canvas.text(x, 20 if top_first else rows * SQUARE + 26, letters(column), size=11, fill=INK)
    return canvas.finish(caption)


def _stone(canvas: Canvas, x: float, y: float, sign: str, colors: tuple[str, ...]) -> None:
    radius = SQUARE * 0.38
    if sign in ". ":
        return
    if sign == "+":
        for slope in (-1, 1):
            reach = radius * 0.8
            canvas.line(x - reach, y - slope * reach, x + reach, y + slope * reach, ROW, 4)
        return
    if sign == "0":
        canvas.dot(x, y, radius, COLUMN)
        canvas.dot(x, y, radius - 4, "#ffffff")
        return
    first = sign in "Xx" or (sign.isupper() and sign != "O")
    color = colors[0 if first else 1]
    upon = INK if color == PAPER else PAPER
    canvas.dot(x, y, radius, color, INK if color == PAPER else "none")
    if sign in "xo":
        canvas.dot(x, y, SQUARE * 0.15, upon)
    elif sign not in "XO":
        canvas.text(x, y + 6, sign.upper(), size=17, fill=upon, bold=True)
