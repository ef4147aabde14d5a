"""Pictures of regret minimization: strategies by hand and situation, and how they got there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kibitz.core.errors import GameError
from kibitz.pictures import COLUMN, FAINT, INK, ROW, Canvas, Picture, text_width

if TYPE_CHECKING:
    from kibitz.learning.regret.cfr_solution import CFRSolution

SHADES = ("rule", ROW, "faint", COLUMN, "player3", "player4", "player5", "player6", "player7")
CELL_WIDTH, CELL_HEIGHT, MARGIN, TOP = 84.0, 22.0, 20.0, 92.0
MOST_ROWS, MOST_HANDS = 150, 60
START = "at the start"
PLOT_WIDTH, PLOT_HEIGHT = 560.0, 300.0

Table = dict[str, dict[str, dict[str, float]]]


def draw_strategy(solution: CFRSolution, player: str | int | None = None) -> Picture:
    """A grid: a column for each hand, a row for each situation, a bar for what is done there."""
    who = solution.game.player(0 if player is None else player)
    table = solution.table(who)
    if not table:
        raise GameError(f"{solution.game.players[who]} never moves, so there is no strategy")
    rows = sorted(table.items(), key=lambda item: (item[0] != START, item[0]))
    shown = dict(rows[:MOST_ROWS])
    hands = list(dict.fromkeys(hand for row in table.values() for hand in row))[:MOST_HANDS]
    moves = list(dict.fromkeys(m for row in shown.values() for cell in row.values() for m in cell))
    left = MARGIN + max(text_width(name, 12) for name in shown) + 12
    title = f"{solution.game.title or 'A game'}: how {solution.game.players[who]} plays"
    legend = sum(text_width(move, 12) + 34 for move in moves)
    width = max(left + len(hands) * CELL_WIDTH, text_width(title, 15, bold=True), legend)
    canvas = Canvas(width + 2 * MARGIN, TOP + len(shown) * CELL_HEIGHT + MARGIN)
    canvas.text(MARGIN, 28, title, 15, "start", bold=True)
    _legend(canvas, moves)
    for k, hand in enumerate(hands):
        canvas.text(left + (k + 0.5) * CELL_WIDTH, TOP - 8, hand, 13, bold=True)
    for k, (situation, row) in enumerate(shown.items()):
        y = TOP + k * CELL_HEIGHT
        canvas.text(left - 10, y + 15, situation, 12, "end")
        for j, hand in enumerate(hands):
            if hand in row:
                _bar(canvas, left + j * CELL_WIDTH, y, row[hand], moves)
    some = "" if len(shown) == len(table) else f", the first {len(shown)} of {len(table)}"
    return canvas.finish(f"{title}, {len(hands)} hands by {len(shown)} situations{some}")


def _legend(canvas: Canvas, moves: list[str]) -> None:
    x = MARGIN
    for k, move in enumerate(moves):
        canvas.rect(x, 44, 12, 12, SHADES[k % len(SHADES)])
        canvas.text(x + 18, 54, move, 12, "start")
        x += text_width(move, 12) + 34


def _bar(canvas: Canvas, x: float, y: float, cell: dict[str, float], moves: list[str]) -> None:
    """One cell, filled from the left in proportion; the likeliest move in percent."""
    wide, high = CELL_WIDTH - 4, CELL_HEIGHT - 4
    start = x + 2
    for move, share in cell.items():
        if share > 0:
            shade = SHADES[moves.index(move) % len(SHADES)]
            canvas.rect(start, y + 2, share * wide, high, shade)
        start += share * wide
    names = ", ".join(f"{move} {share:.1%}" for move, share in cell.items())
    canvas.rect(x + 2, y + 2, wide, high, "none", FAINT, hint=names)


def draw_progress(solution: CFRSolution) -> Picture:
    """The exploitability over time, both on a scale of powers of ten."""
    history = [p for p in solution.history if p.exploitability > 0 and p.seconds > 0]
    if len(history) < 2:
        raise GameError("the run was measured fewer than two times, so there is no curve to draw")
    times = [math.log10(p.seconds) for p in history]
    gaps = [math.log10(p.exploitability) for p in history]
    across, down = _decades(times), _decades(gaps)
    title = f"{solution.game.title or 'A game'}: {solution.variant.name}"
    canvas = Canvas(PLOT_WIDTH + 110, PLOT_HEIGHT + 120)
    canvas.text(MARGIN, 28, title, 15, "start", bold=True)
    canvas.text(MARGIN, 48, "exploitability against seconds", 12, "start", FAINT)

    def x_of(power: float) -> float:
        return 75 + PLOT_WIDTH * (power - across[0]) / (across[1] - across[0])

    def y_of(power: float) -> float:
        return 65 + PLOT_HEIGHT * (down[1] - power) / (down[1] - down[0])

    for power in range(across[0], across[1] + 1):
        canvas.line(x_of(power), 65, x_of(power), 65 + PLOT_HEIGHT, "pale")
        canvas.text(x_of(power), 65 + PLOT_HEIGHT + 18, _tick(power), 12)
    for power in range(down[0], down[1] + 1):
        canvas.line(75, y_of(power), 75 + PLOT_WIDTH, y_of(power), "pale")
        canvas.text(68, y_of(power) + 4, _tick(power), 12, "end")
    points = [(x_of(t), y_of(g)) for t, g in zip(times, gaps, strict=True)]
    canvas.path(points, ROW, 2.0)
    canvas.dot(*points[-1], 4, ROW)
    last = history[-1]
    words = f"{last.exploitability:.2g} after {last.iteration:,} iterations, {last.seconds:.3g} s"
    canvas.text(75 + PLOT_WIDTH, 65 + PLOT_HEIGHT + 40, words, 12, "end", INK)
    return canvas.finish(f"{title}: {words}")


def _decades(powers: list[float]) -> tuple[int, int]:
    low, high = math.floor(min(powers)), math.ceil(max(powers))
    return (low, high) if high > low else (low, low + 1)


def _tick(power: int) -> str:
    return f"{10**power:,}" if 0 <= power <= 4 else f"1e{power}" if power else "1"
