"""A tree with its solution on the branches: subtrees fold, and nodes tell reach and value."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Any

from kibitz.web.theme import with_shapes

HINT = "Click a node to fold or unfold its subtree; hover over it to see its probability and value."
MOST = 30_000
"""Nodes of a tree that is unfolded for this."""
MOST_SOLVED = 3_000
"""Nodes of a tree that is solved for this."""


def compute(noun: Any, state: dict[str, Any]) -> dict[str, Any] | None:
    """The picture, and what is said of each node."""
    from kibitz.extensive.fold import fold
    from kibitz.web.theme import page_svg

    game = _tree(noun)
    if game is None:
        return None
    solution, text = _solved(game)
    turned = [int(node) for node in state.get("turned", []) if str(node).isdecimal()]
    found = fold(game, turned, solution)
    return {
        "svg": page_svg(found.picture),
        "nodes": [[n.node, n.x, n.y, n.label, n.can_fold, n.is_folded] for n in found.nodes],
        "text": text,
    }


@lru_cache(maxsize=4)
def _tree(noun: Any) -> Any:
    """The tree of a game in extensive form, or of rules with hidden information."""
    from kibitz.core.errors import GameError
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.rules.game import Rules

    if isinstance(noun, ExtensiveGame):
        return noun
    if isinstance(noun, Rules) and noun.has("information_state"):
        try:
            return noun.as_tree(MOST)
        except GameError:
            return None
    return None


@lru_cache(maxsize=4)
def _solved(game: Any) -> tuple[Any, str]:
    """Strategies to be shown on the branches, where there are some, and the answer in words."""
    from kibitz.core.errors import GameError

    if len(game.tree) > MOST_SOLVED:
        return None, ""
    try:
        found = game.solve()
    except GameError:
        return None, ""
    return (found if getattr(found, "profile", None) is not None else None), str(found)


def draw(data: dict[str, Any]) -> str:
    """The tree with a shape over every node that can be folded."""
    shapes = []
    for node, x, y, words, can_fold, is_folded in data["nodes"]:
        does = (" Folded; click to open." if is_folded else " Click to fold.") if can_fold else ""
        label = escape(words + "." + does)
        role = f"role='button' data-drag='{node}'" if can_fold else "role='img'"
        shapes.append(
            f"<circle class='knot{' can' if can_fold else ''}' cx='{x:.1f}' cy='{y:.1f}' r='11' "
            f"tabindex='0' {role} aria-label='{label}' data-told='{label}'/>"
        )
    svg: str = data["svg"]
    return (
        "<p class='telling' data-telling role='status'>&nbsp;</p>"
        f"<div class='touchable scroll'>{with_shapes(svg, ''.join(shapes))}</div>"
    )


def react(
    data: dict[str, Any], state: dict[str, Any], act: str, event: dict[str, Any]
) -> dict[str, Any] | None:
    """Fold what is open, and open what is folded."""
    if act != "touched":
        return None
    node = str(event["key"])
    turned = [str(n) for n in state.get("turned", [])]
    turned = [n for n in turned if n != node] if node in turned else [*turned, node]
    return {"state": {**state, "turned": turned}, "focus": node}
