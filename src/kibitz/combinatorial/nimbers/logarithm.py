"""Orders and discrete logarithms in the field of nimbers."""

from __future__ import annotations

from math import isqrt, prod

from kibitz.combinatorial.methods.nimber import nim_sum as nim_sum
from kibitz.combinatorial.methods.nimber import quote, read_nimber
from kibitz.combinatorial.nimbers import tower as nim_tower
from kibitz.combinatorial.nimbers.field import nim_inverse, nim_power
from kibitz.core.errors import GameError

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
