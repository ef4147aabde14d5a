"""Games to search: those with moves, and explicit trees as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError
from kibitz.formats.typed import is_tree_text

if TYPE_CHECKING:
    from kibitz.rules.game import Rules

_KEYS = ("tree", "children", "moves", "type", "options", "successors", "nodes", "expression")


def searched_game(words: list[str]) -> Rules:
    """The game that the words name: as elsewhere, a file with a tree, or a tree typed in."""
    from kibitz.cli.machinery.agents import rules_of

    tree = _tree(words)
    if tree is None:
        tree = _of_extensive(words)
    if tree is None:
        return rules_of(words)
    tree = _named_as_solved(tree)
    from kibitz.rules.trees.build import game_graph, game_tree
    from kibitz.rules.trees.reader import Endless

    try:
        return game_tree(tree)
    except Endless:
        return game_graph(tree)


def _tree(words: list[str]) -> Any:
    """The tree as data, or None when the words name something else."""
    first = words[0].strip() if words else ""
    if is_tree_text(first):
        return " ".join(words)
    if first[:1] in ("[", "{"):
        return _data(" ".join(words), "the tree")
    if first == "-":
        text = sys.stdin.read()
        return text if is_tree_text(text) else _data(text, "standard input")
    if len(words) == 1 and Path(first).suffix.lower() == ".txt" and Path(first).is_file():
        text = Path(first).read_text(encoding="utf-8")
        return text if is_tree_text(text) else None
    if len(words) != 1 or Path(first).suffix.lower() != ".json" or not Path(first).is_file():
        return None
    data = _data(Path(first).read_text(encoding="utf-8"), first)
    if isinstance(data, list) or any(key in data for key in _KEYS) or _has_named_nodes(data):
        return data
    return None


def _of_extensive(words: list[str]) -> Any:
    """The tree of an extensive game that the words name, as data."""
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.formats.json_files.extensive import to_json

    noun = resolve(words)
    return to_json(noun) if isinstance(noun, ExtensiveGame) else None


def _named_as_solved(data: Any) -> Any:
    """A tree of players and their moves by name, with players and payoffs as ``solve`` reads them.

    ``{"player": "Ann", "moves": {"in": [2, 1], "out": [1, 3]}}`` lists payoffs, not moves, and so
    does ``{"player": 0, ...}`` that counts players from 0; for MAX and MIN, and where leaves are
    numbers, it is left as it is.
    """
    from kibitz.formats.json_files.extensive import from_json, to_json
    from kibitz.formats.json_files.form import pays_by_list

    if isinstance(data, dict) and "nodes" not in data and pays_by_list(data):
        return to_json(from_json(data if "tree" in data else {"tree": data}))
    if not (isinstance(data, dict) and "player" in data and isinstance(data.get("moves"), dict)):
        return data
    from_zero = 0 in _numbers_of_players(data)
    try:
        game = from_json({"tree": _counted_from_one(data) if from_zero else data})
    except GameError:
        return data
    if {"max", "min"} & {name.lower() for name in game.players}:
        return data
    return _with_payoffs(data) if from_zero else to_json(game)


def _numbers_of_players(node: Any) -> set[int]:
    """The numbers that stand for players at the nodes of a tree."""
    if not isinstance(node, dict):
        return set()
    numbers = {node["player"]} if type(node.get("player")) is int else set()
    return numbers.union(*map(_numbers_of_players, _below(node)))


def _below(node: dict[str, Any]) -> list[Any]:
    """What follows the moves of a node, where these are an object."""
    moves = node.get("moves")
    return list(moves.values()) if isinstance(moves, dict) else []


def _counted_from_one(node: Any) -> Any:
    """The tree with every number of a player one larger."""
    if not isinstance(node, dict):
        return node
    renumbered = {**node, "player": node["player"] + 1} if type(node.get("player")) is int else node
    return _with_moves(renumbered, _counted_from_one)


def _with_payoffs(node: Any) -> Any:
    """The tree with lists after moves named as what they are."""
    if isinstance(node, list):
        return {"payoffs": node}
    return _with_moves(node, _with_payoffs) if isinstance(node, dict) else node


def _with_moves(node: dict[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    moves = node.get("moves")
    if not isinstance(moves, dict):
        return node
    return {**node, "moves": {word: change(below) for word, below in moves.items()}}


def _has_named_nodes(data: dict[str, Any]) -> bool:
    """Whether this is a table of nodes by name: ``{"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}``."""
    from kibitz.rules.trees.named_nodes import named_nodes

    try:
        return named_nodes(data) is not None
    except GameError:
        return False


def _data(text: str, where: str) -> Any:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GameError(f"{where}: line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise GameError(f"{where}: nested too deeply") from None
    if not isinstance(data, (list, dict)):
        raise GameError(f"{where}: a tree is a list or an object, not {type(data).__name__}")
    return data
