"""Playing a mixture with a clock: cells of a dial instead of probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, is_root, magnitude, show
from kibitz.zero_sum.strategies.mixture import mixture


@dataclass(frozen=True)
class Randomizer:
    """How many cells of the dial each strategy gets, and how far that is from the mixture."""

    cells: tuple[int, ...]
    size: int
    error: Number
    """The greatest difference between a probability and its share of the dial."""

    @property
    def exact(self) -> bool:
        return self.error == 0

    def choose(self, cell: int) -> int:
        """The strategy (from 0) to play when the hand points at this cell (from 0)."""
        if not 0 <= cell < self.size:
            raise GameError(f"cell {cell} is not on the dial; cells run from 0 to {self.size - 1}")
        for k, count in enumerate(self.cells):
            cell -= count
            if cell < 0:
                return k
        raise AssertionError("the cells fill the dial")

    def __str__(self) -> str:
        return dial_text(self, [str(k) for k in range(1, len(self.cells) + 1)])


def randomizer(probabilities: Sequence[Any], cells: int = 60) -> Randomizer:
    """Share the cells of a dial among the strategies, by largest remainders.

    Exact when every denominator divides the number of cells; otherwise the nearest apportionment.
    With 60 cells the second hand of a watch will do.

    Parameters
    ----------
    probabilities : sequence
        The probabilities of the strategies, in order.
    cells : int, default 60
        How many cells the dial has.

    Returns
    -------
    Randomizer
        The dial.

    References
    ----------
    Ferguson II.1.3.

    Examples
    --------
    >>> randomizer(["7/12", "5/12"]).cells
    (35, 25)
    >>> near = randomizer(["1/7", "6/7"])
    >>> near.cells, near.exact, near.error
    ((9, 51), False, Fraction(1, 140))
    """
    if not isinstance(cells, int) or cells < 1:
        raise GameError(f"a dial of {cells!r} cells; it must be a positive integer")
    given = [
        p if is_root(p) else exact(p, f"probability {i}") for i, p in enumerate(probabilities, 1)
    ]
    weights = mixture(given, tuple(map(str, range(len(given)))), "probabilities")
    shares = [w * cells for w in weights]
    counts = [floor(float(s)) if is_root(s) else int(s) for s in shares]
    by_remainder = sorted(range(len(shares)), key=lambda k: (counts[k] - shares[k], k))
    for k in by_remainder[: cells - sum(counts)]:
        counts[k] += 1
    error = max(magnitude(w - Fraction(c, cells)) for w, c in zip(weights, counts, strict=True))
    return Randomizer(tuple(counts), cells, error)


def dial_text(dial: Randomizer, labels: Sequence[str]) -> str:
    """How to read the dial, in one line.

    >>> dial_text(randomizer(["7/12", "5/12"]), ["one", "two"])
    'one: cells 0-34, two: cells 35-59'
    """
    parts, start = [], 0
    for label, count in zip(labels, dial.cells, strict=True):
        if count:
            parts.append(f"{label}: cells {start}-{start + count - 1}")
        start += count
    suffix = "" if dial.exact else f" (off by at most {show(dial.error)})"
    return ", ".join(parts) + suffix
