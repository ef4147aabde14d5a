"""Impartial games from their moves alone: the mex rule, and the rules for P, N and T."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import count, islice
from operator import xor
from typing import Any

from kibitz.combinatorial.coins.game import CoinGame
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.proof.kernel.walks import Graph, Unsettled, later_first, listed, turned

LISTED, MOVES = 100_000, 300_000
"""Positions, and moves of all of them together, that are listed at most."""


def parts_of(game: ImpartialGame, position: Any) -> list[Any]:
    """What a position is the sum of: its heaps, its heads, or itself alone."""
    if isinstance(game, HeapGame):
        return [(heap,) for heap in position]
    return [frozenset([coin]) for coin in position] if isinstance(game, CoinGame) else [position]


def nimbers(game: ImpartialGame, starts: list[Any]) -> dict[Any, int]:
    """The mex of the options', from the ends; that is refused if it is too much, or play cycles."""
    found: dict[Any, int] = {}
    options: dict[Any, list[list[Any]]] = {}
    left = MOVES

    def after(here: Any) -> list[Any]:
        nonlocal left
        options[here] = []
        for p in game.options(here):
            options[here].append(parts_of(game, p))
            left -= 1 + len(options[here][-1])
            if left < 0:
                raise Unsettled(f"there are more than {MOVES:,} moves")
        return [x for option in options[here] for x in option]

    for here in later_first(starts, after, LISTED):
        reached = {reduce(xor, (found[x] for x in o), 0) for o in options.pop(here)}
        found[here] = next(k for k in count() if k not in reached)
    return found


def graph_of(game: ImpartialGame, starts: Iterable[Any]) -> Graph | None:
    """Everything within reach with its options; None where that is too much."""
    left = MOVES

    def after(here: Any) -> list[Any]:
        nonlocal left
        found = list(dict.fromkeys(islice(game.options(here), left)))
        left -= len(found) + 1
        if left <= 0:
            raise Unsettled(f"there are more than {MOVES:,} moves")
        return found

    try:
        return listed(starts, after, LISTED)
    except Unsettled:
        return None


def labels_of(game: ImpartialGame, starts: Iterable[Any]) -> dict[Any, str] | None:
    """P, N or T of all that can be reached, from the ends backward; None if that is too much."""
    graph = graph_of(game, starts)
    if graph is None:
        return None
    labels: dict[Any, str] = {p: game.end(p) for p, after in graph.items() if not after}
    before = turned(graph)
    left = {p: len(after) for p, after in graph.items()}
    todo = list(labels)
    for q in todo:
        for p in before[q] if labels[q] != "T" else ():
            left[p] -= labels[q] == "N"
            if p not in labels and (labels[q] == "P" or not left[p]):
                labels[p] = "N" if labels[q] == "P" else "P"
                todo.append(p)
    return {p: labels.get(p, "T") for p in graph}
