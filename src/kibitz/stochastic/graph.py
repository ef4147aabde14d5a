"""Which states depend on which, and where play may continue forever."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kibitz.stochastic.game import StochasticGame
    from kibitz.stochastic.table import TransitionTable

SURE = 1e-12
"""Probabilities of going on, in floats, that are closer to 1 than this count as 1."""
LARGE = 2000
"""States from which on compiled loops are worth their loading."""
FEW_LINKS = 60_000
"""Transitions that Python follows once or some dozens of times sooner than a compiler is ready."""


@dataclass(frozen=True)
class StrongComponents:
    """States in an order in which successors come first, in strongly connected blocks."""

    order: Any
    blocks: Any
    cyclic: Any

    @property
    def acyclic(self) -> bool:
        return not self.cyclic.any()

    def members(self) -> list[list[int]]:
        """The blocks as lists of states."""
        return [
            [int(s) for s in self.order[a:b]]
            for a, b in zip(self.blocks, self.blocks[1:], strict=False)
        ]


def components(table: TransitionTable) -> StrongComponents:
    """The strongly connected components of the state graph, by Tarjan's algorithm. Linear time."""
    if table.states > LARGE:
        from kibitz.core.compiling.tiered import tiered
        from kibitz.stochastic import kernels

        small = len(table.target) <= FEW_LINKS
        to = (table.first, table.link, table.target)
        order, blocks = tiered(kernels.components, table.states, *to, small=small)
        cyclic = tiered(kernels.cyclic_blocks, order, blocks, *to, small=small)
        return StrongComponents(order, blocks, cyclic)
    after = [
        sorted({int(t) for t in table.target[table.link[a] : table.link[b]]})
        for a, b in zip(table.first, table.first[1:], strict=False)
    ]
    parts = strong_components(range(table.states), lambda s: after[s])
    order = [s for part in parts for s in part]
    blocks = np.cumsum([0, *(len(part) for part in parts)])
    cyclic = [len(part) > 1 or part[0] in after[part[0]] for part in parts]
    return StrongComponents(np.array(order), blocks, np.array(cyclic, bool))


def strong_components(
    nodes: Iterable[int], after: Callable[[int], Iterable[int]]
) -> list[list[int]]:
    """Strongly connected components, successors first."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on: set[int] = set()
    parts: list[list[int]] = []
    for root in nodes:
        if root in index:
            continue
        path = [(root, iter(after(root)))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while path:
            s, rest = path[-1]
            for t in rest:
                if t not in index:
                    index[t] = low[t] = len(index)
                    stack.append(t)
                    on.add(t)
                    path.append((t, iter(after(t))))
                    break
                if t in on:
                    low[s] = min(low[s], index[t])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[s])
                if low[s] == index[s]:
                    part: list[int] = []
                    while not part or part[-1] != s:
                        part.append(stack.pop())
                        on.discard(part[-1])
                    parts.append(part[::-1])
    return parts


Actions = dict[int, list[list[int]]]
"""For every state, the sets of states that its choices may lead to, none of which can stop."""


def end_components(actions: Actions) -> list[set[int]]:
    """The largest sets of states in which some choices keep the play forever.

    De Alfaro's algorithm: cut the graph into strong components, drop what leads out, and again.

    >>> end_components({0: [[1]], 1: [[0], [2]], 2: []})
    [{0, 1}]
    """
    ends: list[set[int]] = []
    todo = [set(actions)]
    while todo:
        inside = todo.pop()
        while True:
            kept = {s for s in inside if any(set(a) <= inside for a in actions[s])}
            if kept == inside:
                break
            inside = kept
        if not inside:
            continue

        def after(s: int, inside: set[int] = inside) -> list[int]:
            return [t for a in actions[s] if set(a) <= inside for t in a]

        parts = [set(part) for part in strong_components(sorted(inside), after)]
        if len(parts) == 1:
            ends.append(inside)
        else:
            todo += parts
    return ends


def surely(table: TransitionTable, stay: Any) -> bool:
    """Whether play goes on for sure where it does so with this probability."""
    return bool(stay == 1 if table.exact else stay >= 1 - SURE)


def staying_actions(
    table: TransitionTable, keeps: Callable[[int, int], Any] | None = None
) -> Actions:
    """Every cell without a chance to stop as a choice of its own, both players working together."""
    actions: Actions = {s: [] for s in range(table.states)}
    sure = np.array([surely(table, x) for x in table.stay.tolist()], bool)
    for cell in np.flatnonzero(sure):
        s = int(table.owner[cell])
        if keeps is None or keeps(s, int(cell)):
            actions[s].append([t for t, _ in table.go(int(cell))])
    return actions


def endless_play(game: StochasticGame) -> list[set[int]]:
    """Sets of states in which both players together can play on forever."""
    if game.discount != 1:
        return []
    return end_components(staying_actions(game.table))
