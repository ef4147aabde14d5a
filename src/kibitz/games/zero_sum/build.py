"""What the builders of matrix games share: the checks of their parameters, and the labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, TooLarge
from kibitz.core.numbers import Number, number, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.game import MatrixGame

MOST_CELLS = 10_000_000
"""The largest payoff matrix a builder writes out, in words of 64 bits."""
MOST_STRATEGIES = 200_000
"""Of one player: each has a name."""
MOST_BITS = 14_000
"""The longest payoff, within what Python prints without being asked."""


def zero_sum(
    title: str,
    payoffs: Any,
    rows: Iterable[Any],
    columns: Iterable[Any],
    players: tuple[str, str] = ("I", "II"),
) -> MatrixGame:
    """A matrix game with labels of any kind."""
    return MatrixGame(
        Tensor.read(payoffs), tuple(map(str, rows)), tuple(map(str, columns)), players, title
    )


def whole(value: Any, what: str, least: int) -> int:
    """A whole number that is large enough.

    >>> whole(0, "n", 1)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: n is 0; it must be a whole number, at least 1
    """
    if type(value) is int and value >= least:
        return value
    read = number(value, what)
    if read != int(read) or read < least:
        raise GameError(f"{what} is {show(read)}; it must be a whole number, at least {least}")
    return int(read)


def between(value: Any, what: str, low: int, high: int) -> Number:
    """A number in the closed interval from ``low`` to ``high``."""
    read = number(value, what)
    if not low <= read <= high:
        raise GameError(f"{what} is {show(read)}; it must lie between {low} and {high}")
    return read


def positive(value: Any, what: str) -> Number:
    """A number above zero."""
    read = number(value, what)
    if read <= 0:
        raise GameError(f"{what} is {show(read)}; it must be positive")
    return read


def not_negative(value: Any, what: str) -> Number:
    """A number that is zero or more."""
    read = number(value, what)
    if read < 0:
        raise GameError(f"{what} is {show(read)}; it must not be negative")
    return read


def several(values: Sequence[Any], what: str, least: int = 1) -> tuple[Number, ...]:
    """A list of numbers that is long enough."""
    if len(values) < least:
        raise GameError(f"{what}: {len(values)} given; it takes at least {least}")
    return tuple(number(x, f"{what}, item {i}") for i, x in enumerate(values, 1))


def fits(rows: int, columns: int, game: str, instead: str, bits: int = 64) -> None:
    """Refuse a matrix that is too large to write out, or numbers too long, before it is built.

    >>> fits(10**6, 10**6, "blotto", "take fewer units")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.TooLarge: blotto: 1,000,000 strategies are more than the limit of
    200,000; take fewer units
    """
    if bits > MOST_BITS:
        raise GameError(
            f"{game}: payoffs of {bits} binary digits are longer than the limit of {MOST_BITS}; "
            f"{instead}"
        )
    if max(rows, columns) > MOST_STRATEGIES:
        raise TooLarge(
            f"{game}: {count_of(max(rows, columns), 'strategy')} are more than the limit of "
            f"{MOST_STRATEGIES:,}; {instead}"
        )
    most = MOST_CELLS * 64 // max(bits, 64)
    if rows * columns > most:
        raise TooLarge(
            f"{game}: {rows} x {columns} payoffs are more than the limit of {most:,}; {instead}"
        )


def digits(x: Number) -> int:
    """How many binary digits a power of this number grows by with each factor.

    >>> digits(Fraction(2)), digits(0.5)
    (3, 0)
    """
    if not isinstance(x, Fraction):
        return 0
    return x.numerator.bit_length() + x.denominator.bit_length()
