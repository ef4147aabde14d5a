"""Nimber arithmetic on whole NumPy arrays of 64-bit words, the field of 2^64 elements.

Words are split as in :mod:`kibitz.combinatorial.nimbers.tower`, down to bytes, whose 65536 products
are a table: 27 of them make the product of two words. Arrays are broadcast as NumPy does.
Nim-addition is ``a ^ b``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import prod
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.methods.nimber import quote
from kibitz.combinatorial.nimbers import tower as nim_tower
from kibitz.core.errors import GameError

Words = npt.NDArray[np.uint64]

UNITS = 2**64 - 1
MOST_WORDS = 1 << 28  # a result of 2 GiB
CHUNK = 1 << 14  # words handed to a kernel at a time


def nim_product_array(a: npt.ArrayLike, b: npt.ArrayLike) -> Words:
    """a ⊗ b, element by element.

    Parameters
    ----------
    a : npt.ArrayLike
        An array of nimbers below 2^64.
    b : npt.ArrayLike
        An array of nimbers below 2^64.

    Returns
    -------
    Words
        One nimber for each element.

    Notes
    -----
    Cost: 46 table lookups each.

    References
    ----------
    Ferguson I.5.3.

    Examples
    --------
    >>> nim_product_array([24, 8, 2**63], [17, 8, 1])
    array([                128,                  13, 9223372036854775808], dtype=uint64)
    >>> nim_product_array([[1], [2]], [2, 3])
    array([[2, 3],
           [3, 1]], dtype=uint64)
    >>> nim_product_array([1.5], [2])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: a: 1.5 is not a whole number from 0 to 2^64 - 1
    """
    from kibitz.combinatorial.nimbers import kernels as nim_kernels

    left, right, table, maps = _words(a, "a"), _words(b, "b"), _byte_products(), _byte_maps()
    return _map(lambda x, y, out: nim_kernels.product(x, y, out, table, maps), left, right)


def nim_inverse_array(a: npt.ArrayLike) -> Words:
    """The reciprocal of each element.

    Parameters
    ----------
    a : npt.ArrayLike
        An array of nimbers below 2^64.

    Returns
    -------
    Words
        One nimber for each element.

    Notes
    -----
    Cost: two to three products each.

    Examples
    --------
    >>> nim_inverse_array([1, 2, 7])
    array([ 1,  3, 11], dtype=uint64)
    """
    from kibitz.combinatorial.nimbers import kernels as nim_kernels

    words, table, maps = _words(a, "a"), _byte_products(), _byte_maps()
    if not words.all():
        at = tuple(int(i) for i in np.argwhere(words == 0)[0])
        raise GameError(f"a: the entry at {at} is 0, which has no inverse; give nonzero nimbers")
    return _map(lambda x, out: nim_kernels.inverse(x, out, table, maps), words)


def nim_square_array(a: npt.ArrayLike) -> Words:
    """The square of each element, a linear map.

    Parameters
    ----------
    a : npt.ArrayLike
        An array of nimbers below 2^64.

    Returns
    -------
    Words
        One nimber for each element.

    Notes
    -----
    Cost: 8 table lookups each.

    Examples
    --------
    >>> nim_square_array([4, 5, 6, 7])
    array([6, 7, 5, 4], dtype=uint64)
    """
    return _linear(a, _square_table())


def nim_square_root_array(a: npt.ArrayLike) -> Words:
    """The one y with y ⊗ y = x for each element x.

    Parameters
    ----------
    a : npt.ArrayLike
        An array of nimbers below 2^64.

    Returns
    -------
    Words
        One nimber for each element.

    Notes
    -----
    Cost: 8 table lookups each.

    Examples
    --------
    >>> nim_square_root_array([6, 7, 5, 4])
    array([4, 5, 6, 7], dtype=uint64)
    """
    return _linear(a, _square_root_table())


def nim_power_array(a: npt.ArrayLike, n: int | npt.ArrayLike) -> Words:
    """a^n, element by element; n is a whole number or an array of them, and may be negative.

    x^0 = 1.

    Parameters
    ----------
    a : npt.ArrayLike
        An array of nimbers below 2^64.
    n : int or array of int
        The exponent.

    Returns
    -------
    Words
        One nimber for each element.

    Notes
    -----
    Cost: a square for each binary digit of n modulo 2^64 - 1, a product for each one.

    Examples
    --------
    >>> nim_power_array([2, 7, 2**40], [3, -1, 0])
    array([ 1, 11,  1], dtype=uint64)
    >>> nim_power_array([2, 4], 10**30)
    array([2, 3], dtype=uint64)
    """
    from kibitz.combinatorial.nimbers import kernels as nim_kernels

    words, table, maps = _words(a, "a"), _byte_products(), _byte_maps()
    squares = _square_table()
    exponents, negative = _exponents(n)
    _shape(words, exponents)
    if not words.all() and ((words == 0) & negative).any():
        raise GameError("a: 0 has no negative power; give nonzero bases or nonnegative exponents")
    return _map(
        lambda x, k, out: nim_kernels.power(x, k, out, table, maps, squares), words, exponents
    )


def _linear(a: npt.ArrayLike, table: Words) -> Words:
    from kibitz.combinatorial.nimbers import kernels as nim_kernels

    return _map(lambda x, out: nim_kernels.linear(x, out, table), _words(a, "a"))


def _map(kernel: Callable[..., None], *operands: Words) -> Words:
    """Fill an array of the common shape, in chunks that lie one after the other in memory."""
    out = np.empty(_shape(*operands), np.uint64)
    modes = ["readonly"] * len(operands) + ["writeonly"]
    flags: Any = [[mode, "contig", "aligned"] for mode in modes]
    chunks = np.nditer(
        [*operands, out],
        ["external_loop", "buffered", "zerosize_ok"],
        flags,
        order="C",
        buffersize=CHUNK,
    )
    with chunks:
        for chunk in chunks:
            kernel(*chunk)
    return out


def _shape(*operands: Words) -> tuple[int, ...]:
    shapes = [x.shape for x in operands]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        spelled = " and ".join(map(str, shapes))
        raise GameError(f"shapes {spelled} cannot be broadcast together") from None
    if prod(shape) > MOST_WORDS:
        raise GameError(
            f"the result of shape {shape} needs {8 * prod(shape):,} bytes, more than "
            f"{8 * MOST_WORDS:,}; split the array"
        )
    return shape


def _whole_numbers(a: npt.ArrayLike, where: str) -> npt.NDArray[Any]:
    """An array of integer type; lists go through Python ints, as NumPy may turn them to floats."""
    if not isinstance(a, np.ndarray):
        return _from_list(a, where)
    if a.dtype.kind not in "iu":
        raise GameError(
            f"{where}: entries of type {a.dtype}; give whole numbers from 0 to 2^64 - 1"
        )
    return a


def _from_list(a: npt.ArrayLike, where: str) -> npt.NDArray[Any]:
    try:
        given = np.asarray(a, object)
    except ValueError:
        raise GameError(f"{where}: its rows have different lengths") from None
    for x in given.flat:
        if isinstance(x, bool) or not (isinstance(x, Integral) and -(2**63) <= int(x) < 2**64):
            raise GameError(f"{where}: {quote(x)} is not a whole number from 0 to 2^64 - 1")
    signed = any(x < 0 for x in given.flat)
    if signed and any(x >= 2**63 for x in given.flat):
        raise GameError(f"{where}: negative numbers together with numbers from 2^63 on")
    return given.astype(np.int64 if signed else np.uint64)


def _words(a: npt.ArrayLike, where: str) -> Words:
    array = _whole_numbers(a, where)
    if array.dtype.kind == "i" and array.size and array.min() < 0:
        raise GameError(f"{where}: {array.min()} is negative; nimbers are 0, 1, 2, ...")
    return array.astype(np.uint64, copy=False)


def _exponents(n: int | npt.ArrayLike) -> tuple[Words, npt.NDArray[np.bool_]]:
    """Exponents from 1 to 2^64 - 1 (0 for 0) with the same powers, and which were negative."""
    if isinstance(n, int) and not isinstance(n, bool):
        reduced = (n - 1) % UNITS + 1 if n else 0
        return np.array(reduced, np.uint64), np.array(n < 0)
    array = _whole_numbers(n, "n")
    negative = array < 0
    return array.astype(np.uint64) - negative.astype(np.uint64), negative


@cache
def _byte_products() -> npt.NDArray[np.uint8]:
    t = nim_tower.tables()
    log, exp = np.array(t.log[:256]), np.array(t.exp)
    products: npt.NDArray[np.uint8] = exp[log[:, None] + log].astype(np.uint8)
    return products.ravel()


@cache
def _byte_maps() -> npt.NDArray[np.uint32]:
    halves = [_byte_images(_by_half(size), size) for size in (1, 2, 4)]
    inverses = [nim_tower.inverse(x) if x else 0 for x in range(256)]
    return np.vstack([*halves, inverses]).astype(np.uint32)


def _by_half(size: int) -> Callable[[int], int]:
    return lambda x: nim_tower.product(x, 1 << (8 * size - 1))


@cache
def _square_table() -> Words:
    return _byte_images(nim_tower.square, 8)


@cache
def _square_root_table() -> Words:
    return _byte_images(nim_tower.square_root, 8)


def _byte_images(linear: Callable[[int], int], size: int) -> Words:
    """The images under a linear map of the 256 values of each of ``size`` bytes."""
    table = np.zeros((size, 256), np.uint64)
    for k in range(size):
        for j in range(8):
            image = np.uint64(linear(1 << (8 * k + j)))
            table[k, 1 << j : 2 << j] = table[k, : 1 << j] ^ image
    return table
