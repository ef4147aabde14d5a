"""Boards: cells with a name, an outline and what stands on them; squares, hexagons and graphs.

A board is data. :meth:`Board.picture` draws it, :meth:`Board.to_json` hands it to a browser, which
lays a clickable shape over every cell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin, sqrt
from typing import Any, TypeAlias

from kibitz.core.errors import GameError
from kibitz.pictures.canvas import Canvas
from kibitz.pictures.marks import Dot, Line, Mark, Path, Point, Text
from kibitz.pictures.picture import Picture
from kibitz.pictures.text_width import text_width
from kibitz.pictures.theme import (
    BLACK,
    COLUMN,
    DARK_WOOD,
    FAINT,
    INK,
    MARK,
    PAPER,
    PLAYERS,
    ROW,
    WHITE,
    WOOD,
)

SQUARE = 36.0
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
        """Whether a point lies inside, by the parity of the edges that a ray crosses."""
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

    def __getitem__(self, name: str) -> Cell:
        for cell in self.cells:
            if cell.name == name:
                return cell
        raise GameError(f"the board has no cell {name!r}")

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell at a point, None beside the board."""
        return next((cell for cell in self.cells if cell.contains(x, y)), None)

    def words_in(self, notation: str) -> tuple[str, ...]:
        """The words of cells that occur in the notation of a move, in order.

        >>> grid_board(8, 8, lambda row, column: ".").words_in("e2-e4")
        ('e2', 'e4')
        """
        words = sorted({cell.word for cell in self.cells if cell.word}, key=len, reverse=True)
        found = re.findall("|".join(map(re.escape, words)), notation)
        return tuple(found)

    def marked(self, names: Iterable[str], fill: str = MARK) -> Board:
        """The same board with some cells in another color, such as those of the last move.

        Cells are given by name or by the word of a click, unless several share it.
        """
        words = Counter(cell.word for cell in self.cells)
        chosen = {word for word in names if words[word] <= 1}
        cells = (
            replace(cell, fill=fill) if {cell.name, cell.word} & chosen else cell
            for cell in self.cells
        )
        return replace(self, cells=tuple(cells))

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
    return {WHITE: BLACK, WOOD: BLACK, DARK_WOOD: BLACK, BLACK: WHITE, PAPER: INK}.get(color, PAPER)


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


def grid_board(
    rows: int,
    columns: int,
    content: Callable[[int, int], Content],
    caption: str = "",
    *,
    checkered: bool = False,
    top_first: bool = False,
    colors: Sequence[str] = PLAYERS,
    name: Callable[[int, int], str] = square_name,
    label: Callable[[int, int], str] | None = None,
    fill: Callable[[int, int], str] | None = None,
    click: Callable[[int, int], str] | None = None,
    size: float = SQUARE,
) -> Board:
    """A board of squares.

    Parameters
    ----------
    rows, columns : int
        How many there are.
    content : callable
        What stands in a row and a column, counted from 0: a :class:`Piece`, or a sign that
        :func:`piece` knows.
    caption : str, optional
        What the board is.
    checkered : bool, default False
        Whether every other square is dark.
    top_first : bool, default False
        Whether row 1 is on top; at the bottom otherwise.
    colors : sequence of str
        The colors of the players' men.
    name, label, fill, click : callable, optional
        The name of a square, a small word in its corner, its color, and what a click on it says.
    size : float, default 36
        How wide a square is.

    Returns
    -------
    Board
        The board.

    Examples
    --------
    >>> [cell.name for cell in grid_board(2, 2, lambda row, column: ".").cells]
    ['a1', 'b1', 'a2', 'b2']
    """

    def cell(row: int, column: int) -> Cell:
        x, y = 30 + column * size, top + (row if top_first else rows - 1 - row) * size
        dark = checkered and (row + column) % 2 == 0
        usual = DARK_WOOD if dark else WOOD if checkered else PAPER
        return Cell(
            name(row, column),
            ((x, y), (x + size, y), (x + size, y + size), (x, y + size)),
            piece(content(row, column), colors),
            (fill(row, column) if fill else "") or usual,
            label=label(row, column) if label else "",
            click=click(row, column) if click else "",
        )

    top = 30.0 if top_first else 10.0
    cells = tuple(cell(row, column) for row in range(rows) for column in range(columns))
    at_side = [
        Text(16, cells[row * columns].middle[1] + 4, str(row + 1), 11) for row in range(rows)
    ]
    below = 22 if top_first else rows * size + 26
    across = [
        Text(cells[column].middle[0], below, letters(column), 11) for column in range(columns)
    ]
    labels = (*at_side, *across)
    return Board(columns * size + 40, rows * size + 40, cells, labels=labels, caption=caption)


