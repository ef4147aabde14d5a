"""Colonel Blotto: two commanders spread their units over the same posts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, common_denominator, exact
from kibitz.core.registry import named
from kibitz.core.tensor import Array
from kibitz.games.zero_sum.build import between, fits, not_negative, several, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

Permutation = tuple[int, ...]
ZERO = Fraction(0)
_PLAYERS = ("Blotto", "Kije")
MOST_POSTS = 1000


@named("blotto", family="zero-sum")
def blotto(units: int = 4, opposing: int = 3, posts: int = 2) -> MatrixGame:
    """Colonel Blotto: the larger force at a post wins 1 plus the units that it captures there.

    Parameters
    ----------
    units : int, default 4
        The units of the first player.
    opposing : int, default 3
        The units of the second player.
    posts : int, default 2
        The number of posts.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(blotto(4, 3, 2).solve().value, blotto(4, 3, 3).solve().value)
    14/9 3/4
    """
    mine, theirs = _deploy(units, opposing, posts)
    payoffs = np.zeros((len(mine), len(theirs)), np.int64)
    for own, enemy in zip(mine.T, theirs.T, strict=True):
        a, b = own[:, None], enemy[None, :]
        payoffs += np.where(a > b, 1 + b, 0) - np.where(a < b, 1 + a, 0)
    title = _title(units, opposing, posts)
    return zero_sum(title, payoffs, _labels(mine), _labels(theirs), _PLAYERS)


@named("blotto-plurality", family="zero-sum")
def blotto_plurality(
    units: int = 4, opposing: int = 3, posts: int = 3, weights: tuple[Number, ...] = ()
) -> MatrixGame:
    """Colonel Blotto for posts: each post is worth its weight to the larger force there.

    Parameters
    ----------
    units : int, default 4
        The units of the first player.
    opposing : int, default 3
        The units of the second player.
    posts : int, default 3
        The number of posts.
    weights : tuple of numbers, optional
        The worth of each post; 1 if omitted.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(blotto_plurality(4, 3, 3).solve().value)
    2/3
    """
    mine, theirs = _deploy(units, opposing, posts)
    lead, bottom = _weighted_lead(mine, theirs, weights, posts)
    title = _title(units, opposing, posts) + " (posts won)"
    game = zero_sum(title, lead, _labels(mine), _labels(theirs), _PLAYERS)
    scale = Fraction(1, bottom)
    return game.affine(float(scale) if any(isinstance(w, float) for w in weights) else scale, ZERO)


@named("blotto-majority", family="zero-sum")
def blotto_majority(
    units: int = 4, opposing: int = 3, posts: int = 3, weights: tuple[Number, ...] = ()
) -> MatrixGame:
    """Colonel Blotto for the majority: the side with the greater total weight of posts wins 1.

    Parameters
    ----------
    units : int, default 4
        The units of the first player.
    opposing : int, default 3
        The units of the second player.
    posts : int, default 3
        The number of posts.
    weights : tuple of numbers, optional
        The worth of each post; 1 if omitted.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(blotto_majority(4, 3, 3).solve().value)
    2/3
    """
    mine, theirs = _deploy(units, opposing, posts)
    lead, _ = _weighted_lead(mine, theirs, weights, posts)
    title = _title(units, opposing, posts) + " (majority)"
    return zero_sum(title, np.sign(lead), _labels(mine), _labels(theirs), _PLAYERS)


def allocations(units: int, posts: int) -> list[tuple[int, ...]]:
    """The ways to spread units over posts, the fullest first post first.

    >>> allocations(2, 2)
    [(2, 0), (1, 1), (0, 2)]
    """
    ways = []
    for bars in combinations(range(units + posts - 1), posts - 1):
        ends = (-1, *bars, units + posts - 1)
        ways.append(tuple(right - left - 1 for left, right in pairwise(ends)))
    return ways[::-1]


def post_symmetries(
    units: int, opposing: int, posts: int
) -> tuple[tuple[Permutation, Permutation], ...]:
    """What exchanging two neighboring posts does to rows and to columns (positions from 0).

    With equal weights the payoffs do not change under any of these, and together they generate
    every permutation of the posts.

    >>> post_symmetries(4, 3, 2)
    (((4, 3, 2, 1, 0), (3, 2, 1, 0)),)
    """
    sides = [allocations(whole(u, "units", 0), whole(posts, "posts", 1)) for u in (units, opposing)]
    swaps = []
    for k in range(posts - 1):
        rows, columns = (_exchange(ways, k) for ways in sides)
        swaps.append((rows, columns))
    return tuple(swaps)


def _exchange(ways: Sequence[tuple[int, ...]], k: int) -> Permutation:
    position = {way: i for i, way in enumerate(ways)}
    return tuple(position[(*way[:k], way[k + 1], way[k], *way[k + 2 :])] for way in ways)


def _deploy(units: int, opposing: int, posts: int) -> tuple[Array, Array]:
    mine, theirs = whole(units, "units", 0), whole(opposing, "opposing", 0)
    places = int(between(whole(posts, "posts", 1), "posts", 1, MOST_POSTS))
    rows, columns = (comb(force + places - 1, places - 1) for force in (mine, theirs))
    fits(rows, columns, "blotto", "take fewer units or posts")
    return np.array(allocations(mine, places)), np.array(allocations(theirs, places))


def _weighted_lead(
    mine: Array, theirs: Array, weights: Sequence[Number], posts: int
) -> tuple[Array, int]:
    worth = several(weights or (Fraction(1),) * posts, "weights")
    if len(worth) != posts:
        raise GameError(f"weights: {len(worth)} given for {posts} posts")
    numerators, bottom = common_denominator(
        exact(not_negative(weight, f"weights, item {k}")) for k, weight in enumerate(worth, 1)
    )
    lead = np.zeros((len(mine), len(theirs)), np.int64 if max(numerators) < 2**40 else object)
    for own, enemy, factor in zip(mine.T, theirs.T, numerators, strict=True):
        lead += factor * np.sign(np.subtract.outer(own, enemy))
    return lead, bottom


def _labels(ways: Array) -> list[str]:
    return ["-".join(map(str, way)) for way in ways.tolist()]


def _title(units: int, opposing: int, posts: int) -> str:
    return f"Colonel Blotto, {units} against {opposing} at {posts} posts"
