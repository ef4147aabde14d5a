"""Continuous best response dynamics: everyone drifts toward a best reply.

    dp/dt = BR(p) - p

Ties are shared evenly among the best replies. The path is the one of continuous fictitious play up
to a change of time, and reaches the equilibria of zero-sum and of potential games. Gilboa and
Matsui (1991).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.learning.dynamics.field import (
    Field,
    State,
    check_steps,
    kept,
    start_or_uneven,
    strategic,
)
from kibitz.learning.dynamics.flow import STEP, make_trajectory
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.strategic.game import StrategicGame

RULE = "best response flow"
TIE = 1e-12
MOST_TURNS, PAST = 6, 1e-9


@method(
    StrategicGame,
    "best-response-flow",
    finds="a path of play by the best response flow",
    cost="one pass over the payoffs per step",
    reference="Gilboa and Matsui 1991",
)
def best_response_flow(
    game: Any, start: Any = None, time: Any = 12, step: Any = None
) -> Trajectory:
    """Follow the flow by small exact moves toward the best replies.

    Between changes of the best reply the path is a straight line, so each step moves a share
    1 - exp(-step) of the way; where a reply of two players changes on the way, the
    path turns there.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    start : mixed strategies, optional
        Where the path begins; the center if omitted.
    time : number, default 12
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
    Gilboa and Matsui 1991.

    Examples
    --------
    >>> from kibitz import matrix
    >>> path = best_response_flow(matrix("1 -1; -1 1"), start=[[0.9, 0.1], [0.3, 0.7]])
    >>> path.regret < 1e-3
    True
    """
    noun = strategic(game)
    field = Field(noun)
    state = start_or_uneven(noun, start)
    span = float(number(time, "time"))
    size = STEP / 10 if step is None else float(number(step, "step"))
    if span <= 0 or size <= 0:
        raise GameError(f"time {span:g} and step {size:g}: both must be positive")
    steps = max(1, round(span / size))
    check_steps(steps)
    share = 1 - float(np.exp(-span / steps))
    times, states, keep = [0.0], [state], kept(steps)
    for k in range(1, steps + 1):
        state = _advance(field, state, share)
        if k in keep:
            times.append(k * span / steps)
            states.append(state)
    length = f"{span:g} units of time"
    return make_trajectory(noun, field, RULE, times, states, state, length)


def _advance(field: Field, state: State, share: float) -> State:
    """Go a share of the way toward the best replies, turning wherever they change.

    Where turns come ever faster, as around an equilibrium, it stops after many of them.
    """
    left = share
    for _ in range(MOST_TURNS):
        replies = best_replies(field, state)
        turn = _turn(field, state, replies) + PAST
        if turn >= left:
            return _toward(state, replies, left)
        state = _toward(state, replies, turn)
        left = 1 - (1 - left) / (1 - turn)
    return state


def _turn(field: Field, state: State, replies: State) -> float:
    """The share of the way at which another strategy becomes a best reply.

    With two players payoffs are linear along the way; with more, no turn is looked for.
    """
    if len(state) > 2:
        return 1.0
    first = 1.0
    for k, reply in enumerate(replies):
        here, there = field.payoffs(state, k), field.payoffs(replies, k)
        lead = here @ reply - here
        loss = lead - (there @ reply - there)
        catching = (reply == 0) & (loss > 0)
        if catching.any():
            first = min(first, float((lead[catching] / loss[catching]).min()))
    return max(first, 0.0)


def _toward(state: State, replies: State, share: float) -> State:
    return [p + share * (b - p) for p, b in zip(state, replies, strict=True)]


def best_replies(field: Field, state: State) -> State:
    """The best replies of all players, ties shared evenly."""
    found = []
    for payoffs in field.all_payoffs(state):
        best = payoffs >= payoffs.max() - TIE * field.spread
        found.append(best / best.sum())
    return found
