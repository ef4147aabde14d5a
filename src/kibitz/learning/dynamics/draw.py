"""Pictures of dynamics: paths on triangles and squares, probabilities and regret over time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.learning.dynamics.field import Field, is_symmetric, strategic
from kibitz.learning.dynamics.logit import velocity as logit_velocity
from kibitz.learning.dynamics.methods import dynamics, find_rule
from kibitz.learning.dynamics.replicator import replicator_velocity
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.pictures import COLUMN, FAINT, INK, PLAYERS, ROW, Canvas, Picture, text_width
from kibitz.strategic.game import StrategicGame

SIDE, TOP, LEFT, GAP = 330.0, 60.0, 50.0, 90.0
COLORS = PLAYERS
ARROWS = 11
FINEST = 1.5
"""Pixels that a path must have gone before it is drawn on."""
Spot = tuple[float, float]


@extends(Trajectory)
def draw_trajectory(path: Trajectory) -> Picture:
    """The path, where it begins and where it leads, and its regret over time.

    Parameters
    ----------
    path : Trajectory
        The path.

    Returns
    -------
    Picture
        The picture.
    """
    game = path.game
    panels = _panels(game, [path])
    width = LEFT + len(panels) * (SIDE + GAP)
    title = f"{game.title or 'A game'}: {path.rule}"
    canvas = Canvas(max(width, LEFT + text_width(title, 15, bold=True) + 20), TOP + SIDE + 200)
    canvas.text(20, 26, title, 15, "start", bold=True)
    for k, panel in enumerate(panels):
        panel(canvas, LEFT + k * (SIDE + GAP))
    _regret_plot(canvas, path, LEFT, TOP + SIDE + 70, max(len(panels) * (SIDE + GAP) - GAP, SIDE))
    return canvas.finish(f"{path.rule}: regret {float(path.regret):.3g} at the end")


def phase_portrait(
    game: Any, rule: str = "replicator", time: Any = 30, starts: Sequence[Any] | None = None
) -> Picture:
    """Many paths of one rule at once: on a triangle, or on a square for 2x2 games.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    rule : str, default "replicator"
        The name of a dynamics.
    time : number, default 30
        How long to follow the path.
    starts : sequence of mixed strategies, optional
        Where the paths begin.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> from kibitz import matrix
    >>> phase_portrait(matrix("0 -1 1; 1 0 -1; -1 1 0"), time=5).caption
    'replicator dynamics from 10 starts'
    """
    noun = strategic(game)
    square = len(noun.players) == 2 and noun.shape == (2, 2)
    if not square and not (is_symmetric(noun) and noun.shape[0] == 3):
        raise GameError("a phase portrait needs a 2x2 game or a symmetric game with 3 strategies")
    chosen = list(starts) if starts is not None else _starts(square)
    flows = any(p.name == "time" for p in find_rule(game, rule)[0].options)
    options = {"time": time} if flows else {}
    paths = [dynamics(noun, rule, start, **options) for start in chosen]
    (panel,) = _panels(noun, paths)
    title = f"{noun.title or 'A game'}: {paths[0].rule}"
    wide = max(LEFT + SIDE + GAP, LEFT + text_width(title, 15, bold=True) + 20)
    canvas = Canvas(wide, TOP + SIDE + 50)
    canvas.text(20, 26, title, 15, "start", bold=True)
    panel(canvas, LEFT)
    return canvas.finish(f"{paths[0].rule} from {len(paths)} starts")


def _starts(square: bool) -> list[Any]:
    if square:
        marks = (0.08, 0.36, 0.64, 0.92)
        return [[[p, 1 - p], [q, 1 - q]] for p in marks for q in marks]
    sixth = 1 / 12
    return [
        [sixth + i / 4, sixth + j / 4, 1 - 2 * sixth - (i + j) / 4]
        for i in range(4)
        for j in range(4 - i)
    ]


def _panels(game: StrategicGame, paths: list[Trajectory]) -> list[Any]:
    """What to draw: one square, one triangle for each player with three strategies, or lines."""
    if len(game.players) == 2 and game.shape == (2, 2):
        return [lambda canvas, x: _square(canvas, x, game, paths)]
    together = is_symmetric(game) and all(_same(state) for p in paths for state in p.states[:3])
    if together and game.shape[0] == 3:
        return [lambda canvas, x: _triangle(canvas, x, game, 0, paths, True)]
    players = [0] if together else range(len(game.players))
    found = []
    for k in players:
        draw = _triangle if game.shape[k] == 3 else None
        if draw is None:
            found.append(lambda canvas, x, k=k: _lines(canvas, x, game, k, paths[0]))
        else:
            found.append(lambda canvas, x, k=k: _triangle(canvas, x, game, k, paths, False))
    return found


def _same(state: Sequence[Any]) -> bool:
    return all(tuple(side) == tuple(state[0]) for side in state)


def _square(canvas: Canvas, left: float, game: StrategicGame, paths: list[Trajectory]) -> None:
    def at(p: float, q: float) -> Spot:
        return left + SIDE * p, TOP + SIDE * (1 - q)

    canvas.rect(left, TOP, SIDE, SIDE, "none", INK)
    for name, label, x, y, anchor in (
        (game.players[0], game.strategies[0][0], left + SIDE / 2, TOP + SIDE + 34, "middle"),
        (game.players[1], game.strategies[1][0], left, TOP - 12, "start"),
    ):
        canvas.text(x, y, f"probability of {label} for {name}", 11, anchor, FAINT)
    for end in (0, 1):
        canvas.text(left + SIDE * end, TOP + SIDE + 16, str(end), 10, fill=FAINT)
        canvas.text(left - 8, TOP + SIDE * (1 - end) + 4, str(end), 10, "end", FAINT)
    speed = _velocity(paths[0])
    if speed is not None:
        field = Field(game)
        for i in range(ARROWS):
            for j in range(ARROWS):
                p, q = (i + 0.5) / ARROWS, (j + 0.5) / ARROWS
                way = speed(field, [np.array([p, 1 - p]), np.array([q, 1 - q])])
                _arrow(canvas, at(p, q), (float(way[0][0]), -float(way[1][0])), SIDE / ARROWS)
    for path in paths:
        spots = [at(float(s[0][0]), float(s[1][0])) for s in path.states]
        _path(canvas, spots)


def _triangle(
    canvas: Canvas,
    left: float,
    game: StrategicGame,
    player: int,
    paths: list[Trajectory],
    alone: bool,
) -> None:
    height = SIDE * math.sqrt(3) / 2
    corners = [(left, TOP + height), (left + SIDE, TOP + height), (left + SIDE / 2, TOP)]

    def at(weights: Sequence[Any]) -> Spot:
        x = sum(float(w) * c[0] for w, c in zip(weights, corners, strict=True))
        y = sum(float(w) * c[1] for w, c in zip(weights, corners, strict=True))
        return x, y

    canvas.path([*corners, corners[0]], INK, 1.2)
    labels = game.strategies[player]
    for corner, label, dx, dy in zip(corners, labels, (0, 0, 0), (20, 20, -8), strict=True):
        canvas.text(corner[0] + dx, corner[1] + dy, label, 12, bold=True)
    if not alone:
        canvas.text(left, TOP - 12, f"player {game.players[player]}", 11, "start", FAINT)
    speed = _velocity(paths[0]) if alone else None
    if speed is not None:
        field, cells = Field(game), ARROWS + 1
        for i in range(1, cells):
            for j in range(1, cells - i):
                weights = np.array([i, j, cells - i - j], float) / cells
                way = speed(field, [weights] * len(game.players))[0]
                flat = at(way.tolist())
                _arrow(canvas, at(weights.tolist()), flat, SIDE / cells)
    for path in paths:
        _path(canvas, [at(state[player]) for state in path.states])


def _velocity(path: Trajectory) -> Any:
    if path.rule.startswith("replicator"):
        return replicator_velocity
    if path.rule.startswith("logit"):
        return logit_velocity(float(path.rule.rpartition(" ")[2]))
    if path.rule == "best response flow":
        from kibitz.learning.dynamics.best_response_flow import best_replies

        return lambda field, state: [
            b - p for b, p in zip(best_replies(field, state), state, strict=True)
        ]
    return None


def _arrow(canvas: Canvas, spot: Spot, direction: Spot, room: float) -> None:
    size = math.hypot(*direction)
    if size < 1e-9:
        canvas.dot(*spot, 1.2, FAINT)
        return
    reach = 0.36 * room
    dx, dy = direction[0] / size * reach, direction[1] / size * reach
    start, tip = (spot[0] - dx, spot[1] - dy), (spot[0] + dx, spot[1] + dy)
    color = "rule"
    canvas.line(*start, *tip, color, 1)
    for turn in (2.6, -2.6):
        c, s = math.cos(turn), math.sin(turn)
        wing = (tip[0] + 0.5 * (dx * c - dy * s), tip[1] + 0.5 * (dx * s + dy * c))
        canvas.line(*tip, *wing, color, 1)


def _path(canvas: Canvas, spots: list[Spot]) -> None:
    thin = spots[:1]
    for spot in spots:
        if math.dist(spot, thin[-1]) > FINEST:
            thin.append(spot)
    canvas.path([*thin, spots[-1]], ROW, 1.5)
    canvas.dot(*spots[0], 3.2, "paper", ROW)
    canvas.dot(*spots[-1], 3.8, COLUMN)


def _lines(canvas: Canvas, left: float, game: StrategicGame, player: int, path: Trajectory) -> None:
    """Probabilities over time."""
    end = path.times[-1] or 1.0
    canvas.rect(left, TOP, SIDE, SIDE, "none", INK)
    canvas.text(left, TOP - 12, f"player {game.players[player]}", 11, "start", FAINT)
    canvas.text(left + SIDE, TOP + SIDE + 16, f"{end:g}", 10, "end", FAINT)
    canvas.text(left - 8, TOP + 4, "1", 10, "end", FAINT)
    canvas.text(left - 8, TOP + SIDE + 4, "0", 10, "end", FAINT)
    placed: list[float] = []
    for i, label in enumerate(game.strategies[player][: len(COLORS)]):
        heights = [float(state[player][i]) for state in path.states]
        spots = [
            (left + SIDE * t / end, TOP + SIDE * (1 - h))
            for t, h in zip(path.times, heights, strict=True)
        ]
        canvas.path(spots, COLORS[i], 1.6)
        y = spots[-1][1] + 4
        while any(abs(y - other) < 13 for other in placed):
            y -= 13
        placed.append(y)
        canvas.text(left + SIDE + 6, y, label, 11, "start", COLORS[i])


def _regret_plot(canvas: Canvas, path: Trajectory, left: float, top: float, width: float) -> None:
    """Regret over time, on a logarithmic scale where it falls far."""
    height, end = 90.0, path.times[-1] or 1.0
    values = np.maximum(np.array(path.regrets), 1e-16)
    high, low = float(values.max()), float(values.min())
    steep = low > 0 and high / low > 30
    canvas.rect(left, top, width, height, "none", FAINT)
    scale = "regret, logarithmic scale" if steep else "regret"
    canvas.text(
        left,
        top - 8,
        f"{scale}, from {path.regrets[0]:.3g} to {path.regrets[-1]:.3g}",
        11,
        "start",
        FAINT,
    )
    heights = np.log(values) if steep else values
    bottom, span = float(heights.min()), float(heights.max() - heights.min()) or 1.0
    if not steep:
        bottom, span = 0.0, float(heights.max()) or 1.0
    spots = [
        (left + width * t / end, top + height * (1 - (float(h) - bottom) / span))
        for t, h in zip(path.times, heights, strict=True)
    ]
    canvas.path(spots, INK, 1.4)
    if len(spots) == 1:
        canvas.dot(*spots[0], 3)
    canvas.text(left + width, top + height + 16, f"{end:g}", 10, "end", FAINT)
