"""Which pictures can be touched, in the order in which a game is offered them."""

from __future__ import annotations

from typing import Any

from kibitz.web.interactive import lines, policy, replies, simplex, solid, threat, tree, triangle

TOUCHES: dict[str, Any] = {
    "lines": lines,
    "replies": replies,
    "simplex": simplex,
    "triangle": triangle,
    "solid": solid,
    "tree": tree,
    "policy": policy,
    "threat": threat,
}


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any]:
    """What the picture of a game shows, with its kind; the kind is ``none`` where none can."""
    for kind, picture in TOUCHES.items():
        found = picture.compute(noun, state)
        if found is not None:
            return {"kind": kind, **found}
    return {"kind": "none"}
