"""Logit dynamics: players move toward a reply that favors better strategies smoothly.

    dp(i)/dt = exp(precision * u(i)) / (sum of all exp(precision * u(j))) - p(i)

The rest points are the logit quantal response equilibria of that precision, which approach
equilibria of the game as it grows; their regret is at most log(m) / precision for m strategies.
Fudenberg and Levine (1998).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.learning.dynamics.field import Field, Floats, State, strategic
from kibitz.learning.dynamics.flow import STEP, integrate
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.strategic.game import StrategicGame

RULE = "logit dynamics"


@method(
    StrategicGame,
    "logit-dynamics",
    finds="a path of play by the logit dynamics",
    cost="one pass over the payoffs per step",
    reference="Fudenberg and Levine 1998",
)
def logit_dynamics(
    game: Any, start: Any = None, time: Any = 50, step: Any = None, precision: Any = 10
) -> Trajectory:
    """Follow the logit dynamics from a start for a time.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    start : mixed strategies, optional
        Where the path begins; the center if omitted.
    time : number, default 50
        How long to follow the path.
    step : number, optional
        The step of the integration; chosen by the method if omitted.
    precision : number, default 10
        How sharply players respond to payoffs; 0 is uniform choice.

    Returns
    -------
    Trajectory
        The path: times, states, and where it leads.

    Notes
    -----
    Cost: one pass over the payoffs per step.

    References
    ----------
    Fudenberg and Levine 1998.

    Examples
    --------
    >>> from kibitz import matrix
    >>> path = logit_dynamics(matrix("1 -1; -1 1"), start=[[0.9, 0.1], [0.2, 0.8]], precision=2)
    >>> round(path.profile[0][0], 6), round(path.profile[1][0], 6)
    (0.5, 0.5)
    """
    rate = float(number(precision, "precision"))
    if rate < 0:
        raise GameError(f"precision: {rate:g}; it must not be negative")
    size = step
    if step is None:
        size = min(STEP, 0.5 / (1 + rate * Field(strategic(game)).spread))
    return integrate(game, velocity(rate), f"{RULE} with precision {rate:g}", start, time, size)


def velocity(precision: float) -> Any:
    """The way toward the logit reply."""

    def toward(field: Field, state: State) -> State:
        found = []
        for weights, payoffs in zip(state, field.all_payoffs(state), strict=True):
            found.append(logit_reply(payoffs, precision) - weights)
        return found

    return toward


def logit_reply(payoffs: Floats, precision: float) -> Floats:
    """The mixture that favors strategies in proportion to the exponentials of their payoffs.

    >>> logit_reply(np.array([1.0, 1.0]), 3.0).tolist()
    [0.5, 0.5]
    """
    weights: Floats = np.exp(precision * (payoffs - payoffs.max()))
    mixture: Floats = weights / weights.sum()
    return mixture
