"""What pure policies guarantee, from the game, the values and the policies alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.stochastic.conditions import REPLIES
from kibitz.stochastic.decision.lasting_play import kept_parts, lasting_states, require_payoff
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import FEW_LINKS, StrongComponents, components
from kibitz.stochastic.methods.reply_bounds import reply_bounds, rounding_of
from kibitz.stochastic.table import TransitionTable

LONG = 1e5
"""Stages from which on what rounding comes to is computed, in fractions."""
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
    if table.states > REPLIES or max(length.max(initial=0.0) for _, length in sides) < LONG:
        return sides
    low, high = reply_bounds(game, *mixtures_of(table, policy))
    exactly = float((values - low).max()), float((high - values).max())
    return [(lack, length) for lack, (_, length) in zip(exactly, sides, strict=True)]


def mixtures_of(table: TransitionTable, policy: Any) -> tuple[list[Any], list[Any]]:
    """The policies of both players as mixtures, state by state."""
    sides: tuple[list[Any], list[Any]] = ([], [])
    for m, n, chosen in zip(table.rows, table.columns, policy, strict=True):
        sides[0].append([int(i == (chosen if n == 1 else 0)) for i in range(m)])
        sides[1].append([int(j == (0 if n == 1 else chosen)) for j in range(n)])
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
    factor = float(table.stay.max(initial=0.0))
    if np.isinf(length).any() and factor < 1 and not parts:
        length = np.full(table.states, 1.001 / (1 - factor))
    pay = float(np.abs(table.pay).max())
    loss += rounding_of(table, pay, worth)
    return dropped + float(loss * length.max(initial=0.0)), length
