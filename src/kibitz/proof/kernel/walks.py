"""Walking through everything within reach of some states: all of it, or what comes later first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kibitz.core.errors import GameError

MANY = "there are more than {:,} positions to look at"
Graph = dict[Any, list[Any]]
"""States with those one move on."""


class Unsettled(GameError):
    """There is too much to look at, or states recur."""


class Cycles(Unsettled):
    """A state can be reached from itself."""


def listed(starts: Iterable[Any], after: Callable[[Any], list[Any]], most: int) -> Graph:
    """Everything within reach with what follows it; at most ``most`` states."""
    graph: Graph = {}
    todo = list(starts)
    while todo:
        here = todo.pop()
        if here not in graph:
            if len(graph) >= most:
                raise Unsettled(MANY.format(most))
            graph[here] = after(here)
            todo += graph[here]
    return graph


def turned(graph: Graph) -> Graph:
    """States with those one move before."""
    before: Graph = {state: [] for state in graph}
    for state, after in graph.items():
        for other in dict.fromkeys(after):
            before[other].append(state)
    return before


def later_first(
    starts: Iterable[Any], after: Callable[[Any], Iterable[Any]], most: int
) -> Iterator[Any]:
    """Every state within reach once, and what can follow it before it; at most ``most``."""
    done: set[Any] = set()
    path: set[Any] = set()
    stack = list(starts)
    while stack:
        here = stack[-1]
        if here in done or here in path:
            stack.pop()
            if here in path:
                path.discard(here)
                done.add(here)
                yield here
            continue
        path.add(here)
        if len(done) + len(path) > most:
            raise Unsettled(MANY.format(most))
        new = [then for then in after(here) if then not in done]
        if not path.isdisjoint(new):
            raise Cycles("a position can be reached from itself")
        stack += new
