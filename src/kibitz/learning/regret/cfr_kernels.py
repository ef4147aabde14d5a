"""Counterfactual regret minimization over flat decisions, an iteration in a few passes.

All vectors have an entry for each sequence and one more, at the end, for the empty sequence.
``gains`` adds up, for each sequence of a player, what the leaves behind it pay, weighted by how
likely chance and the others make them; a pass from the last decisions to the first turns gains into
regrets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import prange

from kibitz.core.compiling.compiled import njit

INNER: dict[str, Any] = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Of functions that only compiled ones call."""

NODES = 0
STOP = 1
DONE = 2

ALPHA = 0
BETA = 1
GAMMA = 2
PLUS = 3
PREDICTIVE = 4
ALTERNATING = 5


@njit(cache=True, nogil=True, inline="always")
def earned(plan: Any, start: int, end: int, others: Any, weights: Any) -> float:
    """What the leaves from ``start`` to ``end`` pay when the others follow the plan."""
    total = 0.0
    if others.shape[1] == 1:
        for k in range(start, end):
            total += weights[k] * plan[others[k, 0]]
        return total
    for k in range(start, end):
        term = weights[k] * 1.0
        for j in range(others.shape[1]):
            term *= plan[others[k, j]]
        total += term
    return total


@njit(**INNER)
def earnings(plan: Any, rows: Any, starts: Any, others: Any, weights: Any, out: Any) -> None:
    """What each sequence in ``rows`` earns at its leaves when the others follow the plan."""
    out[:] = 0
    for row in range(rows.shape[0]):
        out[rows[row]] = earned(plan, starts[row], starts[row + 1], others, weights)


@njit(cache=True, nogil=True)
def gains(plan: Any, rows: Any, starts: Any, others: Any, weights: Any, out: Any) -> None:
    """The same, for Python to call."""
    earnings(plan, rows, starts, others, weights, out)


@njit(cache=True, parallel=True)
def gains_in_threads(
    plan: Any, rows: Any, starts: Any, others: Any, weights: Any, out: Any
) -> None:
    """The same, the rows shared out among threads; each sum is added up in the same order."""
    out[:] = 0
    for row in prange(rows.shape[0]):
        out[rows[row]] = earned(plan, starts[row], starts[row + 1], others, weights)


@njit(**INNER)
def observe(
    infosets: Any,
    offset: Any,
    parent: Any,
    gain: Any,
    strategy: Any,
    regret: Any,
    instant: Any,
    keep: float,
    forgive: float,
    plus: bool,
) -> None:
    """Regrets from gains, the last decisions first; ``keep`` and ``forgive`` discount old ones."""
    for place in range(infosets.shape[0] - 1, -1, -1):
        infoset = infosets[place]
        start, stop = offset[infoset], offset[infoset + 1]
        value = 0.0
        for k in range(start, stop):
            value += strategy[k] * gain[k]
        for k in range(start, stop):
            now = gain[k] - value
            instant[k] = now
            old = regret[k]
            total = now + (old * keep if old > 0 else old * forgive)
            regret[k] = max(total, 0.0) if plus else total
        gain[parent[infoset]] += value


@njit(**INNER)
def match(
    infosets: Any,
    offset: Any,
    parent: Any,
    regret: Any,
    instant: Any,
    predictive: bool,
    strategy: Any,
    plan: Any,
) -> None:
    """The next strategy, in proportion to positive regrets, and its plan from the root on."""
    for place in range(infosets.shape[0]):
        infoset = infosets[place]
        start, stop = offset[infoset], offset[infoset + 1]
        total = 0.0
        for k in range(start, stop):
            wish = regret[k] + instant[k] if predictive else regret[k]
            wish = max(wish, 0.0)
            strategy[k] = wish
            total += wish
        above = plan[parent[infoset]]
        for k in range(start, stop):
            strategy[k] = strategy[k] / total if total > 0 else 1.0 / (stop - start)
            plan[k] = above * strategy[k]


@njit(**INNER)
def accumulate(infosets: Any, offset: Any, plan: Any, average: Any, fade: float) -> None:
    """Add a plan to the running sum, in which older ones fade."""
    for place in range(infosets.shape[0]):
        infoset = infosets[place]
        for k in range(offset[infoset], offset[infoset + 1]):
            average[k] = average[k] * fade + plan[k]


@njit(cache=True, nogil=True)
def best_value(infosets: Any, offset: Any, parent: Any, gain: Any) -> float:
    """What a player gets by the best answer to the gains, which are used up."""
    for place in range(infosets.shape[0] - 1, -1, -1):
        infoset = infosets[place]
        best = gain[offset[infoset]]
        for k in range(offset[infoset] + 1, offset[infoset + 1]):
            best = max(best, gain[k])
        gain[parent[infoset]] += best
    total: float = gain[gain.shape[0] - 1]
    return total


