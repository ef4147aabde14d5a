"""Compiled loops of nimber arithmetic on 64-bit words.

``table[x << 8 | y]`` is the product of two bytes. ``maps`` has a row of 256 for each byte of x:
row 0 for x ⊗ 2^7, rows 1-2 for x ⊗ 2^15, rows 3-6 for x ⊗ 2^31, and row 7 for reciprocals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = np.ndarray[Any, np.dtype[Any]]
Word = Any  # an unsigned 64-bit number

ZERO, ONE = np.uint64(0), np.uint64(1)
S8, S16, S24, S32 = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(32)
M8, M16, M32 = np.uint64(2**8 - 1), np.uint64(2**16 - 1), np.uint64(2**32 - 1)


@njit(cache=True)
def _product8(x: Word, y: Word, table: Array) -> Word:
    return np.uint64(table[x << S8 | y])


@njit(cache=True)
def _product16(x: Word, y: Word, table: Array, maps: Array) -> Word:
    x1, x0, y1, y0 = x >> S8, x & M8, y >> S8, y & M8
    low = _product8(x0, y0, table)
    middle = _product8(x0 ^ x1, y0 ^ y1, table)
    return (middle ^ low) << S8 | low ^ np.uint64(maps[0, _product8(x1, y1, table)])


@njit(cache=True)
def _half16(x: Word, maps: Array) -> Word:
    return np.uint64(maps[1, x & M8] ^ maps[2, x >> S8])


@njit(cache=True)
def _product32(x: Word, y: Word, table: Array, maps: Array) -> Word:
    x1, x0, y1, y0 = x >> S16, x & M16, y >> S16, y & M16
    low = _product16(x0, y0, table, maps)
    middle = _product16(x0 ^ x1, y0 ^ y1, table, maps)
    return (middle ^ low) << S16 | low ^ _half16(_product16(x1, y1, table, maps), maps)


@njit(cache=True)
def _half32(x: Word, maps: Array) -> Word:
    lower = maps[3, x & M8] ^ maps[4, x >> S8 & M8]
    return np.uint64(lower ^ maps[5, x >> S16 & M8] ^ maps[6, x >> S24])


@njit(cache=True)
def _product64(x: Word, y: Word, table: Array, maps: Array) -> Word:
    x1, x0, y1, y0 = x >> S32, x & M32, y >> S32, y & M32
    low = _product32(x0, y0, table, maps)
    middle = _product32(x0 ^ x1, y0 ^ y1, table, maps)
    return (middle ^ low) << S32 | low ^ _half32(_product32(x1, y1, table, maps), maps)


@njit(cache=True)
def _inverse16(x: Word, table: Array, maps: Array) -> Word:
    x1, x0 = x >> S8, x & M8
    norm = _product8(x0, x0 ^ x1, table) ^ np.uint64(maps[0, _product8(x1, x1, table)])
    shared = np.uint64(maps[7, norm])
    return _product8(x1, shared, table) << S8 | _product8(x0 ^ x1, shared, table)


@njit(cache=True)
def _inverse32(x: Word, table: Array, maps: Array) -> Word:
    x1, x0 = x >> S16, x & M16
    norm = _product16(x0, x0 ^ x1, table, maps) ^ _half16(_product16(x1, x1, table, maps), maps)
    shared = _inverse16(norm, table, maps)
    return _product16(x1, shared, table, maps) << S16 | _product16(x0 ^ x1, shared, table, maps)


@njit(cache=True)
def _inverse64(x: Word, table: Array, maps: Array) -> Word:
    x1, x0 = x >> S32, x & M32
    norm = _product32(x0, x0 ^ x1, table, maps) ^ _half32(_product32(x1, x1, table, maps), maps)
    shared = _inverse32(norm, table, maps)
    return _product32(x1, shared, table, maps) << S32 | _product32(x0 ^ x1, shared, table, maps)


@njit(cache=True)
def _linear(x: Word, table: Array) -> Word:
    image = ZERO
    for k in range(8):
        image ^= table[k, x & M8]
        x >>= S8
    return image


@njit(cache=True)
def product(a: Array, b: Array, out: Array, table: Array, maps: Array) -> None:
    """Word by word a ⊗ b."""
    for i in range(out.size):
        out[i] = _product64(a[i], b[i], table, maps)


@njit(cache=True)
def inverse(a: Array, out: Array, table: Array, maps: Array) -> None:
    """Word by word the reciprocal; 0 gives 0."""
    for i in range(out.size):
        out[i] = _inverse64(a[i], table, maps)


@njit(cache=True)
def linear(a: Array, out: Array, table: Array) -> None:
    """Word by word a linear map, given by the images of the 256 values of each byte."""
    for i in range(out.size):
        out[i] = _linear(a[i], table)


@njit(cache=True)
def power(a: Array, n: Array, out: Array, table: Array, maps: Array, squares: Array) -> None:
    """Word by word a^n, from the last binary digit of n up."""
    for i in range(out.size):
        value, square, rest = ONE, a[i], n[i]
        while rest:
            if rest & ONE:
                value = _product64(value, square, table, maps)
            square = _linear(square, squares)
            rest >>= ONE
        out[i] = value
