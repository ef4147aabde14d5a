"""The proof that a list of equilibria is right and that none is missing.

Listed profiles are tested by their regrets, and by a rank for being extreme. That there are no
others follows from a list of all vertices of one best-response polytope: bases that are feasible
beyond doubt, in which every edge that leaves one of them leads to another one. The graph of a
polytope is connected, so there are no other bases; and in every extreme equilibrium one strategy is
such a vertex, and the other one has the labels that it lacks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.solution import Certificate, Check
from kibitz.core.tensor import Array
from kibitz.linear.polyhedra.double_description import most_vertices
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.two_player.best_response_polytope import (
    Polytope,
    Weights,
    label_set,
    polytopes,
)
from kibitz.strategic.two_player.vertex_bases import (
    VertexBases,
    certified_labels,
    in_words,
    vertex_bases,
)

if TYPE_CHECKING:
    from kibitz.strategic.two_player.equilibrium import Equilibria

MOST_LISTED = 2_000_000
"""The most vertices that are listed only to tell whether some have ties."""


def base_list(found: Equilibria) -> tuple[VertexBases, Polytope]:
    """The vertices of one polytope, from the answer or listed anew, and the other polytope."""
    first, second = found.bases
    rows, columns = polytopes(found.game)
    if first is not None:
        return first, columns
    if second is not None:
        return second, rows
    if rows.dimension <= columns.dimension:
        return vertex_bases(rows), columns
    return vertex_bases(columns), rows


def is_degenerate(found: Equilibria) -> bool | None:
    """Whether some vertex has more labels than coordinates; None if there are too many to list."""
    known = [part for part in found.bases if part is not None]
    if any(part.degenerate for part in known):
        return True
    if len(known) == 2:
        return False
    missing = [
        polytope
        for polytope, part in zip(polytopes(found.game), found.bases, strict=True)
        if part is None
    ]
    if any(most_vertices(p.dimension, p.labels) > MOST_LISTED for p in missing):
        return None
    return any(vertex_bases(polytope).degenerate for polytope in missing)


def closed_list(found: VertexBases) -> VertexBases:
    """The same list, after it has been checked that it is right and closed."""
    if closed(found.polytope, found.bases):
        labels = certified_labels(found.polytope, found.bases)
        if labels is not None and np.array_equal(labels, found.tight):
            return found
    raise GameError("a list of vertices is not complete")


def certificate(found: Equilibria) -> Certificate:
    """Regrets, ranks, products, and the closed lists of vertices."""
    checks = [_regrets(found), _extreme(found), _products(found)]
    if all(check.passed for check in checks):
        checks.append(_nothing_missing(found))
    count = len(found)
    claim = (
        "this is the only equilibrium"
        if found.unique
        else f"these are the {count} extreme equilibria"
    )
    return Certificate(
        claim,
        "zero regrets, and a list of vertices that no edge leaves",
        tuple(checks),
    )


def _regrets(found: Equilibria) -> Check:
    game = found.game.in_numbers(True)
    wrong = [pair for pair in found.pairs if not equilibrium_test(game, pair).holds]
    what = "nobody gains by deviating from any of them"
    if not found.pairs:
        return Check(what, False, "the list is empty, and every game has an equilibrium")
    return Check(what, not wrong, f"{len(wrong)} fail" if wrong else f"{len(found)} tested")


def _extreme(found: Equilibria) -> Check:
    rows, columns = polytopes(found.game)
    good = all(_is_vertex(rows, x) for x in found.rows) and all(
        _is_vertex(columns, y) for y in found.columns
    )
    return Check("every strategy in them is extreme", good)


def _is_vertex(polytope: Polytope, strategy: Weights) -> bool:
    """The inequalities that bind at the strategy determine it."""
    from flint import fmpz_mat

    played, tight = polytope.split(label_set(polytope, strategy))
    entries = polytope.matrix[np.ix_(played, tight)].ravel().tolist()
    return int(fmpz_mat(len(played), len(tight), entries).rank()) == len(played)


def _products(found: Equilibria) -> Check:
    known = set(found.pairs)
    good = all((x, y) in known for s in found.nash_subsets for x in s.rows for y in s.columns)
    covered = {(x, y) for s in found.nash_subsets for x in s.rows for y in s.columns}
    count = len(found.nash_subsets)
    return Check(
        "the Nash subsets are products of equilibrium strategies and cover all of them",
        good and covered == known,
        "1 subset" if count == 1 else f"{count} subsets",
    )


def _nothing_missing(found: Equilibria) -> Check:
    what = "every extreme equilibrium is listed"
    lists = [part for part in found.bases if part is not None] or [base_list(found)[0]]
    for part in lists:
        labels = certified_labels(part.polytope, part.bases)
        if labels is None or not np.array_equal(labels, part.tight):
            return Check(what, False, "a basis in the list of vertices is not one")
        if not closed(part.polytope, part.bases):
            return Check(what, False, "an edge leads to a vertex that is not in the list")
    pairs = set(_pairs(found, lists))
    missing = len(pairs - set(found.pairs))
    counts = " and ".join(f"{len(part):,}" for part in lists)
    seen = f"{counts} vertices, all edges followed and all partners found"
    return Check(what, pairs == set(found.pairs), f"{missing} are missing" if missing else seen)


def _pairs(found: Equilibria, lists: list[VertexBases]) -> Iterable[tuple[Weights, Weights]]:
    from kibitz.strategic.two_player.vertex_enumeration import matched_pairs, pairs_of

    if len(lists) == 1:
        rows, columns = polytopes(found.game)
        part = lists[0]
        return pairs_of(part, columns if part.polytope.own == rows.own else rows)
    return matched_pairs(*lists)


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
