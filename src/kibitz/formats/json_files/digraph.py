"""Digraphs as JSON: ``{"kind": "digraph", "digraph": {"a": ["b"], "b": []}, "start": "a"}``.

The followers of every vertex by name; or arrows in one text, ``"a>b b>c"``, or as a list,
``[["a", "b"], ["b", "c"]]``. The start is the first vertex unless named; ``"play"`` is normal or
misere. Vertices are names: a number stands for its digits.
"""

from __future__ import annotations

from typing import Any

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.read import digraph, read_arrows
from kibitz.core.errors import GameError
from kibitz.formats.json_files.keys import array, check_keys, label


def to_json(game: Digraph) -> dict[str, Any]:
    """Everything about a digraph; its vertices become names."""
    names = [game.show(v) for v in game.names]
    if len(set(names)) < len(names):
        raise GameError("two vertices of this digraph have the same name, so it cannot be saved")
    followers = {
        n: [game.show(w) for w in game.options(v)] for n, v in zip(names, game.names, strict=True)
    }
    return {
        "title": game.title,
        "digraph": followers,
        "start": game.show(game.position),
        "play": game.play,
    }


def from_json(data: dict[str, Any]) -> Digraph:
    """The game on a digraph that this data describes."""
    if "graph" in data and "digraph" not in data:
        data = {"digraph" if key == "graph" else key: value for key, value in data.items()}
    check_keys(data, ["digraph", "start", "play", "title"], ["digraph"])
    graph = _followers(data["digraph"])
    if not graph:
        raise GameError('digraph: it has no vertices; give at least one, such as {"end": []}')
    start = label(data["start"], "start") if "start" in data else next(iter(graph))
    play = label(data.get("play", "normal"), "play")
    return digraph(graph, start, play, label(data.get("title", ""), "title"))


def _followers(given: Any) -> dict[str, list[str]]:
    if isinstance(given, str):
        return read_arrows(given.split())
    if isinstance(given, dict):
        return {
            name: [label(v, f"digraph, {name}") for v in array(below, f"digraph, {name}")]
            for name, below in given.items()
        }
    followers: dict[str, list[str]] = {}
    for k, arrow in enumerate(array(given, "digraph"), 1):
        ends = [label(v, f"digraph, arrow {k}") for v in array(arrow, f"digraph, arrow {k}")]
        if len(ends) != 2:
            raise GameError(f"digraph, arrow {k}: {len(ends)} ends; an arrow has two")
        for end in ends:
            followers.setdefault(end, [])
        followers[ends[0]].append(ends[1])
    return followers
