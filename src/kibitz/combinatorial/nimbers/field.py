"""The field of nimbers: the whole numbers with nim-addition and nim-multiplication.

The numbers below 2^(2^k) form a field of that size, each field inside the next, and numbers may
have any size. The arithmetic itself is that of :mod:`kibitz.combinatorial.nimbers.tower`.

References: Conway, On Numbers and Games, chapter 6; Ferguson, Game Theory, I.5.2-I.5.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from typing import Any

from kibitz.combinatorial.methods.nimber import least_absent, quote, read_nimber
from kibitz.combinatorial.methods.nimber import nim_sum as nim_sum
from kibitz.combinatorial.nimbers import tower as nim_tower
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

MOST_STEPS = 50_000_000  # table lookups, half a minute at most
MOST_TABLE = 64  # rows of a table computed by the mex rule


def nim_product(x: int, y: int, *more: int) -> int:
    """The product x ⊗ y, and of further factors.

    Parameters
    ----------
    x : int
        A nimber.
    y : int
        A nimber.
    *more : int
        More nimbers.

    Returns
    -------
    int
        The product.

    Notes
    -----
    Three products of half the length at each split. Cost: O(n^1.59 log n) for n bits, less when one
    number is short.

    References
    ----------
    Conway 1976; Lenstra 1978; Ferguson I.5.3.

    Examples
    --------
    >>> nim_product(24, 17), nim_product(8, 8), nim_product(2**64, 2**64) == 2**64 + 2**63
    (128, 13, True)
    >>> nim_product(3, 5, 6)
    4
    """
    x, y = read_nimber(x), read_nimber(y)
    _afford(1, x | y, "nim_product")
    product = nim_tower.product(x, y)
    return nim_product(product, *more) if more else product


def nim_square(x: int) -> int:
    """The square x ⊗ x, a linear map; cheaper than a product.

    Parameters
    ----------
    x : int
        A nimber.

    Returns
    -------
    int
        The square.

    References
    ----------
    Ferguson I.5.3.

    Examples
    --------
    >>> [nim_square(x) for x in range(8)]
    [0, 1, 3, 2, 6, 7, 5, 4]
    """
    x = read_nimber(x)
    _afford(1, x, "nim_square")
    return nim_tower.square(x)


def nim_square_root(x: int) -> int:
    """The unique y with y ⊗ y = x, in the same field.

    Parameters
    ----------
    x : int
        A nimber.

    Returns
    -------
    int
        The root.

    Notes
    -----
    Cost: that of a product.

    References
    ----------
    Ferguson ex. I.5.5.6.

    Examples
    --------
    >>> [nim_square_root(x) for x in range(8)]
    [0, 1, 3, 2, 7, 6, 4, 5]
    """
    x = read_nimber(x)
    _afford(1, x, "nim_square_root")
    return nim_tower.square_root(x)


def nim_inverse(x: int) -> int:
    """The reciprocal of x: its conjugate divided by its norm, which lies in the field below.

    Parameters
    ----------
    x : int
        A nimber.

    Returns
    -------
    int
        The inverse.

    Notes
    -----
    Cost: a few products.

    References
    ----------
    Ferguson I.5.3.

    Examples
    --------
    >>> nim_inverse(2), nim_inverse(7), nim_product(7, 11)
    (3, 11, 1)
    >>> nim_inverse(0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: 0 has no inverse; divide by a nonzero nimber
    """
    x = read_nimber(x)
    _afford(3, x, "nim_inverse")
    return _invert(x)


def nim_quotient(x: int, y: int) -> int:
    """The unique z with z ⊗ y = x.

    Parameters
    ----------
    x : int
        A nimber.
    y : int
        A nimber.

    Returns
    -------
    int
        The quotient.

    Notes
    -----
    Cost: a few products.

    References
    ----------
    Ferguson I.5.3.

    Examples
    --------
    >>> nim_quotient(6, 5), nim_quotient(1, 7)
    (9, 11)
    """
    x, y = read_nimber(x), read_nimber(y)
    _afford(4, x | y, "nim_quotient")
    return nim_tower.product(x, _invert(y))


def nim_power(x: int, n: int) -> int:
    """x ⊗ x ⊗ ... ⊗ x, n times; n may be negative, and x^0 = 1.

    Parameters
    ----------
    x : int
        A nimber.
    n : int
        The exponent.

    Returns
    -------
    int
        The power.

    Notes
    -----
    Square and multiply, the exponent taken modulo the 2^k - 1 units of the field of k bits. Cost:
    at most k squares and k/2 products.

    References
    ----------
    Ferguson I.5.3.

    Examples
    --------
    >>> nim_power(2, 3), nim_power(7, -1), nim_power(2**40, 2**64 - 1), nim_power(5, 10**100)
    (1, 11, 1, 3)
    """
    x, n = read_nimber(x), _whole(n, "exponent")
    if n < 0:
        x, n = nim_inverse(x), -n
    if x == 0 or n == 0:
        return int(n == 0)
    bits = field_bits(x)
    units = (1 << bits) - 1
    n %= units
    if 2 * n.bit_count() > bits:
        x, n = nim_inverse(x), units - n
    _afford(n.bit_length() + n.bit_count(), x, "nim_power")
    return nim_tower.power(x, n)


def nim_quadratic(a: int, b: int, c: int) -> tuple[int, ...]:
    """The roots of a⊗x⊗x ⊕ b⊗x ⊕ c = 0, in ascending order and each once.

    Two roots when neither a nor b is 0 (in the next field, if the trace of a⊗c⊘b² is 1); one when
    just one of them is 0; none when both are 0 and c is not.

    Parameters
    ----------
    a : int
        The coefficient of x ⊗ x.
    b : int
        The coefficient of x.
    c : int
        The constant.

    Returns
    -------
    tuple of int
        The roots.

    Notes
    -----
    The equation is reduced to x² ⊕ x = c. Cost: a few products.

    References
    ----------
    Ferguson ex. I.5.5.6.

    Examples
    --------
    >>> nim_quadratic(1, 1, 1), nim_quadratic(1, 1, 8)
    ((2, 3), (16, 17))
    >>> nim_quadratic(1, 0, 6), nim_quadratic(0, 5, 6)
    ((4,), (9,))
    >>> nim_quadratic(0, 0, 3)
    ()
    """
    a, b, c = read_nimber(a), read_nimber(b), read_nimber(c)
    _afford(12, a | b | c, "nim_quadratic")
    if a == b == 0:
        if c == 0:
            raise GameError("every nimber solves 0 = 0; give a, b or c a value other than 0")
        return ()
    if a == 0:
        return (nim_quotient(c, b),)
    if b == 0:
        return (nim_square_root(nim_quotient(c, a)),)
    scale = nim_quotient(b, a)
    root = nim_tower.artin_schreier(nim_quotient(nim_quotient(c, b), scale))
    first = nim_tower.product(scale, root)
    return tuple(sorted((first, first ^ scale)))


def field_bits(x: int) -> int:
    """The least k among 1, 2, 4, 8, ... with x below 2^k, so that x lies in the field of k bits.

    Parameters
    ----------
    x : int
        A nimber.

    Returns
    -------
    int
        The number of bits.

    Examples
    --------
    >>> [field_bits(x) for x in (0, 1, 2, 15, 16, 2**100)]
    [1, 1, 2, 4, 8, 128]
    """
    return nim_tower.span(read_nimber(x))


def fermat_powers(n: int) -> tuple[int, ...]:
    """The first n Fermat 2-powers 2^(2^k); below each lies a field.

    Parameters
    ----------
    n : int
        How many.

    Returns
    -------
    tuple of int
        The powers.

    References
    ----------
    Ferguson I.5.3.

    Examples
    --------
    >>> fermat_powers(5)
    (2, 4, 16, 256, 65536)
    """
    n = _whole(n, "number of powers")
    if not 0 <= n <= 20:
        raise GameError(f"{quote(n)} Fermat 2-powers; ask for 0 to 20, the last has 524289 bits")
    return tuple(1 << (1 << k) for k in range(n))


def nim_trace(x: int, bits: int | None = None) -> int:
    """The trace x ⊕ x² ⊕ x⁴ ⊕ ... down to 0 or 1, in the field of ``bits`` bits.

    The trace is the leading bit of the field: x and its conjugate differ by x1, so that each split
    keeps the upper half.

    Parameters
    ----------
    x : int
        A nimber.
    bits : int, optional
        The bits of the field; the smallest field that holds x if omitted.

    Returns
    -------
    int
        0 or 1.

    Notes
    -----
    Cost: O(1).

    Examples
    --------
    >>> nim_trace(8), nim_trace(7), nim_trace(8, bits=8)
    (1, 0, 0)
    """
    x = read_nimber(x)
    least = nim_tower.span(x)
    bits = least if bits is None else _whole(bits, "bits")
    if bits < least or bits & (bits - 1):
        raise GameError(
            f"{quote(bits)} bits is not the size of a field that holds {quote(x)}; give {least}, "
            f"{2 * least}, {4 * least}, ..."
        )
    return x >> (bits - 1) & 1


def tartan_pairs(v1: int, v2: int, u: int) -> Iterator[tuple[int, int]]:
    """The (a, b) with a < v1, b < v2 and (a⊗b) ⊕ (a⊗v2) ⊕ (v1⊗b) = u, in the order of a.

    They are the moves of Turning Corners from (v1, v2) to value u, and the first step of the Tartan
    theorem; there is one for each u below v1 ⊗ v2.

    Parameters
    ----------
    v1 : int
        A nimber.
    v2 : int
        A nimber.
    u : int
        A nimber.

    Yields
    ------
    tuple[int, int]
        A pair (a, b).

    Notes
    -----
    The equation says (a⊕v1) ⊗ (b⊕v2) = u ⊕ (v1⊗v2). Cost: a quotient for each a.

    References
    ----------
    Ferguson I.5.4.

    Examples
    --------
    >>> list(tartan_pairs(2, 3, 0)), nim_product(2, 3)
    ([(0, 0), (1, 1)], 1)
    """
    v1, v2, u = read_nimber(v1), read_nimber(v2), read_nimber(u)
    target = u ^ nim_product(v1, v2)
    pairs = ((a, v2 ^ nim_quotient(target, a ^ v1)) for a in range(v1))
    return (pair for pair in pairs if pair[1] < v2)


def is_odious(n: int) -> bool:
    """Whether n has an odd number of ones in binary.

    Parameters
    ----------
    n : int
        A whole number.

    Returns
    -------
    bool
        True when the number of ones is odd.

    Notes
    -----
    Cost: O(bits).

    References
    ----------
    Ferguson I.5.1.

    Examples
    --------
    >>> [n for n in range(16) if is_odious(n)]
    [1, 2, 4, 7, 8, 11, 13, 14]
    """
    return read_nimber(n).bit_count() % 2 == 1


def is_evil(n: int) -> bool:
    """Whether n has an even number of ones in binary.

    Parameters
    ----------
    n : int
        A whole number.

    Returns
    -------
    bool
        True when the number of ones is even.

    Notes
    -----
    Cost: O(bits).

    References
    ----------
    Ferguson I.5.1.

    Examples
    --------
    >>> [n for n in range(16) if is_evil(n)]
    [0, 3, 5, 6, 9, 10, 12, 15]
    """
    return not is_odious(n)


def nim_table(n: int, columns: int | None = None) -> list[list[int]]:
    """The products of the numbers below n by the definition alone, without the field structure.

    x ⊗ y is the least number not of the form (a⊗y) ⊕ (x⊗b) ⊕ (a⊗b) with a < x, b < y, the value
    of a coin at (x, y) in Turning Corners.

    Parameters
    ----------
    n : int
        The number of rows.
    columns : int, optional
        The number of columns, by default as many.

    Returns
    -------
    list[list[int]]
        The products, row by row.

    Notes
    -----
    Cost: O(n^4).

    References
    ----------
    Ferguson I.5.2.

    Examples
    --------
    >>> nim_table(4)
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    """
    sides = [_whole(side, "size of the table") for side in (n, n if columns is None else columns)]
    for side, what in zip(sides, ("row", "column"), strict=True):
        if not 0 <= side <= MOST_TABLE:
            raise GameError(
                f"a table of {count_of(quote(side), what)}; the definition is used up to "
                f"{MOST_TABLE}, nim_product beyond"
            )
    table = [[0] * sides[1] for _ in range(sides[0])]
    for x in range(sides[0]):
        for y in range(sides[1]):
            row, taken = table[x], set[int]()
            for a in range(x):
                other = table[a]
                taken.update(other[y] ^ row[b] ^ other[b] for b in range(y))
            row[y] = least_absent(taken)
    return table


def _whole(x: Any, what: str) -> int:
    if isinstance(x, bool) or not isinstance(x, Integral):
        raise GameError(f"{what}: {quote(x)} is not a whole number")
    return int(x)


def _invert(x: int) -> int:
    if x == 0:
        raise GameError("0 has no inverse; divide by a nonzero nimber")
    return nim_tower.inverse(x)


def _afford(products: int, widest: int, what: str) -> None:
    """Refuse work that would take minutes: a product of 16·2^k bits makes 3^k lookups."""
    bits = max(nim_tower.LIMB, nim_tower.span(widest))
    steps = products * 3 ** ((bits // nim_tower.LIMB).bit_length() - 1)
    if steps > MOST_STEPS:
        raise GameError(
            f"{what}: {products} products of {bits} bits take {steps:.1e} lookups, more than "
            f"{MOST_STEPS:.1e}; use fewer or shorter numbers"
        )
