"""The state graph with values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.verbs import draw
from kibitz.pictures import COLUMN, FAINT, INK, MARK, PAPER, ROW, Canvas, Picture, text_width
from kibitz.stochastic.decision.policy import PolicySolution
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.grid_picture import draw_grid, grid_of
from kibitz.stochastic.methods.stationary_equilibrium import StationaryEquilibrium
from kibitz.stochastic.show import write
from kibitz.stochastic.solution import StochasticSolution

if TYPE_CHECKING:
    from kibitz.stochastic.average.solution import AverageSolution

MOST_DRAWN = 40
NEAREST = 12
"""Of more states than are drawn, this many are: those nearest to the start."""
MOST_SEARCHED = 5_000
"""Games with more states are not drawn."""
EXCHANGED = "player4"
ROLES = "purple: with the roles exchanged"


def draw_game(game: StochasticGame) -> Picture:
    """The state graph: who leads where, dashed where that stops with some probability."""
    grid = grid_of(game)
    return _graph(game, None) if grid is None else draw_grid(game, grid)


@extends(StochasticSolution)
def draw_solution(solution: StochasticSolution | AverageSolution) -> Picture:
    """The state graph, or the grid, with the value and the strategies of every state."""
    game = solution.game
    grid = grid_of(game)
    if grid is not None:
        plays = [
            dict(zip(game.row_names(s), map(float, solution.row_list[s]), strict=True))
            for s in range(game.table.states)
        ]
        return draw_grid(game, grid, [_brief(x) for x in solution.value_list], plays)
    notes = []
    for s in range(game.table.states):
        value = solution.value_list[s]
        shown = write(value)
        if len(shown) > 18:
            shown = f"{float(value):.6g}"
        notes.append((shown, _mixtures(solution, s)))
    return _graph(game, notes)


@draw.register
def draw_equilibrium(equilibrium: StationaryEquilibrium) -> Picture:
    """The state graph with what both players get, and how they mix, in every state."""
    game = equilibrium.game
    if game.table.states > MOST_DRAWN:
        return draw_game(game)
    notes = [
        (", ".join(map(_brief, equilibrium.value_array[s])), _mixtures(equilibrium, s))
        for s in range(game.table.states)
    ]
    return _graph(game, notes)


def _mixtures(answer: Any, s: int) -> list[str]:
    """How the players mix in a state, where they do not have too many choices to be written."""
    sides = (answer.row_list[s], answer.column_list[s])
    return [f"({', '.join(f'{float(x):.3g}' for x in side)})" for side in sides if len(side) <= 6]


@extends(PolicySolution)
def draw_policy(solution: PolicySolution) -> Picture:
    """The state graph, or the grid, with values and choices."""
    game = solution.game
    grid = grid_of(game)
    if grid is not None:
        count = range(game.table.states)
        values = [_brief(solution.value_array[s]) for s in count]
        return draw_grid(game, grid, values, [{solution.choice(s): 1.0} for s in count])
    notes = [
        (f"{float(solution.value_array[s]):.5g}", [solution.choice(s)])
        for s in range(min(game.table.states, MOST_DRAWN + 1))
    ]
    return _graph(game, notes)


def _brief(value: Any) -> str:
    return f"{float(value):.4g}"


def _graph(game: StochasticGame, notes: Any) -> Picture:
    total = game.table.states
    if total > MOST_SEARCHED:
        raise GameError(f"{total:,} states are too many to draw; the limit is {MOST_SEARCHED:,}")
    edges, kept = _edges(game), list(range(total))
    if total > MOST_DRAWN:
        kept = _nearest(game.start, edges)
        place = {s: k for k, s in enumerate(kept)}
        edges = [(place[s], place[t], w) for s, t, w in edges if s in place and t in place]
        notes = [notes[s] for s in kept] if notes else None
    names = [str(game.states[s]) for s in kept]
    count = len(kept)
    deep = _note_height(notes)
    levels = _levels(count, edges)
    spots, width, height = _spots(names, levels, notes, deep)
    exchanged = any(w < 0 for _, _, w in edges)
    title = game.title or "State graph"
    if count < total:
        title = f"{title}: the {count} states nearest to the start, of {total:,}"
    needed = max(text_width(title, 15, bold=True), text_width(ROLES, 12) if exchanged else 0) + 40
    spots = [(x + max(0.0, needed - width) / 2, y) for x, y in spots]
    width = max(width, needed)
    canvas = Canvas(width, height + (30 if exchanged else 0))
    canvas.text(20, 28, title, 15, "start", bold=True)
    boxes = [
        _box(spot, names[s], notes[s] if notes else None, deep) for s, spot in enumerate(spots)
    ]
    for s, t, weight in edges:
        color = EXCHANGED if weight < 0 else INK
        if s == t:
            is_second = weight < 0 and any(a == b == s and w > 0 for a, b, w in edges)
            _loop(canvas, spots[s], color, 22.0 if is_second else 0.0)
        elif levels is not None and levels[t] - levels[s] > 1 and spots[s][1] == spots[t][1]:
            _arc(canvas, spots[s], spots[t], color, abs(weight) < 1)
        elif levels is not None and levels[t] - levels[s] == 1:
            ends = (
                (spots[s][0] + boxes[s][2], spots[s][1]),
                (spots[t][0] - boxes[t][2], spots[t][1]),
            )
            _sweep(canvas, *ends, color, abs(weight) < 1)
        else:
            _arrow(canvas, boxes[s], boxes[t], color, abs(weight) < 1)
    for s in range(count):
        _node(canvas, spots[s], names[s], notes[s] if notes else None, kept[s] == game.start)
    if exchanged:
        canvas.text(20, height + 14, ROLES, 12, "start", EXCHANGED)
    content = "values and strategies" if notes else "where each state leads"
    return canvas.finish(f"the state graph of {total} state{'s' if total > 1 else ''}, {content}")


def _nearest(start: int, edges: Sequence[tuple[int, int, float]]) -> list[int]:
    """The states that are reached first from the start, in the order of all states."""
    leads: dict[int, list[int]] = {}
    for s, t, _ in edges:
        leads.setdefault(s, []).append(t)
    near = [start]
    for s in near:
        for t in leads.get(s, ()):
            if t not in near and len(near) < NEAREST:
                near.append(t)
    return sorted(near)


def _note_height(notes: Any) -> float:
    """How far values and strategies reach below a state."""
    if not notes:
        return 0.0
    return 20.0 + 15 * max(len(sides) for _, sides in notes)


def _spots(
    names: Sequence[str], levels: Sequence[int] | None, notes: Any, deep: float
) -> tuple[list[tuple[float, float]], float, float]:
    """Where the states are, and the size of the picture.

    In columns where play never returns to a state that it has left, otherwise on a circle.
    """
    count = len(names)
    if levels is not None:
        wide = max(
            2 * _box((0.0, 0.0), names[s], notes[s] if notes else None, deep)[2]
            for s in range(count)
        )
        step = max(120.0, wide + 64)
        columns = [[s for s in range(count) if levels[s] == k] for k in range(max(levels) + 1)]
        tallest = max(map(len, columns))
        gap = 84.0 + deep
        placed = {
            s: (30 + wide / 2 + step * k, 100 + gap * ((tallest - len(column)) / 2 + j))
            for k, column in enumerate(columns)
            for j, s in enumerate(column)
        }
        size = (step * len(columns), 80 + gap * tallest)
        return [placed[s] for s in range(count)], *size
    radius = max(110.0, 34.0 * count)
    width, up = 2 * radius + 200, radius if count > 2 else 0.0
    spots = []
    for s in range(count):
        angle = 2 * math.pi * s / count - (math.pi if count == 2 else math.pi / 2)
        spots.append((width / 2 + radius * math.cos(angle), 100 + up + up * math.sin(angle)))
    return spots, width, 150 + 2 * up + deep


def _levels(count: int, edges: Sequence[tuple[int, int, float]]) -> list[int] | None:
    """The longest way to each state, loops left out; None where play may return."""
    into = [[s for s, t, _ in edges if t == here and s != here] for here in range(count)]
    levels = [0] * count
    for _ in range(count + 1):
        after = [max((levels[s] + 1 for s in into[t]), default=0) for t in range(count)]
        if after == levels:
            return levels
        levels = after
    return None


def _box(
    spot: tuple[float, float], name: str, note: Any, deep: float
) -> tuple[float, float, float, float]:
    """Middle, half the width and half the height of a state with what is written below it."""
    wide = max(text_width(_short(name), 14, bold=True) + 20, 56.0)
    if note is not None:
        value, sides = note
        written = [text_width(value, 13, bold=True), *(text_width(side, 11) for side in sides)]
        wide = max(wide, max(written) + 8)
    return spot[0], spot[1] + deep / 2, wide / 2 + 4, 17 + deep / 2 + 4


def _edges(game: StochasticGame) -> list[tuple[int, int, float]]:
    """From, to, and the greatest weight of a cell on the way (negative when roles change)."""
    weights: dict[tuple[int, int, bool], float] = {}
    table = game.table
    for cell in range(table.cells):
        for target, weight in table.go(cell):
            key = (int(table.owner[cell]), target, weight < 0)
            weights[key] = max(weights.get(key, 0.0), abs(float(weight)))
    return [(s, t, -w if turned else w) for (s, t, turned), w in weights.items()]


def _loop(canvas: Canvas, at: tuple[float, float], color: str, side: float) -> None:
    """From a state to itself, above it; a second one, with the roles exchanged, at the side."""
    points = []
    for k in range(25):
        angle = math.pi * (0.75 + 1.5 * k / 24)
        points.append((at[0] + side + 15 * math.cos(angle), at[1] - 28 + 15 * math.sin(angle)))
    canvas.path(points, color, 1.4)
    _head(canvas, points[-2], points[-1], color)


def _arrow(
    canvas: Canvas, a: tuple[float, ...], b: tuple[float, ...], color: str, dashed: bool
) -> None:
    """A bent arrow from the rim of one box to that of another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    start, end = _rim(a, ux, uy), _rim(b, -ux, -uy)
    bend = 7.0
    start = (start[0] - bend * uy, start[1] + bend * ux)
    end = (end[0] - bend * uy, end[1] + bend * ux)
    middle = ((start[0] + end[0]) / 2 - 2 * bend * uy, (start[1] + end[1]) / 2 + 2 * bend * ux)
    curve = []
    for k in range(21):
        t = k / 20
        near, half, far = (1 - t) ** 2, 2 * t * (1 - t), t * t
        curve.append(
            (
                near * start[0] + half * middle[0] + far * end[0],
                near * start[1] + half * middle[1] + far * end[1],
            )
        )
    _stroke(canvas, curve, color, dashed)


