"""The best policy where every play stops, perhaps late, to many more digits than floats have.

Where a stage is hardly ever the last one, what floats lose in a stage is lost as often as there
are stages. The equations of a policy are solved in floats, and solved again for what that left,
in integers of many digits, until next to nothing is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ldexp
from typing import Any

import numpy as np

DIGITS = 320
"""Binary digits after the point."""
ONE = 1 << DIGITS
LEFT, TIE = ONE >> 250, ONE >> 190
"""What may be left of the equations, and what makes no choice better; of the largest payment."""
SHORT = 1 << 64
"""Denominators up to which a value is taken to be the fraction that it is next to."""
MOST_ROUNDS, MOST_STEPS = 1000, 40
Choice = tuple[Fraction, Mapping[int, Fraction]]
"""What a choice pays, and how likely it leads to which state."""


def best_policy(choices: Mapping[int, Sequence[Choice]], sign: int) -> dict[int, Fraction] | None:
    """What the best policy is worth in every state, nearly; None where floats cannot tell.

    With ``sign`` -1 it is the policy that pays least. Nothing is proved about it.

    >>> late = Fraction(10**12 - 1, 10**12)
    >>> best_policy({7: [(Fraction(1), {7: late}), (Fraction(10**12 + 1), {})]}, 1)
    {7: Fraction(1000000000001, 1)}
    """
    size = max((abs(pay) for line in choices.values() for pay, _ in line), default=0) or 1
    place = {s: k for k, s in enumerate(choices)}
    lines = [
        [(_digits(pay / size), {place[t]: _digits(p) for t, p in go.items()}) for pay, go in line]
        for line in choices.values()
    ]
    policy, values = [0] * len(lines), list[int]()
    for _ in range(MOST_ROUNDS):
        found = _worth([line[a] for line, a in zip(lines, policy, strict=True)])
        if found is None:
            return None
        values = found
        changed = False
        for s, line in enumerate(lines):
            worth = [sign * _once(choice, values) for choice in line]
            best = max(range(len(line)), key=worth.__getitem__)
            if worth[best] - worth[policy[s]] > TIE:
                policy[s], changed = best, True
        if not changed:
            break
    return {s: size * _short(x) for s, x in zip(choices, values, strict=True)}


def _digits(x: Fraction) -> int:
    return x.numerator * ONE // x.denominator


def _once(choice: tuple[int, dict[int, int]], values: Sequence[int]) -> int:
    """What a choice is worth when every state is worth so much."""
    return choice[0] + (sum(p * values[t] for t, p in choice[1].items()) >> DIGITS)


def _worth(chosen: Sequence[tuple[int, dict[int, int]]]) -> list[int] | None:
    """What a policy is worth: v = r + P v."""
    matrix: Any = np.zeros((len(chosen), len(chosen)))
    for s, (_, go) in enumerate(chosen):
        for t, p in go.items():
            matrix[s, t] = -p / ONE
        matrix[s, s] = (ONE - go.get(s, 0)) / ONE
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return None
    values, before = [0] * len(chosen), 0
    for _ in range(MOST_STEPS):
        left = [_once(choice, values) - v for choice, v in zip(chosen, values, strict=True)]
        most = max(map(abs, left), default=0)
        if most <= LEFT:
            return values
        if before and 2 * most > before:
            return None
        step = inverse @ np.array([x / ONE for x in left])
        if not np.isfinite(step).all():
            return None
        values = [v + int(ldexp(x, DIGITS)) for v, x in zip(values, step.tolist(), strict=True)]
        before = most
    return None


def _short(x: int) -> Fraction:
    """The short fraction next to a number, if there is one."""
    exactly = Fraction(x, ONE)
    short = exactly.limit_denominator(SHORT)
    return short if abs(short - exactly) * (ONE >> 130) < 1 else exactly
