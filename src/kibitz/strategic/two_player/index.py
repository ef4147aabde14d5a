"""The index of equilibria: +1 or -1 where one stands alone, any integer for a component.

An equilibrium with supports of k rows and k columns that have positive payoffs A and B, and no
further best responses, has the index (-1)^(k+1) sign(det A det B). A component has the sum of the
indices of the equilibria near it after any small change of the payoffs that leaves no ties; here
the payoffs are changed by infinitesimals. All indices of a game add up to 1. Shapley (1974); von
Stengel (2007).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.extension import extends
from kibitz.linear.systems.fraction_free import determinant, suits
from kibitz.strategic.two_player.best_response_polytope import Polytope, label_set, polytopes
from kibitz.strategic.two_player.completeness import base_list
from kibitz.strategic.two_player.equilibrium import Equilibria
from kibitz.strategic.two_player.partners import complementary


def index_of_bases(rows: Polytope, columns: Polytope, basis: int, other: int) -> int:
    """The index of a pair of bases that have every label once between them."""
    played, best = rows.split(basis)
    answered, kept = columns.split(other)
    sign = _sign(rows, played, best) * _sign(columns, answered, kept)
    return sign if len(played) % 2 else -sign


def _sign(polytope: Polytope, played: list[int], tight: list[int]) -> int:
    matrix = polytope.matrix[np.ix_(played, tight)]
    if suits(len(played)):
        value: Any = determinant(matrix.tolist())
    else:
        from flint import fmpz_mat

        value = fmpz_mat(len(played), len(played), matrix.ravel().tolist()).det()
    return int(value > 0) - int(value < 0)


@extends(Equilibria)
def component_indices(equilibria: Equilibria, groups: list[list[int]]) -> list[int]:
    """The index of every component, given by the positions of its extreme equilibria.

    Components that are single points without ties need two determinants; for the others the
    vertices of both polytopes are listed.
    """
    rows, columns = polytopes(equilibria.game)
    indices: list[int | None] = [None] * len(groups)
    for g, group in enumerate(groups):
        if len(group) == 1:
            x, y = equilibria.pairs[group[0]]
            basis, other = label_set(rows, x), label_set(columns, y)
            single = basis ^ other == (1 << rows.labels) - 1 and not basis & other
            square = len({*map(len, (*rows.split(basis), *columns.split(other)))}) == 1
            if single and square:
                indices[g] = index_of_bases(rows, columns, basis, other)
    if None in indices:
        return _by_broken_ties(equilibria.core or equilibria, groups)
    return [i for i in indices if i is not None]


def _by_broken_ties(equilibria: Equilibria, groups: list[list[int]]) -> list[int]:
    first, other = base_list(equilibria)
    owner = {equilibria.pairs[k]: g for g, group in enumerate(groups) for k in group}
    totals = [0] * len(groups)
    for basis, partner in complementary(first, other):
        pair = first.polytope.strategy(basis), other.strategy(partner)
        pair = pair if first.polytope.own[0] == 0 else pair[::-1]
        if pair in owner:
            totals[owner[pair]] += index_of_bases(first.polytope, other, basis, partner)
    return totals
