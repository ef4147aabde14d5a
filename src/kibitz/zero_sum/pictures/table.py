"""Payoff tables as pictures, with the best replies marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from kibitz.core.extension import extends
from kibitz.core.tensor import Array
from kibitz.pictures import COLUMN, FAINT, MARK, ROW, Canvas, Picture, text_width
from kibitz.pictures.geometry import rectangle
from kibitz.pictures.short import short
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.mixture import Mixture

if TYPE_CHECKING:
    from kibitz.strategic.game import StrategicGame

MOST_LINES = 40
WIDEST = 1850.0
"""How wide a table is at most; columns that find no room are left out."""
HEIGHT = 34.0
TOP = 80.0
LEGEND = ("underlined: best row in its column", "side bar: best column in its row")


@dataclass(frozen=True)
class _Sheet:
    """Where the cells of a table lie."""

    side: float
    width: float
    rows: range
    columns: range
    cut: bool
    """Some lines do not fit and are left out."""
    played_first: bool = False
    """The lines that are played come before the others."""

    def x(self, j: float) -> float:
        return self.side + self.width * j

    def y(self, i: float) -> float:
        return TOP + HEIGHT * i

    @property
    def right(self) -> float:
        return self.x(len(self.columns))

    @property
    def bottom(self) -> float:
        return self.y(len(self.rows))


def draw_table(
    game: MatrixGame, row: Mixture | None = None, column: Mixture | None = None, remark: str = ""
) -> Picture:
    """The payoffs; the row player's best replies in one color, the column player's in another.

    A cell that carries both marks is a saddle point. With strategies, their weights stand at the
    margins; where not all lines fit, those that are played come first.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    row : Mixture, optional
        Weights of the rows.
    column : Mixture, optional
        Weights of the columns.
    remark : str, optional
        A line below the table.

    Returns
    -------
    Picture
        The table as SVG.
    """
    sheet = _layout(game.rows, game.columns, lambda i, j: short(game[i, j]), column)
    if sheet.cut and row is not None and column is not None:
        game, row, column = _played_first(game, row, column)
        sheet = _layout(game.rows, game.columns, lambda i, j: short(game[i, j]), column)
        sheet = replace(sheet, played_first=True)
    array = game.matrix.array
    first, second = game.players
    title = game.title or f"{game.shape[0]} x {game.shape[1]} matrix game"
    words = remark or f"{first} (rows) receives, {second} (columns) pays"
    canvas = _frame(sheet, title, words, game.rows, game.columns)
    for_row, for_column = array == array.max(axis=0), (array.min(axis=1) == array.T).T
    for i in sheet.rows:
        for j in sheet.columns:
            both = bool(for_row[i, j] and for_column[i, j])
            _mark(canvas, sheet, i, j, bool(for_row[i, j]), bool(for_column[i, j]))
            canvas.text(sheet.x(j + 0.5), sheet.y(i) + 21, short(game[i, j]), bold=both)
    bottom = sheet.bottom
    if row is not None:
        for i in sheet.rows:
            canvas.text(sheet.right + 10, sheet.y(i) + 22, short(row[i]), anchor="start", fill=ROW)
        canvas.width += max(text_width(short(row[i])) for i in sheet.rows) + 12
    if column is not None:
        for j in sheet.columns:
            canvas.text(sheet.x(j + 0.5), bottom + 22, short(column[j]), fill=COLUMN)
        bottom += 26
    return _finish(canvas, sheet, bottom, title)


def _played_first(
    game: MatrixGame, row: Mixture, column: Mixture
) -> tuple[MatrixGame, Mixture, Mixture]:
    """The same game with the rows and columns first that have a weight."""
    rows, columns = (sorted(range(len(side)), key=lambda k: side[k] == 0) for side in (row, column))
    ordered = game.restrict(rows, columns)
    return ordered, tuple(row[i] for i in rows), tuple(column[j] for j in columns)


@extends(MatrixSolution)
def draw_solution(solution: MatrixSolution) -> Picture:
    """The payoff table with the value above it and the optimal weights at its margins.

    Parameters
    ----------
    solution : MatrixSolution
        The solution to show.

    Returns
    -------
    Picture
        The table as SVG.
    """
    value = f"value {short(solution.value)}, found by {solution.method}"
    picture = draw_table(solution.game, solution.row, solution.column, value)
    return picture.with_caption(value)


def draw_bimatrix(game: StrategicGame) -> Picture:
    """Both payoffs in every cell; a cell where both are best replies is an equilibrium.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.

    Returns
    -------
    Picture
        The table as SVG.
    """
    first, second = game.payoffs
    rows, columns = game.strategies
    cells = {(i, j): [short(x) for x in game.payoff(i, j)] for i, j in _shown(game)}
    sheet = _layout(rows, columns, lambda i, j: ",  ".join(cells[i, j]), None)
    title = game.title or f"{game.shape[0]} x {game.shape[1]} bimatrix game"
    words = f"{game.word}s of {game.players[0]} (rows) and {game.players[1]} (columns)"
    canvas = _frame(sheet, title, words, rows, columns)
    for_row = first.array == first.array.max(axis=0)
    for_column: Array = (second.array.max(axis=1) == second.array.T).T
    for i in sheet.rows:
        for j in sheet.columns:
            _mark(canvas, sheet, i, j, bool(for_row[i, j]), bool(for_column[i, j]))
            _pair(canvas, sheet.x(j + 0.5), sheet.y(i) + 21, cells[i, j])
    return _finish(canvas, sheet, sheet.bottom, title)


@dataclass(frozen=True)
class RoundPicture:
    """A round of a game that is played: a table in which no best reply is marked.

    Parameters
    ----------
    title, words : str
        The heading, and the line below it.
    rows, columns : sequence of str
        The names of the strategies.
    cells : callable
        What stands in the cell of a row and a column: a payoff for each player, or a few words.
    """

    title: str
    words: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Callable[[int, int], Sequence[str]]

    def draw(self, seat: int | None = None, reached: tuple[int, int] | None = None) -> Picture:
        """The table; the strategies of a seat can be touched, the cell that was reached is shaded.

        Parameters
        ----------
        seat : int, optional
            Whose strategies can be touched: 0 for the rows, 1 for the columns.
        reached : pair of int, optional
            The row and the column that were played.

        Returns
        -------
        Picture
            The table.

        Examples
        --------
        >>> sides = ("head", "tail")
        >>> coin = RoundPicture("Pennies", "", sides, sides, lambda i, j: ["1"])
        >>> [spot.name for spot in coin.draw(seat=0).spots]
        ['head', 'tail']
        """
        sheet = _layout(self.rows, self.columns, lambda i, j: ",  ".join(self.cells(i, j)), None)
        canvas = _frame(sheet, self.title, self.words, self.rows, self.columns)
        for i, j in product(sheet.rows, sheet.columns):
            fill = MARK if (i, j) == reached else "none"
            canvas.rect(sheet.x(j), sheet.y(i), sheet.width, HEIGHT, fill=fill, stroke="rule")
            _pair(canvas, sheet.x(j + 0.5), sheet.y(i) + 21, self.cells(i, j))
        if seat == 0:
            for i in sheet.rows:
                x, wide = 8.0, sheet.right - 8
                canvas.spot([self.rows[i]], rectangle(x, sheet.y(i), wide, HEIGHT))
        elif seat == 1:
            for j in sheet.columns:
                high = sheet.bottom - TOP + 26
                canvas.spot([self.columns[j]], rectangle(sheet.x(j), TOP - 26, sheet.width, high))
        return _finish(canvas, sheet, sheet.bottom, self.title, ())


def _pair(canvas: Canvas, x: float, y: float, words: Sequence[str]) -> None:
    """What stands in a cell: a number for each player, or words in the middle."""
    if len(words) == 2:
        canvas.text(x - 6, y, words[0], anchor="end", fill=ROW)
        canvas.text(x + 6, y, words[1], anchor="start", fill=COLUMN)
    else:
        canvas.text(x, y, ", ".join(words))


def _shown(game: StrategicGame) -> Iterator[tuple[int, int]]:
    """The cells that fit."""
    m, n = (min(size, MOST_LINES) for size in game.shape)
    return product(range(m), range(n))


def _layout(
    rows: Sequence[str],
    columns: Sequence[str],
    spell: Callable[[int, int], str],
    weights: Mixture | None,
) -> _Sheet:
    shown_rows, shown_columns = (
        range(min(len(rows), MOST_LINES)),
        range(min(len(columns), MOST_LINES)),
    )
    words = [spell(i, j) for i in shown_rows for j in shown_columns]
    words += [columns[j] for j in shown_columns]
    words += [short(weights[j]) for j in shown_columns] if weights is not None else []
    side = max([text_width(rows[i], bold=True) for i in shown_rows] + [30]) + 28
    width = max(text_width(x, bold=True) for x in words) + 26
    fit = max(2, int((WIDEST - side) // width))
    shown_columns = range(min(len(shown_columns), fit))
    cut = len(rows) > len(shown_rows) or len(columns) > len(shown_columns)
    return _Sheet(side, width, shown_rows, shown_columns, cut)


def _frame(
    sheet: _Sheet, title: str, words: str, rows: Sequence[str], columns: Sequence[str]
) -> Canvas:
    legend = max(text_width(line, 10) for line in LEGEND)
    wide = max(text_width(title, 15, bold=True), text_width(words, 11), legend) + 40
    canvas = Canvas(max(sheet.right + 24, wide), sheet.bottom)
    canvas.text(14, 24, title, 15, "start", bold=True)
    canvas.text(14, 46, words, 11, "start", FAINT)
    for j in sheet.columns:
        canvas.text(sheet.x(j + 0.5), TOP - 10, columns[j], fill=COLUMN, bold=True)
    for i in sheet.rows:
        canvas.text(sheet.side - 12, sheet.y(i) + 22, rows[i], anchor="end", fill=ROW, bold=True)
    return canvas


def _mark(canvas: Canvas, sheet: _Sheet, i: int, j: int, for_row: bool, for_column: bool) -> None:
    x, y, width = sheet.x(j), sheet.y(i), sheet.width
    fill = MARK if for_row and for_column else "none"
    canvas.rect(x, y, width, HEIGHT, fill=fill, stroke="rule")
    if for_row:
        canvas.line(x + 6, y + HEIGHT - 5, x + width - 6, y + HEIGHT - 5, ROW, 2.4)
    if for_column:
        canvas.line(x + 5, y + 6, x + 5, y + HEIGHT - 6, COLUMN, 2.4)


def _finish(
    canvas: Canvas, sheet: _Sheet, bottom: float, title: str, notes: tuple[str, ...] = LEGEND
) -> Picture:
    if sheet.cut:
        shown = f"{len(sheet.rows)} rows and {len(sheet.columns)} columns are shown"
        words = f"only {shown}, " if sheet.played_first else f"only the first {shown}"
        words += "those that are played first" if sheet.played_first else ""
        canvas.text(14, bottom + 24, words, 11, "start", FAINT)
        canvas.width = max(canvas.width, text_width(words, 11) + 30)
        bottom += 20
    legend = " · ".join(notes)
    lines = notes if not notes or text_width(legend, 10) + 28 > canvas.width else (legend,)
    for k, line in enumerate(lines):
        canvas.text(14, bottom + 26 + 15 * k, line, 10, "start", FAINT)
    canvas.height = bottom + 25 + 15 * len(lines)
    return canvas.finish(title)
