"""The other way round: a tree of flat arrays as nodes that can be taken apart and built again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kibitz.core.numbers import Number
from kibitz.extensive.build import extensive_game
from kibitz.extensive.node import Chance, Decision, Leaf
from kibitz.extensive.tree import CHANCE, LEAF

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

NO_ENDS: Mapping[int, tuple[Number, ...]] = {}


def to_nodes(
    game: ExtensiveGame, root: int = 0, ends: Mapping[int, tuple[Number, ...]] = NO_ENDS
) -> Any:
    """The decisions, chance moves and leaves from a node on; ``ends`` pay where they stand.

    >>> from kibitz.extensive import decision, extensive_game
    >>> to_nodes(extensive_game(decision("Ann", "coin", bet=2, fold=-1), ("Ann", "Bob")))
    Decision(player='Ann', moves=(('bet', Leaf(payoffs=(Fraction(2, 1), Fraction(-2, 1)), ...
    """
    made: dict[int, Any] = {}
    for node in reversed(_below(game, root, ends)):
        made[node] = _node(game, node, made, ends)
    return made[root]


def _below(game: ExtensiveGame, root: int, ends: Mapping[int, Any]) -> list[int]:
    """The nodes from here down, parents before their children."""
    nodes = [root]
    for node in nodes:
        if node not in ends:
            nodes.extend(game.tree.children(node))
    return nodes


def _node(game: ExtensiveGame, node: int, made: dict[int, Any], ends: Mapping[int, Any]) -> Any:
    if node in ends:
        return Leaf(tuple(ends[node]))
    actor = int(game.tree.actor[node])
    children = game.tree.children(node)
    if actor == LEAF:
        return Leaf(game.payoffs(node), game.labels.leaf(game, node))
    if actor == CHANCE:
        words = game.labels.outcomes(game, node)
        return Chance(
            tuple((w, game.probability(c), made[c]) for w, c in zip(words, children, strict=True))
        )
    infoset = int(game.tree.infoset[node])
    moves = zip(game.moves(infoset), children, strict=True)
    name = game.infoset_names[infoset]
    return Decision(game.players[actor], tuple((w, made[c]) for w, c in moves), name)


def rebuilt(
    game: ExtensiveGame, root: int = 0, ends: Mapping[int, tuple[Number, ...]] = NO_ENDS
) -> ExtensiveGame:
    """The game that begins at a node, for the same players, ended early where ``ends`` say so."""
    title = game.title if root == 0 else f"{game.title or 'the game'} from node {root}"
    return extensive_game(to_nodes(game, root, ends), game.players, title)
