"""Pictures of matrix games: the table, the graph of two lines, tableaux, the solution."""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.verbs import draw
from kibitz.linear.tableau import PivotTrace, Tableau, pivot_method
from kibitz.pictures import COLUMN, FAINT, INK, MARK, ROW, Canvas, Picture, text_width
from kibitz.pictures.picture import Later
from kibitz.pictures.short import short
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.graphical import graph
from kibitz.zero_sum.pictures.graph import draw_graph
from kibitz.zero_sum.pictures.table import draw_solution, draw_table
from kibitz.zero_sum.solution import MatrixSolution

MOST_TABLEAU_CELLS = 400
MOST_TABLEAUX = 8
"""Of more, the last two are drawn, and the first ones."""
SHEET = (800.0, 600.0)
"""The room in which tableaux are arranged."""
MATRIX_PICTURES = ("table", "graph", "tableau", "solution")


@draw.register
def _(game: MatrixGame, what: str = "table") -> Picture:
    if what == "table":
        return draw_table(game)
    if what == "graph":
        return draw_graph(game, graph(game))
    if what == "tableau":
        return draw_tableaux(_trace(game))
    if what == "solution":
        return draw_solution(game.solve())
    near = did_you_mean(str(what), MATRIX_PICTURES)
    raise GameError(f"cannot draw the {what!r} of a matrix game{near}")


@draw.register
def _(solution: MatrixSolution) -> Picture:
    return draw_solution(solution)


def draw_tableaux(trace: PivotTrace) -> Picture:
    """The tableaux of a pivot trace in their order, the pivots marked; of many, some are left out.

    Parameters
    ----------
    trace : PivotTrace
        The tableaux of :func:`kibitz.zero_sum.pivoting`.

    Returns
    -------
    Picture
        The tableaux as SVG.
    """
    shapes = [_tableaux_in(trace, columns) for columns in (1, 2, 3, 4)]
    best = max(shapes, key=lambda shape: (shape.scale(*SHEET), -shape.width))
    rest = tuple(shape for shape in shapes if shape is not best)
    return replace(best, others=Later(lambda: rest))


def _tableaux_in(trace: PivotTrace, columns: int) -> Picture:
    """The tableaux from left to right and then below."""
    spots, count = [*trace.pivots, None], len(trace.tableaux)
    shown = list(range(count))
    if count > MOST_TABLEAUX:
        shown = [*range(MOST_TABLEAUX - 2), count - 2, count - 1]
    high = max(len(t.left) for t in trace.tableaux) * 28 + 100.0
    wide = [
        max(_tableau_width(trace.tableaux[k]) for k in shown[c::columns]) + 30
        for c in range(min(columns, len(shown)))
    ]
    rows = -(-len(shown) // columns)
    canvas = Canvas(sum(wide) + 24, high * rows + 10)
    for place, k in enumerate(shown):
        row, column = divmod(place, columns)
        name = "start" if k == 0 else f"after pivot {k}"
        left_out = k - shown[place - 1] - 1 if place else 0
        name = f"… {left_out} tableaux left out; {name}" if left_out else name
        x, y = 24 + sum(wide[:column]), 26 + row * high
        _draw_tableau(canvas, trace.tableaux[k], spots[k], x, y, name)
    pivots = len(trace.pivots)
    words = f"{pivots} pivot{'' if pivots == 1 else 's'}; value {short(trace.value)}"
    return canvas.finish(words)


def _trace(game: MatrixGame) -> PivotTrace:
    m, n = game.shape
    if m * n > MOST_TABLEAU_CELLS:
        raise GameError(
            f"{m} x {n} tableaux are too large to draw; the limit is {MOST_TABLEAU_CELLS} "
            "cells: eliminate dominated strategies, or draw the solution"
        )
    return pivot_method(game.matrix)


def _cell_width(tableau: Tableau) -> float:
    return max(text_width(short(x)) for row in tableau.entries() for x in row) + 22


def _tableau_width(tableau: Tableau) -> float:
    return 46 + _cell_width(tableau) * (len(tableau.top) + 1)


def _draw_tableau(
    canvas: Canvas, tableau: Tableau, spot: tuple[int, int] | None, x0: float, y0: float, name: str
) -> None:
    width, height = _cell_width(tableau), 28.0
    m, n = len(tableau.left), len(tableau.top)
    canvas.text(x0, y0, name, 12, "start", FAINT)
    left, top = x0 + 40, y0 + 34
    colors = {"x": ROW, "y": COLUMN}
    for j, (letter, k) in enumerate(tableau.top):
        x = left + width * (j + 0.5)
        canvas.text(x, top - 8, f"{letter}{k + 1}", fill=colors[letter], bold=True)
    for i, (letter, k) in enumerate(tableau.left):
        y = top + height * i + 19
        canvas.text(left - 10, y, f"{letter}{k + 1}", anchor="end", fill=colors[letter], bold=True)
    if spot is not None:
        x, y = left + width * spot[1] + 4, top + height * spot[0] + 3
        canvas.rect(x, y, width - 8, height - 6, fill=MARK, stroke=INK, radius=8)
    for i, row in enumerate(tableau.entries()):
        for j, entry in enumerate(row):
            canvas.text(left + width * (j + 0.5), top + height * i + 19, short(entry))
    canvas.line(left + width * n, top, left + width * n, top + height * (m + 1), INK, 1.2)
    canvas.line(left, top + height * m, left + width * (n + 1), top + height * m, INK, 1.2)
