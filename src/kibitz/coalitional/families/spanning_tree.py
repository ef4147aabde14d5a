"""Minimum-cost spanning tree games: connecting a coalition to a source as cheaply as can be.

Bird, "On cost allocation for a spanning tree", 1976: everyone pays the last link on the way to
them, which no coalition can improve on. The folk rule shares every link as it is laid, cheapest
first, among those it brings closer to the source (Feltkamp, Tijs, Muto, 1994; Bergantinos and
Vidal-Puga, 2007).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from kibitz.coalitional.coalitions import Array, tensor_over
from kibitz.coalitional.families.cost_shares import CostShares
from kibitz.coalitional.families.network import Network, read_network
from kibitz.coalitional.families.parametric import ParametricCostGame
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact
from kibitz.core.tensor import Tensor

MOST_TABLED = 20


class SpanningTree(ParametricCostGame):
    """Places to be connected to a source, each a player; only members of a coalition pass it on.

    >>> game = spanning_tree("0-A:20 0-B:50 0-C:30 A-B:10 A-C:30 B-C:20")
    >>> game.cost("A", "B"), game.cost("A", "B", "C"), game.tree()
    (Fraction(30, 1), Fraction(50, 1), (('A', 'B'), ('0', 'A'), ('B', 'C')))
    >>> [str(x) for x in game.bird()], [str(x) for x in game.folk()]
    (['20', '10', '20'], ['15', '15', '20'])
    """

    kind: ClassVar[str] = "spanning-tree"

    instead = "ask for bird() or folk(), which need no table"

    network: Network

    @property
    def exact(self) -> bool:
        return self.network.exact

    @property
    def alone(self) -> tuple[Number, ...]:
        return tuple(x for x in self.network.costs[0][1:] if x is not None)

    @property
    def total(self) -> Number:
        """The cost of the tree that connects everyone."""
        return sum((cost for cost, _, _ in self._links()), Fraction(0))

    def parameters(self) -> tuple[Any, ...]:
        return (self.network,)

    def tree(self) -> tuple[tuple[str, str], ...]:
        """The links of a cheapest tree, in the order in which they are chosen (Kruskal)."""
        places = self.network.places
        return tuple((places[i], places[j]) for _, i, j in self._links())

    def _links(self) -> list[tuple[Number, int, int]]:
        group = list(range(self.n + 1))
        chosen = []
        for cost, i, j in self.network.links():
            if group[i] != group[j]:
                old, new = group[j], group[i]
                group = [new if g == old else g for g in group]
                chosen.append((cost, i, j))
        return chosen

    def bird(self) -> CostShares:
        """Everyone pays the link that connects them on the way from the source. In the core."""
        links = self._links()
        payments: dict[int, Number] = {0: Fraction(0)}
        while len(payments) <= self.n:
            for cost, i, j in links:
                for near, far in ((i, j), (j, i)):
                    if near in payments and far not in payments:
                        payments[far] = cost
        paid = tuple(payments[k] for k in range(1, self.n + 1))
        return CostShares(self, "Bird", paid, "the tree, link by link from the source")

    def folk(self) -> CostShares:
        """Every link is shared by those it brings closer to the source. In the core."""
        group = list(range(self.n + 1))
        owed: list[Number] = [Fraction(0)] * (self.n + 1)
        for cost, i, j in self._links():
            before = [_obligation(group, k) for k in range(self.n + 1)]
            old, new = group[j], group[i]
            group = [new if g == old else g for g in group]
            for k in range(1, self.n + 1):
                owed[k] = owed[k] + cost * (before[k] - _obligation(group, k))
        return CostShares(self, "folk", tuple(owed[1:]), "links shared as they are laid")

    def _tabled(self) -> Tensor:
        if self.n > MOST_TABLED:
            raise GameError(
                f"{self.n} places have {1 << self.n} spanning trees; they are computed for at most "
                f"{MOST_TABLED}; {self.instead}"
            )
        links = self.network.links()
        if self.exact:
            numerators, bottom = common_denominator([exact(cost) for cost, _, _ in links])
            kind = np.int64 if sum(numerators) < 2**62 else object
            return tensor_over(_all_trees(links, numerators, self.n, kind), bottom)
        return tensor_over(_all_trees(links, [float(c) for c, _, _ in links], self.n, float))

    def __str__(self) -> str:
        return f"{self.title or 'Spanning tree'}, {self.n} places from {self.network.places[0]}"


def _obligation(group: list[int], k: int) -> Fraction:
    """What part of a link a place still owes: one over the size of its group, 0 once connected."""
    return Fraction(0) if group[k] == group[0] else Fraction(1, group.count(group[k]))


def _all_trees(links: list[tuple[Number, int, int]], costs: list[Any], n: int, kind: Any) -> Array:
    """The cheapest tree of every coalition at once: links are offered to all of them in turn."""
    masks = np.arange(1 << n, dtype=np.int64)
    group = np.tile(np.arange(n + 1, dtype=np.int8), (1 << n, 1))
    total = np.zeros(1 << n, kind)
    for cost, (_, i, j) in zip(costs, links, strict=True):
        inside = np.ones(len(masks), bool)
        for k in (i, j):
            if k:
                inside &= (masks >> (k - 1)) & 1 == 1
        rows = np.flatnonzero(inside)
        rows = rows[group[rows, i] != group[rows, j]]
        total[rows] += cost
        part = group[rows]
        old, new = part[:, j], part[:, i]
        group[rows] = np.where(part == old[:, None], new[:, None], part)
    return total


def spanning_tree(links: Any, source: str = "0", title: str = "") -> SpanningTree:
    """The game of connecting places to a source, from the costs of links between all of them.

    Parameters
    ----------
    links : str, sequence or mapping
        The cost of a link between every two places.
    source : str, default "0"
        The name of the source.
    title : str, optional
        A title for output.

    Returns
    -------
    SpanningTree
        The game.

    Notes
    -----
    Cost: a minimum spanning tree for each coalition.

    References
    ----------
    Bird 1976.

    Examples
    --------
    >>> spanning_tree("0-A:20 A-B:10")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: links: no value is given for 0-B
    """
    network = read_network(links, source, "links").require_all("links")
    return SpanningTree(network.places[1:], title, network=network)
