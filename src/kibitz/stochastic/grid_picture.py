"""A walk over squares drawn as a grid: the value of each square, and an arrow for each step."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.core.spelling import count_of
from kibitz.pictures import FAINT, MARK, PAPER, ROW, Canvas, Picture, text_width
from kibitz.stochastic.game import StochasticGame

MOST_SQUARES = 200
"""Squares that are drawn."""
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
SIDE = 60.0
TOP = 46.0
EDGE = 20.0
OUTSIDE = "pale"
Square = tuple[int, int]


@dataclass(frozen=True)
class GridPlan:
    """Where the states lie: rows and columns, and the square of each state from 1,1 at the top."""

    rows: int
    columns: int
    squares: tuple[Square, ...]


def grid_of(game: StochasticGame) -> GridPlan | None:
    """The grid of a decision process whose states are called row,column and whose moves are steps.

    Parameters
    ----------
    game : StochasticGame
        Any stochastic game.

    Returns
    -------
    GridPlan or None
        The grid; None for a game of another kind, or one that is too large to draw.

    Examples
    --------
    >>> import kibitz as kb
    >>> grid = grid_of(kb.game("cliff-walking"))
    >>> grid.rows, grid.columns, grid.squares[:2]
    (4, 12, ((4, 1), (1, 1)))
    """
    count = game.table.states
    if not 2 < count <= MOST_SQUARES or not game.is_decision_process:
        return None
    places = [re.fullmatch(r"([1-9]\d*),([1-9]\d*)", str(name)) for name in game.states]
    squares = tuple((int(at[1]), int(at[2])) for at in places if at)
    if len(squares) < count or any(not set(game.row_names(s)) <= set(STEPS) for s in range(count)):
        return None
    rows, columns = (max(at[k] for at in squares) for k in (0, 1))
    return GridPlan(rows, columns, squares) if rows * columns <= MOST_SQUARES else None


def draw_grid(
    game: StochasticGame,
    grid: GridPlan,
    values: Sequence[str] | None = None,
    choices: Sequence[Mapping[str, float]] | None = None,
) -> Picture:
    """The squares, each with its value and the steps that are taken there.

    Parameters
    ----------
    game : StochasticGame
        A decision process on a grid.
    grid : GridPlan
        Where its states lie.
    values : sequence of str, optional
        What stands in the square of each state; the names of the states by default.
    choices : sequence of mapping, optional
        For each state the probability of each step; every step by default.

    Returns
    -------
    Picture
        The picture.
    """
    words = [str(name) for name in game.states] if values is None else list(values)
    side = max(SIDE, max(text_width(word, 12) for word in words) + 12)
    legend = _legend(game, grid)
    title = game.title or "Walk on a grid"
    wide = max(side * grid.columns, text_width(title, 15, bold=True), text_width(legend, 11))
    canvas = Canvas(wide + 2 * EDGE, TOP + side * grid.rows + 40)
    canvas.text(EDGE, 28, title, 15, "start", bold=True)
    at = {square: s for s, square in enumerate(grid.squares)}
    for row in range(grid.rows):
        for column in range(grid.columns):
            s = at.get((row + 1, column + 1))
            left, top = EDGE + side * column, TOP + side * row
            fill = OUTSIDE if s is None else MARK if s == game.start else PAPER
            canvas.rect(left, top, side, side, fill, FAINT)
            if s is None:
                continue
            steps = dict.fromkeys(game.row_names(s), 1.0) if choices is None else choices[s]
            for step, weight in steps.items():
                middle = left + side / 2, top + side / 2 - 9
                _step(canvas, *middle, STEPS[step], float(weight), choices is not None)
            canvas.text(left + side / 2, top + side - 8, words[s], 12)
    canvas.text(EDGE, TOP + side * grid.rows + 22, legend, 11, "start", FAINT)
    content = "the steps of each" if choices is None else "values and the best step of each"
    return canvas.finish(f"a grid of {grid.rows} by {count_of(grid.columns, 'square')}, {content}")


def _legend(game: StochasticGame, grid: GridPlan) -> str:
    gray = len(grid.squares) < grid.rows * grid.columns
    return "yellow: the start" + (" · gray: no state" if gray else "")


def _step(
    canvas: Canvas, x: float, y: float, direction: Square, weight: float, alone: bool
) -> None:
    """An arrow from the middle of a square, as long as the step is likely."""
    if weight < 1e-9:
        return
    down, right = direction
    reach = 6 + 9 * min(weight, 1.0)
    if weight > 1 - 1e-9 and alone:
        x, y = x - right * 7, y - down * 7
    start = x - right * 2, y - down * 2
    tip = x + right * reach, y + down * reach
    canvas.line(*start, tip[0] - right * 5, tip[1] - down * 5, ROW, 2)
    angle = math.atan2(down, right)
    wings = [
        (tip[0] + 7 * math.cos(angle + turn), tip[1] + 7 * math.sin(angle + turn))
        for turn in (2.6, -2.6)
    ]
    canvas.path([tip, *wings, tip], ROW, 1, fill=ROW)
