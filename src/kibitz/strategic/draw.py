"""Pictures of matrix games: the payoff table, the graph of lines, the tableaux."""

from __future__ import annotations

import math
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, show
from kibitz.core.picture import COLUMN, FAINT, INK, MARK, ROW, Canvas, Picture, text_width
from kibitz.core.verbs import draw
from kibitz.linear.tableau import PivotTrace, Tableau
from kibitz.strategic.game import MatrixGame, StrategicGame
from kibitz.strategic.graphical import Graph, graph
from kibitz.strategic.mixture import Mixture
from kibitz.strategic.pivoting import pivoting
from kibitz.strategic.solution import MatrixSolution

MOST_LINES = 40
CELL_HEIGHT = 34.0


@draw.register
def _(game: MatrixGame, what: str = "table") -> Picture:
    if what == "table":
        return draw_table(game)
    if what == "graph":
        return draw_graph(game, graph(game))
    if what == "tableau":
        trace = pivoting(game).working
        assert isinstance(trace, PivotTrace)
        return draw_tableaux(trace)
    if what == "solution":
        return draw_solution(game.solve())
    known = ["table", "graph", "tableau", "solution"]
    raise GameError(f"cannot draw the {what!r} of a matrix game{did_you_mean(what, known)}")


@draw.register
def _(game: StrategicGame, what: str = "table") -> Picture:
    return game.matrix_game().draw(what=what)


@draw.register
def _(solution: MatrixSolution) -> Picture:
    return draw_solution(solution)


def draw_table(
    game: MatrixGame, row: Mixture | None = None, column: Mixture | None = None
) -> Picture:
    """The payoffs; the row player's best replies in one colour, the column player's in another.

    A cell that carries both marks is a saddle point. With strategies, their weights stand at the
    margins.
    """
    m, n = game.shape
    rows, columns = range(min(m, MOST_LINES)), range(min(n, MOST_LINES))
    cells = [[show(game[i, j]) for j in columns] for i in rows]
    side = max([text_width(game.rows[i]) for i in rows] + [30]) + 24
    weight = 76.0 if row is not None else 12.0
    width = (
        max(
            [text_width(x) for line in cells for x in line]
            + [text_width(game.columns[j]) for j in columns]
        )
        + 26
    )
    top = 78.0
    canvas = Canvas(
        side + width * len(columns) + weight + 16,
        top + CELL_HEIGHT * len(rows) + (44 if column is not None else 14) + 26,
    )
    title = game.title or f"{m} x {n} matrix game"
    canvas.text(14, 24, title, 15, "start", bold=True)
    canvas.text(
        14,
        46,
        f"{game.players[0]} (rows) receives, {game.players[1]} (columns) pays",
        11,
        "start",
        FAINT,
    )
    for j in columns:
        canvas.text(side + width * (j + 0.5), top - 10, game.columns[j], fill=COLUMN, bold=True)
    array = game.matrix.array
    best_rows, best_columns = array.max(axis=0), array.min(axis=1)
    for i in rows:
        y = top + CELL_HEIGHT * i
        canvas.text(side - 12, y + 22, game.rows[i], anchor="end", fill=ROW, bold=True)
        for j in columns:
            x = side + width * j
            for_row, for_column = array[i, j] == best_rows[j], array[i, j] == best_columns[i]
            fill = MARK if for_row and for_column else "none"
            canvas.rect(x, y, width, CELL_HEIGHT, fill=fill, stroke="#d5dbe1")
            canvas.text(x + width / 2, y + 21, cells[i][j], bold=bool(for_row and for_column))
            if for_row:
                canvas.line(
                    x + 6, y + CELL_HEIGHT - 5, x + width - 6, y + CELL_HEIGHT - 5, ROW, 2.4
                )
            if for_column:
                canvas.line(x + 5, y + 6, x + 5, y + CELL_HEIGHT - 6, COLUMN, 2.4)
        if row is not None:
            canvas.text(
                side + width * len(columns) + 10, y + 22, show(row[i]), anchor="start", fill=ROW
            )
    bottom = top + CELL_HEIGHT * len(rows)
    if column is not None:
        for j in columns:
            canvas.text(side + width * (j + 0.5), bottom + 22, show(column[j]), fill=COLUMN)
        bottom += 26
    legend = "underlined: best row in its column · side bar: best column in its row"
    canvas.text(14, bottom + 26, legend, 10, "start", FAINT)
    canvas.width = max(canvas.width, text_width(legend, 10) + 30, text_width(title, 15) + 30)
    return canvas.finish(title)


