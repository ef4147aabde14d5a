"""Nimber arithmetic by splitting: F = 2^(2^k), a number below F² is x1⊗F ⊕ x0, and F⊗F = F ⊕ F/2.

The descent ends in logarithms of the field of 65536 elements. Long numbers are cut into limbs of
16 bits, and all splits of one length are done at once on arrays. Nothing is checked here; the
checked functions are those of :mod:`kibitz.combinatorial.nimbers.field`.

References: Conway, On Numbers and Games, chapter 6; Lenstra, Nim multiplication (1978).
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Limbs = npt.NDArray[np.uint16]

LIMB = 16  # bits of the field that is kept as a table
UNITS = (1 << LIMB) - 1  # its elements other than 0
WIDE = 1024  # from here on numbers are cut into limbs and handled as arrays,
WIDEST = 1 << 16  # up to here, where the arrays would leave the cache


class Tables(NamedTuple):
    """The field of 65536: logarithms (that of 0 past all others), powers, products with 2^15."""

    log: list[int]
    exp: list[int]
    half: list[int]


@cache
def tables() -> Tables:
    """Made at the first call, from the least generator above the field of 256.

    >>> t = tables()
    >>> t.exp[t.log[258] + t.log[65535]] == product_without_tables(258, 65535, 16)
    True
    """
    powers = next(p for g in count(1 << LIMB // 2) if len(p := _powers(g)) == UNITS)
    log = [2 * UNITS] * (UNITS + 1)
    for n, x in enumerate(powers):
        log[x] = n
    exp = powers + powers + [0] * (2 * UNITS + 1)
    shift = log[1 << (LIMB - 1)]
    return Tables(log, exp, [exp[n + shift] for n in log])


def _powers(g: int) -> list[int]:
    """1, g, g², ... to the last before 1 comes again; ⊗ g is linear, so two tables give it."""
    low = [product_without_tables(g, x, LIMB) for x in range(256)]
    high = [product_without_tables(g, x << 8, LIMB) for x in range(256)]
    powers, x = [1], g
    while x != 1:
        powers.append(x)
        x = low[x & 255] ^ high[x >> 8]
    return powers


def product_without_tables(x: int, y: int, bits: int) -> int:
    """x ⊗ y for numbers below 2^bits, split down to single bits; cost O(bits^1.59 log bits).

    >>> product_without_tables(24, 17, 8)
    128
    """
    if x < 2 or y < 2:
        return x * y
    half = bits // 2
    x1, x0, y1, y0 = x >> half, x & (1 << half) - 1, y >> half, y & (1 << half) - 1
    low = product_without_tables(x0, y0, half)
    high = product_without_tables(x1, y1, half)
    middle = product_without_tables(x0 ^ x1, y0 ^ y1, half)
    return (middle ^ low) << half | low ^ product_without_tables(high, 1 << (half - 1), half)


def span(x: int) -> int:
    """Bits of the smallest field that holds x: 1, 2, 4, 8, ...

    >>> span(0), span(4), span(16)
    (1, 4, 8)
    """
    length = x.bit_length()
    return 1 << (length - 1).bit_length() if length else 1


def _tabled_span(x: int) -> int:
    return max(LIMB, span(x))


def product(x: int, y: int) -> int:
    """x ⊗ y.

    >>> product(2**64, 2**64) == 2**64 + 2**63
    True
    """
    return _product(x, y, _tabled_span(x | y), tables())


def _product(x: int, y: int, bits: int, t: Tables) -> int:
    if bits == LIMB:
        return t.exp[t.log[x] + t.log[y]]
    half = bits // 2
    x1, y1 = x >> half, y >> half
    if not y1:
        x, y, x1, y1 = y, x, y1, x1
    mask = (1 << half) - 1
    if not x1:
        low = _product(x, y & mask, half, t)
        return _product(x, y1, half, t) << half | low if y1 else low
    if WIDE <= bits <= WIDEST:
        return _from_limbs(_limb_product(_to_limbs(x, bits), _to_limbs(y, bits)))
    x0, y0 = x & mask, y & mask
    low = _product(x0, y0, half, t)
    middle = _product(x0 ^ x1, y0 ^ y1, half, t)
    return (middle ^ low) << half | low ^ _by_half(_product(x1, y1, half, t), half, t)


def _by_half(x: int, bits: int, t: Tables) -> int:
    """x ⊗ F/2 for x below F = 2^bits; F/2 is the product of the Fermat 2-powers below F."""
    if bits == LIMB:
        return t.half[x]
    if bits < LIMB:
        return t.exp[t.log[x] + t.log[1 << (bits - 1)]]
    if WIDE <= bits <= WIDEST:
        return _from_limbs(_limb_by_half(_to_limbs(x, bits)))
    half = bits // 2
    x1, x0 = x >> half, x & (1 << half) - 1
    return _by_half(x0 ^ x1, half, t) << half | _by_half(_by_half(x1, half, t), half, t)


@cache
def _limb_tables() -> tuple[npt.NDArray[np.int32], Limbs, Limbs]:
    t = tables()
    return np.array(t.log, np.int32), np.array(t.exp, np.uint16), np.array(t.half, np.uint16)


def _to_limbs(x: int, bits: int) -> Limbs:
    return np.frombuffer(x.to_bytes(bits // 8, "little"), "<u2").astype(np.uint16).reshape(1, -1)


def _from_limbs(limbs: Limbs) -> int:
    return int.from_bytes(limbs.astype("<u2").tobytes(), "little")


def _limb_product(a: Limbs, b: Limbs) -> Limbs:
    """Row by row the products of numbers given by limbs."""
    rows, limbs = a.shape
    if limbs == 1:
        log, exp, _ = _limb_tables()
        leaves: Limbs = exp[log[a] + log[b]]
        return leaves
    half = limbs // 2
    a0, a1, b0, b1 = a[:, :half], a[:, half:], b[:, :half], b[:, half:]
    parts = _limb_product(np.concatenate((a0, a1, a0 ^ a1)), np.concatenate((b0, b1, b0 ^ b1)))
    low, high, middle = parts[:rows], parts[rows : 2 * rows], parts[2 * rows :]
    return np.concatenate((low ^ _limb_by_half(high), low ^ middle), axis=1)


def _limb_by_half(a: Limbs) -> Limbs:
    rows, limbs = a.shape
    if limbs == 1:
        return _limb_tables()[2][a]
    half = limbs // 2
    a0, a1 = a[:, :half], a[:, half:]
    parts: Limbs = _limb_by_half(np.concatenate((_limb_by_half(a1), a0 ^ a1)))
    return np.concatenate((parts[:rows], parts[rows:]), axis=1)


def _limb_square(a: Limbs) -> Limbs:
    rows, limbs = a.shape
    if limbs == 1:
        log, exp, _ = _limb_tables()
        return exp[2 * log[a]]
    half = limbs // 2
    parts = _limb_square(np.concatenate((a[:, :half], a[:, half:])))
    low, high = parts[:rows], parts[rows:]
    return np.concatenate((low ^ _limb_by_half(high), high), axis=1)


def square(x: int) -> int:
    """x ⊗ x: (x1⊗F ⊕ x0)² = x1²⊗F ⊕ x1²⊗F/2 ⊕ x0².

    >>> square(4)
    6
    """
    return _square(x, _tabled_span(x), tables())


def _square(x: int, bits: int, t: Tables) -> int:
    if bits == LIMB:
        return t.exp[2 * t.log[x]]
    if WIDE <= bits <= WIDEST:
        return _from_limbs(_limb_square(_to_limbs(x, bits)))
    half = bits // 2
    high = _square(x >> half, half, t)
    return high << half | _square(x & (1 << half) - 1, half, t) ^ _by_half(high, half, t)


def square_root(x: int) -> int:
    """The y with y ⊗ y = x: the equations of the square, read backwards.

    >>> square_root(6)
    4
    """
    return _square_root(x, _tabled_span(x), tables())


def _square_root(x: int, bits: int, t: Tables) -> int:
    if bits == LIMB:
        n = t.log[x]
        return t.exp[(n + n % 2 * UNITS) // 2] if x else 0
    half = bits // 2
    x1, x0 = x >> half, x & (1 << half) - 1
    return _square_root(x1, half, t) << half | _square_root(x0 ^ _by_half(x1, half, t), half, t)


def inverse(x: int) -> int:
    """The reciprocal of x, not 0: the conjugate x1⊗F ⊕ x0 ⊕ x1 over the norm, which is below F.

    >>> inverse(7)
    11
    """
    return _inverse(x, _tabled_span(x), tables())


def _inverse(x: int, bits: int, t: Tables) -> int:
    if bits == LIMB:
        return t.exp[UNITS - t.log[x]]
    half = bits // 2
    x1, x0 = x >> half, x & (1 << half) - 1
    if not x1:
        return _inverse(x0, half, t)
    norm = _product(x0, x0 ^ x1, half, t) ^ _by_half(_square(x1, half, t), half, t)
    shared = _inverse(norm, half, t)
    return _product(x1, shared, half, t) << half | _product(x0 ^ x1, shared, half, t)


def power(x: int, n: int) -> int:
    """x^n for n >= 0, by squaring and multiplying.

    >>> power(4, 3)
    14
    """
    bits, t, value = _tabled_span(x), tables(), 1
    for digit in f"{n:b}":
        value = _square(value, bits, t)
        if digit == "1":
            value = _product(value, x, bits, t)
    return value


def artin_schreier(c: int) -> int:
    """One root of x² ⊕ x = c, the other being that ⊕ 1; in the next field if the trace of c is 1.

    >>> artin_schreier(1), artin_schreier(8)
    (2, 16)
    """
    bits = span(c)
    return _trace_zero_root(c, 2 * bits if c >> (bits - 1) else bits, tables())


def _trace_zero_root(c: int, bits: int, t: Tables) -> int:
    """The upper half solves an equation of the same kind; the lower one picks one of its roots."""
    if bits == 1:
        return 0
    half = bits // 2
    high = _trace_zero_root(c >> half, half, t)
    low = (c & (1 << half) - 1) ^ _by_half(_square(high, max(half, LIMB), t), half, t)
    if low >> (half - 1):
        high, low = high ^ 1, low ^ 1 << (half - 1)
    return high << half | _trace_zero_root(low, half, t)
