"""Maximal Nash subsets and connected components of the equilibria of a bimatrix game.

The equilibria are a union of products of polytopes: if every strategy of a set U is in equilibrium
with every one of a set V, so is every mixture of U with every mixture of V. The maximal such
products are the maximal bicliques of the graph that joins the strategies of each extreme
equilibrium; those that meet form the connected components. Winkels (1979); Jansen (1981); Avis,
Rosenberg, Savani and von Stengel, "Enumeration of Nash equilibria for two-player games" (2010).
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.errors import GameError
from kibitz.strategic.two_player.best_response_polytope import members

Edge = tuple[int, int]
Biclique = tuple[tuple[int, ...], tuple[int, ...]]
MOST = 100_000
"""Subsets that are listed before we give up."""


def maximal_bicliques(edges: Sequence[Edge]) -> list[Biclique]:
    """All maximal bicliques of a bipartite graph, by the right sides that are closed.

    Every right side is an intersection of neighborhoods; O(rows) set operations for each.

    >>> maximal_bicliques([(0, 0), (0, 1), (1, 1)])
    [((0,), (0, 1)), ((0, 1), (1,))]
    """
    bicliques: list[Biclique] = []
    for group in edge_components(edges):
        bicliques += _connected_bicliques([edges[k] for k in group])
        if len(bicliques) > MOST:
            raise GameError(f"there are more than {MOST:,} maximal Nash subsets")
    return sorted(bicliques)


def _connected_bicliques(edges: Sequence[Edge]) -> list[Biclique]:
    near: dict[int, int] = {}
    for i, j in edges:
        near[i] = near.get(i, 0) | 1 << j
    closed: set[int] = set()
    for columns in near.values():
        closed |= {columns & known for known in closed if columns & known} | {columns}
        if len(closed) > MOST:
            raise GameError(f"there are more than {MOST:,} maximal Nash subsets")
    return [
        (tuple(i for i in sorted(near) if near[i] & columns == columns), tuple(members(columns)))
        for columns in closed
    ]


def edge_components(edges: Sequence[Edge]) -> list[list[int]]:
    """The edges of each connected component, as positions in the list.

    >>> edge_components([(0, 0), (1, 1), (0, 2), (2, 1)])
    [[0, 2], [1, 3]]
    """
    parent: dict[tuple[str, int], tuple[str, int]] = {}

    def root(node: tuple[str, int]) -> tuple[str, int]:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = node = parent[parent[node]]
        return node

    for i, j in edges:
        parent[root(("row", i))] = root(("column", j))
    groups: dict[tuple[str, int], list[int]] = {}
    for k, (i, _) in enumerate(edges):
        groups.setdefault(root(("row", i)), []).append(k)
    return list(groups.values())
