"""Sizes of uniform trees, in which every node has the same number of moves."""

from __future__ import annotations

import math
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact

SURE = 10_000
"""Plies up to which powers are compared in full."""


def alpha_beta_leaves(branching: int, depth: int) -> int:
    """The fewest leaves with which alpha-beta can prove a value: b^ceil(d/2) + b^floor(d/2) - 1.

    That is the case of the best move first everywhere; minimax looks at b^d.

    Parameters
    ----------
    branching : int
        The branching factor.
    depth : int
        The depth in plies.

    Returns
    -------
    int
        The number of leaves.

    References
    ----------
    Knuth and Moore 1975.

    Examples
    --------
    >>> alpha_beta_leaves(3, 4), alpha_beta_leaves(35, 4)
    (17, 2449)
    """
    _check_tree(branching, depth)
    return int(branching ** -(-depth // 2) + branching ** (depth // 2) - 1)


def multiplayer_leaves(branching: int, depth: int, players: int) -> Number:
    """The order of the fewest leaves with n players, one against the others: b^((1 - 1/n) d).

    Parameters
    ----------
    branching : int
        The branching factor.
    depth : int
        The depth in plies.
    players : int
        The number of players.

    Returns
    -------
    number
        The order of the number of leaves.

    References
    ----------
    Korf 1991.

    Examples
    --------
    >>> multiplayer_leaves(3, 4, 2), multiplayer_leaves(2, 6, 3), multiplayer_leaves(10, 4, 4)
    (9, 16, 1000)
    """
    _check_tree(branching, depth)
    if players < 1:
        raise GameError(f"players is {players}; it must be at least 1")
    above, rest = divmod((players - 1) * depth, players)
    whole: Number = branching**above
    return whole if rest == 0 else float(branching) ** ((players - 1) * depth / players)


def tree_size_log10(branching: float, depth: float) -> float:
    """The decimal logarithm of b^d: how many digits the number of leaves has, less one.

    Parameters
    ----------
    branching : float
        The branching factor.
    depth : float
        The depth in plies.

    Returns
    -------
    float
        The logarithm.

    Examples
    --------
    >>> round(tree_size_log10(250, 150), 2)
    359.69
    """
    _check_tree(branching, depth)
    return depth * math.log10(branching)


def plies_within(branching: Number, nodes: Number, pruned: bool = False) -> int:
    """How many whole plies fit into a number of nodes: b^d, or b^(d/2) with best pruning.

    Parameters
    ----------
    branching : number
        The branching factor.
    nodes : number
        The number of nodes.
    pruned : bool, default False
        Whether alpha-beta prunes with the best order.

    Returns
    -------
    int
        The number of plies.

    Examples
    --------
    >>> plies_within(35, 200_000_000), plies_within(35, 200_000_000, pruned=True)
    (5, 10)
    """
    base, room = exact(branching, "the branching factor"), exact(nodes, "the nodes")
    if base <= 1 or room < 1:
        raise GameError("give a branching factor above 1 and at least one node")
    times = 2 if pruned else 1
    depth = times * _log(room) / _log(base)
    near = round(depth)
    if abs(depth - near) > 1e-9 * depth or near > SURE:
        return math.floor(depth)
    return near if base**near <= room**times else near - 1


def _log(x: Fraction) -> float:
    return math.log(x.numerator) - math.log(x.denominator)


def _check_tree(branching: float, depth: float) -> None:
    if branching < 1 or depth < 0:
        raise GameError(
            f"branching is {branching:g} and depth {depth:g}; they must be at least 1 and 0"
        )
