"""A bargaining problem: the threat is dragged through the feasible set, and agreements follow."""

from __future__ import annotations

import json
from fractions import Fraction
from html import escape
from typing import Any

from kibitz.web.interactive.sheet import EDGE, dot, svg

HINT = "Drag the ring, the disagreement point; the agreements follow."
CONCEPTS = ("nash", "kalai-smorodinsky", "egalitarian", "utilitarian")
SIDE, SNAP = 340.0, 4


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """The corners of the set, the threat, and where each concept agrees."""
    from kibitz.bargaining.game import BargainingProblem
    from kibitz.bargaining.sets.polygon import Polygon
    from kibitz.core.errors import GameError

    if not isinstance(noun, BargainingProblem) or not isinstance(noun.feasible, Polygon):
        return None
    if noun.disagreement is None:
        return None
    agreed = []
    for concept in CONCEPTS:
        try:
            found = noun.solve(concept)
        except GameError:
            continue
        agreed.append([*_said(found), [float(x) for x in found.payoff]])
    return {
        "players": [str(p) for p in noun.players],
        "corners": [[float(x) for x in corner] for corner in noun.feasible.vertices],
        "threat": [str(x) for x in noun.disagreement],
        "agreed": agreed,
        "text": str(noun.solve()),
    }


def _said(found: Any) -> list[str]:
    """The name of the concept, and its pair of utilities, as the answer begins."""
    name, _, pair = str(found).partition("\n")[0].partition(" (")
    return [name, f"({pair}"]


def _frame(data: dict[str, Any]) -> tuple[float, float]:
    """The least coordinate, and how many pixels a unit takes."""
    points = [*data["corners"], [float(Fraction(x)) for x in data["threat"]]]
    numbers = [x for point in points for x in point]
    low, high = min(0.0, *numbers), max(1.0, *numbers)
    return low, SIDE / (high - low)


def draw(data: dict[str, Any]) -> str:
    """The set, the gains beyond the threat, and the agreements."""
    low, unit = _frame(data)

    def spot(point: Any) -> tuple[float, float]:
        x, y = (float(v) for v in point)
        return EDGE + (x - low) * unit, EDGE / 2 + SIDE - (y - low) * unit

    threat = [float(Fraction(x)) for x in data["threat"]]
    tx, ty = spot(threat)
    zero = spot((0, 0))
    hull = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(spot, data["corners"]))
    right, foot = EDGE + SIDE, EDGE / 2 + SIDE
    parts = [
        f"<line class='axis' x1='{EDGE}' y1='{zero[1]:.1f}' x2='{right}' y2='{zero[1]:.1f}'/>",
        f"<line class='axis' x1='{zero[0]:.1f}' y1='{EDGE / 2}' x2='{zero[0]:.1f}' y2='{foot}'/>",
        f"<polygon class='feasible' points='{hull}'/>",
        f"<line class='guide' x1='{tx:.1f}' y1='{ty:.1f}' x2='{right}' y2='{ty:.1f}'/>",
        f"<line class='guide' x1='{tx:.1f}' y1='{ty:.1f}' x2='{tx:.1f}' y2='{EDGE / 2}'/>",
    ]
    for k, (name, words, point) in enumerate(data["agreed"]):
        x, y = spot(point)
        parts.append(
            f"<circle class='agreed-{k}' cx='{x:.1f}' cy='{y:.1f}' r='7'>"
            f"<title>{escape(name)} {escape(words)}</title></circle>"
        )
    first, second = map(escape, data["players"])
    parts.append(f"<text x='{right}' y='{foot + 22}' text-anchor='end'>{first}</text>")
    parts.append(f"<text x='{EDGE - 8}' y='{EDGE / 2 + 12}' text-anchor='end'>{second}</text>")
    label = f"the threat at {', '.join(data['threat'])}; drag to change"
    parts.append(dot("d", tx, ty, "ring", label))
    legend = "".join(
        f"<li class='agreed-{k}'>{escape(name)} {escape(words)}</li>"
        for k, (name, words, _) in enumerate(data["agreed"])
    )
    size = SIDE + EDGE
    picture = svg("".join(parts), size + 20, size, "The feasible set and the agreements")
    return f"{picture}<ul class='legend'>{legend}</ul>"


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """The problem with another threat."""
    if act == "moved":
        low, unit = _frame(data)
        plane = (
            (float(event["x"]) - EDGE) / unit + low,
            (EDGE / 2 + SIDE - float(event["y"])) / unit + low,
        )
        threat = [str(Fraction(round(v * SNAP), SNAP)) for v in plane]
    elif act == "nudged":
        way = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[event["way"]]
        now = [Fraction(x) for x in data["threat"]]
        threat = [str(x + Fraction(d, SNAP)) for x, d in zip(now, way, strict=True)]
    else:
        return None
    game = json.loads(event["game"])
    game["disagreement"] = threat
    return {"game": json.dumps(game), "focus": "d"}
