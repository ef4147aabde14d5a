"""The potential of Hart and Mas-Colell (1989): one number for each coalition.

P is the only function of coalitions that is 0 for the empty one and whose contributions
P(S) - P(S without i) add up to v(S) in every coalition S. The contributions in S are then the
Shapley value of the subgame on S.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np

from kibitz.coalitional.coalitions import Array, Masks, integers_within, sizes, tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor


def potential(game: CoalitionalGame) -> Tensor:
    """The potential of every coalition, size by size: s P(S) = v(S) + sum of P(S without i).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Tensor
        One potential for each coalition, by bitmask.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Hart and Mas-Colell 1989.

    Examples
    --------
    >>> from kibitz import coalition
    >>> [str(p) for p in potential(coalition({"1": 1, "2": 3, "1,2": 6})).numbers()]
    ['0', '1', '3', '5']
    """
    n = game.n
    scale = math.lcm(*range(1, n + 1)) if game.exact else 1
    array: Array = integers_within(game.worths.array, scale * (n + 1) ** 2)
    scaled = array * scale
    for s, layer in enumerate(_layers(n)):
        if s == 0:
            continue
        total = scaled[layer].copy()
        for i in range(n):
            bit = 1 << i
            total += np.where(layer & bit, scaled[layer & ~bit], 0)
        scaled[layer] = total // s if game.exact else total / s
    return tensor_over(scaled, game.worths.denominator * scale)


def value_of_subgame(potentials: Tensor, mask: int, n: int) -> tuple[Number, ...]:
    """The Shapley value of a subgame, read off the potential; players outside have 0."""
    zero: Number = Fraction(0) if potentials.exact else 0.0
    return tuple(
        potentials[mask,] - potentials[mask ^ (1 << i),] if mask >> i & 1 else zero
        for i in range(n)
    )


@lru_cache(maxsize=2)
def _layers(n: int) -> tuple[Masks, ...]:
    order = np.argsort(sizes(n), kind="stable").astype(np.int64)
    ends = np.cumsum([math.comb(n, s) for s in range(n + 1)])
    return tuple(np.split(order, ends[:-1]))
