"""A tree whose subtrees fold, with the reach and the value of every node."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.extensive.draw import profile_of, sketch_of
from kibitz.extensive.folding import MOST_NODES, folding
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.outcomes import history, profile_values, reach_probabilities
from kibitz.extensive.tree import CHANCE, LEAF
from kibitz.pictures import Picture
from kibitz.pictures.trees.rightward import draw_rightward, rightward_spots


@dataclass(frozen=True, slots=True)
class FoldedNode:
    """A node of the picture: where it is, and what is said of it."""

    node: int
    x: float
    y: float
    label: str
    """Who moves, how likely it is reached, and what it is worth."""
    can_fold: bool
    is_folded: bool


@dataclass(frozen=True, slots=True)
class FoldedTree:
    """A tree as it stands after some nodes were folded or opened."""

    picture: Picture
    nodes: tuple[FoldedNode, ...]


@extends(ExtensiveGame)
def fold(
    game: ExtensiveGame,
    turned: Collection[int] = (),
    strategy: Any = None,
    most: int = MOST_NODES,
) -> FoldedTree:
    """The tree with some subtrees folded, and strategies on its branches.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    turned : collection of int, default ()
        Nodes to fold, or to open where the tree is so large that they are folded.
    strategy : Any, optional
        A profile, a table of one, or a solution.
    most : int, default 130
        Trees with more nodes than this are folded from the beginning.

    Returns
    -------
    FoldedTree
        The picture, and for each node in it where it is, how likely, and what it is worth.

    Notes
    -----
    Linear in the size of the tree.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> game = extensive_game(decision("A", l=(1, 0), r=decision("B", u=(3, 2), d=(0, 1))))
    >>> [node.label for node in fold(game, strategy=game.solve()).nodes][2]
    'after r: B moves at B 1; reached with probability 1; worth (3, 2)'
    >>> len(fold(game, turned=[2]).nodes)
    3
    """
    chosen = folding(game, most, turned)
    profile = profile_of(game, "tree", strategy)
    sketch = sketch_of(game, chosen, profile)
    reach = None if profile is None else reach_probabilities(game, profile)
    values = None if profile is None else profile_values(game, profile)
    nodes = tuple(
        FoldedNode(
            node,
            *spot,
            _text(game, node, reach, values),
            bool(game.tree.count[node]),
            node in chosen.folded,
        )
        for node, spot in zip(chosen.nodes, rightward_spots(sketch), strict=True)
    )
    return FoldedTree(draw_rightward(sketch), nodes)


def _text(game: ExtensiveGame, node: int, reach: Any, values: Any) -> str:
    """What is known of a node, in words."""
    actor = int(game.tree.actor[node])
    way = ", ".join(history(game, node))
    who = {LEAF: "the game is over", CHANCE: "chance moves"}.get(actor)
    parts = [f"{'after ' + way if way else 'the beginning'}: {who or _mover(game, node, actor)}"]
    if reach is not None:
        parts.append(f"reached with probability {_short(reach[node])}")
    if actor == LEAF:
        parts.append(f"pays {_list(game.payoffs(node))}")
    elif values is not None:
        unit: Any = 1 if game.unit is None else game.unit
        parts.append(f"worth {_list([x * unit for x in values[node]])}")
    return "; ".join(parts)


def _mover(game: ExtensiveGame, node: int, actor: int) -> str:
    name = game.infoset_name(int(game.tree.infoset[node]))
    return f"{game.players[actor]} moves{f' at {name}' if name else ''}"


def _list(amounts: Any) -> str:
    return f"({', '.join(_short(x) for x in amounts)})"


def _short(x: Any) -> str:
    words = show(x)
    return words if len(words) <= 9 else f"{float(x):.4g}"
