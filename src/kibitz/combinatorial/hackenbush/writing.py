"""Positions of Hackenbush as text, in the forms that can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.combinatorial.hackenbush.fusion import Fusion
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.combinatorial.hackenbush.game import Hackenbush

SHOWN = 60
"""Edges, or stalks, up to which a position is written out."""
NAMED = 5
"""Chopped edges that are named where the rest is not written out."""


def written(game: Hackenbush, position: Any) -> str:
    """A position in the spelling of its game: stalks, a tree, edges, or a picture by name.

    >>> from kibitz.combinatorial.hackenbush import hackenbush
    >>> game = hackenbush("tree (3 2 6)")
    >>> game.show(()), game.show((2,)), game.show((0,))
    ('tree (3 2 6)', 'tree (1 2 6)', 'nothing')
    """
    if game.spelling == "stalks":
        return _stalks(game, position)
    if len(game.edges) > SHOWN:
        return _without(game, count_of(len(game.edges), "edge"), position)
    fusion = game._fusion_at(position)
    standing = fusion.standing.edges()
    if not standing:
        return "nothing"
    if game.spelling not in ("edges", "tree"):
        return _without(game, game.spelling, position)
    if game.spelling == "tree":
        return f"tree {tree_text(fusion)}"
    return " ".join(f"{u}-{v}" for u, v in (game.edges[edge] for edge in standing))


def _without(game: Hackenbush, whole: str, position: Any) -> str:
    """A picture too large to write out, by its name and what was chopped from what stands."""
    if not position:
        return whole
    missing = ", ".join(game.label(edge) for edge in position[:NAMED])
    more = f" and {len(position) - NAMED} more" if len(position) > NAMED else ""
    return f"{whole} without {missing}{more}"


def tree_text(fusion: Fusion) -> str:
    """A tree in parentheses: a pair is an edge with what grows on it inside, a number a stalk."""
    branches: list[list[str]] = [[] for _ in fusion.head]
    for b in range(len(fusion.head) - 1, 0, -1):
        above = branches[b][::-1]
        if not above:
            text = "1"
        elif len(above) == 1 and above[0].isdecimal():
            text = str(int(above[0]) + 1)
        else:
            text = "(" + " ".join(above) + ")"
        branches[fusion.parent[b]].append(text)
    return " ".join(branches[0][::-1])


def _stalks(game: Hackenbush, position: Any) -> str:
    lengths: list[int] = []
    cut = set(position)
    falling = False
    for edge, (below, _) in enumerate(game.edges):
        if below in game.ground:
            lengths.append(0)
            falling = False
        falling = falling or edge in cut
        lengths[-1] += not falling
    if len(lengths) > SHOWN:
        return f"{count_of(len(lengths), 'stalk')} of {count_of(sum(lengths), 'edge')}"
    return " ".join(["stalks", *map(str, lengths)])
