"""A sign that a tree is too large to be written out, from a few random games.

A walk that chooses one of b moves at random multiplies by b. The product, where the walk ends, has
the number of all such ends for its mean (Knuth 1975), so it is 1,000 times that number with a
probability of at most 1/1,000 (Markov). When each of four walks comes to 1,000 times a limit, the
tree has more nodes than the limit, but for one chance in 10^12. Costs some forty moves.
"""

from __future__ import annotations

from math import inf
from random import Random

from kibitz.rules.game import CHANCE, OVER, Rules

WALKS, SURE = 4, 1000
LONGEST = 1000
"""Moves of a walk, where hardly anybody has a choice."""


def is_surely_larger(rules: Rules, most: int, seed: int = 0) -> bool:
    """Whether random games show that a tree has more than ``most`` nodes.

    Parameters
    ----------
    rules : Rules
        A game with moves, one player at a time.
    most : int
        The limit.
    seed : int, default 0
        Random seed.

    Returns
    -------
    bool
        True when the tree is larger; False when it may not be.

    References
    ----------
    Knuth 1975.

    Examples
    --------
    >>> import kibitz
    >>> is_surely_larger(kibitz.game("chess"), 50_000_000)
    True
    >>> is_surely_larger(kibitz.game("tic-tac-toe"), 50_000_000)
    False
    """
    random = Random(seed)
    return all(_walk(rules, SURE * most, random) for _ in range(WALKS))


def estimated_ends(rules: Rules, walks: int = 200, seed: int = 0) -> float:
    """The number of ends of a tree, as the mean over random games estimates it.

    Parameters
    ----------
    rules : Rules
        A game with moves, one player at a time.
    walks : int, default 200
        How many random games.
    seed : int, default 0
        Random seed.

    Returns
    -------
    float
        The estimate.

    References
    ----------
    Knuth 1975.

    Examples
    --------
    >>> import kibitz
    >>> estimated_ends(kibitz.game("goofspiel", 3))
    216.0
    """
    random = Random(seed)
    return sum(_product(rules, inf, random) for _ in range(walks)) / walks


def _walk(rules: Rules, far: int, random: Random) -> bool:
    """Whether the product of the numbers of moves comes so far before a random game ends."""
    return _product(rules, far, random) >= far


def _product(rules: Rules, far: float, random: Random) -> float:
    """The product of the numbers of moves in a random game, which stops where it comes so far."""
    state, product = rules.start(), 1
    for _ in range(LONGEST):
        player = rules.player(state)
        if player == OVER:
            break
        if player == CHANCE:
            moves = [move for move, _ in rules.chance(state)]
        else:
            moves = list(rules.moves(state))
        if not moves:
            break
        product *= len(moves)
        if product >= far:
            break
        state = rules.play(state, random.choice(moves))
    return product
