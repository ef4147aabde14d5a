"""The picture of a tree on which a game is being played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kibitz.extensive.draw import sketch_of
from kibitz.extensive.folding import MOST_NODES, folding
from kibitz.extensive.game import ExtensiveGame
from kibitz.pictures import INK, Picture
from kibitz.pictures.trees.draw import draw_sketch
from kibitz.pictures.trees.twig import Twig

WIDE = 2.4
"""The width of the branches that were played."""


def played_tree(
    game: ExtensiveGame, nodes: Iterable[int], reached: int | None = None
) -> Picture | None:
    """The tree with the nodes at which the player may be; their moves can be touched.

    Parameters
    ----------
    game : ExtensiveGame
        The game.
    nodes : iterable of int
        The node where the game stands, or all that the player cannot tell apart.
    reached : int, optional
        The node that the game has reached, where the player knows it: the way to it is bold.

    Returns
    -------
    Picture or None
        The tree; None where it is too large to be drawn whole.

    Examples
    --------
    >>> from kibitz.games import game
    >>> [spot.name for spot in played_tree(game("centipede"), [0], 0).spots]
    ['across', 'down']
    """
    if len(game.tree) > MOST_NODES:
        return None
    chosen = folding(game, MOST_NODES)
    here, way = set(map(int, nodes)), _way(game, reached)
    sketch = sketch_of(game, chosen, None)
    twigs = []
    for node, twig in zip(chosen.nodes, sketch.twigs, strict=True):
        above = int(game.tree.parent[node]) if node else -1
        if above in here and int(game.tree.infoset[above]) >= 0:
            move = game.moves(int(game.tree.infoset[above]))[int(game.tree.move[node])]
            twig = replace(twig, moves=(move,))
        twigs.append(_styled(twig, node in here, node in way))
    return draw_sketch(replace(sketch, twigs=tuple(twigs)))


def _styled(twig: Twig, here: bool, played: bool) -> Twig:
    """A node with a frame where the game stands, and the branch to it as it was played."""
    if played:
        twig = replace(twig, stroke=INK, width=WIDE)
    return replace(twig, framed=here and twig.shape != "leaf")


def _way(game: ExtensiveGame, node: int | None) -> set[int]:
    """The nodes from the root to one, without the root."""
    found = set()
    while node:
        found.add(node)
        node = int(game.tree.parent[node])
    return found
