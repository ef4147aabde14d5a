"""The proof that a list of equilibria is right and that none is missing.

Listed profiles are tested by their regrets, and by a rank for being extreme. That there are no
others follows from a list of all vertices of one best-response polytope: bases that are feasible
beyond doubt, in which every edge that leaves one of them leads to another one. The graph of a
polytope is connected, so there are no other bases; and in every extreme equilibrium one strategy is
such a vertex, and the other one has the labels that it lacks.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.tensor import Array
from kibitz.linear.polyhedra.double_description import most_vertices
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import (
    Polytope,
    polytopes,
)
from kibitz.strategic.two_player.equilibrium import Equilibria
from kibitz.strategic.two_player.vertex_bases import (
    VertexBases,
    certified_labels,
    in_words,
    vertex_bases,
)

MOST_LISTED = 2_000_000
"""The most vertices that are listed only to tell whether some have ties."""


def base_list(equilibria: Equilibria) -> tuple[VertexBases, Polytope]:
    """The vertices of one polytope, from the answer or listed again, and the other polytope."""
    first, second = equilibria.bases
    rows, columns = polytopes(equilibria.game)
    if first is not None:
        return first, columns
    if second is not None:
        return second, rows
    if rows.dimension <= columns.dimension:
        return vertex_bases(rows), columns
    return vertex_bases(columns), rows


@extends(Equilibria)
def is_degenerate(equilibria: Equilibria) -> bool | None:
    """Whether some vertex has more labels than coordinates; None if there are too many to list."""
    known = [part for part in equilibria.bases if part is not None]
    if any(part.degenerate for part in known) or _pure_ties(equilibria.game):
        return True
    if equilibria.core is not None and equilibria.core.degenerate:
        return True
    if len(known) == 2:
        return False
    missing = [
        polytope
        for polytope, part in zip(polytopes(equilibria.game), equilibria.bases, strict=True)
        if part is None
    ]
    if any(most_vertices(p.dimension, p.labels) > MOST_LISTED for p in missing):
        return None
    return any(vertex_bases(polytope).degenerate for polytope in missing)


def _pure_ties(game: StrategicGame) -> bool:
    """Whether some pure strategy has several best responses."""
    first, second = (tensor.array for tensor in game.payoffs)
    return any(((t == t.max(axis=0)).sum(axis=0) > 1).any() for t in (first, second.T))


def closed_list(bases: VertexBases) -> VertexBases:
    """The same list, after it has been checked that it is right and closed."""
    if closed(bases.polytope, bases.bases):
        labels = certified_labels(bases.polytope, bases.bases)
        if labels is not None and np.array_equal(labels, bases.tight):
            return bases
    raise GameError("a list of vertices is not complete")


def closed(polytope: Polytope, bases: Array) -> bool:
    """Whether all that is left of a basis without one of its labels is part of two bases."""
    if not len(bases):
        return False
    names = [*polytope.own, *polytope.other]
    edges = []
    for label, single in zip(
        names, in_words([1 << k for k in names], polytope.labels), strict=True
    ):
        inside = bases[bases[:, label >> 6] >> np.uint64(label & 63) & np.uint64(1) == 1]
        edges.append(inside ^ single)
    together = np.concatenate(edges)
    if len(together) != polytope.dimension * len(bases):
        return False
    if together.shape[1] == 1:
        together = np.sort(together[:, 0])[:, None]
    else:
        together = together[np.lexsort(together.T)]
    if len(together) % 2 or not np.array_equal(together[::2], together[1::2]):
        return False
    return not (together[1:-1:2] == together[2::2]).all(axis=1).any()