@njit(cache=True, nogil=True)
def expected_value(infosets: Any, offset: Any, gain: Any, plan: Any) -> float:
    """What a player gets by a plan against the gains."""
    total: float = gain[gain.shape[0] - 1] * 1.0
    for place in range(infosets.shape[0]):
        infoset = infosets[place]
        for k in range(offset[infoset], offset[infoset + 1]):
            total += gain[k] * plan[k]
    return total


@njit(cache=True, nogil=True)
def iterate(
    first: int,
    count: int,
    infosets: Any,
    rows: Any,
    starts: Any,
    others: Any,
    weights: Any,
    offset: Any,
    parent: Any,
    gain: Any,
    strategy: Any,
    plan: Any,
    regret: Any,
    instant: Any,
    average: Any,
    settings: Any,
    control: Any,
) -> None:
    """Iterations ``first`` to ``first + count - 1``, counted from 1."""
    for t in range(first, first + count):
        if control[STOP]:
            return
        for player in range(len(infosets)):
            earnings(plan, rows[player], starts[player], others[player], weights[player], gain)
            learn(
                t,
                infosets[player],
                offset,
                parent,
                gain,
                strategy,
                plan,
                regret,
                instant,
                average,
                settings,
            )
        finish(t, infosets, offset, parent, strategy, plan, regret, instant, average, settings)
        control[DONE] = t


@njit(**INNER)
def learn(
    t: int,
    infosets: Any,
    offset: Any,
    parent: Any,
    gain: Any,
    strategy: Any,
    plan: Any,
    regret: Any,
    instant: Any,
    average: Any,
    settings: Any,
) -> None:
    """What one player makes of its gains at iteration ``t``."""
    keep = discount(t, settings[ALPHA])
    forgive = discount(t, settings[BETA])
    fade = ((t - 1.0) / t) ** settings[GAMMA]
    plus = settings[PLUS] > 0
    observe(infosets, offset, parent, gain, strategy, regret, instant, keep, forgive, plus)
    accumulate(infosets, offset, plan, average, fade)
    if settings[ALTERNATING] > 0:
        predictive = settings[PREDICTIVE] > 0
        match(infosets, offset, parent, regret, instant, predictive, strategy, plan)


@njit(cache=True, parallel=True)
def learn_in_threads(
    t: int,
    top: Any,
    below: Any,
    starts: Any,
    offset: Any,
    parent: Any,
    gain: Any,
    strategy: Any,
    plan: Any,
    regret: Any,
    instant: Any,
    average: Any,
    settings: Any,
) -> None:
    """The same, the parts below the top shared out among threads; no two of them touch."""
    keep = discount(t, settings[ALPHA])
    forgive = discount(t, settings[BETA])
    fade = ((t - 1.0) / t) ** settings[GAMMA]
    plus = settings[PLUS] > 0
    predictive = settings[PREDICTIVE] > 0
    for part in prange(starts.shape[0] - 1):
        infosets = below[starts[part] : starts[part + 1]]
        observe(infosets, offset, parent, gain, strategy, regret, instant, keep, forgive, plus)
        accumulate(infosets, offset, plan, average, fade)
    observe(top, offset, parent, gain, strategy, regret, instant, keep, forgive, plus)
    accumulate(top, offset, plan, average, fade)
    if settings[ALTERNATING] > 0:
        match(top, offset, parent, regret, instant, predictive, strategy, plan)
        for part in prange(starts.shape[0] - 1):
            infosets = below[starts[part] : starts[part + 1]]
            match(infosets, offset, parent, regret, instant, predictive, strategy, plan)


@njit(**INNER)
def finish(
    t: int,
    infosets: Any,
    offset: Any,
    parent: Any,
    strategy: Any,
    plan: Any,
    regret: Any,
    instant: Any,
    average: Any,
    settings: Any,
) -> None:
    """The end of an iteration: who updates at once does it now."""
    if settings[ALTERNATING] == 0:
        predictive = settings[PREDICTIVE] > 0
        for player in range(len(infosets)):
            match(infosets[player], offset, parent, regret, instant, predictive, strategy, plan)
    fade = ((t - 1.0) / t) ** settings[GAMMA]
    average[average.shape[0] - 1] = average[average.shape[0] - 1] * fade + 1.0


@njit(cache=True, nogil=True)
def conclude(
    t: int,
    infosets: Any,
    offset: Any,
    parent: Any,
    strategy: Any,
    plan: Any,
    regret: Any,
    instant: Any,
    average: Any,
    settings: Any,
) -> None:
    """The same, for Python to call."""
    finish(t, infosets, offset, parent, strategy, plan, regret, instant, average, settings)


@njit(**INNER)
def discount(t: int, exponent: float) -> float:
    """What is left of old regrets: t^a / (t^a + 1), all of it for a = infinity."""
    if exponent == np.inf:
        return 1.0
    if exponent == -np.inf:
        return 0.0
    power: float = float(t) ** exponent
    return power / (power + 1.0)
