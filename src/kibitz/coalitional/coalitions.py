"""Coalitions as bitmasks: bit i of a mask says whether player i is in it.

Arrays over coalitions have length 2^n and are indexed by mask, so entry 0 belongs to the empty
coalition and the last entry to all players.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.numbers import Number, common_denominator
from kibitz.core.tensor import Tensor

Array = npt.NDArray[Any]
Masks = npt.NDArray[np.int64]
SAFE = 2**62


def members(mask: int) -> tuple[int, ...]:
    """The positions of the players in a coalition, from 0.

    >>> members(0b1011)
    (0, 1, 3)
    """
    players = []
    while mask:
        low = mask & -mask
        players.append(low.bit_length() - 1)
        mask ^= low
    return tuple(players)


def mask_of(positions: Iterator[int] | Sequence[int]) -> int:
    """The mask of the players at these positions.

    >>> mask_of([0, 1, 3])
    11
    """
    mask = 0
    for i in positions:
        mask |= 1 << i
    return mask


def subsets(mask: int) -> Iterator[int]:
    """Every subset of a coalition, from the empty one to itself.

    >>> list(subsets(0b101))
    [0, 1, 4, 5]
    """
    sub = 0
    while True:
        yield sub
        if sub == mask:
            return
        sub = (sub - mask) & mask


@lru_cache(maxsize=4)
def sizes(n: int) -> npt.NDArray[np.uint8]:
    """How many players each coalition has.

    >>> sizes(3)
    array([0, 1, 1, 2, 1, 2, 2, 3], dtype=uint8)
    """
    count = np.zeros(1, np.uint8)
    for _ in range(n):
        count = np.concatenate([count, count + np.uint8(1)])
    count.setflags(write=False)
    return count


@lru_cache(maxsize=4)
def in_order(n: int) -> Masks:
    """All masks in the order people list coalitions: by size, then by the players in turn.

    >>> [members(int(s)) for s in in_order(3)]
    [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    """
    masks = np.arange(1 << n, dtype=np.int64)
    mirrored = np.zeros_like(masks)
    for i in range(n):
        mirrored |= ((masks >> i) & 1) << (n - 1 - i)
    order = np.lexsort((-mirrored, sizes(n))).astype(np.int64)
    order.setflags(write=False)
    return order


def halves(array: Array, i: int) -> tuple[Array, Array]:
    """Views of the entries of coalitions without player i and, in the same order, with them."""
    pairs = array.reshape(-1, 2, 1 << i)
    return pairs[:, 0, :], pairs[:, 1, :]


def integers_within(array: Array, factor: int) -> Array:
    """The array in a type that holds sums of ``factor`` of its entries without overflow.

    >>> integers_within(np.array([2**40]), 2**10).dtype, integers_within(np.array([2**60]), 8).dtype
    (dtype('int64'), dtype('O'))
    """
    if array.dtype.kind == "f" or array.dtype == object:
        return array
    most = max(int(array.max()), -int(array.min()), 1) if array.size else 1
    return array if most * factor < SAFE else array.astype(object)


def tensor_over(numerators: Array, denominator: int = 1) -> Tensor:
    """A tensor in lowest terms; numerators are floats, ``int64`` or Python ints.

    >>> tensor_over(np.array([2, 4, 6]), 4)
    Tensor(array=array([1, 2, 3]), denominator=2)
    """
    array = numerators
    if array.dtype.kind == "f":
        array = np.array(array, np.float64)
    else:
        if denominator > 1:
            if denominator >= SAFE:
                array = array.astype(object)
            common = int(np.gcd.reduce(array.ravel(), initial=denominator))
            if common > 1:
                array, denominator = array // common, denominator // common
        if array.dtype == object and array.size:
            small = int(array.max()) < SAFE and int(array.min()) > -SAFE
            array = array.astype(np.int64 if small else object)
        elif array is numerators:
            array = array.copy()
    array.setflags(write=False)
    return Tensor(array, denominator)


def tensor_sum(first: Tensor, second: Tensor) -> Tensor:
    """The sum of two tensors, exact while both are, without leaving ``int64`` while it will do.

    >>> half, third = Tensor.read(["1/2", 0], 1), Tensor.read(["1/3", 2], 1)
    >>> tensor_sum(half, third).numbers()
    [Fraction(5, 6), Fraction(2, 1)]
    """
    if not (first.exact and second.exact):
        return tensor_over(first.floats() + second.floats())
    bottom = math.lcm(first.denominator, second.denominator)
    parts = []
    for tensor in (first, second):
        factor = bottom // tensor.denominator
        parts.append(integers_within(tensor.array, 2 * factor) * factor)
    return tensor_over(parts[0] + parts[1], bottom)


def tensor_difference(first: Tensor, second: Tensor) -> Tensor:
    """The first tensor less the second."""
    return tensor_sum(first, -second)


def subset_sums(values: Sequence[Number]) -> Tensor:
    """What each coalition holds when player i holds ``values[i]``. Cost 2^n.

    >>> subset_sums([Fraction(1, 2), Fraction(3)]).numbers()
    [Fraction(0, 1), Fraction(1, 2), Fraction(3, 1), Fraction(7, 2)]
    """
    rational = [x for x in values if isinstance(x, Fraction)]
    if len(rational) < len(values):
        return tensor_over(add_subset_sums(np.zeros(1), [float(x) for x in values]))
    parts, denominator = common_denominator(rational)
    kind = np.int64 if sum(map(abs, parts)) < SAFE else object
    return tensor_over(add_subset_sums(np.zeros(1, kind), parts), denominator)


def add_subset_sums(sums: Array, parts: Sequence[Any]) -> Array:
    """Every number plus every sum of some of the parts; the parts are the higher bits."""
    for x in parts:
        sums = np.concatenate([sums, sums + x])
    return sums
