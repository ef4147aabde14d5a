"""Sentences that answers about strategic games and their checkers share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.numbers import Number, show
from kibitz.strategic.game import StrategicGame


def not_zero_sum(
    game: StrategicGame, alpha: Number | None, beta: Number | None, mismatches: Sequence[Any]
) -> str:
    """Why no scale and shift make a game zero-sum."""
    if alpha is None or beta is None:
        return "one player's payoffs are all the same, the other's are not"
    if not mismatches:
        return f"alpha would be {show(alpha)}, and it must be positive to keep the roles"
    named = [
        "(" + ", ".join(own[i] for own, i in zip(game.strategies, cell, strict=True)) + ")"
        for cell in mismatches[:4]
    ]
    more = f" and {len(mismatches) - 4} more" if len(mismatches) > 4 else ""
    return (
        f"alpha {show(alpha)} and beta {show(beta)}, {_origin(game, mismatches)}, "
        f"fail at {', '.join(named)}{more}"
    )


def _origin(game: StrategicGame, mismatches: Sequence[Any]) -> str:
    """Where a trial scale and shift come from."""
    first = game.payoffs[0].array
    cells = [tuple(cell) for cell in np.ndindex(first.shape)]
    other = next(cell for cell in cells if first[cell] != first[cells[0]])
    if {cells[0], other} & {tuple(cell) for cell in mismatches}:
        return "which most cells agree with"
    return "from the first two cells that differ"


READINGS = ("security", "alpha", "beta", "threat", "nash")
"""What "a coalition can earn" may mean; see :mod:`kibitz.strategic.coalitions.coalition_values`."""

OUT_LOUD = {
    "security": "What each coalition can guarantee, whatever the others do.",
    "alpha": "What each coalition can guarantee in pure strategies, moving first.",
    "beta": "What the others cannot keep from each coalition in pure strategies, moving first.",
    "threat": "Half of what all can earn, plus half of what threats are worth against the others.",
    "nash": "What each coalition gets in equilibrium with the others, both minding their own.",
}


def coalition_remark(game: StrategicGame, reading: str) -> str:
    """What the worths of coalitions depend on."""
    total = game.constant_sum()
    if total is not None:
        return f"payoffs always add up to {show(total)}, so all readings in mixed strategies agree"
    others = ", ".join(r for r in READINGS if r != reading)
    return (
        "payoffs do not add up to a constant, so what a coalition can earn depends on what the "
        f"others are after; other readings: {others}"
    )
