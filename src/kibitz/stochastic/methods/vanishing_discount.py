"""Values of games that last long: by way of smaller discounts, and without Newton where it fails.

Where a stage is hardly ever the last one almost every point nearly satisfies the equations, so
that a small residual proves little, and the way to the values matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.stochastic.methods.approximate import Approximation, approximate
from kibitz.stochastic.methods.strategy_iteration import strategy_iteration
from kibitz.stochastic.mirror import exchanges
from kibitz.stochastic.table import TransitionTable

PATIENT = 0.999
"""A chance to go on above which the values are approached by way of smaller discounts."""
FEW_STATES = 400
"""States up to which strategy iteration takes over."""
FEW_ROUNDS = 200
"""Rounds after which Newton's method is given up."""


def vanishing_discount(table: TransitionTable, last: int) -> Iterator[Approximation]:
    """The game with discounts 9/10, 99/100, ..., each solved from the values of the one before."""
    start = None
    for power in range(1, last + 1):
        approximation = _approached(table.scaled(1 - 10.0**-power), start, 1e-13)
        start = approximation.values
        yield approximation


def stopping_values(table: TransitionTable, tolerance: float = 1e-13) -> Approximation:
    """Values of a game in which every play stops, perhaps late."""
    factor = float(table.stay.max(initial=0.0))
    start = None
    if PATIENT < factor < 1:
        powers = int(np.ceil(-np.log10(1 - factor)))
        *_, nearest = vanishing_discount(table, powers)
        start = nearest.values
    return _approached(table, start, tolerance)


def _approached(table: TransitionTable, start: Any, tolerance: float) -> Approximation:
    """Newton's method, or strategy iteration where that does not converge."""
    factor = float(table.stay.max(initial=0.0))
    if table.states > FEW_STATES or exchanges(table):
        return approximate(table, tolerance, start=start, factor=factor)
    approximation = approximate(table, tolerance, start=start, factor=factor, most=FEW_ROUNDS)
    if approximation.converged:
        return approximation
    slowly = strategy_iteration(table, approximation.values, tolerance, most=FEW_ROUNDS)
    return min(approximation, slowly, key=lambda one: one.residual)
