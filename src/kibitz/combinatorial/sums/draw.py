"""The picture of a sum: its components side by side, with what each is worth."""

from __future__ import annotations

from kibitz.combinatorial.answers import answer, answers_shown
from kibitz.combinatorial.draw import SEARCHED, capitalized, position_picture, title_of
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.sums.sum import Sum
from kibitz.combinatorial.transfinite import Transfinite
from kibitz.core.errors import GameError
from kibitz.core.verbs import draw
from kibitz.pictures import FAINT, MARK, Canvas, Picture, text_width

MOST_COMPONENTS = 24
"""Components drawn; the others are counted."""
MOST_WIDTH = 1200.0
"""Pixels after which the next component begins a new row."""
MOST_TITLE = 100
GAP, TOP, FOOT = 44.0, 48.0, 34.0


@position_picture(Sum)
def draw_sum(game: Sum) -> Picture:
    """The pictures of the components in rows, a plus between them and their values beneath.

    With ``what="graph"`` the verb draws the graph of positions of the whole sum.

    Parameters
    ----------
    game : Sum
        The game.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> from kibitz import game
    >>> draw_sum(game("nim 3 4 + kayles 5")).svg.count("<svg")
    3
    """
    shown = game.components[:MOST_COMPONENTS]
    pictures = [draw(part) for part in shown]
    rows = _rows([picture.size[0] for picture in pictures])
    title = _short(title_of(game))
    note = answer(_note(game))
    good = _with_winning_moves(game)
    width = max(sum(pictures[i].size[0] + GAP for i in row) for row in rows) if shown else 0.0
    tall = [max(pictures[i].size[1] for i in row) + FOOT for row in rows]
    wide = max(width, text_width(title, 15, bold=True) + 32, text_width(note, 11) + 32)
    canvas = Canvas(wide, TOP + sum(tall) + 36)
    canvas.text(16, 26, capitalized(title), 15, "start", bold=True)
    y = TOP
    for row, height in zip(rows, tall, strict=True):
        x = 0.0
        for i in row:
            across, down = pictures[i].size
            floor = y + height - FOOT
            canvas.picture(x, floor - down, pictures[i])
            for spot in pictures[i].spots:
                outline = [(u + x, v + floor - down) for u, v in spot.outline]
                name = "" if spot.moves == (spot.name,) else f"{spot.name} of component {i + 1}"
                moves = [game.move_words(i, move) for move in spot.moves]
                canvas.spot(moves, outline, name, spot.way)
            if i in good:
                canvas.rect(x + 8, floor + 2, across - 16, 24, MARK, radius=4)
            canvas.text(x + across / 2, floor + 18, answer(_worth(shown[i])), 13, bold=True)
            if i + 1 < len(game.components):
                canvas.text(x + across + GAP / 2, floor - height / 3, "+", 26, fill=FAINT)
            x += across + GAP
        y += height
    canvas.text(16, canvas.height - 14, note, 11, "start", FAINT)
    return canvas.finish(title)


def _rows(widths: list[float]) -> list[list[int]]:
    """Indices in rows that are not too wide.

    >>> _rows([500.0, 500.0, 500.0])
    [[0, 1], [2]]
    """
    rows: list[list[int]] = []
    used = MOST_WIDTH + 1
    for i, width in enumerate(widths):
        if used + width > MOST_WIDTH:
            rows.append([])
            used = 0.0
        rows[-1].append(i)
        used += width + GAP
    return rows


def _with_winning_moves(game: Sum) -> set[int]:
    """The indices of the components in which the sum can be won now."""
    if not answers_shown():
        return set()
    try:
        left = [move.position for move in game.winning_moves(SEARCHED)]
    except GameError:
        return set()
    return {i for parts in left for i, part in enumerate(parts) if part != game.position[i]}


def _worth(game: ImpartialGame) -> str:
    """The value of a component beneath its picture; nothing in misère play."""
    if game.is_misere:
        return ""
    if isinstance(game, Transfinite):
        return f"∗{game.value()}"
    return f"∗{game.loopy_value()}".replace("∗inf", "∞")


def _note(game: Sum) -> str:
    try:
        words = f"outcome {game.outcome(SEARCHED)}"
        if isinstance(game, Transfinite):
            words = f"nim-sum {game.value()}, {words}"
        elif not game.is_misere:
            words = f"sum {game.loopy_value()}, {words}".replace("inf", "∞")
    except GameError:
        words = "too large to search"
    words += "; shaded beneath: here the sum can be won; marks within: moves that win a part alone"
    left_out = len(game.components) - MOST_COMPONENTS
    return words + (f"; and {left_out} more components" if left_out > 0 else "")


def _short(words: str) -> str:
    return words if len(words) <= MOST_TITLE else words[: MOST_TITLE - 1] + "…"
