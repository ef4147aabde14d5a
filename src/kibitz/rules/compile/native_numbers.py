"""What Python's integers can do and Numba's cannot, for compiled rules. Imports Numba."""

from __future__ import annotations

from numba import njit

from kibitz.rules.compile.native import highest, popcount

_MOST = (1 << 63) - 1


@njit(inline="always")
def bit_length(number: int) -> int:
    return highest(abs(number)) + 1  # type: ignore[call-arg]


@njit(inline="always")
def bit_count(number: int) -> int:
    return popcount(abs(number))  # type: ignore[call-arg]


@njit
def comb(things: int, chosen: int) -> int:
    if things < 0 or chosen < 0:
        raise ValueError("binomial coefficients need nonnegative arguments")
    ways = 1
    for k in range(min(chosen, things - chosen) if chosen <= things else 0):
        if ways > _MOST // (things - k):
            raise OverflowError("a binomial coefficient has more than 64 bits")
        ways = ways * (things - k) // (k + 1)
    return ways if chosen <= things else 0
