"""Absorbing games: one state that can be left, or play there is settled, once.

Whether a stationary strategy is optimal there is decided by linear programming, support after
support: against a support a column either never settles the play, and pays on average, or settles
it sooner or later, and only what is settled counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.stochastic.average.moves import Continuation

Stage = Sequence[Sequence[Continuation]]
MOST_ROWS = 7
"""Choices up to which all supports are tried."""


def seen_by(stage: Stage, player: int) -> Stage:
    """The cells as the player 0 or 1 sees them, who chooses the row and wants much."""
    if player == 0:
        return stage
    return [
        [Continuation(-m.pay, -m.settled, m.go, m.stop) for m in line]
        for line in zip(*stage, strict=True)
    ]


def optimal_stationary(stage: Stage, value: Fraction) -> tuple[Fraction, ...] | None:
    """A stationary strategy of the rows that guarantees the value, if there is one at all.

    >>> from kibitz.stochastic.average.best_reply import moves_of
    >>> from kibitz.stochastic.game import stochastic_game
    >>> match = moves_of(stochastic_game("G: G, 1 + G; 1, 0", endless="average").table)[0]
    >>> optimal_stationary(match, Fraction(1, 2)) is None
    True
    >>> print(*optimal_stationary(seen_by(match, 1), Fraction(-1, 2)))
    1/2 1/2
    """
    for size in range(1, len(stage) + 1):
        for support in itertools.combinations(range(len(stage)), size):
            strategy = _on_support(stage, support, value)
            if strategy is not None:
                return strategy
    return None


def _on_support(
    stage: Stage, support: Sequence[int], value: Fraction
) -> tuple[Fraction, ...] | None:
    """Weights above zero on exactly these rows that guarantee the value."""
    from kibitz.linear.program import LinearProgram

    size = len(support)
    rows: list[list[Any]] = []
    for j in range(len(stage[0])):
        moves = [stage[i][j] for i in support]
        if any(m.stop for m in moves):
            rows.append([*(m.settled - value * m.stop for m in moves), Fraction(0)])
        else:
            rows.append([*(m.pay - value for m in moves), Fraction(0)])
    rows += [[Fraction(int(a == k)) for a in range(size)] + [Fraction(-1)] for k in range(size)]
    relations = [">="] * len(rows) + ["="]
    rows.append([Fraction(1)] * size + [Fraction(0)])
    program = LinearProgram.read(
        c=[0] * size + [1], A=rows, rel=relations, b=[0] * (len(rows) - 1) + [1], sense="max"
    )
    best: Any = program.solve()
    if not hasattr(best, "x") or best.x[-1] <= 0:
        return None
    weights = [Fraction(0)] * len(stage)
    for i, x in zip(support, best.x[:-1], strict=True):
        weights[i] = Fraction(x)
    return tuple(weights)
