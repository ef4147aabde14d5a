"""Game trees as textbooks draw them: lists, dicts, names or text, in the shape of rules.

>>> tree = game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> tree.player(tree.start()), len(tree)
(0, 13)
"""

from __future__ import annotations

import json
from ast import literal_eval
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from kibitz.core.errors import GameError
from kibitz.rules.trees.game_graph import GameGraph, GraphReader
from kibitz.rules.trees.game_tree import GameTree as GameTree
from kibitz.rules.trees.named_nodes import is_problem, named_nodes
from kibitz.rules.trees.reader import TreeReader, payoff_count
from kibitz.rules.trees.spelling import INSIDE, PLAYER
from kibitz.rules.trees.text import tree_from_text

_FIRST = {"max": 0, "min": 1, "i": 0, "ii": 1}
_AROUND = ("players", "first", "title", "values")
"""What may stand beside a tree."""


def game_tree(
    tree: Any,
    players: int | Sequence[Any] | None = None,
    first: int | str = 0,
    title: str = "",
    values: Mapping[str, Any] | None = None,
) -> GameTree:
    """A tree from nested lists or dicts, from nodes by name, or from text.

    Lists alternate between two players, the ``first`` one at the root; numbers are what player 0
    gets, tuples what each player gets, and a letter is a leaf whose value is not known. Dicts say
    more: ``player`` or ``type`` (0, 1, ..., or I, II, max, min, chance), ``children`` (a list, or a
    dict of moves), ``name``, ``value`` or ``payoffs``, ``estimate``; children of chance have a
    ``p``, those after a capture and the like are ``noisy``. Nodes of one ``infoset`` look alike to
    the player to move. A dict without any of these words holds children by move. A node with
    ``options``, a dict of children by player, lets any one of these players move. ``players`` says
    how many there are, or their names, which the nodes may then use.

    Parameters
    ----------
    tree : nested lists, dicts or str
        The root with all that follows.
    players : int or sequence, optional
        How many players there are, or their names; by default those that the tree names.
    first : int or str, default 0
        Who moves at the root of nested lists.
    title : str, optional
        A title for the game.
    values : mapping[str, Any], optional
        Values of leaves that are written as letters.

    Returns
    -------
    GameTree
        The tree, as rules that can be searched.

    Examples
    --------
    >>> tree = game_tree({"player": "C", "children": [(1, 2, 6), (4, 2, 3)]}, players="ABC")
    >>> tree.player(tree.start()), tree.player_name(2)
    (2, 'C')

    Nodes listed by name may follow several others: ``{"root": "A", "nodes": {...}}``, or
    ``{"initial": "A", "successors": {...}, "utility": {...}}``. Text is JSON or an expression,
    where ``values`` says what its letters are worth; the others stay unknown. What the arguments
    say may stand in a dict around the tree, ``{"tree": ..., "players": ..., "first": "min"}``.

    >>> shared = game_tree({"A": ["B", "C"], "B": ["D", 4], "C": ["D", 1], "D": [2, 3]})
    >>> len(shared), shared.is_shared
    (8, True)
    >>> len(game_tree("max(min(3, 12, 8), min(2, x, y))", values={"x": 4, "y": 6}))
    9
    """
    return _read(TreeReader, tree, players, first, title, values)


def game_graph(
    graph: Any, players: int | Sequence[Any] | None = None, first: int | str = 0, title: str = ""
) -> GameGraph:
    """A game from nodes by name that may lead back to one another: positions can repeat.

    Parameters
    ----------
    graph : mapping or str
        The nodes by name.
    players : int or sequence, optional
        How many players there are, or their names; by default those that the graph names.
    first : int or str, default 0
        Who moves at the root.
    title : str, optional
        A title for the game.

    Returns
    -------
    GameGraph
        The graph, as rules that can be searched.

    Examples
    --------
    >>> from kibitz.search import retrograde
    >>> game = game_graph({"root": "A", "nodes": {
    ...     "A": {"player": "max", "children": ["B", "C"]},
    ...     "B": {"player": "min", "children": ["A", "D"]},
    ...     "C": {"player": "min", "children": ["A"]}, "D": {"value": -1}}})
    >>> solved = retrograde(game)
    >>> [solved.value(name) for name in "ABCD"], solved.plies("B")
    ([0, -1, 0, -1], 1)
    """
    return GameGraph(_read(GraphReader, graph, players, first, title, None))


