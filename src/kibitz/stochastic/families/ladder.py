"""Ladders: families whose rule is the same for every n but for a multiple of n.

If V(n) = a n + c solves the equations, c solves those of the increments, a game without n: what a
cell pays at n = 0, and a for every step that it makes. Where the increments have one solution, and
neither side can keep the play going, that is the value of every member.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.stochastic.families.bounds import increments, slope
from kibitz.stochastic.families.family import GameFamily


def solve_ladder(family: GameFamily) -> Any:
    """The increments of a ladder, solved; None for another family."""
    if family.members:
        return None
    a = slope(family)
    if a is None:
        return None
    try:
        return increments(family, a).solve()
    except GameError:
        if not a:
            raise
        return None
