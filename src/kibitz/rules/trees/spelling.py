"""Other ways to write a node of a game tree, brought into the one that is read.

>>> usual({"max": [3, {"min": [2, 9]}]})
{'type': 'max', 'children': [3, {'min': [2, 9]}]}
>>> usual(["min", 3, 12, 8])
{'type': 'min', 'children': [3, 12, 8]}
>>> usual({"player": 0, "moves": ["a1", "a2"], "children": [3, 5]})["children"]
[{'move': 'a1', 'node': 3}, {'move': 'a2', 'node': 5}]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of, counts_in_words
from kibitz.rules.game import CHANCE, OVER

TURN = {
    "max": 0,
    "min": 1,
    "i": 0,
    "ii": 1,
    "iii": 2,
    "maximizer": 0,
    "minimizer": 1,
    "chance": CHANCE,
    "nature": CHANCE,
    "random": CHANCE,
    "dice": CHANCE,
    "expectation": CHANCE,
    "exp": CHANCE,
    "leaf": OVER,
    "terminal": OVER,
    "end": OVER,
}
"""Words of the field for who moves."""
CHILDREN = ("children", "moves", "successors", "actions", "outcomes")
PAID = ("value", "payoffs", "payoff", "u", "utility", "utilities", "score")
ESTIMATE = ("estimate", "evaluation", "eval", "heuristic", "static")
WEIGHT = ("p", "probability", "prob", "weight")
MOVE = ("move", "label", "action")
BELOW = ("node", "child", "then")
PLAYER = ("player", "type", "turn", "to_move", "mover")
INFOSET = ("infoset", "information_set", "information-set")
KEYS = frozenset(
    (
        *CHILDREN,
        *PAID,
        *ESTIMATE,
        *WEIGHT,
        *MOVE,
        *BELOW,
        *PLAYER,
        *INFOSET,
        "options",
        "name",
        "id",
        "noisy",
        "probabilities",
    )
)
"""Words that make a dict a node; a dict without any of them holds children by move."""
SHORT = ("h",)
"""An estimate in one letter, where other words already make a dict a node."""
BESIDE = frozenset(("kind", "title", "labels", "move_names", "players", "first", "values", "note"))
"""Words that may stand in a node and say nothing about it there."""
INSIDE = frozenset((*CHILDREN, *PAID, "options"))
"""Words that are found in a node alone, not around a tree."""
_HEADS = ("max", "min", "chance")
"""Words before the children of a node, as in ``["max", 3, 5]`` or ``{"max": [3, 5]}``."""
_LEAVES = ("leaf", "terminal")
_MOVES = ("moves", "actions", "labels", "move_names")
"""Where the names of moves stand beside the children."""


def first_of(thing: Mapping[str, Any], keys: Sequence[str], default: Any = None) -> Any:
    return next((thing[key] for key in keys if key in thing), default)


def is_head(word: Any) -> bool:
    """Whether a word says whose children follow it."""
    return isinstance(word, str) and word.strip().lower() in _HEADS


def usual(thing: Any) -> Any:
    """The node with its player as ``type`` and its children as ``children``."""
    if isinstance(thing, list) and len(thing) > 1 and is_head(thing[0]):
        return {"type": thing[0], "children": thing[1] if _is_all(thing) else thing[1:]}
    if not isinstance(thing, Mapping):
        return thing
    if len(thing) == 1:
        ((word, value),) = thing.items()
        if str(word).lower() in _LEAVES and not isinstance(value, Mapping):
            return {"value": value}
    return _with_moves(_typed(thing))


def _is_all(thing: list[Any]) -> bool:
    """Whether one list holds all the children, ``["max", [3, 5]]``; it has no word of its own."""
    (head, inside), more = thing[:2], thing[2:]
    if more or not isinstance(inside, list) or not inside or is_head(inside[0]):
        return False
    if isinstance(inside[0], str):
        return all(isinstance(child, str) for child in inside)
    is_sure = len(inside) == 2 and inside[0] == 1
    return not (is_sure and head.strip().lower() == "chance")


def _typed(thing: Mapping[str, Any]) -> Mapping[str, Any]:
    """``{"max": CHILDREN}``, or a node whose ``kind`` says who moves there."""
    if any(key in thing for key in PLAYER):
        return thing
    if str(thing.get("kind", "")).lower() in TURN:
        return {"type": thing["kind"], **{key: thing[key] for key in thing if key != "kind"}}
    heads = [key for key in thing if is_head(key)]
    others = {key: thing[key] for key in thing if key not in heads}
    if len(heads) != 1 or not isinstance(thing[heads[0]], (list, Mapping)) or others.keys() - KEYS:
        return thing
    return {"type": heads[0], "children": thing[heads[0]], **others}


def _with_moves(thing: Mapping[str, Any]) -> Mapping[str, Any]:
    """The children with their moves, where the names of these stand in a list of their own."""
    children = thing.get("children")
    key = next((key for key in _MOVES if _is_words(thing.get(key))), None)
    if key is None or not isinstance(children, (list, tuple)):
        return thing
    words = thing[key]
    if len(words) != len(children):
        name = thing.get("name", thing.get("id", ""))
        where = f"node {name}: " if name else ""
        given = counts_in_words({key: len(words)})
        raise GameError(f"{where}{given} for {count_of(len(children), 'child')}")
    named = [
        {"move": word, **child} if _is_wrapped(child) else {"move": word, "node": child}
        for word, child in zip(words, children, strict=True)
    ]
    return {**{k: x for k, x in thing.items() if k != key}, "children": named}


def _is_words(thing: Any) -> bool:
    return isinstance(thing, (list, tuple)) and all(isinstance(word, str) for word in thing)


def _is_wrapped(child: Any) -> bool:
    """Whether a child is a node with a move or a probability around it."""
    return isinstance(child, Mapping) and any(key in child for key in (*BELOW, *WEIGHT))
