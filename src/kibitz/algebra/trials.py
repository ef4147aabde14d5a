"""Values at which games with parameters are tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

TRIALS = 40
"""How many values of each parameter are tried."""


def trials(names: Sequence[str]) -> Iterator[dict[str, Fraction]]:
    """Positive rationals for the parameters, of many different orders of size."""
    chance = Random(len(names))
    menu = [
        Fraction(1, 4),
        Fraction(1, 3),
        Fraction(1, 2),
        Fraction(1),
        Fraction(3, 2),
        Fraction(2),
        Fraction(3),
        Fraction(5),
        Fraction(8),
        Fraction(17),
    ]
    first = {name: menu[-1 - k] if k < len(menu) else menu[0] for k, name in enumerate(names)}
    seen = {tuple(first.values())}
    yield first
    for _ in range(TRIALS * (1 + len(names))):
        values = {name: chance.choice(menu) for name in names}
        if tuple(values.values()) not in seen:
            seen.add(tuple(values.values()))
            yield values
