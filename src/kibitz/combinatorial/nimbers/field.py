"""The field of nimbers: the whole numbers with nim-addition and nim-multiplication.

The numbers below 2^(2^k) form a field of that size, each field inside the next, and numbers may
have any size. The arithmetic itself is that of :mod:`kibitz.combinatorial.nimbers.tower`.

References: Conway, On Numbers and Games, chapter 6; Ferguson, Game Theory, I.5.2-I.5.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import repeat
from math import isqrt, prod
from numbers import Integral
from operator import or_, xor
from typing import Any

from kibitz.combinatorial.methods.nimber import least_absent, quote, read_nimber
from kibitz.combinatorial.methods.nimber import nim_sum as nim_sum
from kibitz.combinatorial.nimbers import tower as nim_tower
from kibitz.core.errors import GameError

MOST_STEPS = 50_000_000  # table lookups, half a minute at most
MOST_TABLE = 64  # rows of a table computed by the mex rule
MOST_PRIME = 1 << 32  # a discrete logarithm keeps a table of the square root of this

FERMAT_FACTORS = (
    (3,),
    (5,),
    (17,),
    (257,),
    (65537,),
    (641, 6700417),
    (274177, 67280421310721),
    (59649589127497217, 5704689200685129054721),
    (1238926361552897, 93461639715357977769163558199606896584051237541638188580280321),
)
"""The primes of 2^(2^k) + 1; those of 2^(2^k) - 1 are all before row k."""


def nim_product(x: int, y: int) -> int:
    """The product x ⊗ y.

    Parameters
    ----------
    x : int
        A nimber.
    y : int
        A nimber.

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
    """
    x, y = read_nimber(x), read_nimber(y)
    _afford(1, x | y, "nim_product")
    return nim_tower.product(x, y)


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


def nim_order(x: int) -> int:
    """The least n > 0 with x^n = 1, for x below 2^512.

    The order divides 2^k - 1, a product of Fermat numbers whose primes are known.

    Parameters
    ----------
    x : int
        A nimber.

    Returns
    -------
    int
        The order.

    Notes
    -----
    Cost: a power for each prime.

    Examples
    --------
    >>> nim_order(1), nim_order(2), nim_order(4), nim_order(2**63)
    (1, 3, 15, 6148914691236517205)
    """
    return prod(_order_primes(x))


def nim_logarithm(base: int, x: int) -> int:
    """The least n >= 0 with base^n = x, for nimbers below 2^64 (and others of smooth order).

    Parameters
    ----------
    base : int
        The base.
    x : int
        A nimber.

    Returns
    -------
    int
        The exponent.

    Notes
    -----
    One logarithm for each prime p of the order of the base, by baby and giant steps, joined by the
    Chinese remainder theorem. Cost: O(√p) products.

    References
    ----------
    Pohlig and Hellman 1978.

    Examples
    --------
    >>> nim_logarithm(2, 3), nim_logarithm(2**40 + 1, nim_power(2**40 + 1, 123456789))
    (2, 123456789)
    >>> nim_logarithm(2, 4)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: 4 is not a power of 2
    """
    primes, x = _order_primes(base), read_nimber(x)
    if primes and primes[-1] > MOST_PRIME:
        raise GameError(
            f"the order of {quote(base)} has the prime factor {primes[-1]}, above "
            f"{MOST_PRIME}; take a base below 2^64"
        )
    order = prod(primes)
    if x == 0 or nim_power(x, order) != 1:
        raise GameError(f"{quote(x)} is not a power of {quote(base)}")
    n = 0
    for p in primes:
        cofactor = order // p
        digit = _baby_and_giant(nim_power(base, cofactor), nim_power(x, cofactor), p)
        n += digit * cofactor * pow(cofactor, -1, p)
    return n % order


def nim_polynomial(coefficients: Sequence[int], x: int) -> int:
    """The value at x of c0 ⊕ c1⊗x ⊕ c2⊗x² ⊕ ..., by Horner's rule.

    Parameters
    ----------
    coefficients : sequence of int
        The coefficients, the constant first.
    x : int
        A nimber.

    Returns
    -------
    int
        The value.

    Notes
    -----
    Cost: a product for each term.

    Examples
    --------
    >>> nim_polynomial([8, 1, 1], 16), nim_polynomial([], 5)
    (0, 0)
    """
    x, terms = read_nimber(x), _row(coefficients, "coefficients")
    _afford(len(terms), reduce(or_, terms, x), "nim_polynomial")
    value = 0
    for c in reversed(terms):
        value = nim_tower.product(value, x) ^ c
    return value


def nim_matrix_product(a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]) -> list[list[int]]:
    """The matrix product over nimbers.

    Parameters
    ----------
    a : Sequence[Sequence[int]]
        The rows of a matrix.
    b : Sequence[Sequence[int]]
        The rows of another matrix.

    Returns
    -------
    list[list[int]]
        The rows of the product.

    Notes
    -----
    Cost: O(mnk) products.

    Examples
    --------
    >>> nim_matrix_product([[1, 2], [3, 4]], [[5], [6]])
    [[14], [1]]
    """
    left, right = _matrix(a, "left matrix"), _matrix(b, "right matrix")
    if len(left[0]) != len(right):
        raise GameError(
            f"{len(left[0])} columns on the left, {len(right)} rows on the right; "
            "they must be equal"
        )
    columns = list(zip(*right, strict=True))
    _afford(len(left) * len(right) * len(columns), _union(left) | _union(right), "matrix product")
    return [
        [reduce(xor, map(nim_tower.product, row, column)) for column in columns] for row in left
    ]


def nim_solve(matrix: Sequence[Sequence[int]], right: Sequence[int]) -> list[int]:
    """One solution x of matrix ⊗ x = right, its free unknowns 0.

    All other solutions differ from it by combinations of :func:`nim_null_space`.

    Parameters
    ----------
    matrix : Sequence[Sequence[int]]
        The rows of a matrix of nimbers.
    right : sequence of int
        The right-hand side.

    Returns
    -------
    list of int
        The solution.

    Notes
    -----
    Gauss-Jordan elimination. Cost: O(mn min(m, n)) products.

    Examples
    --------
    >>> nim_solve([[1, 2], [3, 4]], [14, 1])
    [5, 6]
    >>> nim_solve([[1, 2], [2, 3]], [1, 1])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the equations contradict each other; they have no solution
    """
    rows, sides = _matrix(matrix, "matrix"), _row(right, "right-hand side")
    if len(sides) != len(rows):
        raise GameError(
            f"{len(rows)} rows, but {len(sides)} right-hand sides; give one for each row"
        )
    unknowns = len(rows[0])
    extended = [[*row, side] for row, side in zip(rows, sides, strict=True)]
    pivots = _gauss_jordan(extended, unknowns)
    if any(row[-1] for row in extended[len(pivots) :]):
        raise GameError("the equations contradict each other; they have no solution")
    solution = [0] * unknowns
    for row, column in zip(extended, pivots, strict=False):
        solution[column] = row[-1]
    return solution


def nim_null_space(matrix: Sequence[Sequence[int]]) -> list[list[int]]:
    """A basis of the x with matrix ⊗ x = 0.

    Parameters
    ----------
    matrix : Sequence[Sequence[int]]
        The rows of a matrix of nimbers.

    Returns
    -------
    list[list[int]]
        The basis.

    Notes
    -----
    Cost: O(mn min(m, n)) products.

    Examples
    --------
    >>> nim_null_space([[1, 2], [2, 3]]), nim_null_space([[1, 2], [3, 4]])
    ([[2, 1]], [])
    """
    rows = _matrix(matrix, "matrix")
    unknowns = len(rows[0])
    pivots = _gauss_jordan(rows, unknowns)
    basis = []
    for free in sorted(set(range(unknowns)) - set(pivots)):
        vector = [int(k == free) for k in range(unknowns)]
        for row, column in zip(rows, pivots, strict=False):
            vector[column] = row[free]
        basis.append(vector)
    return basis


def nim_matrix_inverse(matrix: Sequence[Sequence[int]]) -> list[list[int]]:
    """The inverse of a square matrix.

    Parameters
    ----------
    matrix : Sequence[Sequence[int]]
        The rows of a matrix of nimbers.

    Returns
    -------
    list[list[int]]
        The rows of the inverse.

    Notes
    -----
    Cost: O(n^3) products.

    Examples
    --------
    >>> nim_matrix_inverse([[0, 2], [1, 5]])
    [[15, 1], [3, 0]]
    """
    rows = _matrix(matrix, "matrix")
    n = len(rows)
    if len(rows[0]) != n:
        raise GameError(f"a {n} x {len(rows[0])} matrix has no inverse; give a square one")
    extended = [[*row, *(int(i == j) for j in range(n))] for i, row in enumerate(rows)]
    if len(_gauss_jordan(extended, n)) < n:
        raise GameError("the matrix is singular: its rows are dependent, and it has no inverse")
    return [row[n:] for row in extended]


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


def nim_table(n: int) -> list[list[int]]:
    """The products of the numbers below n by the definition alone, without the field structure.

    x ⊗ y is the least number not of the form (a⊗y) ⊕ (x⊗b) ⊕ (a⊗b) with a < x, b < y, the value
    of a coin at (x, y) in Turning Corners.

    Parameters
    ----------
    n : int
        The number of rows and columns.

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
    n = _whole(n, "size of the table")
    if not 0 <= n <= MOST_TABLE:
        raise GameError(
            f"a table of {quote(n)} rows; the definition is used up to {MOST_TABLE}, nim_product "
            "beyond"
        )
    table = [[0] * n for _ in range(n)]
    for x in range(n):
        for y in range(n):
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


