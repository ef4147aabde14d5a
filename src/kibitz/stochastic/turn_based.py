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
from kibitz.rules.run import run
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.policy import PolicySolution

MOST_SMALL = 400
MOST_SWEEPS = 1_000_000


def solve_turn_based(game: StochasticGame, tolerance: float = 1e-12) -> PolicySolution:
    """Values and pure policies by value iteration in the order of the state graph.

    Where play may go on for ever the iteration starts from the payoff for that.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> ruin = stochastic_game("a: b/2 | b: a/2 + c/2 | c: 1/2 + b/2")
    >>> [round(x, 6) for x in solve_turn_based(ruin).values.values()]
    [0.25, 0.5, 0.75]
    """
    if not game.is_turn_based:
        raise GameError("both players have a choice in some state; use newton or exact")
    began = time.perf_counter()
    table = game.effective.floats
    endless = game.endless if isinstance(game.endless, (int, float)) else 0.0
    values = np.full(table.states, float(endless or 0.0))
    found = components(table)
    policy = np.zeros(table.states, np.int64)
    sweeps = relax(table, values, policy, found, tolerance)
    return PolicySolution(
        game, values, policy, "value iteration, block by block", None, sweeps,
        time.perf_counter() - began,
    )  # fmt: skip


def relax(table: Any, values: Any, policy: Any, found: Any, tolerance: float) -> int:
    """Sweep all blocks in their order, changing values and policy; the number of updates."""
    from kibitz.stochastic import kernels

    control = np.zeros(2, np.int64)
    updates, worst = run(
        lambda: kernels.relax_blocks(
            table.columns, table.first, table.pay[:, 0].copy(), table.link, table.target,
            table.weight, values, policy, found.order, found.blocks, found.cyclic,
            tolerance * 1e-3, MOST_SWEEPS, control,
        ),
        control,
        label="sweeping states",
    )  # fmt: skip
    if not np.isfinite(worst):
        raise GameError("value iteration was stopped")
    return int(updates)