def draw_solution(solution: MatrixSolution) -> Picture:
    """The payoff table with the optimal weights at its margins."""
    picture = draw_table(solution.game, solution.row, solution.column)
    return Picture(picture.svg, f"value {show(solution.value)}, found by {solution.method}")


def draw_graph(game: MatrixGame, found: Graph) -> Picture:
    """The lines of a game with two rows or two columns, their envelope and the optimum."""
    labels = game.columns if found.mixes_rows else game.rows
    mine, theirs = (ROW, COLUMN) if found.mixes_rows else (COLUMN, ROW)
    side, who = ("row", game.rows) if found.mixes_rows else ("column", game.columns)
    scale = _Frame([float(y) for line in found.lines for y in line])
    canvas = Canvas(640, 420)
    canvas.text(20, 26, game.title or "A game on a graph", 15, "start", bold=True)
    _axes(canvas, scale, f"probability x of {side} {who[0]} (instead of {side} {who[1]})")
    ends: list[tuple[float, str]] = []
    for label, (at_zero, at_one) in zip(labels, found.lines, strict=True):
        canvas.line(scale.x(0), scale.y(at_zero), scale.x(1), scale.y(at_one), theirs, 1.3)
        ends.append((scale.y(at_one), label))
    for y, words in _spread(ends):
        canvas.text(scale.x(1) + 48, y + 4, words, 12, "start", theirs)
    canvas.path([(scale.x(x), scale.y(y)) for x, y in found.breakpoints], mine, 3.2)
    low, high = found.optimal
    spot = scale.y(found.value)
    canvas.line(scale.x(0), spot, scale.x(low), spot, FAINT, 1, "4 3")
    canvas.line(scale.x(low), scale.y(scale.bottom), scale.x(low), spot, FAINT, 1, "4 3")
    if low != high:
        canvas.line(scale.x(low), spot, scale.x(high), spot, mine, 6)
        canvas.line(scale.x(high), scale.y(scale.bottom), scale.x(high), spot, FAINT, 1, "4 3")
        canvas.dot(scale.x(high), spot, 5, mine)
        canvas.text(
            scale.x(high), scale.y(scale.bottom) + 18, show(high), 12, "start", mine, bold=True
        )
    canvas.dot(scale.x(low), spot, 5, mine)
    anchor = "middle" if low == high else "end"
    canvas.text(scale.x(low), scale.y(scale.bottom) + 18, show(low), 12, anchor, mine, bold=True)
    canvas.text(scale.x(0) - 8, spot + 4, show(found.value), 12, "end", mine, bold=True)
    kind = "lower" if found.mixes_rows else "upper"
    return canvas.finish(f"the {kind} envelope; value {show(found.value)} at x = {show(low)}")


def draw_tableaux(trace: PivotTrace) -> Picture:
    """Every tableau of a pivot trace, one below the other, the pivots circled."""
    spots = [*trace.pivots, None]
    widths = [_tableau_width(t) for t in trace.tableaux]
    step = max(len(t.left) for t in trace.tableaux) * 28 + 112
    canvas = Canvas(max(widths) + 60, step * len(trace.tableaux) + 30)
    for k, (tableau, spot) in enumerate(zip(trace.tableaux, spots, strict=True)):
        name = "start" if k == 0 else f"after pivot {k}"
        _draw_tableau(canvas, tableau, spot, 24, 26 + k * step, name)
    return canvas.finish(f"{len(trace.pivots)} pivots; value {show(trace.value)}")


