"""Boards: cells with a name, an outline and what stands on them; squares, hexagons and graphs.

A board is data. :meth:`Board.picture` draws it, :meth:`Board.to_json` hands it to a browser, which
lays a clickable shape over every cell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from kibitz.core.errors import GameError
from kibitz.pictures.canvas import Canvas
from kibitz.pictures.marks import Line, Mark, Point, Text
from kibitz.pictures.picture import Picture
from kibitz.pictures.theme import (
    BLACK,
    DARK_WOOD,
    FAINT,
    INK,
    LOST,
    MARK,
    PALE,
    PAPER,
    PLAYERS,
    RULE,
    TINTS,
    WHITE,
    WON,
    WOOD,
)

STROKE = 3.0
"""How wide a stroke through a line of pieces is."""
SHAPES = ("none", "disc", "king", "ring", "cross", "word")


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a cell.

    Parameters
    ----------
    shape : str
        ``disc``, ``king`` (a disc with a crown), ``ring``, ``cross``, ``word``, or ``none``.
    color : str
        A color of the theme, such as ``player1``, ``white``, or ``#aa0000``.
    word : str, optional
        Letters on the disc, or the word itself.
    """

    shape: str = "none"
    color: str = INK
    word: str = ""

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise GameError(f"no piece of shape {self.shape!r}; the shapes are {', '.join(SHAPES)}")


Content: TypeAlias = Piece | str


