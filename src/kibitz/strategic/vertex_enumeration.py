"""All equilibria of a bimatrix game by vertex enumeration on its best-response polytopes.

Every extreme equilibrium is a pair of vertices that have all labels between them, and every such
pair but the two origins is one. Vertices are found by :mod:`kibitz.strategic.vertex_bases`.
Mangasarian (1964); Winkels (1979); Avis, Rosenberg, Savani and von Stengel (2010).
"""

from __future__ import annotations

import numpy as np

from kibitz.core.tensor import Array
from kibitz.strategic.best_response_polytope import polytopes
from kibitz.strategic.equilibrium import Equilibria, sorted_pairs
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.vertex_bases import LIMIT, VertexBases, in_words, integers, vertex_bases

METHOD = "vertex enumeration"


def vertex_enumeration(game: StrategicGame, limit: int = LIMIT) -> Equilibria:
    """Every extreme equilibrium, exactly. The vertices can be exponentially many in min(m, n).

    >>> from kibitz import bimatrix
    >>> print(vertex_enumeration(bimatrix("2 0; 0 1", "1 0; 0 2")))
    3 equilibria
    I 1 | II 1 | payoffs 2, 1 | index +1
    I 1: 2/3   2: 1/3 | II 1: 1/3   2: 2/3 | payoffs 2/3, 2/3 | index -1
    I 2 | II 2 | payoffs 1, 2 | index +1
    found by vertex enumeration
    """
    rows, columns = polytopes(game)
    first, second = vertex_bases(rows, limit), vertex_bases(columns, limit)
    strategies = [
        (rows.strategy(basis), columns.strategy(other)) for basis, other in matched(first, second)
    ]
    return Equilibria(game, sorted_pairs(strategies), METHOD, (first, second))


def matched(first: VertexBases, second: VertexBases) -> list[tuple[int, int]]:
    """One pair of bases for every pair of vertices with all labels, the origins left out."""
    mine, theirs = _distinct(first), _distinct(second)
    every = in_words([(1 << first.polytope.labels) - 1], first.polytope.labels)[0]
    if first.degenerate or second.degenerate:
        pairs = _by_comparison(first.tight[mine], second.tight[theirs], every)
    else:
        pairs = _by_complement(first.tight[mine], second.tight[theirs], every)
    left, right = integers(first.bases[mine]), integers(second.bases[theirs])
    return [(left[a], right[b]) for a, b in pairs.tolist() if left[a] != first.polytope.origin]


def _distinct(found: VertexBases) -> Array:
    """One basis for every vertex."""
    if not found.degenerate:
        return np.arange(len(found))
    _, places = np.unique(found.tight, axis=0, return_index=True)
    return np.asarray(places)


def _by_complement(first: Array, second: Array, every: Array) -> Array:
    place = {labels: b for b, labels in enumerate(integers(second))}
    wanted = integers(first ^ every)
    return np.array(
        [(a, place[labels]) for a, labels in enumerate(wanted) if labels in place], np.int64
    ).reshape(-1, 2)


def _by_comparison(first: Array, second: Array, every: Array) -> Array:
    from kibitz.strategic.bimatrix_kernels import meeting_pairs

    pairs = np.empty((1 << 12, 2), np.int64)
    found = meeting_pairs(first, second, every, pairs)
    if found > len(pairs):
        pairs = np.empty((found, 2), np.int64)
        meeting_pairs(first, second, every, pairs)
    return pairs[:found]
