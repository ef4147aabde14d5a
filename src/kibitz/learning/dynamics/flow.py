"""Integration of flows on mixed strategies by the classical Runge-Kutta method."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.core.progress import work
from kibitz.learning.dynamics.field import (
    Field,
    State,
    check_steps,
    kept,
    start_or_uneven,
    strategic,
)
from kibitz.learning.dynamics.trajectory import Profile, Trajectory
from kibitz.strategic.game import StrategicGame

Velocity = Callable[[Field, State], State]
"""How fast each weight changes in a state."""
STEP = 0.1
"""Of the time in which payoffs of this spread act."""


def integrate(
    game: Any, velocity: Velocity, rule: str, start: Any, time: Any, step: Any = None
) -> Trajectory:
    """Follow a velocity field from a start for a time. Four evaluations a step."""
    noun = strategic(game)
    field = Field(noun)
    state = start_or_uneven(noun, start)
    span = float(number(time, "time"))
    if span <= 0:
        raise GameError(f"time: {span:g}; it must be positive")
    size = min(STEP, STEP / field.spread) if step is None else float(number(step, "step"))
    if size <= 0:
        raise GameError(f"step: {size:g}; it must be positive")
    steps = max(1, round(span / size))
    check_steps(steps)
    times, states = _path(field, velocity, state, span / steps, steps)
    length = f"{span:g} unit{'s' if span != 1 else ''} of time"
    return make_trajectory(noun, field, rule, times, states, states[-1], length)


def _path(
    field: Field, velocity: Velocity, state: State, size: float, steps: int
) -> tuple[list[float], list[State]]:
    times, states, keep = [0.0], [state], kept(steps)
    with work("following the flow", total=steps) as task:
        for k in range(1, steps + 1):
            state = _runge_kutta(field, velocity, state, size)
            if k in keep or task.stopped:
                times.append(k * size)
                states.append(state)
            task.advance()
            if task.stopped:
                break
    return times, states


def _runge_kutta(field: Field, velocity: Velocity, state: State, h: float) -> State:
    first = velocity(field, state)
    second = velocity(field, _moved(state, first, h / 2))
    third = velocity(field, _moved(state, second, h / 2))
    fourth = velocity(field, _moved(state, third, h))
    after = []
    for p, a, b, c, d in zip(state, first, second, third, fourth, strict=True):
        weights = np.maximum(p + h / 6 * (a + 2 * b + 2 * c + d), 0.0)
        after.append(weights / weights.sum())
    return after


def _moved(state: State, direction: State, h: float) -> State:
    return [p + h * d for p, d in zip(state, direction, strict=True)]


def as_profile(state: State) -> Profile:
    """Float arrays as a profile."""
    return tuple(tuple(float(x) for x in side) for side in state)


def make_trajectory(
    game: StrategicGame,
    field: Field,
    rule: str,
    times: list[float],
    states: list[State],
    final: State,
    length: str,
    **more: Any,
) -> Trajectory:
    """A trajectory of float states, with their regrets."""
    return Trajectory(
        game,
        rule,
        tuple(times),
        tuple(as_profile(state) for state in states),
        tuple(field.regret(state) for state in states),
        as_profile(final),
        length,
        **more,
    )
