"""Boards of squares, of hexagons, of points joined by lines, and boards drawn by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import cos, pi, sin, sqrt

from kibitz.core.errors import GameError
from kibitz.pictures.board import Board, Cell, Content, piece
from kibitz.pictures.canvas import Canvas
from kibitz.pictures.marks import Dot, Line, Mark, Path, Point, Text
from kibitz.pictures.text_width import text_width
from kibitz.pictures.theme import (
    COLUMN,
    DARK_WOOD,
    INK,
    PAPER,
    PLAYERS,
    ROW,
    WOOD,
)

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
    coordinates: bool = True,
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
    coordinates : bool, default True
        Whether letters and numbers stand at the margin.

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
    labels = (*at_side, *across) if coordinates else ()
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


def drawn_board(canvas: Canvas, cells: Iterable[Cell], caption: str = "") -> Board:
    """A board that is drawn on a canvas, with cells that are seen only when they are marked.

    Parameters
    ----------
    canvas : Canvas
        The drawing.
    cells : iterable of Cell
        Where it can be clicked.
    caption : str, optional
        What the board is.

    Returns
    -------
    Board
        The board.

    Examples
    --------
    >>> sheet = Canvas(80, 40)
    >>> sheet.dot(40, 20, 15)
    >>> drawn_board(sheet, [Cell("pit", round_outline(40, 20, 18))]).cell_at(45, 20).name
    'pit'
    """
    unseen = (replace(cell, fill="none", stroke="none") for cell in cells)
    size = canvas.width, canvas.height
    return Board(*size, tuple(unseen), over=tuple(canvas.marks), caption=caption)


def round_outline(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """A circle as 24 corners.

    Parameters
    ----------
    x, y : float
        Its middle.
    radius : float
        How far the corners are from it.

    Returns
    -------
    tuple of points
        The corners.
    """
    turns = [2 * pi * k / 24 for k in range(24)]
    return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


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
        cells.append(
            Cell(name, round_outline(x, y, radius), stands, PAPER if named else "none", "none")
        )
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
