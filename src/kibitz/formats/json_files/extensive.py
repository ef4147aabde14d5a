"""Extensive games as JSON.

``{"kind": "extensive", "players": [...], "tree": NODE}``, if wanted with a ``"title"``. A node is

- ``{"player": "I", "infoset": "name", "moves": [["bet", NODE], ...]}``, or moves as an object;
- ``{"player": "chance", "moves": [["heads", "1/2", NODE], ...]}``;
- ``{"payoff": ["1", "-1"]}``; in a game of two one number is what the second player pays.

``{"histories": ["", "l", "r"], "mover": {"": 1}, "payoffs": {"l": [1, 0], "r": [0, 1]}}`` lists all
histories; ``"rank_p1"`` and ``"rank_p2"`` may rank the last ones instead.

Players may be numbered from 1. Nodes without ``"infoset"`` are information sets of their own. A
tree may also be a list of nodes, ``"nodes"``, in which children are named by their place: deep
trees are written so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.histories import from_histories
from kibitz.extensive.node import Chance, Decision, Leaf
from kibitz.extensive.nodes import to_nodes
from kibitz.formats.json_files.keys import array, check_keys, label, one_of

DEEPEST = 60
"""Deeper trees are written as a list of nodes."""


def to_json(game: ExtensiveGame) -> dict[str, Any]:
    """Everything about a game."""
    head = {"title": game.title, "players": list(game.players)}
    root = to_nodes(game)
    if game.tree.depth <= DEEPEST:
        return {**head, "tree": _nested(root)}
    return {**head, "nodes": _listed(root)}


def from_json(data: dict[str, Any]) -> ExtensiveGame:
    """The extensive game that this data describes."""
    if "histories" in data:
        return _from_histories(data)
    check_keys(data, ["title", "players", "tree", "root", "nodes"], [])
    given = one_of(data, ("tree", "root"))
    tree = None if given is None else data[given]
    if (tree is None) == ("nodes" not in data):
        raise GameError("an extensive game needs a 'tree' or a list of 'nodes'")
    players = data.get("players")
    if players is not None and not isinstance(players, int):
        names = array(players, "players")
        players = [label(v, f"players[{k}]") for k, v in enumerate(names)]
    title = label(data.get("title", ""), "title")
    root = tree if "nodes" not in data else _linked(array(data["nodes"], "nodes"))
    return extensive_game(root, players, title)


def _from_histories(data: dict[str, Any]) -> ExtensiveGame:
    """A game by its histories, who moves after each, and what the last ones pay or rank."""
    ranks = sorted(key for key in data if key.startswith("rank_p"))
    known = ["histories", "mover", "payoffs", "chances", "infosets", "players", "title"]
    check_keys(data, [*known, *ranks], ["histories", "mover"])
    payoffs = data.get("payoffs")
    if ranks and payoffs is None:
        tables = [_object(data[key], key) for key in ranks]
        payoffs = {
            end: [table.get(end) for table in tables]
            for end in dict.fromkeys(end for table in tables for end in table)
        }
        for end, paid in payoffs.items():
            if None in paid:
                raise GameError(f"{ranks[paid.index(None)]}: the history {end!r} is missing")
    players = data.get("players")
    if players is None and ranks:
        players = len(ranks)
    made = from_histories(
        [str(history) for history in array(data["histories"], "histories")],
        _object(data["mover"], "mover"),
        _object(payoffs, "payoffs"),
        data.get("chances"),
        data.get("infosets"),
        players,
    )
    return replace(made, title=label(data.get("title", ""), "title"))


def _object(given: Any, where: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise GameError(f"{where}: expected an object with an entry for each history")
    return given


def _nested(thing: Any) -> dict[str, Any]:
    if isinstance(thing, Leaf):
        named = {"name": thing.name} if thing.name else {}
        assert isinstance(thing.payoffs, tuple)
        return {"payoff": [plain(x) for x in thing.payoffs], **named}
    if isinstance(thing, Chance):
        events = [[word, plain(p), _nested(child)] for word, p, child in thing.outcomes]
        return {"player": "chance", "moves": events}
    moves = [[word, _nested(child)] for word, child in thing.moves]
    return {"player": thing.player, "infoset": thing.infoset, "moves": moves}


def _listed(root: Any) -> list[dict[str, Any]]:
    order, rows = [root], []
    for thing in order:
        if isinstance(thing, Leaf):
            rows.append(_nested(thing))
            continue
        triples = (
            thing.outcomes
            if isinstance(thing, Chance)
            else [(word, None, child) for word, child in thing.moves]
        )
        moves = []
        for word, p, child in triples:
            moves.append([word, len(order)] if p is None else [word, plain(p), len(order)])
            order.append(child)
        head = (
            {"player": "chance"}
            if isinstance(thing, Chance)
            else {"player": thing.player, "infoset": thing.infoset}
        )
        rows.append({**head, "moves": moves})
    return rows


def _linked(rows: list[Any]) -> Any:
    """The root of a list of nodes; children stand after their parents."""
    made: dict[int, Any] = {}
    for k in range(len(rows) - 1, -1, -1):
        row = rows[k]
        if not isinstance(row, dict):
            raise GameError(f"nodes[{k}]: expected an object, found {row!r:.40}")
        made[k] = _one(k, row, made)
    if 0 not in made:
        raise GameError("nodes: the list is empty")
    if unreached := sorted(made.keys() - {0}):
        raise GameError(f"nodes[{unreached[0]}]: no move leads to it")
    return made[0]


def _one(k: int, row: dict[str, Any], made: dict[int, Any]) -> Any:
    if "moves" not in row:
        paid = row.get("payoff", row.get("payoffs"))
        if paid is None:
            raise GameError(f"nodes[{k}]: the game ends here, but no payoffs are given")
        if not isinstance(paid, dict):
            paid = tuple(paid) if isinstance(paid, list) else (paid,)
        return Leaf(paid, str(row.get("name", "")))
    moves = []
    for item in array(row["moves"], f"nodes[{k}].moves"):
        if not isinstance(item, list) or len(item) not in (2, 3):
            raise GameError(f"nodes[{k}]: a move is [label, node] or [label, probability, node]")
        child = item[-1]
        if type(child) is not int or child not in made:
            raise GameError(f"nodes[{k}]: there is no node {child!r} after it")
        moves.append((str(item[0]), item[1], made.pop(child)))
    if row.get("player") == "chance":
        return Chance(tuple(moves))
    if "player" not in row:
        raise GameError(f"nodes[{k}]: no player is given")
    infoset = row.get("infoset")
    pairs = tuple((word, child) for word, _, child in moves)
    return Decision(row["player"], pairs, None if infoset is None else str(infoset))