def _arc(
    canvas: Canvas, a: tuple[float, float], b: tuple[float, float], color: str, dashed: bool
) -> None:
    """An arrow over the states between two in a row."""
    (x1, y), (x2, _) = a, b
    curve = []
    for k in range(21):
        t = k / 20
        x = x1 + 12 + (x2 - x1 - 24) * t
        curve.append((x, y - 21 - 4 * 30 * t * (1 - t)))
    _stroke(canvas, curve, color, dashed)


def _sweep(
    canvas: Canvas, a: tuple[float, float], b: tuple[float, float], color: str, dashed: bool
) -> None:
    """An arrow from the side of a state to that of one in the next column."""
    (x1, y1), (x2, y2) = a, b
    middle = (x1 + x2) / 2
    curve = []
    for k in range(21):
        t = k / 20
        near, far = (1 - t) ** 2 * (1 + 2 * t), t * t * (3 - 2 * t)
        x = (1 - t) ** 3 * x1 + 3 * t * (1 - t) * middle + t**3 * x2
        curve.append((x, near * y1 + far * y2))
    _stroke(canvas, curve, color, dashed)


def _stroke(canvas: Canvas, curve: Sequence[tuple[float, float]], color: str, dashed: bool) -> None:
    """A curve with a head, dashed where play may stop on the way."""
    canvas.path(curve, color, 1.4, dash="5,4" if dashed else "")
    _head(canvas, curve[-3], curve[-1], color)