def _row(xs: Iterable[int], where: str) -> list[int]:
    if isinstance(xs, str) or not hasattr(xs, "__iter__"):
        raise GameError(f"{where}: {quote(xs)} is not a list of nimbers")
    return [read_nimber(x, where) for x in xs]


def _matrix(rows: Sequence[Sequence[int]], where: str) -> list[list[int]]:
    if isinstance(rows, str) or not hasattr(rows, "__iter__"):
        raise GameError(f"{where}: {quote(rows)} is not a list of rows such as [[1, 2], [3, 4]]")
    read = [_row(row, f"{where}, row {i}") for i, row in enumerate(rows, 1)]
    if not read or not read[0]:
        raise GameError(f"{where}: it is empty; write rows such as [[1, 2], [3, 4]]")
    for i, row in enumerate(read, 1):
        if len(row) != len(read[0]):
            raise GameError(f"{where}: row {i} has {len(row)} entries, row 1 has {len(read[0])}")
    return read


def _union(rows: list[list[int]]) -> int:
    return reduce(or_, (x for row in rows for x in row), 0)


def _afford(products: int, widest: int, what: str) -> None:
    """Refuse work that would take minutes: a product of 16·2^k bits makes 3^k lookups."""
    bits = max(nim_tower.LIMB, nim_tower.span(widest))
    steps = products * 3 ** ((bits // nim_tower.LIMB).bit_length() - 1)
    if steps > MOST_STEPS:
        raise GameError(
            f"{what}: {products} products of {bits} bits take {steps:.1e} lookups, more than "
            f"{MOST_STEPS:.1e}; use fewer or shorter numbers"
        )


def _order_primes(x: int) -> list[int]:
    """The primes of the order of x, ascending; the order is their product, as none occurs twice."""
    x = read_nimber(x)
    bits = nim_tower.span(x)
    if x == 0:
        raise GameError("0 has no order, since no power of it is 1; give a nonzero nimber")
    level = bits.bit_length() - 1
    if level > len(FERMAT_FACTORS):
        raise GameError(
            f"{quote(x)} lies in the field of {bits} bits; the primes are stored for "
            f"fields of at most {1 << len(FERMAT_FACTORS)} bits"
        )
    units = (1 << bits) - 1
    primes = sorted(p for row in FERMAT_FACTORS[:level] for p in row)
    return [p for p in primes if nim_power(x, units // p) != 1]


def _baby_and_giant(base: int, x: int, order: int) -> int:
    """The n below ``order`` with base^n = x, which is known to exist."""
    steps = isqrt(order - 1) + 1
    baby, value = {}, 1
    for n in range(steps):
        baby[value] = n
        value = nim_tower.product(value, base)
    giant = nim_inverse(value)
    for n in range(0, steps * steps, steps):
        if x in baby:
            return n + baby[x]
        x = nim_tower.product(x, giant)
    raise AssertionError("unreachable: the logarithm exists")


def _gauss_jordan(rows: list[list[int]], unknowns: int) -> list[int]:
    """Bring ``rows`` to reduced echelon form in place; the pivot columns, one for each top row."""
    products = len(rows) * len(rows[0]) * min(len(rows), unknowns)
    _afford(products, _union(rows), "elimination")
    pivots: list[int] = []
    for column in range(unknowns):
        top = len(pivots)
        found = next((i for i in range(top, len(rows)) if rows[i][column]), None)
        if found is None:
            continue
        scale = nim_inverse(rows[found][column])
        pivot = [nim_tower.product(scale, x) for x in rows[found]]
        rows[found], rows[top] = rows[top], pivot
        for i, row in enumerate(rows):
            if i != top and row[column]:
                shifts = map(nim_tower.product, repeat(row[column]), pivot)
                rows[i] = list(map(xor, row, shifts))
        pivots.append(column)
    return pivots
