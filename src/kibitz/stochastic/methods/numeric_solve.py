"""Solutions in floating point, with a proved bound."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.stochastic.conditions import REPLIES, TOLERANCE, pays_one_sum, tolerated
from kibitz.stochastic.ending import require_ending
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import endless_play
from kibitz.stochastic.methods.approximate import Approximation
from kibitz.stochastic.methods.epsilon_optimal import shifted
from kibitz.stochastic.methods.reply_bounds import reply_bounds, reply_error, stage_error
from kibitz.stochastic.methods.vanishing_discount import (
    PATIENT,
    stopping_values,
    vanishing_discount,
)
from kibitz.stochastic.mirror import exchanges, mirrored
from kibitz.stochastic.solution import StochasticSolution

RARE = 1e-4
"""Probabilities below this may vanish with the discount."""


@method(
    StochasticGame,
    "newton",
    finds="the value of every state and stationary strategies",
    cost="a matrix game for every state and a linear system per round, quadratic convergence",
    reference="Filar and Tolwinski 1991",
    applies=pays_one_sum,
    aliases=("filar-tolwinski", "newton-raphson"),
)
def solve_numerically(game: StochasticGame, tolerance: float = TOLERANCE) -> StochasticSolution:
    """Values by Newton's method on Shapley's equations, and how far they can be from the truth.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum stochastic game.
    tolerance : float, default TOLERANCE
        The largest error allowed in the values.

    Returns
    -------
    StochasticSolution
        The values and stationary strategies, with a bound of their error.

    Notes
    -----
    Cost: a matrix game for every state and a linear system per round, quadratic convergence.

    References
    ----------
    Filar and Tolwinski 1991.
    """
    require_ending(game)
    tolerance = tolerated(tolerance)
    if game.discount == 1 and game.table.states <= REPLIES and endless_play(game):
        return _vanishing_discount(game)
    table = game.effective.floats
    factor = float(table.stay.max(initial=0.0))
    approximation = stopping_values(table, tolerance * max(1 - factor, 1e-3))
    return _with_bound(game, approximation, factor, "Newton's method on Shapley's equations")


def _with_bound(
    game: StochasticGame, approximation: Approximation, factor: float, method: str
) -> StochasticSolution:
    rows, columns = approximation.mixtures(game.table)
    draft = StochasticSolution(
        game,
        approximation.values.tolist(),
        rows,
        columns,
        method,
        1.0,
        residuals=approximation.residuals,
        working=approximation,
    )
    few = game.table.states <= REPLIES
    bound = stage_error(
        game.effective.floats, approximation.values, approximation.row, approximation.column
    )
    if few and factor > PATIENT:
        bound = min(bound, reply_error(game, approximation.values, rows, columns))
    if np.isfinite(bound):
        return replace(draft, bound=max(bound, 1e-300))
    if few:
        raise GameError("the values were not found: play may never end under the strategies")
    raise GameError(
        f"{count_of(game.table.states, 'state')} without a discount or a chance to stop "
        "at every stage; "
        "give a discount factor below 1, or fewer states"
    )


def _vanishing_discount(game: StochasticGame) -> StochasticSolution:
    """A recursive game as the limit of discounted ones, bounded by best replies. Everett (1957)."""
    table, count = mirrored(game).effective.floats, game.table.states
    endless = 0.0 if game.endless is None or isinstance(game.endless, str) else float(game.endless)
    table, together = shifted(table, endless), exchanges(game.table)
    low: Any = np.full(count, -np.inf)
    high: Any = np.full(count, np.inf)
    rows: list[Any] = []
    columns: list[Any] = []
    for near in vanishing_discount(table, 11):
        for least in (0.0, RARE):
            mine, theirs = (_without_rare(side[:count], least) for side in near.mixtures(table))
            secured, conceded = reply_bounds(game, mine, theirs)
            if together:  # each plays both, in states and with the roles exchanged
                if not rows or (conceded - secured).sum() < (high - low).sum():
                    low, high, rows, columns = secured, conceded, mine, theirs
                continue
            if not rows or secured.sum() > low.sum():
                low, rows = secured, mine
            if not columns or conceded.sum() < high.sum():
                high, columns = conceded, theirs
        if float((high - low).max()) < 1e-9:
            break
    gap = float((high - low).max())
    if not np.isfinite(gap):
        raise GameError("an endless play pays at every stage, so its total has no limit")
    values = (low + high) / 2
    return StochasticSolution(
        game,
        values.tolist(),
        rows,
        columns,
        "a vanishing discount, bounded by best replies",
        max(gap, 1e-15),
    )


def _without_rare(mixtures: list[Any], least: float) -> list[Any]:
    """The mixtures without choices that are only made because the play is discounted."""
    kept = [np.where(mixture < least, 0.0, mixture) for mixture in mixtures]
    return [mixture / mixture.sum() for mixture in kept]
