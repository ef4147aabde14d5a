"""UCT where positions can be reached in several ways: one node, many paths.

Three rules for what counts: UCT1 keeps all statistics with the edges, UCT2 takes the mean from the
shared child and the counts from the edge, and both update only the path that was walked; UCT3
updates every path to the leaf. Childs, Brodeur and Kocsis, *Transpositions and move groups in Monte
Carlo tree search* (2008).
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.rules.game import CHANCE, OVER, Move, Position, Rules
from kibitz.search.legal import legal_moves
from kibitz.search.payoff_range import with_bounds
from kibitz.search.random_game import random_rewards
from kibitz.search.result import SearchResult
from kibitz.search.walk import root_of, two_sided

Rule = Literal["UCT1", "UCT2", "UCT3"]
Edge = tuple[Hashable, Hashable]


@dataclass
class Statistics:
    """Visits and rewards of nodes and edges of a graph; rewards are the first player's."""

    rule: Rule = "UCT2"
    visits: dict[Hashable, int] = field(default_factory=dict)
    totals: dict[Hashable, float] = field(default_factory=dict)
    edge_visits: dict[Edge, int] = field(default_factory=dict)
    edge_totals: dict[Edge, float] = field(default_factory=dict)
    parents: dict[Hashable, set[Hashable]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rule not in ("UCT1", "UCT2", "UCT3"):
            raise GameError(f"no rule is called {self.rule!r}; known: UCT1, UCT2, UCT3")

    def link(self, parent: Hashable, child: Hashable) -> None:
        self.parents.setdefault(child, set()).add(parent)

    def score(
        self, parent: Hashable, child: Hashable, maximizes: bool, constant: float = math.sqrt(2)
    ) -> float:
        """The upper confidence bound of an edge.

        >>> known = Statistics("UCT2", {"C": 3, "E": 8}, {"E": 5.0}, {("C", "E"): 2})
        >>> round(known.score("C", "E", maximizes=False), 6)
        0.423147
        """
        pulls = self.edge_visits.get((parent, child), 0)
        if pulls == 0:
            return math.inf
        if self.rule == "UCT1":
            mean = self.edge_totals.get((parent, child), 0.0) / pulls
        else:
            mean = self.totals.get(child, 0.0) / max(1, self.visits.get(child, 0))
        spread = constant * math.sqrt(math.log(max(1, self.visits.get(parent, 0))) / pulls)
        return (mean if maximizes else -mean) + spread

    def update(self, path: list[Hashable], reward: float) -> tuple[list[Edge], set[Hashable]]:
        """Note the reward of a walk; the edges and the nodes that were touched."""
        edges = list(pairwise(path))
        nodes = set(path)
        if self.rule == "UCT3":
            nodes, edges = self._ancestors(path[-1])
        for node in nodes:
            self.visits[node] = self.visits.get(node, 0) + 1
            self.totals[node] = self.totals.get(node, 0.0) + reward
        for edge in edges:
            self.edge_visits[edge] = self.edge_visits.get(edge, 0) + 1
            self.edge_totals[edge] = self.edge_totals.get(edge, 0.0) + reward
        return edges, nodes

    def _ancestors(self, leaf: Hashable) -> tuple[set[Hashable], list[Edge]]:
        """All nodes and edges on any path to a node."""
        nodes, edges, stack = {leaf}, [], [leaf]
        while stack:
            child = stack.pop()
            for parent in self.parents.get(child, ()):
                edges.append((parent, child))
                if parent not in nodes:
                    nodes.add(parent)
                    stack.append(parent)
        return nodes, edges


def uct_graph(
    game: Rules | Position, iterations: int = 1000, rule: Rule = "UCT2", seed: int = 0,
    constant: float = math.sqrt(2),
) -> SearchResult:  # fmt: skip
    """UCT that knows a position again, whichever moves led to it.

    >>> from kibitz.rules.examples import TakeAway
    >>> uct_graph(TakeAway(6), 1500, "UCT2").move
    2
    """
    position = root_of(game)
    two_sided(position)
    if iterations < 1:
        raise GameError(f"{iterations} iterations are none; give 1 or more")
    if position.player in (OVER, CHANCE):
        raise GameError(f"{position.rules.name}: nobody is to move here")
    position = with_bounds(position)
    search = _Search(position.rules, Statistics(rule), Random(seed), constant)
    began = time.monotonic()
    for _ in range(iterations):
        search.iterate(position.state)
    return search.result(position, iterations, time.monotonic() - began)


class _Search:
    def __init__(
        self, rules: Rules, statistics: Statistics, random: Random, constant: float
    ) -> None:
        self.rules, self.known, self.random, self.constant = rules, statistics, random, constant
        self.moves: dict[Hashable, list[Move]] = {}

    def iterate(self, root: Any) -> None:
        state, path = root, [self.rules.key(root)]
        while self.rules.player(state) != OVER:
            key = path[-1]
            fresh = key not in self.moves
            self.moves.setdefault(key, legal_moves(self.rules, state))
            state = self._choose(state, key)
            child = self.rules.key(state)
            if child in path:
                raise GameError(f"{self.rules.name}: positions recur; UCT on a graph needs an end")
            self.known.link(key, child)
            path.append(child)
            if fresh or child not in self.known.visits:
                break
        self.known.update(path, random_rewards(self.rules, state, self.random)[0])

    def _choose(self, state: Any, key: Hashable) -> Any:
        maximizes = self.rules.player(state) == 0
        after = [self.rules.play(state, move) for move in self.rules.moves(state)]
        scores = [self.known.score(key, self.rules.key(s), maximizes, self.constant) for s in after]
        best = max(scores)
        return self.random.choice([s for s, v in zip(after, scores, strict=True) if v == best])

    def result(self, position: Position, iterations: int, spent: float) -> SearchResult:
        key, sign = self.rules.key(position.state), 1 if position.player == 0 else -1
        assert self.rules.payoff_bounds is not None
        least, most = (float(b) for b in self.rules.payoff_bounds)
        values: dict[Move, Any] = {}
        counts = {}
        for move in position.moves:
            child = self.rules.key(self.rules.play(position.state, move))
            counts[move] = self.known.edge_visits.get((key, child), 0)
            mean = self.known.totals.get(child, 0.0) / max(1, self.known.visits.get(child, 0))
            values[move] = least + mean * (most - least)
        best = max(position.moves, key=lambda m: (counts[m], sign * values[m]))
        totals = {"iterations": iterations, "positions": len(self.known.visits)}
        method = f"{self.known.rule} on the graph of positions"
        return SearchResult(
            position, values[best], best, (best,), method, False, None, totals, spent, values
        )
