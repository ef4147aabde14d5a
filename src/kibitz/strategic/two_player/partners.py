"""Which strategies of one player are in equilibrium with the extreme strategies of the other.

The partners of a vertex are the points of the other polytope that have the labels it lacks. Without
ties these labels determine one point; multipliers of its equations, checked with a bound for all
rounding, prove for nearly all vertices that this point lies outside. The rest is settled exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from kibitz.core.tensor import Array
from kibitz.linear.polyhedra.vertices import vertices
from kibitz.strategic.two_player.best_response_polytope import Polytope, Weights, members
from kibitz.strategic.two_player.exact_dictionary import exact_dictionary
from kibitz.strategic.two_player.vertex_bases import (
    VertexBases,
    certified,
    compiled_is_better,
    in_words,
    integers,
)


def partners(bases: VertexBases, other: Polytope) -> Iterator[tuple[int, Weights]]:
    """For every vertex that has partners, one of its bases with each extreme partner."""
    every = (1 << other.labels) - 1
    simple = (bases.bases == bases.tight).all(axis=1) if bases.degenerate else None
    own = bases.bases if simple is None else bases.bases[simple]
    missing = _without_twins(own ^ _words(every, other), other)
    left = (~refuted(missing, other)).nonzero()[0]
    asked = missing[left]
    feasible = certified(asked, other).tolist()
    for basis, wanted, good in zip(integers(own[left]), integers(asked), feasible, strict=True):
        if basis != bases.polytope.origin:
            points = [other.strategy(wanted)] if good else _at_basis(other, wanted)
            yield from ((basis, y) for y in points)
    if simple is None:
        return
    tied = dict(zip(integers(bases.tight[~simple]), integers(bases.bases[~simple]), strict=True))
    for tight, basis in tied.items():
        yield from ((basis, y) for y in _on_face(other, every ^ tight))


def ties(bases: VertexBases) -> int:
    """How many vertices have more labels than coordinates."""
    if not bases.degenerate:
        return 0
    simple = (bases.bases == bases.tight).all(axis=1)
    return len(np.unique(bases.tight[~simple], axis=0))


def refuted(bases: Array, polytope: Polytope) -> Array:
    """Which bases are proved, in floats, to be infeasible."""
    if not compiled_is_better(len(bases)):
        return np.zeros(len(bases), np.bool_)
    from kibitz.strategic.two_player.kernels.refutation import refute
    from kibitz.strategic.two_player.kernels.vertex_walk import FALSE

    status = np.zeros(len(bases), np.int8)
    own, other = np.array(polytope.own), np.array(polytope.other)
    refute(polytope.scaled, own, other, polytope.labels, bases, status)
    return np.asarray(status == FALSE)


def complementary(bases: VertexBases, other: Polytope) -> Iterator[tuple[int, int]]:
    """The pairs of bases that have every label once between them, but for the two origins.

    They are the equilibria of the game whose ties are broken.
    """
    missing = bases.bases ^ _words((1 << other.labels) - 1, other)
    open_cases = np.flatnonzero(~refuted(missing, other))
    for basis, partner in zip(
        integers(bases.bases[open_cases]), integers(missing[open_cases]), strict=True
    ):
        if basis != bases.polytope.origin:
            dictionary = exact_dictionary(other, partner)
            if dictionary is not None and dictionary.feasible:
                yield basis, partner


def _words(labels: int, polytope: Polytope) -> Array:
    return np.asarray(in_words([labels], polytope.labels)[0])


def _without_twins(label_sets: Array, polytope: Polytope) -> Array:
    """Every label without an inequality replaced by the one it goes with, unless both are in."""
    for twin, label in polytope.twins:
        there, here = (
            label_sets[:, k >> 6] >> np.uint64(k & 63) & np.uint64(1) for k in (twin, label)
        )
        moved = (there == 1) & (here == 0)
        label_sets[moved, twin >> 6] ^= np.uint64(1 << (twin & 63))
        label_sets[moved, label >> 6] ^= np.uint64(1 << (label & 63))
    return label_sets


def _at_basis(polytope: Polytope, basis: int) -> list[Weights]:
    dictionary = exact_dictionary(polytope, basis)
    if dictionary is None:
        return _on_face(polytope, basis)
    if any(row[0] < 0 for row in dictionary.rows):
        return []
    return [polytope.strategy(basis)]


def _on_face(polytope: Polytope, labels: int) -> list[Weights]:
    """The extreme strategies that have all these labels."""
    wanted = set(members(labels))
    played = [i for i, label in enumerate(polytope.own) if label not in wanted]
    shared = dict(polytope.twins)
    needed = {shared.get(label, label) for label in wanted if label not in polytope.own}
    lines = {
        label: [int(polytope.matrix[i, j]) for i in played]
        for j, label in enumerate(polytope.other)
    }
    equal = [lines[label] for label in needed]
    loose = [line for label, line in lines.items() if label not in needed]
    signs = [[-int(a == b) for b in range(len(played))] for a in range(len(played))]
    if not played:
        return []
    hull = vertices([*loose, *signs], [1] * len(loose) + [0] * len(signs), equal, [1] * len(equal))
    strategies = []
    for corner in hull.vertices:
        total = sum(corner, Fraction(0))
        if total:
            weights = dict(zip(played, (x / total for x in corner), strict=True))
            strategies.append(tuple(weights.get(i, Fraction(0)) for i in range(polytope.dimension)))
    return strategies
