"""Pictures: feasible sets with their Pareto frontier, the threat point and the solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.bargaining.frame import Frame, Spot
from kibitz.bargaining.game import BargainingProblem, tu_set
from kibitz.bargaining.sets.feasible import FeasibleSet, Pair, show_pair
from kibitz.bargaining.sets.ideal import ideal_point
from kibitz.bargaining.sets.noncooperative import noncooperative_set
from kibitz.bargaining.sets.read import ntu_set
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.sets.transferable import TransferableSet
from kibitz.bargaining.solution import TITLES, BargainingSolution
from kibitz.bargaining.solutions.lambda_transfer import LambdaTransfer
from kibitz.bargaining.solutions.tu_solution import TuSolution
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.verbs import draw
from kibitz.pictures import COLUMN, FAINT, INK, ROW, Canvas, Picture
from kibitz.strategic.game import StrategicGame

SET, STRIP, ALONE, PARETO = "tint2", "pale", "water", "player3"
MOST_PATCHES = 400


@draw.register
def draw_bargaining(problem: BargainingProblem, what: str = "solution") -> Picture:
    """A bargaining problem: with its solution, or ``what="sets"``, the feasible sets alone.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.
    what : {"solution", "sets"}, default "solution"
        What to draw.

    Returns
    -------
    Picture
        The picture.
    """
    if what == "sets":
        return draw_sets(problem)
    if what != "solution":
        raise GameError(f"no picture {what!r}{did_you_mean(what, ['solution', 'sets'])}")
    picture: Picture = problem.solve().draw()
    return picture


def draw_sets(problem: BargainingProblem) -> Picture:
    """The feasible set; for a game also what is reached with side payments and by mixing alone.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.

    Returns
    -------
    Picture
        The picture.
    """
    spots = [*problem.feasible.landmarks(), *_maybe(problem.disagreement)]
    if problem.game is not None:
        spots += ntu_set(problem.game).landmarks()
    frame = Frame(spots)
    canvas = frame.canvas(problem.title or "What can be reached", problem.players)
    if problem.game is not None:
        _game_sets(canvas, frame, problem.game)
    else:
        _set(canvas, frame, problem.feasible)
    frame.axes(canvas)
    _pareto(canvas, frame, problem.feasible)
    if problem.disagreement is not None:
        _threat(canvas, frame, problem.disagreement)
    return canvas.finish(f"{problem.feasible.words()}, Pareto frontier in green")


@extends(BargainingSolution)
def draw_solution(solution: BargainingSolution) -> Picture:
    """The set, the disagreement point, the solution, and what makes it the solution."""
    problem = solution.problem
    feasible, d, point = problem.feasible, problem.point, _floats(solution.point)
    frame = Frame([*feasible.landmarks(), _floats(d), point, *_hopes(feasible, d)])
    canvas = frame.canvas(problem.title or "A bargaining problem", problem.players)
    _set(canvas, frame, feasible)
    frame.axes(canvas)
    shown = feasible
    if isinstance(feasible, Region) and feasible.pareto_ends() is None:
        shown = feasible.above(d)
    _pareto(canvas, frame, shown)
    _corner(canvas, frame, d)
    if solution.concept == "nash" and not solution.degenerate:
        _hyperbola(canvas, frame, d, point, solution.weights)
    elif solution.concept != "utilitarian" and not solution.degenerate:
        canvas.line(*frame.at(_floats(d)), *frame.at(point), ROW, 1.3, "5 4")
    if solution.face is not None:
        start, end = (frame.at(_floats(p)) for p in solution.face)
        canvas.line(*start, *end, ROW, 5)
    _threat(canvas, frame, d)
    _star(canvas, frame, point, show_pair(solution.point))
    return canvas.finish(
        f"{TITLES[solution.concept]} {show_pair(solution.point)} with disagreement point "
        f"{show_pair(d)}"
    )


@extends(TuSolution)
def draw_tu(solution: TuSolution) -> Picture:
    """The strip of side payments, the cells, threat points and the split."""
    game, value = solution.game, _floats(solution.value)
    hull = ntu_set(game)
    threats = [_floats(d) for d in solution.disagreement_points]
    frame = Frame([*hull.landmarks(), value, *threats])
    canvas = frame.canvas(game.title or "With side payments", game.players)
    _game_sets(canvas, frame, game)
    frame.axes(canvas)
    _pareto(canvas, frame, tu_set(game))
    for d in threats:
        canvas.line(*frame.at(d), *frame.at(value), ROW, 1.3, "5 4")
    for cell in solution.cooperative_cells:
        a, b = cell_spot(game, cell)
        canvas.line(*frame.at((a, b)), *frame.at(value), PARETO, 4)
        canvas.dot(*frame.at((a, b)), 4.5, PARETO)
    for d, exact in zip(threats, solution.disagreement_points, strict=True):
        _threat(canvas, frame, d, show_pair(exact))
    _star(canvas, frame, value, show_pair(solution.value))
    return canvas.finish(
        f"TU solution {show_pair(solution.value)}: up the 45° line from the disagreement point"
    )


@extends(LambdaTransfer)
def draw_lambda(solution: LambdaTransfer) -> Picture:
    """The feasible set, every solution, and the line that its rate of exchange draws."""
    game, hull = solution.game, solution.feasible
    fixed = solution.fixed.point
    frame = Frame([*hull.landmarks(), *_maybe(fixed)])
    canvas = frame.canvas(game.title or "Without side payments", game.players)
    _game_sets(canvas, frame, game, strip=False)
    frame.axes(canvas)
    _pareto(canvas, frame, hull)
    for one in solution.solutions:
        u, v = _floats(one.payoff)
        for rate in {float(r) for r in (one.low, one.high) if r is not None}:
            _supporting_line(canvas, frame, (u, v), rate)
    if fixed is not None:
        _threat(canvas, frame, fixed)
    for one in solution.solutions:
        _star(canvas, frame, _floats(one.payoff), show_pair(one.payoff))
    return canvas.finish(str(solution).replace("\n", "; "))


def _hopes(feasible: FeasibleSet, d: Pair) -> list[Spot]:
    """The most that either player can get, for a set that continues without end."""
    if not isinstance(feasible, (Region, TransferableSet)):
        return []
    try:
        u, v = ideal_point(feasible, d)
    except GameError:
        return []
    return [(float(u), float(d[1])), (float(d[0]), float(v))]


def _game_sets(canvas: Canvas, frame: Frame, game: StrategicGame, strip: bool = True) -> None:
    if strip:
        _set(canvas, frame, tu_set(game), STRIP)
    hull = ntu_set(game)
    _set(canvas, frame, hull)
    m, n = game.shape
    if m * (m - 1) * n * (n - 1) // 4 <= MOST_PATCHES:
        for patch in noncooperative_set(game).patches:
            for piece in patch.pieces():
                canvas.path([frame.at(p) for p in [*piece, piece[0]]], ALONE, 0.8, ALONE)
    _outline(canvas, frame, hull.outline(frame.limits), COLUMN, 1)
    cells = {cell_spot(game, (i, j)) for i in range(m) for j in range(n)}
    for cell in cells:
        canvas.dot(*frame.at(cell), 2.6, COLUMN)


def cell_spot(game: StrategicGame, cell: tuple[int, int]) -> Spot:
    """Where a cell lies: the utilities, also in a game of costs."""
    u, v = (float(tensor[cell]) for tensor in game.payoffs)
    return u, v


def _set(canvas: Canvas, frame: Frame, feasible: FeasibleSet, fill: str = SET) -> None:
    spots = feasible.outline(frame.limits)
    if len(spots) > 3:
        canvas.path([frame.at(p) for p in spots], fill, 1, fill)
    else:
        _outline(canvas, frame, spots, COLUMN, 2)


def _outline(
    canvas: Canvas, frame: Frame, spots: Sequence[Spot], stroke: str, width: float
) -> None:
    if len(spots) > 1:
        canvas.path([frame.at(p) for p in spots], stroke, width)


def _pareto(canvas: Canvas, frame: Frame, feasible: FeasibleSet) -> None:
    spots = [p for p in feasible.pareto_line(frame.limits) if frame.holds(p)]
    _outline(canvas, frame, spots, PARETO, 2.6)
    if len(spots) == 1:
        canvas.dot(*frame.at(spots[0]), 4, PARETO)


def _corner(canvas: Canvas, frame: Frame, d: Sequence[Any]) -> None:
    """The quarter of the plane in which no one loses by agreeing."""
    u, v = _floats(d)
    canvas.line(*frame.at((u, v)), *frame.at((u, frame.top)), FAINT, 1, "2 3")
    canvas.line(*frame.at((u, v)), *frame.at((frame.right, v)), FAINT, 1, "2 3")


def _hyperbola(
    canvas: Canvas, frame: Frame, d: Sequence[Any], point: Spot, weights: Sequence[Any]
) -> None:
    u, v = _floats(d)
    power = float(weights[0]) / float(weights[1])
    level = (point[1] - v) * (point[0] - u) ** power
    spots, steps = [], 200
    for k in range(1, steps + 1):
        x = u + (frame.right - u) * k / steps
        spot = (x, v + level / (x - u) ** power)
        if frame.holds(spot):
            spots.append(spot)
    _outline(canvas, frame, spots, ROW, 1.3)


def _supporting_line(canvas: Canvas, frame: Frame, point: Spot, rate: float) -> None:
    ends = [(x, point[1] - rate * (x - point[0])) for x in (frame.left, frame.right)]
    if rate:
        ends += [(point[0] - (y - point[1]) / rate, y) for y in (frame.bottom, frame.top)]
    tiny = 1e-9 * (frame.right - frame.left + frame.top - frame.bottom)
    inside = sorted(
        p
        for p in ends
        if frame.left - tiny <= p[0] <= frame.right + tiny
        and frame.bottom - tiny <= p[1] <= frame.top + tiny
    )
    if len(inside) > 1:
        canvas.line(*frame.at(inside[0]), *frame.at(inside[-1]), ROW, 1.2, "5 4")


def _threat(canvas: Canvas, frame: Frame, d: Sequence[Any], words: str = "") -> None:
    x, y = frame.at(_floats(d))
    canvas.rect(x - 4, y - 4, 8, 8, INK)
    frame.label(canvas, _floats(d), words or show_pair(d), INK)


def _star(canvas: Canvas, frame: Frame, point: Spot, words: str) -> None:
    canvas.dot(*frame.at(point), 6, ROW, "paper")
    frame.label(canvas, point, words, ROW)


def _floats(pair: Iterable[Any]) -> Spot:
    u, v = (float(x) for x in pair)
    return u, v


def _maybe(pair: Sequence[Any] | None) -> list[Spot]:
    return [] if pair is None else [_floats(pair)]
