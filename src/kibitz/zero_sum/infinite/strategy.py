"""Mixed strategies over the positive integers: finitely many numbers, or geometric weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.zero_sum.infinite.game import positive

FiniteMixture = tuple[tuple[int, Fraction], ...]
"""Numbers with their positive probabilities, in ascending order."""


def finite_mixture(given: Any, where: str = "strategy") -> FiniteMixture:
    """Read a mixture: one number, a mapping from numbers to probabilities, or pairs.

    Parameters
    ----------
    given : int, mapping or pairs
        Numbers with their probabilities.
    where : str, default "strategy"
        How errors name the mixture.

    Returns
    -------
    FiniteMixture
        The mixture, checked.

    Examples
    --------
    >>> finite_mixture({5: "1/4", 1: "1/4", 2: "1/2"})
    ((1, Fraction(1, 4)), (2, Fraction(1, 2)), (5, Fraction(1, 4)))
    """
    if isinstance(given, int):
        given = {given: 1}
    pairs = list(given.items() if isinstance(given, Mapping) else given)
    read: dict[int, Fraction] = {}
    for k, weight in pairs:
        name = positive(k, where)
        if name in read:
            raise GameError(f"{where}: the number {name} is given twice")
        read[name] = exact(weight, f"{where}, probability of {name}")
        if read[name] < 0:
            raise GameError(f"{where}: the probability of {name} is {show(read[name])}, below 0")
    total = sum(read.values(), Fraction(0))
    if total != 1:
        raise GameError(f"{where}: the probabilities add up to {show(total)}, not 1")
    return tuple((k, read[k]) for k in sorted(read) if read[k])


def mixture_text(mixture: FiniteMixture) -> str:
    """The numbers played and their probabilities, on one line."""
    shown = [f"{k}: {show(weight)}" for k, weight in mixture[:12]]
    more = f"   ... {len(mixture) - 12} more" if len(mixture) > 12 else ""
    return "   ".join(shown) + more


@dataclass(frozen=True)
class Geometric:
    """The mixture that names k with probability (1 - ratio) * ratio ** (k - 1).

    >>> Geometric("1/2").weight(3)
    Fraction(1, 8)
    """

    ratio: Fraction

    def __init__(self, ratio: Any) -> None:
        read = exact(ratio, "ratio")
        if not 0 < read < 1:
            raise GameError(f"the ratio is {show(read)}; it must lie between 0 and 1")
        object.__setattr__(self, "ratio", read)

    def weight(self, k: int) -> Fraction:
        """The probability of k.

        Parameters
        ----------
        k : int
            A positive integer.
        """
        return (1 - self.ratio) * self.ratio ** (k - 1)

    def beyond(self, k: int) -> Fraction:
        """The probability of k and everything above it.

        Parameters
        ----------
        k : int
            A positive integer.
        """
        return self.ratio ** (k - 1)

    def __str__(self) -> str:
        return f"geometric with ratio {show(self.ratio)}"