def _rim(box: tuple[float, ...], ux: float, uy: float) -> tuple[float, float]:
    """Where a ray from the middle leaves a box."""
    x, y, wide, tall = box
    along = min(wide / abs(ux) if ux else math.inf, tall / abs(uy) if uy else math.inf)
    return x + along * ux, y + along * uy


def _head(canvas: Canvas, before: Any, tip: Any, color: str) -> None:
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    wings = [
        (tip[0] + 9 * math.cos(angle + turn), tip[1] + 9 * math.sin(angle + turn))
        for turn in (2.6, -2.6)
    ]
    canvas.path([tip, *wings, tip], color, 1, fill=color)


def _node(canvas: Canvas, at: tuple[float, float], name: str, note: Any, start: bool) -> None:
    x, y = at
    label = _short(name)
    wide = max(text_width(label, 14, bold=True) + 20, 56)
    canvas.rect(x - wide / 2, y - 17, wide, 34, MARK if start else "pale", FAINT, 10)
    canvas.text(x, y + 5, label, 14, bold=True)
    if note is None:
        return
    value, sides = note
    plate = max([text_width(value, 13, bold=True), *(text_width(side, 11) for side in sides)]) + 4
    canvas.rect(x - plate / 2, y + 21, plate, 16 + 15.0 * len(sides), PAPER)
    canvas.text(x, y + 34, value, 13, bold=True)
    for k, (side, color) in enumerate(zip(sides, (ROW, COLUMN), strict=False)):
        canvas.text(x, y + 50 + 15 * k, side, 11, fill=color)


def _short(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"
