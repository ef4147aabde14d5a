"""Games in which one player at a time has a choice: Gauss-Seidel, block after block.

States are ordered so that successors come first; strongly connected blocks are swept until nothing
changes, and each is final before the next one is looked at. Games with millions of states take
seconds.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.rules.compile.run import run
from kibitz.stochastic.decision.lasting_play import lasting_states, require_payoff
from kibitz.stochastic.decision.policy import PolicySolution
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import FEW_LINKS, components
from kibitz.stochastic.methods.epsilon_optimal import shifted
from kibitz.stochastic.table import TransitionTable

MOST_SMALL = 400
MOST_SWEEPS = 1_000_000
DISCOUNTS = (2, 4, 6, 8)
STOPPED = "value iteration was stopped"
PATIENCE = 0.5
"""Seconds that Python has for small games, before a compiler is called."""
"""Powers of ten by which the discounts are less than 1."""


def solve_turn_based(game: StochasticGame, tolerance: float = 1e-12) -> PolicySolution:
    """Values and pure policies by value iteration in the order of the state graph.

    Where play may continue forever, by policies of discounted games that are proved to be optimal.

    Parameters
    ----------
    game : StochasticGame
        A game in which the players move in turn.
    tolerance : float, default 1e-12
        The largest error allowed in the values.

    Returns
    -------
    PolicySolution
        The values and a pure policy of each player, with a bound of their error.

    Notes
    -----
    Cost: O(transitions) per sweep, over blocks of states that lead to each other.

    Examples
    --------
    >>> from kibitz.stochastic.game import stochastic_game
    >>> ruin = stochastic_game("a: b/2 | b: a/2 + c/2 | c: 1/2 + b/2")
    >>> [round(x, 6) for x in solve_turn_based(ruin).values.values()]
    [0.25, 0.5, 0.75]
    """
    if not game.is_turn_based:
        raise GameError("both players have a choice in some state; use newton or exact")
    began = time.perf_counter()
    table = game.effective.floats
    parts = components(table)
    inside = lasting_states(table, parts)
    if inside.any():
        return _vanishing_discount(game, table, require_payoff(game, table, inside), tolerance)
    values, policy = np.full(table.states, np.nan), np.zeros(table.states, np.int64)
    sweeps = relax(table, values, policy, parts, tolerance)
    return PolicySolution(
        game,
        values,
        policy,
        "value iteration, block by block",
        None,
        sweeps,
        time.perf_counter() - began,
    )


def _vanishing_discount(
    game: StochasticGame, table: TransitionTable, endless: float, tolerance: float
) -> PolicySolution:
    """Where play may last: the policies of discounted games, until two of them meet.

    With discounts near enough to 1 pure policies are optimal that do not change any more
    (Liggett and Lippman 1969). Each pair is evaluated without a discount, play without end
    included, and what its policies guarantee against every reply is the bound.
    """
    if (table.weight < 0).any():
        raise GameError("play may never end with the roles exchanged; use newton or exact")
    began = time.perf_counter()
    level, parts = shifted(table, endless), components(table)
    values, sweeps = np.zeros(table.states), 0
    best: PolicySolution | None = None
    for power in DISCOUNTS:
        policy = np.zeros(table.states, np.int64)
        sweeps += relax(level.scaled(1 - 10.0**-power), values, policy, parts, tolerance)
        worth = np.full(table.states, endless)
        chain = followed(table, policy)
        sweeps += relax(chain, worth, np.zeros_like(policy), components(chain), tolerance)
        tried = PolicySolution(
            game,
            worth,
            policy,
            "value iteration with a vanishing discount",
            None,
            sweeps,
            time.perf_counter() - began,
        )
        if best is None or tried.lack < best.lack:
            best = tried
        if best.lack <= max(10 * tolerance, 1e-12):
            break
    assert best is not None
    return best


def followed(table: TransitionTable, policy: Any) -> TransitionTable:
    """The chain that both policies make: one cell in every state."""
    cells = table.first[:-1] + policy
    low, high = table.link[cells], table.link[cells + 1]
    link = np.concatenate([[0], np.cumsum(high - low)])
    at = np.repeat(low - link[:-1], high - low) + np.arange(link[-1])
    ones = np.ones(table.states, np.int64)
    return TransitionTable(
        ones,
        ones,
        np.arange(table.states + 1),
        table.pay[cells],
        link,
        table.target[at],
        table.weight[at],
    )


def relax(table: Any, values: Any, policy: Any, parts: Any, tolerance: float) -> int:
    """Sweep all blocks in their order, changing values and policy; the number of updates.

    Values that are not known, NaN, are guessed.
    """
    asked = (
        table.columns,
        table.first,
        np.ascontiguousarray(table.pay[:, 0]),
        table.link,
        table.target,
        table.weight,
    )
    swept = (parts.order, parts.blocks, parts.cyclic, tolerance * 1e-3, MOST_SWEEPS)
    if len(table.target) <= FEW_LINKS:
        began, soon, chosen = time.monotonic(), values.copy(), policy.copy()
        updates, worst = _relaxed(asked, soon, chosen, swept, PATIENCE)
        if np.isfinite(worst):
            values[:], policy[:] = soon, chosen
            return updates
        if time.monotonic() - began < PATIENCE:
            raise GameError(STOPPED)
    updates, worst = _relaxed(asked, values, policy, swept, None)
    if not np.isfinite(worst):
        raise GameError(STOPPED)
    return updates


def _relaxed(
    asked: tuple[Any, ...], values: Any, policy: Any, swept: tuple[Any, ...], seconds: float | None
) -> tuple[int, float]:
    """The number of updates and the largest last change, infinite where the clock came first.

    With a clock by Python, unless what is compiled is at hand.
    """
    from kibitz.core.compiling.tiered import tiered
    from kibitz.stochastic import kernels

    control = np.zeros(2, np.int64)
    small = seconds is not None
    updates, worst = run(
        lambda: tiered(kernels.relax_blocks, *asked, values, policy, *swept, control, small=small),
        control,
        seconds,
        label="sweeping states",
    )
    return int(updates), float(worst)
