"""What pure policies guarantee, from the game, the values and the policies alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.stochastic.decision.lasting_play import kept_parts, lasting_states, require_payoff
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import FEW_LINKS, StrongComponents, components
from kibitz.stochastic.table import TransitionTable

FEW_SWEEPS = 30
"""Sweeps for which no compiler is called."""


def policy_lengths(game: StochasticGame, values: Any, policy: Any) -> list[tuple[float, Any]]:
    """For each player what the policy may lack, and how many stages are left at most by state.

    One stage's loss times the longest play that a reply can bring about. Where replies can keep the
    play forever, that is worth the payoff for endless play, and no more is believed.
    """
    table = game.effective.floats
    blocks = components(table)
    inside = lasting_states(table, blocks)
    lasting = bool(inside.any())
    endless = require_payoff(game, table, inside) if lasting else 0.0
    sides = []
    for rows_fixed in (True, False):
        parts = kept_parts(table, policy, inside, rows_fixed) if lasting else []
        sides.append(_lack(table, blocks, values, policy, parts, endless, rows_fixed))
    return sides


def _lack(
    table: TransitionTable,
    found: StrongComponents,
    values: Any,
    policy: Any,
    parts: list[set[int]],
    endless: float,
    rows_fixed: bool,
) -> tuple[float, Any]:
    """What one side's policy lacks, when replies can keep the play in these parts."""
    from kibitz.core.compiling.tiered import tiered
    from kibitz.stochastic.decision import policy_kernels as kernels

    worth = np.array(values, float)
    home = np.arange(table.states)
    joined = np.zeros(table.states, np.bool_)
    for part in parts:
        members = sorted(part)
        home[members] = members[0]
        joined[members] = True
        least = worth[members].min() if rows_fixed else worth[members].max()
        worth[members] = min(least, endless) if rows_fixed else max(least, endless)
    dropped = float(np.abs(worth - values).max(initial=0.0))
    asked = (
        table.rows,
        table.columns,
        table.first,
        np.ascontiguousarray(table.pay[:, 0]),
        table.link,
        table.target,
        table.weight,
        worth,
        np.asarray(policy, np.int64),
        found.order,
        found.blocks,
        found.cyclic,
        rows_fixed,
        home,
        joined,
    )
    loss, length = 0.0, np.array([np.inf])
    if len(table.target) <= FEW_LINKS:
        loss, length = tiered(kernels.policy_loss, *asked, FEW_SWEEPS, small=True)
    if np.isinf(length).any():
        loss, length = kernels.policy_loss(*asked, kernels.MOST_SWEEPS)
    return dropped + (0.0 if loss == 0.0 else float(loss * length.max(initial=0.0))), length
