"""The graph of a 2 x n or m x 2 game: payoffs are dragged, value and strategies follow."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

from kibitz.web.interactive.sheet import EDGE, HIGH, WIDE, dot, number, svg

HINT = "Drag the ends of a line to change its payoffs; the answer follows."
SNAP = 4
"""Dragged payoffs are multiples of one over this."""
MOST_LINES = 12


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """Each line: its name, and its payoffs where the mixing player plays one of both strategies."""
    from kibitz.core.numbers import show
    from kibitz.zero_sum.game import MatrixGame

    if not isinstance(noun, MatrixGame) or 2 not in noun.shape or max(noun.shape) > MOST_LINES:
        return None
    mixer = 0 if noun.shape[0] == 2 else 1
    own, other = (noun.rows, noun.columns) if mixer == 0 else (noun.columns, noun.rows)
    table = [[Fraction(x) for x in row] for row in noun.matrix.numbers()]
    lines = [
        [str(name), *(show(table[i][k] if mixer == 0 else table[k][i]) for i in (0, 1))]
        for k, name in enumerate(other)
    ]
    solution = noun.solve()
    mixture = (solution.row, solution.column)[mixer]
    return {
        "mixer": mixer,
        "own": [str(name) for name in own],
        "lines": lines,
        "value": show(solution.value),
        "at": float(mixture[0]),
        "mixture": [show(x) for x in mixture],
        "text": str(solution),
    }


class Scale:
    """Payoffs on the height of a picture.

    >>> scale = Scale([0, 4])
    >>> scale.height(5), scale.payoff(scale.height(2))
    (60.0, '2')
    """

    def __init__(self, payoffs: Sequence[float]) -> None:
        self.low, self.high = min(payoffs) - 1.0, max(payoffs) + 1.0

    def height(self, payoff: float) -> float:
        """Where a payoff stands."""
        return EDGE + (HIGH - 2 * EDGE) * (self.high - payoff) / (self.high - self.low)

    def payoff(self, height: float) -> str:
        """The payoff at a height, rounded, as a fraction."""
        raw = self.high - (height - EDGE) / (HIGH - 2 * EDGE) * (self.high - self.low)
        whole = round(raw * SNAP)
        return str(whole // SNAP) if whole % SNAP == 0 else f"{whole}/{SNAP}"


def draw(data: dict[str, Any]) -> str:
    """The lines, with ends to drag, and where the mixing player stands."""
    scale = _scale(data)
    left, right = EDGE, WIDE - EDGE
    parts = [
        f'<line class="axis" x1="{x}" y1="{EDGE / 2}" x2="{x}" y2="{HIGH - EDGE / 2}"/>'
        for x in (left, right)
    ]
    for k, (name, first, second) in enumerate(data["lines"]):
        y1, y2 = scale.height(number(second)), scale.height(number(first))
        parts.append(
            f'<line class="thick line-{k % 6}" x1="{left}" y1="{y1}" x2="{right}" y2="{y2}"/>'
        )
        for side, (x, y, value) in enumerate(((left, y1, second), (right, y2, first))):
            label = f"{name}: {value} where {data['own'][1 - side]} is played; drag to change"
            parts.append(dot(f"{1 - side}.{k}", x, y, f"handle line-{k % 6}", label))
            shift, anchor = (-14, "end") if side == 0 else (14, "start")
            parts.append(f'<text x="{x + shift}" y="{y + 4}" text-anchor="{anchor}">{value}</text>')
    at = left + (right - left) * data["at"]
    height = scale.height(number(data["value"]))
    parts.append(f'<circle class="answer" cx="{at}" cy="{height}" r="6"/>')
    parts.append(f'<line class="guide" x1="{at}" y1="{height}" x2="{at}" y2="{HIGH - EDGE / 2}"/>')
    for x, name in ((left, data["own"][1]), (right, data["own"][0])):
        parts.append(f'<text x="{x}" y="{HIGH - 8}" text-anchor="middle">{escape(name)}</text>')
    return svg("".join(parts), WIDE, HIGH, "The payoffs of each line; the ends can be dragged")


def _scale(data: dict[str, Any]) -> Scale:
    return Scale([number(x) for line in data["lines"] for x in line[1:]])


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """The game with another payoff, where an end of a line was dragged or nudged."""
    if act not in ("moved", "nudged"):
        return None
    side, line = map(int, str(event["key"]).split("."))
    if act == "moved":
        payoff = _scale(data).payoff(float(event["y"]))
    else:
        step = {"up": 1, "down": -1}.get(str(event.get("way")), 0)
        now = number(data["lines"][line][1 + side])
        payoff = str(Fraction(round(now * SNAP) + step, SNAP))
    game = json.loads(event["game"])
    row, column = (side, line) if data["mixer"] == 0 else (line, side)
    game["matrix"][row][column] = payoff
    return {"game": json.dumps(game), "focus": str(event["key"])}
