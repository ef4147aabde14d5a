"""The state graph with values."""

from __future__ import annotations

import math
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.picture import COLUMN, FAINT, INK, MARK, ROW, Canvas, Picture, text_width
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.policy import PolicySolution
from kibitz.stochastic.show import write
from kibitz.stochastic.solution import StochasticSolution

MOST_DRAWN = 40
EXCHANGED = "#a21caf"


def draw_game(game: StochasticGame) -> Picture:
    """The state graph: who leads where, dashed where that stops with some probability."""
    return _graph(game, None)


def draw_solution(solution: StochasticSolution) -> Picture:
    """The state graph with the value and both strategies of every state."""
    game = solution.game
    notes = []
    for s in range(game.table.states):
        value = solution.value_list[s]
        shown = write(value)
        if len(shown) > 18:
            shown = f"{float(value):.6g}"
        sides = [
            "(" + ", ".join(f"{float(x):.3g}" for x in side) + ")"
            for side in (solution.row_list[s], solution.column_list[s])
            if len(side) <= 6
        ]
        notes.append((shown, sides))
    return _graph(game, notes)


def draw_policy(solution: PolicySolution) -> Picture:
    """The state graph with values and choices."""
    game = solution.game
    notes = [
        (f"{float(solution.value_array[s]):.5g}", [solution.choice(s)])
        for s in range(min(game.table.states, MOST_DRAWN + 1))
    ]
    return _graph(game, notes)


def _graph(game: StochasticGame, notes: Any) -> Picture:
    table = game.table
    count = table.states
    if count > MOST_DRAWN:
        raise GameError(f"{count:,} states are too many to draw; at most {MOST_DRAWN}")
    radius = max(150.0, 34.0 * count)
    if count == 1:
        radius = 0.0
    width = 2 * radius + 420
    height = 2 * radius + 280
    canvas = Canvas(width, height)
    canvas.text(20, 28, game.title or "State graph", 15, "start", bold=True)
    spots = []
    for s in range(count):
        angle = 2 * math.pi * s / count - (math.pi if count == 2 else math.pi / 2)
        spots.append(
            (width / 2 + radius * math.cos(angle), height / 2 + 10 + radius * math.sin(angle))
        )
    for s, t, weight in _edges(game):
        colour = EXCHANGED if weight < 0 else INK
        _arrow(canvas, spots[s], spots[t], s == t, colour, abs(weight) < 1)
    for s in range(count):
        _node(canvas, spots[s], str(game.states[s]), notes[s] if notes else None, s == game.start)
    exchanged = any(w < 0 for _, _, w in _edges(game))
    if exchanged:
        canvas.text(20, height - 16, "purple: with the roles exchanged", 12, "start", EXCHANGED)
    told = "values and strategies" if notes else "where each state leads"
    return canvas.finish(f"the state graph of {count} state{'s' if count > 1 else ''}, {told}")


def _edges(game: StochasticGame) -> list[tuple[int, int, float]]:
    """From, to, and the greatest weight of a cell on the way (negative when roles change)."""
    found: dict[tuple[int, int, bool], float] = {}
    table = game.table
    for cell in range(table.cells):
        for target, weight in table.go(cell):
            key = (int(table.owner[cell]), target, weight < 0)
            found[key] = max(found.get(key, 0.0), abs(float(weight)))
    return [(s, t, -w if turned else w) for (s, t, turned), w in found.items()]


def _arrow(
    canvas: Canvas, a: tuple[float, float], b: tuple[float, float], loop: bool, colour: str,
    dashed: bool,
) -> None:  # fmt: skip
    size = 34.0
    if loop:
        points = []
        for k in range(25):
            angle = math.pi * (0.3 + 1.4 * k / 24)
            points.append((a[0] - 40 + 18 * math.cos(angle), a[1] + 18 * math.sin(angle)))
        canvas.path([(x, y) for x, y in points], colour, 1.4)
        _head(canvas, points[-2], points[-1], colour)
        return
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    bend = 16.0
    start = (a[0] + size * ux - bend * 0.5 * uy, a[1] + size * uy + bend * 0.5 * ux)
    end = (b[0] - size * ux - bend * 0.5 * uy, b[1] - size * uy + bend * 0.5 * ux)
    middle = ((start[0] + end[0]) / 2 - bend * uy, (start[1] + end[1]) / 2 + bend * ux)
    curve = []
    for k in range(21):
        t = k / 20
        curve.append(
            tuple(
                (1 - t) ** 2 * start[i] + 2 * t * (1 - t) * middle[i] + t * t * end[i]
                for i in (0, 1)
            )
        )
    pieces = zip(curve[::2], curve[1::2], strict=False) if dashed else [(curve[0], curve[0])]
    if dashed:
        for p, q in pieces:
            canvas.line(p[0], p[1], q[0], q[1], colour, 1.4)
    else:
        canvas.path([(x, y) for x, y in curve], colour, 1.4)
    _head(canvas, curve[-3], curve[-1], colour)


def _head(canvas: Canvas, before: Any, tip: Any, colour: str) -> None:
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    wings = [
        (tip[0] + 9 * math.cos(angle + turn), tip[1] + 9 * math.sin(angle + turn))
        for turn in (2.6, -2.6)
    ]
    canvas.path([tip, *wings, tip], colour, 1, fill=colour)


def _node(canvas: Canvas, at: tuple[float, float], name: str, note: Any, start: bool) -> None:
    x, y = at
    label = name if len(name) <= 12 else name[:11] + "…"
    wide = max(text_width(label, 14, bold=True) + 20, 56)
    canvas.rect(x - wide / 2, y - 17, wide, 34, MARK if start else "#f1f5f9", FAINT, 10)
    canvas.text(x, y + 5, label, 14, bold=True)
    if note is None:
        return
    value, sides = note
    canvas.text(x, y + 34, value, 13, bold=True)
    for k, (side, colour) in enumerate(zip(sides, (ROW, COLUMN), strict=False)):
        canvas.text(x, y + 50 + 15 * k, side, 11, fill=colour)
