"""Replicator dynamics: strategies that pay more than the average grow in proportion.

    dp(i)/dt = p(i) (u(i) - average u)

Every player is a population of its own; in a symmetric game one mixture for all players is the
one-population dynamics. Strategies that are not there never appear; a rest point that is reached
from the inside is an equilibrium. Taylor and Jonker (1978).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.learning.dynamics.field import Field, State
from kibitz.learning.dynamics.flow import integrate
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.strategic.game import StrategicGame

RULE = "replicator dynamics"


@method(
    StrategicGame,
    "replicator-dynamics",
    finds="a path of play by the replicator dynamics",
    cost="one pass over the payoffs per step",
    reference="Taylor and Jonker 1978",
    aliases=("replicator",),
)
def replicator(game: Any, start: Any = None, time: Any = 50, step: Any = None) -> Trajectory:
    """Follow the replicator dynamics from a start for a time.

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

    Returns
    -------
    Trajectory
        The path: times, states, and where it leads.

    Notes
    -----
    Cost: one pass over the payoffs per step.

    References
    ----------
    Taylor and Jonker 1978.

    Examples
    --------
    >>> from kibitz import matrix
    >>> path = replicator(matrix("0 -1 1; 1 0 -1; -1 1 0"), start=[0.5, 0.3, 0.2], time=20)
    >>> round(path.states[-1][0][0] * path.states[-1][0][1] * path.states[-1][0][2], 6)
    0.03
    """
    return integrate(game, replicator_velocity, RULE, start, time, step)


def replicator_velocity(field: Field, state: State) -> State:
    """Growth in proportion to the gain over the average."""
    found = []
    for weights, payoffs in zip(state, field.all_payoffs(state), strict=True):
        found.append(weights * (payoffs - weights @ payoffs))
    return found
