"""Lotteries over countably many outcomes, and why utility must then be bounded.

Outcome n = 1, 2, 3, ... comes with probability ``(1 - ratio) ratio^(n-1)`` and is worth
``scale * growth^n + shift``. The expected utility is a geometric series: finite exactly when
ratio * growth < 1. With ratio 1/2 and growth 2 every term is one: the St Petersburg paradox. So if
utilities are unbounded, outcomes worth at least 2^n with probabilities 2^-n make a lottery that no
real number can be the utility of.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, plain, show

MOST_OUTCOMES = 4096


@dataclass(frozen=True)
class GeometricLottery:
    """Probabilities that fall and utilities that grow by constant factors.

    >>> game = geometric_lottery()
    >>> print(game.expected_utility, game.partial_sum(10))
    inf 10
    >>> print(geometric_lottery(growth="3/2").expected_utility)
    3
    """

    ratio: Fraction
    growth: Fraction
    scale: Fraction
    shift: Fraction

    def probability(self, n: int) -> Fraction:
        """The probability of an outcome.

        Parameters
        ----------
        n : int
            The number of the outcome, from 1.
        """
        return (1 - self.ratio) * self.ratio ** (n - 1)

    def utility(self, n: int) -> Fraction:
        """The utility of an outcome.

        Parameters
        ----------
        n : int
            The number of the outcome, from 1.
        """
        return self.scale * self.growth**n + self.shift

    @property
    def finite(self) -> bool:
        """Does the expected utility exist?"""
        return self.ratio * self.growth < 1 or self.scale == 0

    @property
    def expected_utility(self) -> Number:
        """The expected utility; infinite where the series diverges."""
        if not self.finite:
            return math.inf if self.scale > 0 else -math.inf
        if self.scale == 0:
            return self.shift
        first = (1 - self.ratio) * self.growth
        return self.scale * first / (1 - self.ratio * self.growth) + self.shift

    def partial_sum(self, n: int) -> Fraction:
        """What the first n outcomes contribute.

        Parameters
        ----------
        n : int
            How many outcomes to add up.
        """
        return sum((self.probability(k) * self.utility(k) for k in range(1, n + 1)), Fraction(0))

    def to_json(self) -> dict[str, Any]:
        value = self.expected_utility
        return {
            "kind": "countable-lottery",
            "ratio": plain(self.ratio),
            "growth": plain(self.growth),
            "scale": plain(self.scale),
            "shift": plain(self.shift),
            "expected_utility": "infinite" if value in (math.inf, -math.inf) else show(value),
            "conclusion": self.conclusion,
            "method": "the sum of a geometric series",
            "exact": True,
        }

    @property
    def conclusion(self) -> str:
        """What this lottery shows."""
        if self.finite:
            return "this lottery has a utility"
        return "utility must be bounded if countable lotteries are allowed"

    def __str__(self) -> str:
        value = self.expected_utility
        shown = "infinite" if value in (math.inf, -math.inf) else show(value)
        return f"expected utility {shown}: {self.conclusion}"


def geometric_lottery(
    ratio: Any = "1/2", growth: Any = 2, scale: Any = 1, shift: Any = 0
) -> GeometricLottery:
    """A countable lottery with geometric probabilities and utilities.

    Parameters
    ----------
    ratio : number, default "1/2"
        The ratio of successive probabilities.
    growth : number, default 2
        The ratio of successive utilities.
    scale : number, default 1
        The factor of the utilities.
    shift : number, default 0
        A number added to every utility.

    Returns
    -------
    GeometricLottery
        The lottery.
    """
    q, r = exact(ratio, "ratio"), exact(growth, "growth")
    if not 0 < q < 1:
        raise GameError(f"ratio: {show(q)}; it must lie between 0 and 1")
    if r <= 0:
        raise GameError(f"growth: {show(r)}; it must be positive")
    return GeometricLottery(q, r, exact(scale, "scale"), exact(shift, "shift"))


st_petersburg = geometric_lottery


def unbounded_witness(utility: Callable[[int], Any], terms: int = 10) -> tuple[int, ...]:
    """Outcomes n_1, n_2, ... with utility at least 2^k: a lottery of infinite utility.

    Taken with probabilities 2^-k, their expected utility is infinite.

    Parameters
    ----------
    utility : callable
        The utility of outcome n.
    terms : int, default 10
        How many outcomes to find.

    Returns
    -------
    tuple of int
        The outcomes.

    Examples
    --------
    >>> unbounded_witness(lambda n: n * n, terms=5)
    (2, 2, 3, 4, 6)
    >>> unbounded_witness(lambda n: 1 - Fraction(1, n + 1), terms=1)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: no outcome up to 4096 is worth 2; the utility seems bounded
    """
    found, n = [], 1
    for k in range(1, terms + 1):
        while exact(utility(n)) < 2**k:
            n += 1
            if n > MOST_OUTCOMES:
                raise GameError(
                    f"no outcome up to {MOST_OUTCOMES} is worth {2**k}; the utility seems bounded"
                )
        found.append(n)
    return tuple(found)
