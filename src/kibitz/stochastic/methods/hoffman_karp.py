"""Strategy iteration: improve one player's strategy against the other's best reply."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.stochastic.conditions import stops_everywhere, tolerated
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.reply_bounds import reply_error
from kibitz.stochastic.methods.strategy_iteration import strategy_iteration
from kibitz.stochastic.solution import StochasticSolution


@method(
    StochasticGame,
    "hoffman-karp",
    finds="the value of every state and stationary strategies",
    cost="a matrix game for every state and a policy iteration per round",
    reference="Hoffman and Karp 1966",
    applies=stops_everywhere,
    aliases=(
        "strategy-iteration",
        "strategy-improvement",
    ),
)
def hoffman_karp(game: StochasticGame, tolerance: float = 1e-12) -> StochasticSolution:
    """Values by strategy iteration: they rise to the value of the game from below.

    Each round plays the row strategy that is optimal in the matrices at the current values, and
    takes what the best reply leaves of it, a one-player problem, for the next values. Hoffman and
    Karp (1966). For games that stop, of up to a few hundred states.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum stochastic game that stops.
    tolerance : float, default 1e-12
        The largest error allowed in the values.

    Returns
    -------
    StochasticSolution
        The values and stationary strategies, with a bound of their error.

    Notes
    -----
    Cost: a matrix game for every state and a policy iteration per round.

    References
    ----------
    Hoffman and Karp 1966.

    Examples
    --------
    >>> from kibitz.stochastic.game import stochastic_game
    >>> solved = hoffman_karp(stochastic_game("G: 1+3G/5, 3+G/5; 1+4G/5, 2+2G/5"))
    >>> round(solved.value, 9)
    3.535533906
    """
    reason = stops_everywhere(game)
    if reason is not None:
        raise GameError(reason)
    close = tolerated(tolerance)
    table = game.effective.floats
    lowest = np.full(table.states, float(table.pay.min()) / float(game.stop_probability))
    iterated = strategy_iteration(table, lowest, close)
    values = iterated.values
    rows, columns = iterated.mixtures(table)
    bound = reply_error(game, values, rows, columns)
    draft = StochasticSolution(
        game, values.tolist(), rows, columns, "Hoffman and Karp's strategy iteration", bound
    )
    return replace(draft, residuals=iterated.residuals, working=iterated)
