"""All equilibria of a bimatrix game by vertex enumeration on its best-response polytopes.

Every extreme equilibrium is a pair of vertices that have all labels between them, and every such
pair but the two origins is one. The vertices of the polytope of fewer dimensions are listed, and
their partners found by :mod:`kibitz.strategic.two_player.partners`; where many have ties, both
are listed. Strictly dominated strategies of large games go first, since no equilibrium plays them.
Mangasarian (1964); Winkels (1979); Avis, Rosenberg, Savani and von Stengel (2010).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from kibitz.core.method import method
from kibitz.core.numbers import over
from kibitz.core.tensor import Array
from kibitz.linear.polyhedra.double_description import most_vertices
from kibitz.strategic.conditions import needs_two_players
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import (
    Polytope,
    Weights,
    polytopes,
    require_two_players,
    spread,
)
from kibitz.strategic.two_player.equilibrium import Equilibria, sorted_pairs
from kibitz.strategic.two_player.partners import partners, ties
from kibitz.strategic.two_player.vertex_bases import (
    LIMIT,
    VertexBases,
    compiled_is_better,
    hash_words,
    in_words,
    integers,
    vertex_bases,
)
from kibitz.zero_sum.strategies.dominance import eliminate

METHOD = "vertex enumeration"
SMALL = 16
"""Strategies of both players together up to which one compiled call does it all."""
ROOM = 1 << 12
"""Vertices that it has room for."""
LARGE = 16
"""Strategies of both players together above which dominated ones are looked for first."""
FEW = 50
"""Vertices with ties up to which it is quicker to look for their partners one by one."""


@method(
    StrategicGame,
    "vertex-enumeration",
    finds="all equilibria",
    cost="vertex enumeration of one best-response polytope",
    reference="Mangasarian 1964; Avis, Rosenberg, Savani and von Stengel 2010",
    applies=needs_two_players,
    aliases=("enummixed",),
)
def vertex_enumeration(game: StrategicGame, limit: int = LIMIT) -> Equilibria:
    """Every extreme equilibrium, exactly. The vertices can be exponentially many in min(m, n).

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    limit : int, default LIMIT
        The largest number of vertices allowed.

    Returns
    -------
    Equilibria
        The extreme equilibria and their components.

    References
    ----------
    Mangasarian 1964; Avis, Rosenberg, Savani and von Stengel 2010.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(vertex_enumeration(bimatrix("2 0; 0 1", "1 0; 0 2")))
    3 equilibria
    I 1 | II 1 | payoffs 2, 1 | index +1
    I 1: 2/3   2: 1/3 | II 1: 1/3   2: 2/3 | payoffs 2/3, 2/3 | index -1
    I 2 | II 2 | payoffs 1, 2 | index +1
    found by vertex enumeration
    """
    quick = _small(game, limit)
    if quick is not None:
        return quick
    smaller = _undominated(game, limit)
    if smaller is not None:
        return smaller
    sides = polytopes(game)
    base = 0 if sides[0].dimension <= sides[1].dimension else 1
    rounded = not game.exact
    own, other = vertex_bases(sides[base], limit, rounded), sides[1 - base]
    if _both_are_better(own, other, limit):
        lists = own, vertex_bases(other, limit, rounded)
        if base:
            lists = lists[1], lists[0]
        return Equilibria(game, matched_pairs(*lists), METHOD, lists)
    return Equilibria(game, pairs_of(own, other), METHOD, (None, own) if base else (own, None))


def _small(game: StrategicGame, limit: int) -> Equilibria | None:
    """The same by one compiled call; None for large games, and for those with ties."""
    require_two_players(game)
    m, n = game.shape
    if m + n > SMALL or limit < ROOM or not compiled_is_better(0):
        return None
    from kibitz.strategic.two_player.kernels.small_game import small_equilibria

    first, second = (tensor.rational().array for tensor in game.payoffs)
    if first.dtype == object or second.dtype == object:
        return None
    room = min(ROOM, 4 << (m + n) // 2) + 2 * min(m, n)
    mine, theirs, bases, places, weights = small_equilibria(first, second, hash_words(m + n), room)
    if not len(bases):
        return None
    rows, columns = tuple(range(m)), tuple(range(m, m + n))
    sides = Polytope(mine, rows, columns), Polytope(theirs, columns, rows)
    base, split = int(n < m), min(m, n)
    pairs = []
    for k, w in zip(places.tolist(), weights.tolist(), strict=True):
        x, y = w[:split], w[split:]
        if any(x):
            pairs.append((tuple(over(x, sum(x))), tuple(over(y, sum(y)))))
        else:
            basis = int(bases[k, 0])
            partner = sides[1 - base].strategy(basis ^ (1 << m + n) - 1)
            pairs.append((sides[base].strategy(basis), partner))
    vertices = VertexBases(sides[base], bases, bases, False)
    if base:
        pairs = [(y, x) for x, y in pairs]
    return Equilibria(
        game, sorted_pairs(pairs), METHOD, (None, vertices) if base else (vertices, None)
    )


def _undominated(game: StrategicGame, limit: int) -> Equilibria | None:
    """The same from what iterated strict dominance leaves; None where that is everything."""
    if sum(game.shape) <= LARGE:
        return None
    left = eliminate(game, strict=True)
    if not left.removals:
        return None
    core, (m, n) = vertex_enumeration(left.reduced, limit), game.shape
    pairs = [(spread(x, left.rows, m), spread(y, left.columns, n)) for x, y in core.pairs]
    return Equilibria(game, tuple(pairs), METHOD, core=core)


def _both_are_better(bases: VertexBases, other: Polytope, limit: int) -> bool:
    """Whether it is quicker to list the other polytope than to find partners of tied vertices.

    A face costs as much as some hundred vertices; the lists are about equally long when the
    dimensions are.
    """
    tied = ties(bases)
    if other.dimension <= 2 * bases.polytope.dimension:
        return 300 * tied > len(bases)
    return tied > FEW and most_vertices(other.dimension, other.labels) <= limit


def pairs_of(bases: VertexBases, other: Polytope) -> tuple[tuple[Weights, Weights], ...]:
    """The extreme equilibria, from the vertices of one polytope and their partners."""
    strategy = cache(bases.polytope.strategy)
    pairs = [(strategy(basis), partner) for basis, partner in partners(bases, other)]
    first = bases.polytope.own[0] == 0
    return sorted_pairs(pairs if first else [(y, x) for x, y in pairs])


def matched_pairs(first: VertexBases, second: VertexBases) -> tuple[tuple[Weights, Weights], ...]:
    """The extreme equilibria, from the vertices of both polytopes."""
    mine, theirs = cache(first.polytope.strategy), cache(second.polytope.strategy)
    return sorted_pairs((mine(a), theirs(b)) for a, b in matched(first, second))


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


def _distinct(bases: VertexBases) -> Array:
    """One basis for every vertex."""
    if not bases.degenerate:
        return np.arange(len(bases))
    _, places = np.unique(bases.tight, axis=0, return_index=True)
    return np.asarray(places)


def _by_complement(first: Array, second: Array, every: Array) -> Array:
    place = {labels: b for b, labels in enumerate(integers(second))}
    wanted = integers(first ^ every)
    return np.array(
        [(a, place[labels]) for a, labels in enumerate(wanted) if labels in place], np.int64
    ).reshape(-1, 2)


def _by_comparison(first: Array, second: Array, every: Array) -> Array:
    from kibitz.strategic.two_player.kernels.vertex_walk import meeting_pairs

    pairs = np.empty((1 << 12, 2), np.int64)
    count = meeting_pairs(first, second, every, pairs)
    if count > len(pairs):
        pairs = np.empty((count, 2), np.int64)
        meeting_pairs(first, second, every, pairs)
    return pairs[:count]