def piece(sign: Content, colors: Sequence[str] = PLAYERS) -> Piece:
    """The piece that a sign stands for.

    X and O are discs of the two players, x and o are crowned, + and 0 are crosses and noughts, a
    digit is itself, other letters stand on discs, capitals on those of the first player; a point
    or a space is nothing.

    Parameters
    ----------
    sign : str or Piece
        The sign; a piece is itself.
    colors : sequence of str
        The colors of the players.

    Returns
    -------
    Piece
        The piece.

    Examples
    --------
    >>> piece("X"), piece("+").shape, piece("k").color
    (Piece(shape='disc', color='player1', word=''), 'cross', 'player2')
    """
    if isinstance(sign, Piece):
        return sign
    if sign in ("", ".", " "):
        return Piece()
    if sign == "+":
        return Piece("cross", colors[0])
    if sign == "0":
        return Piece("ring", colors[1])
    if sign in ("X", "O"):
        return Piece("disc", colors[sign == "O"])
    if sign in ("x", "o"):
        return Piece("king", colors[sign == "o"])
    if len(sign) == 1 and sign.isalpha():
        return Piece("disc", colors[not sign.isupper()], sign.upper())
    return Piece("word", INK, sign)


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a board.

    Parameters
    ----------
    name : str
        What players call it, such as ``e4``.
    outline : tuple of points
        Its corners in pixels, which is also where it can be clicked.
    content : Piece
        What stands there.
    fill, stroke : str
        The colors of its surface and its edge.
    label : str, optional
        A small word in its top left corner.
    click : str, optional
        What a click on it says in the notation of moves; the name unless given.
    """

    name: str
    outline: tuple[Point, ...]
    content: Piece = Piece()
    fill: str = PAPER
    stroke: str = FAINT
    label: str = ""
    click: str = ""

    @property
    def word(self) -> str:
        """What a click on it says."""
        return self.click or self.name

    @property
    def middle(self) -> Point:
        """The middle of its outline."""
        xs, ys = zip(*self.outline, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def radius(self) -> float:
        """How far a disc may reach from the middle."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(max(xs) - min(xs), max(ys) - min(ys)) / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside, by the parity of the edges that a ray crosses.

        Parameters
        ----------
        x, y : float
            The point, in pixels from the top left.
        """
        inside = False
        for (x1, y1), (x2, y2) in zip(
            self.outline, (*self.outline[1:], self.outline[0]), strict=True
        ):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "word": self.word,
            "outline": [[round(x, 2), round(y, 2)] for x, y in self.outline],
            "content": {
                "shape": self.content.shape,
                "color": self.content.color,
                "word": self.content.word,
            },
            "fill": self.fill,
            "label": self.label,
        }


@dataclass(frozen=True, slots=True)
class Board:
    """Cells, what is drawn under and over them, and the names at their margin.

    Parameters
    ----------
    width, height : float
        The size of the board in pixels.
    cells : tuple of Cell
        The places.
    under, over : tuple of marks
        What is drawn before and after the surfaces of the cells, such as the lines of a graph.
    labels : tuple of Text
        The coordinates at the margin, and other words.
    caption : str
        What the board is.

    Examples
    --------
    >>> from kibitz.pictures.board_kinds import grid_board
    >>> board = grid_board(3, 3, lambda row, column: "X" if row == column else ".")
    >>> board.cell_at(50, 90).name, board["b2"].content.shape
    ('a1', 'disc')
    >>> board.picture()
    <Picture 148 x 148: >
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    under: tuple[Mark, ...] = ()
    over: tuple[Mark, ...] = ()
    labels: tuple[Text, ...] = ()
    caption: str = ""
    above: tuple[Mark, ...] = ()
    """What is drawn upon the pieces, such as a line through those that have won."""

    def __getitem__(self, name: str) -> Cell:
        for cell in self.cells:
            if cell.name == name:
                return cell
        raise GameError(f"the board has no cell {name!r}")

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell at a point; None outside the board.

        Parameters
        ----------
        x, y : float
            The point, in pixels from the top left.
        """
        return next((cell for cell in self.cells if cell.contains(x, y)), None)

    def words_in(self, notation: str) -> tuple[str, ...]:
        """The words of cells that occur in the notation of a move, in order.

        Parameters
        ----------
        notation : str
            A move in the notation of its game.

        Examples
        --------
        >>> from kibitz.pictures.board_kinds import grid_board
        >>> grid_board(8, 8, lambda row, column: ".").words_in("e2-e4")
        ('e2', 'e4')
        """
        words = sorted({cell.word for cell in self.cells if cell.word}, key=len, reverse=True)
        found = re.findall("|".join(map(re.escape, words)), notation)
        return tuple(found)

    def marked(self, names: Iterable[str], fill: str = MARK) -> Board:
        """The same board with some cells in another color, such as those of the last move.

        Cells are given by name or by the word of a click, unless several share it.

        Parameters
        ----------
        names : iterable of str
            The names of the cells.
        fill : str, default MARK
            The color.
        """
        words = Counter(cell.word for cell in self.cells)
        chosen = {word for word in names if words[word] <= 1}
        cells = (
            replace(cell, fill=fill) if {cell.name, cell.word} & chosen else cell
            for cell in self.cells
        )
        return replace(self, cells=tuple(cells))

    def struck(self, *lines: Sequence[str]) -> Board:
        """The same board with a stroke through each of some lines of cells, given by name.

        Parameters
        ----------
        *lines : sequence of str
            The names of the cells of each line, in order.

        Examples
        --------
        >>> from kibitz.pictures.board_kinds import grid_board
        >>> board = grid_board(3, 3, lambda row, column: "X" if row == column else ".")
        >>> len(board.struck(["a1", "b2", "c3"]).above)
        2
        """
        strokes: list[Mark] = []
        for line in lines:
            (x, y), (to_x, to_y) = self[line[0]].middle, self[line[-1]].middle
            for color, width in ((PAPER, STROKE + 3), (INK, STROKE)):
                strokes.append(Line(x, y, to_x, to_y, color, width))
        return replace(self, above=(*self.above, *strokes))

    def picture(self) -> Picture:
        """The board drawn."""
        canvas = Canvas(self.width, self.height, list(self.under))
        for cell in self.cells:
            if cell.fill != "none" or cell.stroke != "none":
                ends = (*cell.outline, cell.outline[0])
                canvas.path(ends, stroke=cell.stroke, fill=cell.fill)
        canvas.marks.extend(self.over)
        for cell in self.cells:
            _draw_piece(canvas, cell)
            if cell.label:
                left, top = (min(ends) for ends in zip(*cell.outline, strict=True))
                canvas.text(left + 2, top + 8, cell.label, 8, "start", _upon(cell.fill))
        canvas.marks.extend(self.above)
        canvas.marks.extend(self.labels)
        return canvas.finish(self.caption)

    def to_json(self) -> dict[str, Any]:
        """The size and the cells."""
        return {
            "width": self.width,
            "height": self.height,
            "caption": self.caption,
            "cells": [cell.to_json() for cell in self.cells],
        }


def _draw_piece(canvas: Canvas, cell: Cell) -> None:
    content, (x, y) = cell.content, cell.middle
    radius = cell.radius * (0.62 if cell.label else 0.76)
    upon = _upon(content.color)
    if content.shape == "cross":
        reach = radius * 0.8
        for slope in (-1, 1):
            canvas.line(
                x - reach, y - slope * reach, x + reach, y + slope * reach, content.color, 4
            )
    elif content.shape == "ring":
        canvas.dot(x, y, radius - 2, "none", content.color, 4)
    elif content.shape in ("disc", "king"):
        rim = FAINT if content.color in (WHITE, BLACK, PAPER) else "none"
        canvas.dot(x, y, radius, content.color, rim)
        if content.shape == "king":
            canvas.dot(x, y, radius * 0.4, upon)
    if content.word:
        size = min(1.25 * radius, 2.6 * radius / max(1, len(content.word)))
        color = upon if content.shape in ("disc", "king") else content.color
        canvas.text(x, y + size * 0.36, content.word, size, fill=color, bold=True)


def _upon(color: str) -> str:
    """The color of words on a surface."""
    if color in (WHITE, WOOD, DARK_WOOD):
        return BLACK
    if color in (PAPER, MARK, PALE, RULE, WON, LOST, "none", *TINTS):
        return INK
    return WHITE if color == BLACK else PAPER