def hex_board(
    rows: int,
    columns: int,
    content: Callable[[int, int], Content],
    caption: str = "",
    *,
    colors: Sequence[str] = PLAYERS,
    edges: tuple[str, str] | None = (ROW, COLUMN),
    name: Callable[[int, int], str] = square_name,
    radius: float = 17.0,
) -> Board:
    """A slanted board of hexagons, row 1 on top.

    Parameters
    ----------
    rows, columns : int
        How many there are.
    content : callable
        What stands in a row and a column, counted from 0.
    caption : str, optional
        What the board is.
    colors : sequence of str
        The colors of the players' men.
    edges : pair of str, optional
        The colors of the edges above and below, and of those on the left and on the right.
    name : callable, optional
        The name of a cell.
    radius : float, default 17
        From the middle of a hexagon to its corners.

    Returns
    -------
    Board
        The board.

    Examples
    --------
    >>> len(hex_board(2, 3, lambda row, column: ".").cells[0].outline)
    6
    """
    wide, high = radius * sqrt(3), radius * 1.5

    def corner(row: int, column: int, k: int) -> Point:
        x = 30 + wide * (column + row / 2 + 0.5)
        across = (0, 0.5, 0.5, 0, -0.5, -0.5)[k] * wide
        return x + across, 40 + radius + high * row + (-1, -0.5, 0.5, 1, 0.5, -0.5)[k] * radius

    cells = tuple(
        Cell(
            name(row, column),
            tuple(corner(row, column, k) for k in range(6)),
            piece(content(row, column), colors),
        )
        for row in range(rows)
        for column in range(columns)
    )
    labels = [
        Text(corner(0, k, 0)[0], corner(0, k, 0)[1] - 8, letters(k), 11) for k in range(columns)
    ]
    labels += [
        Text(corner(k, 0, 5)[0] - 12, corner(k, 0, 5)[1] + 14, str(k + 1), 11) for k in range(rows)
    ]
    over: list[Mark] = []
    for color, ends in zip(
        edges or (),
        (
            [[corner(0, k, j) for j in (5, 0, 1)] for k in range(columns)]
            + [[corner(rows - 1, k, j) for j in (4, 3, 2)] for k in range(columns)],
            [[corner(k, 0, j) for j in (5, 4, 3)] for k in range(rows)]
            + [[corner(k, columns - 1, j) for j in (0, 1, 2)] for k in range(rows)],
        ),
        strict=False,
    ):
        over += [Path(tuple(points), color, 3) for points in ends]
    return Board(
        wide * (columns + rows / 2 + 0.5) + 50,
        high * rows + radius + 50,
        cells,
        over=tuple(over),
        labels=tuple(labels),
        caption=caption,
    )


def graph_board(
    points: Mapping[str, Point],
    edges: Iterable[tuple[str, str]],
    content: Callable[[str], Content] = lambda name: ".",
    caption: str = "",
    *,
    colors: Sequence[str] = PLAYERS,
    named: bool = True,
    coordinates: bool = False,
    note: str = "",
    radius: float = 16.0,
) -> Board:
    """A board of points joined by lines.

    Parameters
    ----------
    points : mapping
        The names of the points, and where they are in pixels.
    edges : pairs of names
        The lines.
    content : callable, optional
        What stands on a point, by its name.
    caption : str, optional
        What the board is.
    colors : sequence of str
        The colors of the players' men.
    named : bool, default True
        Whether the names of empty points are written on them.
    coordinates : bool, default False
        Whether the names, a letter and a number each, are written at the margin.
    note : str, optional
        A line below the board.
    radius : float, default 16
        How far a point can be clicked.

    Returns
    -------
    Board
        The board.

    Examples
    --------
    >>> triangle = {"a": (0, 0), "b": (80, 0), "c": (40, 60)}
    >>> board = graph_board(triangle, [("a", "b"), ("b", "c"), ("c", "a")])
    >>> board.cell_at(*board["c"].middle).name
    'c'
    """
    if not points:
        raise GameError("a board needs at least one point")
    left = min(x for x, _ in points.values()) - radius - (30 if coordinates else 12)
    top = min(y for _, y in points.values()) - radius - 12
    wide = max(x for x, _ in points.values()) + radius + 12 - left
    high = max(y for _, y in points.values()) + radius + 12 - top
    places = {name: (x - left, y - top) for name, (x, y) in points.items()}

    def circle(x: float, y: float) -> tuple[Point, ...]:
        turns = [2 * pi * k / 24 for k in range(24)]
        return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)

    lines: list[Mark] = []
    for a, b in edges:
        for end in (a, b):
            if end not in places:
                raise GameError(f"the line {a}-{b} ends at {end!r}, which is not a point")
        lines.append(Line(*places[a], *places[b], INK, 2))
    cells: list[Cell] = []
    labels: list[Text] = []
    for name, (x, y) in places.items():
        stands = piece(content(name), colors)
        cells.append(Cell(name, circle(x, y), stands, PAPER if named else "none", "none"))
        if named and stands.shape == "none":
            labels.append(Text(x, y + 4, name, 11))
    if coordinates:
        for name, (x, y) in sorted(places.items()):
            labels.append(Text(x, high + 8, name[0], 11))
            labels.append(Text(14, y + 4, name[1:], 11))
        labels, high = list(dict.fromkeys(labels)), high + 18
    if note:
        wide = max(wide, text_width(note, 12) + 30)
        labels.append(Text(14, high + 10, note, 12, "start"))
        high += 20
    empty = [cell for cell in cells if cell.content.shape == "none"]
    over = () if named else tuple(Dot(*places[cell.name], 4.0) for cell in empty)
    return Board(wide, high, tuple(cells), tuple(lines), over, tuple(labels), caption)
