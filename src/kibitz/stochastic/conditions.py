"""When a method for stochastic games applies, and what its tolerance may be."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.stochastic.game import AVERAGE, StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.mirror import exchanges

REPLIES = 400
"""States up to which the best reply to a strategy is computed by policy iteration."""
TOLERANCE = 1e-12
"""How close values are computed in floating point, where nothing else is asked for."""


def tolerated(tolerance: Any) -> float:
    """The tolerance as a positive float."""
    close = float(exact(tolerance, "tolerance"))
    if close <= 0:
        raise GameError(f"tolerance: {close}; it must be positive")
    return close


def pays_one_sum(game: StochasticGame) -> str | None:
    """Methods for the total payment of a zero-sum game."""
    if not game.zero_sum:
        return "it needs a zero-sum game, but this one pays both players"
    if game.endless == AVERAGE:
        return "it adds up payments, but this game pays their average; use limit-average"
    return None


def is_zero_sum(game: StochasticGame) -> str | None:
    """Methods for zero-sum games."""
    return None if game.zero_sum else "it needs a zero-sum game, but this one pays both players"


def one_player_decides(game: StochasticGame) -> str | None:
    """Methods for Markov decision processes in which a stage may always be the last one."""
    reason = pays_one_sum(game)
    if reason is None and not game.is_decision_process:
        return "it needs a game of one player, but both have a choice here"
    if reason is None and not game.stop_probability > 1e-12:
        return "play need not stop; give a discount factor below 1, or use exact"
    return reason


def stops_everywhere(game: StochasticGame) -> str | None:
    """Strategy iteration: few states, no exchanged roles, and every stage may be the last."""
    reason = pays_one_sum(game) or has_few_states(game)
    if reason is None and exchanges(game.table):
        return "it does not support exchanged roles; use newton"
    if reason is None and not game.stop_probability > 0:
        return "play need not stop; it needs a discount or a chance to stop"
    return reason


def has_few_states(game: StochasticGame) -> str | None:
    """Methods that compute best replies."""
    count = game.table.states
    if count > REPLIES:
        return f"the limit is {REPLIES} states, but this game has {count:,}; use newton"
    return pays_one_sum(game)


def never_returns(game: StochasticGame) -> str | None:
    """Backward induction needs play that never returns to a state."""
    parts = components(game.table)
    for block, cyclic in zip(parts.members(), parts.cyclic, strict=True):
        if cyclic:
            names = " -> ".join(str(game.states[s]) for s in [*block, block[0]])
            return f"play can return to a state: {names}; backward induction needs an end"
    return pays_one_sum(game)


def may_stop_anywhere(game: StochasticGame) -> str | None:
    """Shapley's iteration to a tolerance needs a chance to stop at every stage."""
    reason = pays_one_sum(game)
    if reason is None and not game.stop_probability > 0:
        return "play need not stop, so no bound is known"
    return reason


def has_a_last_stage(game: StochasticGame) -> str | None:
    """Stationary equilibria need a discount, or a chance to stop, at every stage."""
    if not game.stop_probability > 0:
        return "play need not stop; stationary equilibria need a discount below 1"
    return None