class _Frame:
    """Where a payoff and a probability lie on the sheet."""

    def __init__(self, payoffs: list[float]) -> None:
        low, high = min(payoffs), max(payoffs)
        pad = (high - low) * 0.06 or 1.0
        self.step = _nice_step((high - low) or 1.0)
        self.bottom, self.top = low - pad, high + pad

    def x(self, weight: Number) -> float:
        return 80 + 450 * float(weight)

    def y(self, payoff: Number) -> float:
        return 370 - 320 * (float(payoff) - self.bottom) / (self.top - self.bottom)

    def ticks(self) -> list[float]:
        first = math.ceil(self.bottom / self.step)
        last = math.floor(self.top / self.step)
        return [k * self.step for k in range(first, last + 1)]


def _nice_step(span: float) -> float:
    raw = span / 6
    power = 10.0 ** math.floor(math.log10(raw))
    return next(f * power for f in (1, 2, 5, 10) if f * power >= raw)


def _axes(canvas: Canvas, scale: _Frame, words: str) -> None:
    for side in (0, 1):
        canvas.line(scale.x(side), scale.y(scale.bottom), scale.x(side), scale.y(scale.top), INK, 1)
        canvas.text(scale.x(side), scale.y(scale.bottom) + 18, str(side), 11, fill=FAINT)
        for tick in scale.ticks():
            x = scale.x(side)
            canvas.line(x - 3, scale.y(tick), x + 3, scale.y(tick), INK, 1)
            anchor, shift = ("end", -26.0) if side == 0 else ("start", 8.0)
            canvas.text(x + shift, scale.y(tick) + 4, f"{tick:g}", 10, anchor, FAINT)
    canvas.line(scale.x(0), scale.y(scale.bottom), scale.x(1), scale.y(scale.bottom), INK, 1)
    canvas.text((scale.x(0) + scale.x(1)) / 2, scale.y(scale.bottom) + 38, words, 12)


def _spread(ends: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Move labels apart that would lie on top of each other."""
    placed: list[tuple[float, str]] = []
    for y, words in sorted(ends):
        if placed and y - placed[-1][0] < 3:
            placed[-1] = (placed[-1][0], f"{placed[-1][1]}, {words}")
        else:
            placed.append((max(y, placed[-1][0] + 13) if placed else y, words))
    return placed


def _cell_width(tableau: Tableau) -> float:
    return max(text_width(show(x)) for row in tableau.entries() for x in row) + 22


def _tableau_width(tableau: Tableau) -> float:
    return 46 + _cell_width(tableau) * (len(tableau.top) + 1)


def _draw_tableau(
    canvas: Canvas, tableau: Tableau, spot: tuple[int, int] | None, x0: float, y0: float, name: Any
) -> None:
    width, height = _cell_width(tableau), 28.0
    m, n = len(tableau.left), len(tableau.top)
    canvas.text(x0, y0, name, 12, "start", FAINT)
    left, top = x0 + 40, y0 + 34
    for j, (letter, k) in enumerate(tableau.top):
        colour = ROW if letter == "x" else COLUMN
        canvas.text(left + width * (j + 0.5), top - 8, f"{letter}{k + 1}", fill=colour, bold=True)
    for i, (letter, k) in enumerate(tableau.left):
        colour = ROW if letter == "x" else COLUMN
        canvas.text(
            left - 10,
            top + height * i + 19,
            f"{letter}{k + 1}",
            anchor="end",
            fill=colour,
            bold=True,
        )
    if spot is not None:
        canvas.rect(
            left + width * spot[1] + 4,
            top + height * spot[0] + 3,
            width - 8,
            height - 6,
            fill=MARK,
            stroke=INK,
            radius=8,
        )
    for i, row in enumerate(tableau.entries()):
        for j, x in enumerate(row):
            canvas.text(left + width * (j + 0.5), top + height * i + 19, show(x))
    canvas.line(left + width * n, top, left + width * n, top + height * (m + 1), INK, 1.2)
    canvas.line(left, top + height * m, left + width * (n + 1), top + height * m, INK, 1.2)
