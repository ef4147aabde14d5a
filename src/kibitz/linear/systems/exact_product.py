"""Exact products of vectors of large integers and matrices of small ones.

The integers are cut into limbs so short that float64 holds every sum of products exactly; one
matrix product treats all limbs, and carries put the integers together again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from operator import mul
from types import ModuleType
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

EXACT = 1 << 53
FEW = 200  # entries; below, and for larger entries, Python's integers multiply column by column
COLD = 300_000  # entries, while the loops are not compiled, which takes seconds
LIMBS = ((4, "<u4"), (2, "<u2"), (1, "<u1"))  # bytes in a limb, longest first


def exact_product(numerators: Sequence[int], matrix: Array) -> list[int]:
    """The integers v M for a vector v of integers of any size and an integer matrix M.

    O(b m n) limb products for b-limb integers, against as many multiplications of long integers.

    >>> exact_product([10**30, 1], np.array([[1, 2], [3, -4]]))
    [1000000000000000000000000000003, 1999999999999999999999999999996]
    """
    if matrix.size > (FEW if are_compiled() else COLD) and matrix.dtype != object:
        largest = max(int(matrix.max()), -int(matrix.min()), 1)
        for places, limb in LIMBS:
            if len(numerators) * largest << (8 * places) < EXACT:
                return _by_limbs(numerators, matrix, places, limb)
    return [sum(map(mul, numerators, column)) for column in matrix.T.tolist()]


def _by_limbs(numerators: Sequence[int], matrix: Array, places: int, limb: str) -> list[int]:
    width = (max(e.bit_length() for e in numerators) // 8 // places + 1) * places
    data = b"".join([e.to_bytes(width, "little", signed=True) for e in numerators])
    limbs = np.frombuffer(data, dtype=limb).reshape(len(numerators), -1).T.astype(np.float64)
    limbs[-1] -= (limbs[-1] >= 1 << (8 * places - 1)) * float(1 << 8 * places)
    product = compiled().integer_product(limbs, matrix.astype(np.float64, order="C"))
    return integers_of_limbs(product, places)


def integers_of_limbs(limbs: Array, places: int) -> list[int]:
    """The integer of each column of limbs of this many bytes, lowest first.

    >>> integers_of_limbs(np.array([[1.0, -1.0], [2.0, 0.0]]), 1)
    [513, -1]
    """
    return integers_of_bytes(compiled().carry_bytes(limbs, places))


def integers_of_bytes(rows: Array) -> list[int]:
    """The integer of each row of little-endian bytes in two's complement.

    >>> integers_of_bytes(np.array([[1, 2], [255, 255]], np.uint8))
    [513, -1]
    """
    width = rows.shape[1]
    data = rows.tobytes()
    return [
        int.from_bytes(data[i : i + width], "little", signed=True)
        for i in range(0, len(data), width)
    ]


def are_compiled() -> bool:
    """Whether the compiled loops are in use in this process."""
    kernels = sys.modules.get("kibitz.linear.systems.kernels")
    return kernels is not None and bool(getattr(kernels.integer_product, "overloads", True))


@cache
def compiled() -> ModuleType:
    """The compiled loops, imported when they are first needed."""
    from kibitz.linear.systems import kernels

    return kernels
