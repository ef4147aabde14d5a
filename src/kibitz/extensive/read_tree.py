"""Trees from plain data: nested dicts and lists, as JSON and people write them.

A node with payoffs is a leaf. A node whose ``player`` is chance (or N, nature, 0 with
probabilities) has branches with probabilities. All others are decisions: ``player``, if wanted
``infoset``, and ``moves``, either an object or a list of pairs. Players may have numbers, from 1
on, or from 0 on where a player 0 decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.players import ROMAN
from kibitz.extensive.node import Chance, Decision, Leaf

_PAYOFF = ("payoff", "payoffs", "utility", "utilities", "value")
_BRANCHES = ("moves", "branches", "children", "outcomes", "actions")
_PROBABILITY = ("prob", "probability", "p", "weight")
_LABEL = ("label", "move", "action", "name", "outcome")
_CHILD = ("node", "child", "then", "next", "tree")
_MOVER = ("player", "mover", "owner")
_INFOSET = ("infoset", "information_set", "information-set", "info", "set")
_NATURE = ("n", "nature", "chance", "c", "random")
_KNOWN = (*_PAYOFF, *_BRANCHES, *_MOVER, *_INFOSET, "type", "kind", "title", "name", "id")


def read_tree(data: Any) -> tuple[Any, int]:
    """Decisions, chance moves and leaves from nested data, and the number of the first player.

    What is a node already stays as it is.

    >>> read_tree({"player": "I", "moves": {"l": {"payoff": [1, 2]}, "r": [0, 0]}})[0]
    Decision(player='I', moves=(('l', Leaf(payoffs=(1, 2), name='')), ('r', [0, 0])), infoset=None)
    """
    if not isinstance(data, Mapping):
        return data, 1
    order: list[tuple[Any, str]] = [(data, "the root")]
    parts: list[tuple[str, Any]] = []
    below: list[list[int]] = []
    for thing, where in order:
        kind, head, children = _split(thing, where)
        parts.append((kind, head))
        below.append(list(range(len(order), len(order) + len(children))))
        deeper = "" if where == "the root" else f"{where}, "
        order.extend((child, f"{deeper}{label}") for label, _, child in children)
        head["labels"] = [label for label, _, _ in children]
        head["weights"] = [weight for _, weight, _ in children]
    first = _first_number(parts)
    made: list[Any] = [None] * len(order)
    for k in range(len(order) - 1, -1, -1):
        kind, head = parts[k]
        made[k] = _made(kind, head, [made[child] for child in below[k]], first)
    return made[0], first


def _first_number(parts: list[tuple[str, dict[str, Any]]]) -> int:
    """The number of the first player: 0 where a player 0 decides somewhere, otherwise 1."""
    decides = any(_number(head.get("player")) == 0 for _, head in parts)
    if decides and any(head.get("by_zero") for _, head in parts):
        raise GameError(
            "player 0 moves by chance at one node and decides at another; give every outcome of "
            "chance a probability, and call it chance"
        )
    return 0 if decides else 1


def players_in_order(names: Iterable[Any]) -> tuple[str, ...] | None:
    """Roman numerals in their order, with those that are skipped; None for other names.

    >>> players_in_order(["III", "I"])
    ('I', 'II', 'III')
    """
    players = list(names)
    if not players or not all(name in ROMAN for name in players):
        return None
    return ROMAN[: max(2, 1 + max(ROMAN.index(name) for name in players))]


def _split(thing: Any, where: str) -> tuple[str, dict[str, Any], list[tuple[str, Any, Any]]]:
    """What a node is, what it carries, and its children with labels and probabilities."""
    if not isinstance(thing, Mapping):
        return "done", {"thing": thing}, []
    _refuse_others(thing, _KNOWN, where)
    paid = _get(thing, _PAYOFF)
    branches = _get(thing, _BRANCHES)
    if branches is None:
        if paid is None:
            raise GameError(f"{where}: the game ends here, but no payoffs are given")
        return "leaf", {"payoffs": paid, "name": str(thing.get("name", ""))}, []
    if paid is not None:
        raise GameError(f"{where}: a node has payoffs or moves, not both")
    children = _children(branches, where)
    player = _get(thing, _MOVER)
    weighted = any(weight is not None for _, weight, _ in children)
    if thing.get("type") == "chance" or _is_nature(player, weighted):
        missing = [label for label, weight, _ in children if weight is None]
        if missing:
            raise GameError(
                f"{where}: chance moves, but the probability of {missing[0]} is missing"
            )
        return "chance", {"by_zero": _number(player) == 0}, children
    if player is None:
        raise GameError(f"{where}: no player is given; say who moves here")
    if weighted:
        raise GameError(f"{where}: {player} moves here, so the moves cannot have probabilities")
    return "decision", {"player": player, "infoset": _get(thing, _INFOSET)}, children


def _made(kind: str, head: dict[str, Any], children: list[Any], first: int) -> Any:
    if kind == "done":
        return head["thing"]
    if kind == "leaf":
        paid = head["payoffs"]
        if isinstance(paid, Mapping):
            amounts = {_player(who, first): amount for who, amount in paid.items()}
            return Leaf(amounts, head["name"])
        several = isinstance(paid, Sequence) and not isinstance(paid, str)
        return Leaf(tuple(paid) if several else (paid,), head["name"])
    if kind == "chance":
        return Chance(tuple(zip(head["labels"], head["weights"], children, strict=True)))
    infoset = head["infoset"]
    moves = tuple(zip(head["labels"], children, strict=True))
    player = _player(head["player"], first)
    return Decision(player, moves, None if infoset is None else str(infoset))


def _children(branches: Any, where: str) -> list[tuple[str, Any, Any]]:
    if isinstance(branches, Mapping):
        listed = [_from_pair(label, child) for label, child in branches.items()]
    elif isinstance(branches, Sequence) and not isinstance(branches, str):
        listed = [_from_item(k, item, where) for k, item in enumerate(branches, 1)]
    else:
        raise GameError(f"{where}: moves are an object or a list, not {branches!r:.40}")
    if not listed:
        raise GameError(f"{where}: a node without moves is a leaf; give it payoffs")
    return listed


def _from_pair(label: Any, child: Any) -> tuple[str, Any, Any]:
    """A labeled child; with a probability before or inside it where chance moves."""
    if _is_pair(child):
        return str(label), child[0], child[1]
    if isinstance(child, Mapping) and _get(child, _PROBABILITY) is not None:
        rest = {k: v for k, v in child.items() if k not in _PROBABILITY}
        inner = _get(rest, _CHILD)
        if inner is not None:
            _refuse_others(rest, (*_LABEL, *_CHILD), f"branch {label}")
        return str(label), _get(child, _PROBABILITY), rest if inner is None else inner
    return str(label), None, child


def _from_item(k: int, item: Any, where: str) -> tuple[str, Any, Any]:
    if isinstance(item, Mapping):
        child = _get(item, _CHILD)
        if child is not None:
            _refuse_others(item, (*_PROBABILITY, *_LABEL, *_CHILD), f"{where}, branch {k}")
        else:
            known = (*_PROBABILITY, *(x for x in _LABEL if x != "name"))
            child = {key: v for key, v in item.items() if key not in known}
        label = _get(item, _LABEL)
        return str(k if label is None else label), _get(item, _PROBABILITY), child
    if isinstance(item, Sequence) and not isinstance(item, str) and len(item) in (2, 3):
        return str(item[0]), (item[1] if len(item) == 3 else None), item[-1]
    raise GameError(f"{where}, branch {k}: give [label, node] or [label, probability, node]")


def _refuse_others(thing: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Refuse keys that say nothing here, lest a misspelled one be dropped."""
    for key in thing:
        if key not in known:
            near = did_you_mean(str(key), known)
            raise GameError(f"{where}: unknown key {key!r:.40}{near}")


def _is_pair(child: Any) -> bool:
    """A probability and a node, not two payoffs."""
    return (
        isinstance(child, Sequence)
        and not isinstance(child, str)
        and len(child) == 2
        and isinstance(child[1], (Mapping, Decision, Chance, Leaf, list, tuple))
    )


def _get(thing: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((thing[name] for name in names if thing.get(name) is not None), None)


def _is_nature(player: Any, weighted: bool) -> bool:
    if player is None or _number(player) == 0:
        return weighted
    return str(player).lower() in _NATURE and weighted


def _player(player: Any, first: int) -> Any:
    """Who has a number, counted from 0 as Python does; others by name."""
    number = _number(player)
    if number is None:
        return str(player)
    if number < first:
        raise GameError(f"player {number}: players are numbered from {first}")
    return number - first


def _number(player: Any) -> int | None:
    """The number of a player: 2, "player 2" or "P2"; None for a name."""
    if isinstance(player, int) and not isinstance(player, bool):
        return player
    words = re.fullmatch(r"[Pp](?:layer )?(\d+)", str(player))
    return int(words[1]) if words else None
