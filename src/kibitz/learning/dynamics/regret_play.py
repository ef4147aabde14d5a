"""Play by regrets: each player's next mixture follows from the sums of regrets so far.

Regret matching and multiplicative weights differ only in how they respond to the sums.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.learning.dynamics.field import Field, Floats, State, check_steps, kept
from kibitz.learning.dynamics.flow import make_trajectory
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.strategic.game import StrategicGame


def regret_play(
    game: StrategicGame,
    rule: str,
    rounds: int,
    state: State,
    respond: Callable[[int, Floats], Floats],
) -> Trajectory:
    """Play a number of rounds by a rule; states are average strategies.

    Parameters
    ----------
    game : StrategicGame
        The game.
    rule : str
        The name of the rule.
    rounds : int
        How many rounds to play.
    state : State
        The mixtures of the first round.
    respond : callable
        Gives the next mixture of a player from the sums of regrets of the strategies.

    Returns
    -------
    Trajectory
        The path, with the average regret of the play and what both sides are sure of.

    Notes
    -----
    Cost: one pass over the payoffs per round.
    """
    check_steps(rounds)
    field = Field(game)
    regrets = [np.zeros(size) for size in game.shape]
    totals: State = [np.zeros(size) for size in game.shape]
    times: list[float] = []
    states: list[State] = []
    keep = kept(rounds)
    with work(rule, total=rounds) as task:
        for n in range(1, rounds + 1):
            for k, payoffs in enumerate(field.all_payoffs(state)):
                regrets[k] += payoffs - state[k] @ payoffs
                totals[k] = totals[k] + state[k]
            if n in keep or n == rounds or task.stopped:
                times.append(float(n))
                states.append([side / n for side in totals])
            state = [respond(k, side) for k, side in enumerate(regrets)]
            task.advance()
            if task.stopped:
                break
    done = times[-1]
    worst = max(max(float(side.max()) for side in regrets) / done, 0.0)
    return make_trajectory(
        game,
        field,
        rule,
        times,
        states,
        states[-1],
        count_of(round(done), "round"),
        value_bounds=_guaranteed(field, states[-1]),
        remark=f"average regret of the play {worst:.3g}",
    )


def _guaranteed(field: Field, state: State) -> tuple[float, float] | None:
    """What both sides of a game of constant sum are sure of, which bounds the value."""
    total = field.game.constant_sum()
    if total is None or len(state) != 2:
        return None
    best = [float(field.payoffs(state, k).max()) + field.base[k] for k in range(2)]
    return float(total) - best[1], best[0]