def _read(
    kind: type[TreeReader],
    tree: Any,
    players: Any,
    first: int | str,
    title: str,
    values: Mapping[str, Any] | None,
) -> GameTree:
    if hasattr(tree, "tolist"):
        tree = tree.tolist()
    if isinstance(tree, str):
        tree = _from_text(tree)
    if isinstance(tree, Mapping):
        players = _players(tree) if players is None else players
        first = _mover(tree) if first == 0 else first
        title = title or str(tree.get("title", ""))
        values = tree.get("values") if values is None and "expression" in tree else values
        tree = _unwrapped(tree)
    if values is not None and not isinstance(values, Mapping):
        raise GameError(f"values is {values!r:.40}; give a dict of numbers by letter")
    if players is not None and not isinstance(players, (int, str, Sequence)):
        raise GameError(f"players is {players!r}; give how many there are, or their names")
    names = () if players is None or isinstance(players, int) else tuple(map(str, players))
    if len({name.strip().lower() for name in names}) < len(names):
        raise GameError(f"two players have the same name: {', '.join(names)}")
    count = players if isinstance(players, int) else len(names) or None
    if isinstance(players, bool) or (count is not None and count < 1):
        raise GameError(f"players must be at least 1, not {count}")
    graph = named_nodes(tree) if isinstance(tree, Mapping) else None
    root, named = graph if graph is not None else (tree, {})
    in_turn = count or payoff_count(root, named) or 2
    reader = kind(count, names, named, values or {}, in_turn)
    reader.read(root, _first(first, names, in_turn))
    return reader.finish(title)


def _first(first: Any, names: Sequence[str], players: int) -> int:
    """Who moves at the root of lists: a number, a name, max or min."""
    if isinstance(first, str):
        word = first.strip().lower()
        known = {**_FIRST, **{name.lower(): k for k, name in enumerate(names)}}
        if word not in known:
            raise GameError(f"first is {first!r}; write max, min or the number of a player")
        return known[word] % players
    if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < players:
        raise GameError(f"first is {first!r}; it must be a player, 0 to {players - 1}")
    return first


def _from_text(text: str) -> Any:
    """JSON where it is JSON, lists and tuples as in Python, otherwise an expression.

    >>> _from_text("[[(1, 2, 3), (4, 5, 6)], (2, 2, 9)]"), _from_text("[(3 12) (2 4)]")
    ([[(1, 2, 3), (4, 5, 6)], (2, 2, 9)], [['3', '12'], ['2', '4']])
    """
    word = text.strip()
    if word.startswith("[") and "(" in word:
        with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            return literal_eval(word)
    if word[:1] in ("[", "{"):
        try:
            return json.loads(word)
        except json.JSONDecodeError as error:
            if word[:1] == "{" or '"' in word:
                raise GameError(f"the tree: line {error.lineno}: {error.msg}") from None
        except RecursionError:
            raise GameError("the tree: nested too deeply") from None
    return tree_from_text(text)


def _unwrapped(tree: Mapping[str, Any]) -> Any:
    """What is inside ``{"tree": ..., "players": ..., "first": ..., "title": ...}``."""
    inside: Any = tree
    if not INSIDE & tree.keys():
        named = next((tree[key] for key in ("tree", "expression") if key in tree), tree)
        inside = tree["root"] if _is_around_root(tree) else named
    return _from_text(inside) if isinstance(inside, str) else inside


def _is_around_root(tree: Mapping[str, Any]) -> bool:
    """Whether the tree stands under ``root``, with nothing but arguments beside it."""
    return tree.keys() <= {"root", *_AROUND} and isinstance(tree.get("root"), (list, Mapping))


def _players(tree: Mapping[str, Any]) -> Any:
    """How many players there are, or their names, where that stands around the tree."""
    said = tree.get("players")
    return said if isinstance(said, (list, tuple, int)) else None


def _mover(tree: Mapping[str, Any]) -> Any:
    """Who begins, where that stands around the tree."""
    is_named = bool({"tree", "expression", "nodes"} & tree.keys()) or is_problem(tree)
    if not is_named and not _is_around_root(tree):
        return 0
    said = next((tree[key] for key in ("first", *PLAYER) if key in tree), 0)
    known = isinstance(said, int) or (isinstance(said, str) and said.lower() in _FIRST)
    return said if known else 0
