"""Hot loops of coin-turning games."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = Any

FAR = np.uint8(255)


@njit(cache=True)
def greedy_values(most: int, count: int, most_bits: int) -> Array:
    """Each value is the least that fewer than ``most`` earlier values do not add up to.

    ``fewest[v]`` is the least number of values with nim-sum v. Stops early, with fewer values,
    when one would have more than ``most_bits`` bits.
    """
    values = np.zeros(count, np.int64)
    fewest = np.full(2, FAR, np.uint8)
    fewest[0] = 0
    candidate = 0
    for n in range(count):
        while candidate < len(fewest) and fewest[candidate] < most:
            candidate += 1
        if candidate >= 1 << most_bits:
            return values[:n]
        if candidate >= len(fewest):
            longer = np.full(2 * len(fewest), FAR, np.uint8)
            longer[: len(fewest)] = fewest
            fewest = longer
        values[n] = candidate
        top = candidate
        while top & (top - 1):
            top &= top - 1
        for v in range(len(fewest)):
            if not v & top:
                w = v ^ candidate
                a, b = fewest[v], fewest[w]
                if a < most and a + 1 < b:
                    fewest[w] = a + 1
                if b < most and b + 1 < a:
                    fewest[v] = b + 1
    return values
