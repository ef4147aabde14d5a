"""The core of a game of four players in the tetrahedron of imputations, which can be turned."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from kibitz.core.spelling import count_of
from kibitz.web.interactive.worths import worths_of

HINT = (
    "Drag the tetrahedron or press the arrow keys to turn it. At a corner, one player gets "
    "everything beyond what the others earn alone."
)
START = (0.6, 0.35)
"""How it is first seen: turned about the upright axis, and tilted."""
PLAYERS = 4


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """Sets and points of the game in space."""
    from kibitz.coalitional.pictures.space import solution_space

    game = worths_of(noun)
    if game is None or game.n != PLAYERS:
        return None
    return {"space": solution_space(game), "turn": _turn(state)}


def _turn(state: dict[str, Any]) -> list[float]:
    given = state.get("turn", START)
    return [float(x) for x in given][:2] if len(given) == 2 else list(START)


def draw(data: dict[str, Any]) -> str:
    """The place where the browser draws, and what the colors stand for."""
    space = data["space"]
    yaw, pitch = data["turn"]
    packed = escape(json.dumps(space), quote=True)
    label = f"The imputations of {', '.join(space['players'])}; turn them with the arrow keys"
    entries = [f"<li class='set-{k}'>{_said(s)}</li>" for k, s in enumerate(space["sets"])]
    if space["empty"]:
        entries.insert(0, "<li>the core is empty</li>")
    entries += [
        f"<li class='point-{k}'>{escape(p['name'])} {escape(p['payoffs'])}</li>"
        for k, p in enumerate(space["points"])
    ]
    buttons = "".join(
        f"<button type='button' class='plain' data-spin='{way}' aria-label='turn {way}'>{sign}"
        "</button>"
        for way, sign in (("left", "◀"), ("right", "▶"), ("up", "▲"), ("down", "▼"))
    )
    return (
        f"<svg class='touch solid' viewBox='0 0 460 420' role='group' tabindex='0' "
        f"aria-label='{escape(label)}' data-solid='{packed}' data-yaw='{yaw}' data-pitch='{pitch}'>"
        f"</svg><div class='row'>{buttons}</div><ul class='legend'>{''.join(entries)}</ul>"
    )


def _said(found: dict[str, Any]) -> str:
    count = len(found["vertices"])
    if count == 1:
        return f"{escape(found['name'])}, the point {escape(found['payoffs'][0])}"
    corners = "".join(f"<li>{escape(x)}</li>" for x in found["payoffs"])
    return (
        f"<details><summary>{escape(found['name'])}, {count_of(count, 'vertex')}</summary>"
        f"<ul>{corners}</ul></details>"
    )


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """Remember how it was turned; the browser has drawn it already."""
    if act != "turned":
        return None
    turn = [round(float(event["yaw"]), 3), round(float(event["pitch"]), 3)]
    return {"state": {**state, "turn": turn}, "quiet": True}
