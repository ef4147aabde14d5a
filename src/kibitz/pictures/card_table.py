"""Cards and dice as they lie on a table, a row for each player, some of them face down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.pictures.canvas import Canvas
from kibitz.pictures.picture import Picture
from kibitz.pictures.text_width import text_width
from kibitz.pictures.theme import BAD, FAINT, INK, PALE, PAPER

WIDE, HIGH, GAP = 36.0, 52.0, 6.0
EDGE = 10.0
DOWN = "?"
"""A card or a die that is hidden from everyone."""
_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
"""Where the pips of a face are, in steps from its middle."""


@dataclass(frozen=True)
class Lying:
    """What lies before a player, or in the middle.

    Parameters
    ----------
    who : str
        Whose it is.
    things : sequence of str
        Cards such as ``Q``, ``Qh`` or ``10.2``, faces of dice, or ``?`` for one face down.
    words : str, optional
        What is said beside it, such as a stake.
    color : str, default INK
        The color of the name.
    dice : bool, default False
        Whether these are dice.
    moves : sequence of str, optional
        The move that is made by touching each of them; empty where there is none.
    """

    who: str
    things: Sequence[str]
    words: str = ""
    color: str = INK
    dice: bool = False
    moves: Sequence[str] = ()


def card_table(rows: Sequence[Lying], caption: str) -> Picture:
    """A table with a row of cards or dice for each player.

    Parameters
    ----------
    rows : sequence of Lying
        What lies there, from the top.
    caption : str
        What the picture shows.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> card_table([Lying("II", ["?"]), Lying("I", ["Qh"], "stake 1")], "A hand")
    <Picture 136 x 140: A hand>
    """
    left = EDGE + max(text_width(row.who) for row in rows) + 14
    most = max(len(row.things) for row in rows)
    words = max(text_width(row.words) for row in rows)
    after = left + most * (WIDE + GAP) + GAP
    step = HIGH + 16
    canvas = Canvas(round(after + words + EDGE), step * len(rows) + 4)
    for k, row in enumerate(rows):
        y = 10 + step * k
        middle = y + HIGH / 2 + 5
        canvas.text(EDGE, middle, row.who, anchor="start", fill=row.color, bold=True)
        for j, word in enumerate(row.things):
            (draw_die if row.dice else draw_card)(canvas, left + j * (WIDE + GAP), y, word)
        for j, move in enumerate(row.moves):
            x = left + j * (WIDE + GAP)
            outline = [(x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH)]
            canvas.spot([move] if move else [], outline)
        if row.words:
            x = left + len(row.things) * (WIDE + GAP) + GAP
            canvas.text(x, middle, row.words, anchor="start", fill=FAINT)
    return canvas.finish(caption)


def draw_card(canvas: Canvas, x: float, y: float, word: str) -> None:
    """Draw a card with its top left corner here.

    Parameters
    ----------
    canvas : Canvas
        Where to draw.
    x, y : float
        The corner.
    word : str
        The rank, and after it the letter of the suit, if any; ``?`` shows the back.
    """
    if word == DOWN:
        _back(canvas, x, y, HIGH)
        return
    canvas.rect(x, y, WIDE, HIGH, fill=PAPER, stroke=FAINT, radius=5)
    suit = _SIGNS.get(word[-1:], "") if len(word) > 1 else ""
    rank = word[:-1] if suit else word
    color = BAD if suit in ("♥", "♦") else INK
    middle = x + WIDE / 2
    size = 15 if len(rank) <= 2 else 11
    canvas.text(middle, y + (22 if suit else 31), rank, size=size, fill=color, bold=True)
    if suit:
        canvas.text(middle, y + 43, suit, size=17, fill=color)


def draw_die(canvas: Canvas, x: float, y: float, face: str) -> None:
    """Draw a die with its top left corner here.

    Parameters
    ----------
    canvas : Canvas
        Where to draw.
    x, y : float
        The corner.
    face : str
        What it shows; ``?`` if that is hidden.
    """
    y += (HIGH - WIDE) / 2
    if face == DOWN:
        _back(canvas, x, y, WIDE)
        return
    canvas.rect(x, y, WIDE, WIDE, fill=PAPER, stroke=FAINT, radius=6)
    pips = _PIPS.get(int(face)) if face.isdecimal() else None
    middle = x + WIDE / 2, y + WIDE / 2
    if pips is None:
        canvas.text(middle[0], middle[1] + 5, face, size=15, bold=True)
        return
    for dx, dy in pips:
        canvas.dot(middle[0] + 9 * dx, middle[1] + 9 * dy, 3.2, INK)


def _back(canvas: Canvas, x: float, y: float, high: float) -> None:
    canvas.rect(x, y, WIDE, high, fill=PALE, stroke=FAINT, radius=5)
    canvas.rect(x + 5, y + 5, WIDE - 10, high - 10, stroke=FAINT, radius=3)
