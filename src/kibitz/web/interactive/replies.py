"""Best responses of a 2 x 2 game on the unit square, and its equilibria."""

from __future__ import annotations

from html import escape
from typing import Any

from kibitz.web.interactive.sheet import EDGE, svg

HINT = (
    "Each player's best responses in that player's color; where they meet is an equilibrium. "
    "Change a payoff in the table, and the curves follow."
)
SIDE = 280.0


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """The payoffs of a 2 x 2 game, and its equilibria as points of the square."""
    from kibitz.strategic.game import StrategicGame

    if not isinstance(noun, StrategicGame) or [len(own) for own in noun.strategies] != [2, 2]:
        return None
    found = noun.equilibria()
    return {
        "players": [str(p) for p in noun.players],
        "strategies": [[str(s) for s in own] for own in noun.strategies],
        "tables": [table.floats().tolist() for table in noun.payoffs],
        "points": [[float(p[0][1]), float(p[1][1])] for p in (e.profile for e in found)],
        "text": str(found),
    }


def draw(data: dict[str, Any]) -> str:
    """The square with both curves."""
    first, second = data["tables"]
    margin = EDGE + 7.0 * max(map(len, [*data["strategies"][1], data["players"][1]]))
    rises = [first[1][j] - first[0][j] for j in (0, 1)]
    other = [second[i][1] - second[i][0] for i in (0, 1)]

    def spot(p: float, q: float) -> tuple[float, float]:
        return margin + SIDE * p, EDGE + SIDE * (1 - q)

    curve_one = [spot(p, q) for p, q in _reply(rises)]
    curve_two = [spot(p, q) for q, p in _reply(other)]
    parts = [f'<rect class="axis" x="{margin}" y="{EDGE}" width="{SIDE}" height="{SIDE}"/>']
    for k, curve in enumerate((curve_one, curve_two)):
        ends = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
        parts.append(f'<polyline class="thick line-{k}" points="{ends}"/>')
    for p, q in data["points"]:
        x, y = spot(p, q)
        parts.append(f'<circle class="answer" cx="{x:.1f}" cy="{y:.1f}" r="6"/>')
    names = data["strategies"]
    below = EDGE + SIDE + 22
    for i, x in ((0, margin), (1, margin + SIDE)):
        name = escape(names[0][i])
        parts.append(f'<text x="{x}" y="{below}" text-anchor="middle">{name}</text>')
    for j, y in ((0, EDGE + SIDE), (1, EDGE)):
        parts.append(
            f'<text x="{margin - 10}" y="{y + 4}" text-anchor="end">{escape(names[1][j])}</text>'
        )
    middles = ((margin + SIDE / 2, below, "middle"), (margin - 10, EDGE + SIDE / 2, "end"))
    for k, (x, y, anchor) in enumerate(middles):
        name = escape(data["players"][k])
        parts.append(f'<text class="side-{k}" x="{x}" y="{y}" text-anchor="{anchor}">{name}</text>')
    return svg("".join(parts), SIDE + margin + 2 * EDGE, SIDE + 2 * EDGE, "Best responses")


def _reply(rises: list[float]) -> list[tuple[float, float]]:
    """The best response to each mixture of the other, as a curve of (own, other's) weights.

    >>> _reply([-1.0, 1.0])
    [(0.0, 0.0), (0.0, 0.5), (1.0, 0.5), (1.0, 1.0)]
    """
    low, high = rises
    start, end = float(low > 0), float(high > 0)
    if low == high or start == end:
        return [(start, 0.0), (end, 1.0)]
    turn = low / (low - high)
    return [(start, 0.0), (start, turn), (end, turn), (end, 1.0)]


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """Nothing: the table beside it is edited."""
    return None
