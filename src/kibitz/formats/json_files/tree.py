"""Game trees as JSON: ``{"kind": "tree", "players": 2, "tree": NODE}``, if wanted with a title.

A node is a number, a list of nodes by turns, or an object of the words that
:func:`kibitz.rules.trees.build.game_tree` knows: ``{"player": "max", "name": "A", "children":
[{"move":
"a1", "node": NODE}, ...]}``. Nodes may stand in a table instead, ``{"root": "A", "nodes": {"A":
NODE, ...}}``, where a child is the name of a node.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, plain
from kibitz.rules.game import CHANCE, OVER
from kibitz.rules.trees.build import game_graph, game_tree
from kibitz.rules.trees.game_graph import GameGraph
from kibitz.rules.trees.game_tree import GameTree, TreeNode
from kibitz.rules.trees.reader import Endless

DEEPEST = 60
"""Deeper trees are written as a table of nodes."""


def to_json(game: GameTree) -> dict[str, Any]:
    """Everything about a tree."""
    head = {"title": game.title, "players": list(game.names) or game.players}
    if game.is_shared or _depth(game) > DEEPEST:
        named = {str(k): _node(game, node, str) for k, node in enumerate(game.nodes)}
        return {**head, "root": "0", "nodes": named}
    return {**head, "tree": _nested(game, 0)}


def from_json(data: dict[str, Any]) -> GameTree | GameGraph:
    """The tree that this data describes, or the graph where nodes lead back to themselves."""
    try:
        return game_tree(data)
    except Endless:
        return game_graph(data)


def _nested(game: GameTree, index: int) -> dict[str, Any]:
    return _node(game, game.nodes[index], lambda child: _nested(game, child))


def _node(game: GameTree, node: TreeNode, below: Any) -> dict[str, Any]:
    head: dict[str, Any] = {"name": node.name}
    if node.estimate:
        head["estimate"] = [_plain(x) for x in node.estimate]
    if node.player == OVER:
        if not node.payoffs:
            raise GameError(f"the leaf {node.name} has no value, so the tree cannot be saved")
        return {**head, "payoffs": [_plain(x) for x in node.payoffs]}
    children = []
    for k, child in enumerate(node.children):
        extra: dict[str, Any] = {"p": _plain(node.weights[k])} if node.weights else {}
        if node.noisy[k]:
            extra["noisy"] = True
        children.append({"move": node.labels[k], **extra, "node": below(child)})
    if node.infoset:
        head["infoset"] = node.infoset
    return {"player": _mover(game, node.player), **head, "children": children}


def _mover(game: GameTree, player: int) -> str | int:
    """Who moves, by name; without one by number, or in words that cannot be miscounted."""
    if player == CHANCE:
        return "chance"
    if game.names:
        return game.names[player]
    from_zero = game.first_number == 0 and any(node.player == 0 for node in game.nodes)
    return player if from_zero else f"player {player + 1}"


def _plain(value: Number) -> Any:
    return plain(number(value))


def _depth(game: GameTree) -> int:
    """How many moves the longest line has."""
    deep = [0] * len(game)
    for k, node in enumerate(game.nodes):
        for child in node.children:
            deep[child] = deep[k] + 1
    return max(deep)
