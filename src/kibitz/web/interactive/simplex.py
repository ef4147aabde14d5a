"""The triangle of mixtures of three strategies, with paths of learning from where one clicks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, pi
from typing import Any

from kibitz.core.errors import GameError
from kibitz.web.interactive.sheet import WIDE, corner_weights, svg

HINT = (
    "Click in the triangle to follow the dynamics from there, or press Enter to start near "
    "the middle; rings are equilibria. In asymmetric games both players start with the "
    "mixture at that point, and each has a separate triangle."
)
CHOICES = (
    "Dynamics",
    "rule",
    ("replicator", "logit", "best-response-flow", "fictitious-play", "regret-matching"),
)
"""A list to choose from: its label, its key in the state, and what there is."""
PURE = ("fictitious-play", "regret-matching")
"""Rules that begin with a pure strategy: the nearest corner."""
CORNERS = ((230.0, 40.0), (40.0, 340.0), (420.0, 340.0))
LEAST = 1e-3
"""How far from the sides a path begins."""
SAMPLES = [[0.85, 0.1, 0.05], [0.15, 0.65, 0.2], [0.25, 0.3, 0.45]]
"""Where paths begin, drawn faintly, until someone clicks."""
MOST_SPOTS = 300
MOST_PATHS = 12


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """Paths of a rule of learning or evolution from some mixtures of three strategies."""
    from kibitz.learning.dynamics.methods import dynamics
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    is_matrix = isinstance(noun, MatrixGame) and noun.shape == (3, 3)
    game = noun.strategic() if is_matrix else noun
    if not isinstance(game, StrategicGame) or [len(s) for s in game.strategies] != [3, 3]:
        return None
    rule = str(state.get("rule") or CHOICES[2][0])
    paths = []
    for start in state.get("starts", SAMPLES)[:MOST_PATHS]:
        weights = [max(float(x), LEAST) for x in start]
        mixture = [x / sum(weights) for x in weights]
        corner = mixture.index(max(mixture))
        place: Any = [corner, corner] if rule in PURE else [mixture, mixture]
        states = dynamics(game, rule, place).states
        every = max(1, len(states) // MOST_SPOTS)
        paths.append(states[::every])
    found = [each.profile for each in _equilibria(game)]
    seats = (0,) if _is_symmetric(game) else (0, 1)
    return {
        "rule": rule,
        "samples": "starts" not in state,
        "triangles": [
            {
                "name": str(game.players[seat]) if len(seats) > 1 else "",
                "labels": [str(s) for s in game.strategies[seat]],
                "paths": [[_rounded(spot[seat]) for spot in path] for path in paths],
                "rest": sorted(map(list, {tuple(_rounded(p[seat])) for p in found})),
            }
            for seat in seats
        ],
    }


def _rounded(mixture: Iterable[Any]) -> list[float]:
    return [round(float(x), 5) for x in mixture]


def _is_symmetric(game: Any) -> bool:
    """Whether both players have the same payoffs, so that one triangle shows both."""
    cells = [(i, j) for i in range(3) for j in range(3)]
    return all(game.payoff(i, j)[0] == game.payoff(j, i)[1] for i, j in cells)


def _equilibria(game: Any) -> Iterable[Any]:
    """The equilibria, the ends of sets of them; none where they are not found."""
    try:
        return list(game.equilibria())
    except GameError:
        return []


def draw(data: dict[str, Any]) -> str:
    """The triangle, with the paths so far; one for each player where they differ."""
    size = "" if len(data["triangles"]) == 1 else ' style="font-size:26px"'
    parts = []
    for k, one in enumerate(data["triangles"]):
        inside = _triangle(one, k == 0, data["samples"])
        parts.append(f'<g transform="translate({k * WIDE:g} 0)"{size}>{inside}</g>')
    title = "Mixtures of three strategies; click to follow a path"
    return svg("".join(parts), WIDE * len(parts), 390.0, title)


def _triangle(data: dict[str, Any], first: bool, samples: bool) -> str:
    """The mixtures of one player; on the first triangle paths begin."""
    ends = " ".join(f"{x},{y}" for x, y in CORNERS)
    touched = (
        ' data-paper="simplex" tabindex="0" role="button" '
        'aria-label="The triangle of mixtures: begin a path near the middle"'
    )
    parts = [f'<polygon class="axis{" paper" * first}"{touched * first} points="{ends}"/>']
    if data["name"]:
        parts.append(f'<text x="20" y="26">{escape(data["name"])}</text>')
    for mixture in data["rest"]:
        x, y = _spot(mixture)
        parts.append(f'<circle class="rest" cx="{x:.1f}" cy="{y:.1f}" r="7"/>')
    for k, path in enumerate(data["paths"]):
        spots = [_spot(mixture) for mixture in path]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        kind, size = ("sample", 3) if samples else (f"line-{k % 6}", 5)
        parts.append(f'<polyline class="thick {kind}" points="{line}"/>')
        x, y = spots[-1]
        parts.append(f'<circle class="{kind} end" cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>')
    for (x, y), name, shift in zip(CORNERS, data["labels"], (-14, 24, 24), strict=True):
        parts.append(f'<text x="{x}" y="{y + shift}" text-anchor="middle">{escape(name)}</text>')
    return "".join(parts)


def _spot(mixture: Sequence[float]) -> tuple[float, float]:
    x = sum(w * c[0] for w, c in zip(mixture, CORNERS, strict=True))
    return x, sum(w * c[1] for w, c in zip(mixture, CORNERS, strict=True))


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """Another path."""
    if act != "clicked":
        return None
    if event.get("middle"):
        count = len(state.get("starts", []))
        turn, reach = 2.4 * count, 0.06 + 0.02 * count
        shares = [1 / 3 + reach * cos(turn + 2 * pi * k / 3) for k in range(3)]
    else:
        shares = list(corner_weights(CORNERS, float(event["x"]), float(event["y"])))
    start = [round(w, 3) for w in shares]
    return {"state": {**state, "starts": [*state.get("starts", []), start][-MOST_PATHS:]}}
