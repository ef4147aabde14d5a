"""All equilibria of a bimatrix game by trying supports, exactly, degenerate games included.

An extreme strategy with a support of k strategies is the only one on that support that makes some k
strategies of the other player pay the same. So all supports are tried with all sets of as many
replies; those in which every weight is positive, and no reply outside pays more, are the extreme
strategies. Two of them are an equilibrium when each plays best responses to the other only. Unlike
the usual method, which wants supports of equal size in equilibrium, this loses nothing where there
are ties. Dickhaut and Kaplan (1991); Porter, Nudelman and Shoham (2008).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import over
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import (
    Polytope,
    Weights,
    label_set,
    polytopes,
)
from kibitz.strategic.two_player.equilibrium import Equilibria, sorted_pairs

METHOD = "support enumeration"
LIMIT = 5_000_000
"""Pairs of supports that are tried."""

Labeled = tuple[int, Weights]


def support_enumeration(game: StrategicGame, limit: int = LIMIT) -> Equilibria:
    """Every extreme equilibrium, by C(m+n, m) systems of linear equations for either player.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    limit : int, default LIMIT
        The largest number of pairs of supports allowed.

    Returns
    -------
    Equilibria
        The extreme equilibria and their components.

    References
    ----------
    Dickhaut and Kaplan 1991; Porter, Nudelman and Shoham 2008.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> found = support_enumeration(bimatrix("2 0; 0 1", "1 0; 0 2"))
    >>> [[str(p) for p in x] for x in found.rows]
    [['1', '0'], ['2/3', '1/3'], ['0', '1']]
    """
    m, n = game.shape[0], game.shape[-1]
    count = comb(m + n, m) - 1
    if count > limit:
        raise GameError(
            f"{count_of(count, 'pair')} of supports, more than {limit:,}; use vertex "
            "enumeration instead"
        )
    rows, columns = polytopes(game)
    first, second = extreme_strategies(rows), extreme_strategies(columns)
    every = (1 << rows.labels) - 1
    pairs = [(x, y) for a, x in first for b, y in second if a | b == every]
    return Equilibria(game, sorted_pairs(pairs), METHOD)


def extreme_strategies(polytope: Polytope) -> list[Labeled]:
    """All extreme strategies of a player, each with its labels, by supports of growing size."""
    strategies = []
    sizes = range(1, min(polytope.matrix.shape) + 1)
    with work("supports", comb(polytope.dimension, len(sizes))) as task:
        for k in sizes:
            for played in combinations(range(polytope.dimension), k):
                strategies += _on_support(polytope, played)
                task.advance()
                if task.stopped:
                    raise GameError("stopped before all supports were tried")
    return strategies


def _on_support(polytope: Polytope, played: tuple[int, ...]) -> list[Labeled]:
    """The extreme strategies with exactly this support."""
    part = polytope.matrix[list(played)]
    replies = list(_undominated(part))
    strategies: list[Labeled] = []
    known: list[frozenset[int]] = []
    for chosen in combinations(replies, len(played)):
        if any(best.issuperset(chosen) for best in known):
            continue
        weights = _equalizing(part, chosen)
        if weights is None:
            continue
        whole = dict(zip(played, weights, strict=True))
        strategy = tuple(whole.get(i, Fraction(0)) for i in range(polytope.dimension))
        labels = label_set(polytope, strategy)
        best = frozenset(polytope.split(labels)[1])
        if best.issuperset(chosen):
            known.append(best)
            strategies.append((labels, strategy))
    return strategies


def _undominated(part: Array) -> Iterator[int]:
    """The replies that no other one beats against every strategy of the support."""
    for j in range(part.shape[1]):
        if not (part > part[:, j : j + 1]).all(axis=0).any():
            yield j


def _equalizing(part: Array, chosen: tuple[int, ...]) -> list[Fraction] | None:
    """Positive weights that make the chosen replies pay the same; None if there are none."""
    from flint import fmpz_mat

    k = len(chosen)
    system: Any = fmpz_mat(k, k, part[:, list(chosen)].T.ravel().tolist())
    try:
        solved, _ = system.solve(fmpz_mat(k, 1, [1] * k)).numer_denom()
    except ZeroDivisionError:
        return None
    numerators = [int(x) for x in solved.entries()]
    if min(numerators) <= 0:
        return None
    return over(numerators, sum(numerators))
