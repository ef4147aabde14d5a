"""How likely chance makes each leaf, exactly: whole numbers over one denominator, or floats."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

_SAFE = 1 << 62


def chance_weights(game: ExtensiveGame) -> tuple[Any, int]:
    """For each leaf the product of chance's probabilities on the way, and what to divide by.

    Few products are distinct, so each level multiplies only those; leaves carry their numbers.
    """
    tree = game.tree
    products: list[Any] = [Fraction(1) if game.exact else 1.0]
    which = np.zeros(len(tree), np.int64)
    for level in range(1, len(tree.levels) - 1):
        here = slice(int(tree.levels[level]), int(tree.levels[level + 1]))
        above, chance = which[tree.parent[here]], tree.chance[here].astype(np.int64)
        moved = chance >= 0
        which[here] = above
        if moved.any():
            pairs = above[moved] * len(game.probabilities) + chance[moved]
            distinct, back = np.unique(pairs, return_inverse=True)
            numbers = np.empty(len(distinct), np.int64)
            for k, pair in enumerate(distinct.tolist()):
                before, step = divmod(pair, len(game.probabilities))
                numbers[k] = len(products)
                products.append(products[before] * game.probabilities[step])
            block = which[here]
            block[moved] = numbers[back.reshape(-1)]
    at_leaf = which[tree.row >= 0]
    if not game.exact:
        return np.array(products, float)[at_leaf], 1
    bottom = lcm(*(p.denominator for p in products))
    tops = [int(p * bottom) for p in products]
    kind = np.int64 if max(tops) < _SAFE else object
    return np.array(tops, kind)[at_leaf], bottom
