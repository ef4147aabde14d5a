"""Poker strategies as strips of the interval of hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.continuous.poker.betting_tree import PLAYERS, BettingGame
from kibitz.continuous.poker.steps import Plan, Steps
from kibitz.core.numbers import show
from kibitz.pictures import (
    BLACK,
    COLUMN,
    FAINT,
    INK,
    MIDDLES,
    PALE,
    PAPER,
    ROW,
    Canvas,
    Picture,
    text_width,
)

if TYPE_CHECKING:
    from kibitz.continuous.poker.newman import NewmanSolution

COLORS = ("pale", "middle1", "player1", "player5", "player4")
REPLIES = ("pale", "middle2", "player2")
LEFT, WIDE, TALL = 60.0, 480.0, 34.0


def draw_plan(tree: BettingGame, plan: Plan, title: str, words: str) -> Picture:
    """One strip of the interval for every turn."""
    canvas = Canvas(LEFT + WIDE + 60, 106 + 112 * len(plan))
    canvas.width = max(canvas.width, text_width(title, 15, bold=True) + 40)
    canvas.text(20, 28, title, 15, "start", bold=True)
    canvas.text(20, 48, words, 12, "start", FAINT)
    for k, (turn, steps) in enumerate(zip(tree.turns, plan, strict=True)):
        top = 96.0 + 112 * k
        colors, ink = (REPLIES, COLUMN) if turn.player else (COLORS, ROW)
        after = f"after {turn.history}" if turn.history else "at the start"
        sentence = f"{PLAYERS[turn.player]} {after}"
        canvas.text(LEFT, top - 10, sentence, 13, "start", ink, bold=True)
        _strip(canvas, top, steps, turn.actions, colors)
    return canvas.finish(f"what each hand does; {words}")


def _strip(
    canvas: Canvas, y: float, steps: Steps, labels: Sequence[str], colors: Sequence[str]
) -> None:
    few = len(steps.points) <= 12
    for a, b, weights in zip(steps.points, steps.points[1:], steps.weights, strict=False):
        x, width = LEFT + WIDE * float(a), WIDE * float(b - a)
        if width <= 0:
            continue
        top = y
        for k, weight in enumerate(weights):
            height = TALL * float(weight)
            if height > 0:
                canvas.rect(x, top, width + 0.3, height, colors[k % len(colors)])
                top += height
        if few and width > 30:
            likeliest = max(range(len(weights)), key=lambda k: weights[k])
            color = colors[likeliest % len(colors)]
            upon = INK if color == PALE else BLACK if color in MIDDLES else PAPER
            canvas.text(x + width / 2, y + TALL / 2 + 5, labels[likeliest], 12, fill=upon)
    canvas.rect(LEFT, y, WIDE, TALL, "none", INK)
    shown = steps.points if few else (steps.points[0], steps.points[-1])
    last = -100.0
    for point in shown:
        x = LEFT + WIDE * float(point)
        canvas.line(x, y + TALL, x, y + TALL + 5)
        lift = 12 if x - last < 34 else 0
        canvas.text(x, y + TALL + 18 + lift, show(point), 11)
        last = x
    if not few:
        for k, label in enumerate(labels):
            canvas.rect(LEFT + 110 * k, y + TALL + 26, 12, 12, colors[k % len(colors)])
            canvas.text(LEFT + 110 * k + 18, y + TALL + 36, label, 11, "start")


def draw_newman(solution: NewmanSolution) -> Picture:
    """The bet as a function of the hand, up to ten antes, with what is called."""
    canvas = Canvas(620, 400)
    canvas.text(20, 30, f"{solution.game.title}: what to bet", 15, "start", bold=True)
    left, top, wide, tall, most = 70.0, 60.0, 480.0, 270.0, 10.0

    def at(x: float, bet: float) -> tuple[float, float]:
        return left + wide * x, top + tall * (1 - min(bet, most) / most)

    bets = [most * k / 200 for k in range(201)]
    canvas.path([at(float(solution.bluff_bet(b)), b) for b in bets], ROW, 2.4)
    canvas.path([at(float(solution.value_bet(b)), b) for b in bets], ROW, 2.4)
    low, high = map(float, solution.check_interval)
    canvas.line(*at(low, 0), *at(high, 0), ROW, 4)
    canvas.path([at(float(solution.calls_above(b)), b) for b in bets], COLUMN, 1.8)
    canvas.line(left, top + tall, left + wide, top + tall, INK)
    canvas.line(left, top, left, top + tall, INK)
    for tick in (0, 2, 4, 6, 8, 10):
        canvas.text(left - 8, at(0, tick)[1] + 4, str(tick), 11, "end")
    for mark in (0.0, low, high, 1.0):
        name = {low: "1/7", high: "4/7"}.get(mark, f"{mark:g}")
        canvas.text(at(mark, 0)[0], top + tall + 18, name, 11)
    canvas.text(left + wide / 2, top + tall + 40, "hand", 13, fill=FAINT)
    canvas.text(left + 8, top - 8, "bet in antes", 12, "start", FAINT)
    canvas.text(at(0.05, 7)[0], at(0.05, 7)[1], "I bluffs", 12, "start", ROW)
    canvas.text(at(0.79, 1.2)[0], at(0.79, 1.2)[1], "I bets for value", 12, "end", ROW)
    canvas.text(at(0.48, 0)[0], at(0, 0.35)[1], "I checks", 12, fill=ROW)
    canvas.text(at(0.6, 4.4)[0], at(0.6, 4.4)[1], "II calls to the right", 12, "end", COLUMN)
    return canvas.finish(f"bets by hand; value {show(solution.value)}")
