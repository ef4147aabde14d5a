"""UCT where positions can be reached in several ways: one node, many paths.

Three rules for what counts: UCT1 keeps all statistics with the edges, UCT2 takes the mean from the
shared child and the counts from the edge, and both update only the path that was walked; UCT3
updates every path to the leaf. Childs, Brodeur and Kocsis, *Transpositions and move groups in Monte
Carlo tree search* (2008).
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from random import Random
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.search.legal import legal_moves
from kibitz.search.monte_carlo.grown_tree import (
    Bounds,
    Iteration,
    Playouts,
    end_rewards,
    has_names,
    scaled,
    trace_of,
)
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_player, require_some, require_two_sided, two_sided
from kibitz.search.walk import root_of

Rule = Literal["UCT1", "UCT2", "UCT3"]
Edge = tuple[Hashable, Hashable]
PATHS = 100_000


@dataclass
class Statistics:
    """Visits and rewards of nodes and edges of a graph; rewards are the first player's."""

    rule: Rule = "UCT2"
    visits: dict[Hashable, int] = field(default_factory=dict)
    totals: dict[Hashable, Any] = field(default_factory=dict)
    edge_visits: dict[Edge, int] = field(default_factory=dict)
    edge_totals: dict[Edge, Any] = field(default_factory=dict)
    parents: dict[Hashable, set[Hashable]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rule not in ("UCT1", "UCT2", "UCT3"):
            raise GameError(f"unknown rule {self.rule!r}; known: UCT1, UCT2, UCT3")

    def link(self, parent: Hashable, child: Hashable) -> None:
        """Note that a move leads from one position to the other.

        Parameters
        ----------
        parent, child : hashable
            Two positions, a move apart.
        """
        self.parents.setdefault(child, set()).add(parent)

    def link_all(self, graph: Mapping[Any, Iterable[Any]]) -> None:
        """The same for a whole graph without cycles: the positions one move away, by position.

        Parameters
        ----------
        graph : mapping
            The positions one move away, by position; a cycle is refused.
        """
        for parent, children in graph.items():
            for child in children:
                self.link(parent, child)
        try:
            TopologicalSorter(self.parents).prepare()
        except CycleError as error:
            around = " -> ".join(str(node) for node in reversed(error.args[1]))
            raise GameError(
                f"the graph has a cycle: {around}; UCT on a graph needs play to end"
            ) from None

    def mean(self, node: Hashable) -> float:
        """What the first player got on average at a node; 0 before the first visit.

        Parameters
        ----------
        node : hashable
            A position.
        """
        return float(self.totals.get(node, 0)) / max(1, self.visits.get(node, 0))

    def edge_mean(self, parent: Hashable, child: Hashable) -> float:
        """What the first player got on average in the games that went along an edge.

        Parameters
        ----------
        parent, child : hashable
            The positions at the ends of the edge.
        """
        edge = (parent, child)
        return float(self.edge_totals.get(edge, 0)) / max(1, self.edge_visits.get(edge, 0))

    def score(
        self, parent: Hashable, child: Hashable, maximizes: bool, constant: float = math.sqrt(2)
    ) -> float:
        """The upper confidence bound of an edge.

        Parameters
        ----------
        parent, child : hashable
            The positions at the ends of the edge.
        maximizes : bool
            Whether the first player is to move at the parent.
        constant : float, default math.sqrt(2)
            The exploration constant.

        References
        ----------
        Childs, Brodeur and Kocsis 2008

        Examples
        --------
        >>> known = Statistics("UCT2", {"C": 3, "E": 8}, {"E": 5.0}, {("C", "E"): 2})
        >>> round(known.score("C", "E", maximizes=False), 6)
        0.423147
        """
        pulls = self.edge_visits.get((parent, child), 0)
        if pulls == 0:
            return math.inf
        mean = self.edge_mean(parent, child) if self.rule == "UCT1" else self.mean(child)
        spread = constant * math.sqrt(math.log(max(1, self.visits.get(parent, 0))) / pulls)
        return (mean if maximizes else -mean) + spread

    def update(self, path: Sequence[Hashable], reward: Any) -> tuple[list[Edge], set[Hashable]]:
        """Note the reward of a walk; the edges and the nodes that were touched.

        Parameters
        ----------
        path : sequence of hashable
            The positions of the walk, from the root on.
        reward : number
            What the first player got at its end.

        Examples
        --------
        >>> known = Statistics("UCT3")
        >>> known.link_all({"A": "BC", "B": "E", "C": "E", "E": "G"})
        >>> edges, nodes = known.update("ACEG", 0)
        >>> sorted(nodes), sorted(map("".join, edges)), known.paths_to("G")
        (['A', 'B', 'C', 'E', 'G'], ['AB', 'AC', 'BE', 'CE', 'EG'], ['ABEG', 'ACEG'])
        """
        if not path:
            raise GameError("a walk has at least one position")
        if len(set(path)) < len(path):
            raise GameError(
                f"the walk {path!r} repeats a position; UCT on a graph needs play to end"
            )
        edges = list(pairwise(path))
        for parent, child in edges:
            self.link(parent, child)
        nodes = set(path)
        if self.rule == "UCT3":
            nodes, edges = self._ancestors(path[-1])
        for node in (*path, *sorted(nodes.difference(path), key=repr)):
            self.visits[node] = self.visits.get(node, 0) + 1
            self.totals[node] = self.totals.get(node, 0) + reward
        for edge in edges:
            self.edge_visits[edge] = self.edge_visits.get(edge, 0) + 1
            self.edge_totals[edge] = self.edge_totals.get(edge, 0) + reward
        return edges, nodes

    def paths_to(self, node: Hashable) -> list[Any]:
        """All paths from a position without parents to this one: what UCT3 updates.

        Parameters
        ----------
        node : hashable
            A position.

        Returns
        -------
        list
            The paths, each as the positions on it; as strings when all names are single
            letters.
        """
        found: list[tuple[Hashable, ...]] = []
        stack: list[tuple[Hashable, ...]] = [(node,)]
        while stack:
            path = stack.pop()
            above = self.parents.get(path[0], set())
            if not above:
                found.append(path)
            for parent in above:
                if parent in path:
                    raise GameError(
                        f"the graph has a cycle at {parent!r}; UCT on a graph needs play to end"
                    )
                stack.append((parent, *path))
            if len(found) > PATHS:
                raise GameError(f"more than {PATHS:,} paths lead to {node!r}")
        is_text = all(isinstance(step, str) and len(step) == 1 for path in found for step in path)
        ordered = sorted(found, key=repr)
        return ["".join(map(str, path)) for path in ordered] if is_text else ordered

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


@dataclass(frozen=True)
class GraphResult(SearchResult):
    """The answer of a search on a graph of positions, with what is known of nodes and edges."""

    statistics: Statistics = field(default_factory=Statistics, compare=False)
    iterations: tuple[Iteration, ...] = field(default=(), compare=False)
    """Every walk, where a trace was asked for."""
    visits: dict[Move, int] = field(default_factory=dict, compare=False)
    """How often each move at the root was chosen."""

    def to_json(self) -> dict[str, Any]:
        rules, known = self.position.rules, self.statistics
        shown = self.visits.items()
        ways = {"iterations": [way.to_json() for way in self.iterations]} if self.iterations else {}
        return {
            **super().to_json(),
            "visits": {rules.show_move(self.position.state, m): n for m, n in shown},
            "nodes_known": {
                str(node): {"visits": n, "mean": known.mean(node)}
                for node, n in known.visits.items()
            },
            "edges_known": [
                {"from": str(a), "to": str(b), "visits": n, "mean": known.edge_mean(a, b)}
                for (a, b), n in known.edge_visits.items()
            ],
            **ways,
        }


@method(
    Rules,
    "uct-graph",
    finds="a move that random games favor",
    cost="one walk and one random game per iteration",
    reference="Childs, Brodeur and Kocsis 2008",
    applies=two_sided,
)
def uct_graph(
    game: Rules | Position,
    iterations: int = 1000,
    rule: Rule = "UCT2",
    seed: int = 0,
    constant: float = math.sqrt(2),
    playout: Any = None,
    bounds: Bounds | None = None,
    trace: bool = False,
) -> GraphResult:
    """UCT on a graph: transpositions share their statistics.

    Edges that were never taken come first, in the order of moves; of equal scores the first is
    chosen. A playout starts at the first new position.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    iterations : int, default 1000
        The number of iterations.
    rule : Rule, default "UCT2"
        Which of UCT1, UCT2 and UCT3.
    seed : int, default 0
        Random seed.
    constant : float, optional
        The exploration constant.
    playout : callable, sequence or mapping, optional
        How a playout is rewarded.
    bounds : Bounds, optional
        The least and the greatest payoff of the first player; the game's own ``payoff_bounds`` if
        omitted.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    GraphResult
        A move that random games favor.

    Notes
    -----
    Cost: one walk and one random game an iteration.

    References
    ----------
    Childs, Brodeur and Kocsis 2008.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> found = uct_graph(TakeAway(6), 1500, "UCT2")
    >>> found.move, found.statistics.visits[(6, 0)]
    (2, 1500)
    """
    position = root_of(game)
    require_two_sided(position.rules)
    require_some(iterations, "iterations")
    require_player(position)
    position = scaled(position, bounds, playout)
    search = _Search(position.rules, Statistics(rule), Random(seed), constant, playout)
    began = time.monotonic()
    ways = tuple(search.iterate(position.state, trace) for _ in range(iterations))
    return search.result(position, ways, trace, time.monotonic() - began)


class _Search:
    def __init__(
        self, rules: Rules, statistics: Statistics, random: Random, constant: float, playout: Any
    ) -> None:
        self.rules, self.known, self.constant = rules, statistics, constant
        self.playouts = Playouts(rules, playout, random)
        self.has_names = has_names(rules)

    def key(self, state: Any) -> Hashable:
        """What a position is known by: its name where it has one, otherwise its key."""
        return self.rules.show(state) if self.has_names else self.rules.key(state)

    def iterate(self, root: Any, tracing: bool) -> Iteration:
        state, path = root, [self.key(root)]
        scores: list[dict[str, float]] = []
        added = None
        while self.rules.player(state) != OVER:
            key = path[-1]
            state = self._choose(state, key, scores if tracing else None)
            child = self.key(state)
            if child in path:
                raise GameError(
                    f"{self.rules.name}: positions can repeat; UCT on a graph needs play to end"
                )
            self.known.link(key, child)
            path.append(child)
            if child not in self.known.visits:
                added = child
                break
        reward = self._reward(state, path[-1])
        self.known.update(path, reward)
        shown = tuple(map(str, path)) if tracing else ()
        return Iteration(shown, None if added is None else str(added), reward, tuple(scores))

    def _reward(self, state: Any, key: Hashable) -> Any:
        if self.rules.player(state) == OVER:
            return end_rewards(self.rules, state)[0]
        return self.playouts(state, str(key))[0]

    def _choose(self, state: Any, key: Hashable, noted: list[dict[str, float]] | None) -> Any:
        maximizes = self.rules.player(state) == 0
        after = [self.rules.play(state, move) for move in legal_moves(self.rules, state)]
        keys = [self.key(s) for s in after]
        scores = [self.known.score(key, child, maximizes, self.constant) for child in keys]
        if noted is not None:
            noted.append(dict(zip(map(str, keys), scores, strict=True)))
        return after[scores.index(max(scores))]

    def result(
        self, position: Position, ways: tuple[Iteration, ...], tracing: bool, spent: float
    ) -> GraphResult:
        key, sign = self.key(position.state), 1 if position.player == 0 else -1
        assert self.rules.payoff_bounds is not None
        least, most = (float(b) for b in self.rules.payoff_bounds)
        values: dict[Move, Any] = {}
        counts: dict[Move, int] = {}
        edges: set[Hashable] = set()
        for move in position.moves:
            child = self.key(self.rules.play(position.state, move))
            is_first = child not in edges
            edges.add(child)
            counts[move] = self.known.edge_visits.get((key, child), 0) if is_first else 0
            values[move] = least + self.known.mean(child) * (most - least)
        best = max(position.moves, key=lambda m: (counts[m], sign * values[m]))
        totals = {"iterations": len(ways), "positions": len(self.known.visits)}
        method = f"{self.known.rule} on the graph of positions"
        return GraphResult(
            position,
            values[best],
            best,
            (best,),
            method,
            False,
            None,
            totals,
            spent,
            values,
            trace_of(ways) if tracing else None,
            statistics=self.known,
            iterations=ways if tracing else (),
            visits=counts,
        )
