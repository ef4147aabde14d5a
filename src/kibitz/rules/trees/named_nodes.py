"""Trees whose nodes are listed by name, where several moves may lead to one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError

ROOT = ("root", "start", "initial", "initial_state", "initial-state")
_SUCCESSORS = ("successors", "graph", "actions")
_UTILITY = ("utility", "utilities", "payoffs", "payoff", "values", "terminal", "leaves")
_PLAYER = ("player", "players", "turn", "to_move", "mover", "type")


@dataclass(frozen=True, slots=True)
class Reference:
    """A node that is described elsewhere."""

    name: str


def named_nodes(data: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The name of the root and the nodes by name, or None when the data holds a nested tree.

    ``{"root": "A", "nodes": {"A": {"player": "max", "children": ["B", "C"]}, ...}}``, or a search
    problem, ``{"initial": "A", "successors": {"A": {"a1": "B"}}, "utility": {"B": 3}}``, or nothing
    but children by name, ``{"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}``.
    """
    if data.get("kind") == "extensive" and isinstance(data.get("nodes"), list):
        nodes = {str(k): _by_place(node) for k, node in enumerate(data["nodes"])}
    elif "nodes" in data:
        nodes = _by_name(data["nodes"])
    elif is_problem(data):
        nodes = _from_successors(data)
    elif _is_children_by_name(data):
        nodes = {str(name): below for name, below in data.items()}
    else:
        return None
    if not nodes:
        raise GameError("the tree is empty")
    root = str(next((data[key] for key in ROOT if key in data), next(iter(nodes))))
    if root not in nodes:
        raise GameError(f"unknown node {root!r}, which is given as the root")
    return root, nodes


def is_problem(data: Mapping[str, Any]) -> bool:
    """Whether the data lists states with their successors, and is not a node with its own."""
    listed = next((data[key] for key in _SUCCESSORS if isinstance(data.get(key), Mapping)), None)
    if listed is None:
        return False
    begun = any(key in data for key in ROOT)
    paid = any(isinstance(data.get(key), Mapping) for key in _UTILITY)
    return begun or paid or _is_children_by_name(listed)


def _by_name(nodes: Any) -> dict[str, Any]:
    if isinstance(nodes, Mapping):
        return {str(name): node for name, node in nodes.items()}
    if not isinstance(nodes, (list, tuple)):
        raise GameError("nodes: expected an object of nodes by name, or a list")
    found: dict[str, Any] = {}
    for k, node in enumerate(nodes):
        name = node.get("name", node.get("id", k)) if isinstance(node, Mapping) else k
        if str(name) in found:
            raise GameError(f"nodes: two are called {name!r}")
        found[str(name)] = node
    return found


def _by_place(node: Any) -> Any:
    """A node of a list in extensive form, whose children are named by their places in it."""
    if not isinstance(node, Mapping) or "moves" not in node:
        return node
    return {**node, "moves": [[*move[:-1], Reference(str(move[-1]))] for move in node["moves"]]}


def _from_successors(data: Mapping[str, Any]) -> dict[str, Any]:
    """States with their successors, whose turn it is, and what the last ones are worth."""
    followers: Mapping[Any, Any] = next(data[key] for key in _SUCCESSORS if key in data)
    worth: dict[str, Any] = {}
    for key in _UTILITY:
        if isinstance(data.get(key), Mapping):
            worth.update({str(name): value for name, value in data[key].items()})
    turns: Mapping[Any, Any] = next(
        (data[key] for key in _PLAYER if isinstance(data.get(key), Mapping)), {}
    )
    movers = {str(name): who for name, who in turns.items()}
    nodes: dict[str, Any] = {}
    for state, below in followers.items():
        name = str(state)
        if below:
            turn = {"player": movers[name]} if name in movers else {}
            nodes[name] = {**turn, "children": _references(name, below)}
        elif name not in worth:
            raise GameError(f"state {name}: it has no successors and no utility")
    for name, value in worth.items():
        if name in nodes:
            raise GameError(
                f"state {name}: it has both a utility and successors; a terminal state has no "
                "successors"
            )
        nodes[name] = {"value": value}
    for name, node in list(nodes.items()):
        for child in node.get("children", ()):
            if child["node"].name not in nodes:
                lost = child["node"].name
                raise GameError(f"state {lost}, after {name}: it has no successors and no utility")
    return nodes


def _references(name: str, below: Any) -> list[dict[str, Any]]:
    """Successors: a dict of states by move, pairs of both, or states alone."""
    if isinstance(below, str):
        below = [below]
    if isinstance(below, Mapping):
        pairs = list(below.items())
    elif not isinstance(below, (list, tuple)):
        raise GameError(f"state {name}: its successors are {below!r}; write a list or a dict")
    else:
        pairs = [
            (child[0], child[1])
            if isinstance(child, (list, tuple)) and len(child) == 2
            else (child, child)
            for child in below
        ]
    return [{"move": str(move), "node": Reference(str(state))} for move, state in pairs]


def _is_children_by_name(data: Mapping[str, Any]) -> bool:
    """Whether some list of children names a key of the same mapping."""
    return any(
        isinstance(child, str) and child in data
        for below in data.values()
        if isinstance(below, (list, tuple, Mapping))
        for child in (below.values() if isinstance(below, Mapping) else below)
    )
