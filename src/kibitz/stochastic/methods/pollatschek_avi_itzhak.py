"""Newton's method on Shapley's equations as it was first proposed, which need not converge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.stochastic.conditions import has_few_states, tolerated
from kibitz.stochastic.ending import require_ending
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.approximate import (
    Approximation,
    pair_value,
    size_of,
    stage_solutions,
)
from kibitz.stochastic.methods.reply_bounds import reply_error
from kibitz.stochastic.solution import StochasticSolution

MOST_ROUNDS = 200


@method(
    StochasticGame,
    "pollatschek-avi-itzhak",
    finds="the value of every state and stationary strategies",
    cost="a matrix game for every state and a linear system per round; it need not converge",
    reference="Pollatschek and Avi-Itzhak 1969",
    applies=has_few_states,
    aliases=("pollatschek",),
)
def pollatschek_avi_itzhak(game: StochasticGame, tolerance: float = 1e-12) -> StochasticSolution:
    """Values by evaluating, again and again, the strategy pair that is optimal at the last ones.

    Quadratic convergence where it converges; where the strategy pairs return in a cycle, as van der
    Wal (1978) showed they can, an error says so.

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
    Cost: a matrix game for every state and a linear system per round; it need not converge.

    References
    ----------
    Pollatschek and Avi-Itzhak 1969.

    Examples
    --------
    >>> from kibitz.stochastic.game import stochastic_game
    >>> solved = pollatschek_avi_itzhak(stochastic_game("G: 1+3G/5, 3+G/5; 1+4G/5, 2+2G/5"))
    >>> round(solved.value, 9), len(solved.residuals)
    (3.535533906, 7)
    """
    reason = has_few_states(game)
    if reason is not None:
        raise GameError(reason)
    require_ending(game)
    close = tolerated(tolerance)
    table = game.effective.floats
    values = np.zeros(table.states)
    residuals: list[float] = []
    seen: dict[tuple[float, ...], int] = {}
    while True:
        worth, row, column = stage_solutions(table, values)
        residuals.append(float(np.abs(worth - values).max()))
        if residuals[-1] <= close * size_of(table, values):
            break
        pair = tuple(np.round(np.concatenate([row, column]), 9).tolist())
        if pair in seen or len(residuals) > MOST_ROUNDS:
            since = len(residuals) - 1 - seen.get(pair, 0)
            raise GameError(
                f"Pollatschek and Avi-Itzhak's method does not converge here: after "
                f"{count_of(len(residuals) - 1, 'round')} the strategies of "
                f"{count_of(since, 'round')} before recur; "
                "use newton or hoffman-karp"
            )
        seen[pair] = len(residuals) - 1
        after = pair_value(table, row, column)
        if after is None:
            raise GameError("a strategy pair on the way never stops; use newton")
        values = after
    approximation = Approximation(
        values, row, column, residuals[-1], len(residuals), len(residuals), tuple(residuals), True
    )
    rows, columns = approximation.mixtures(table)
    bound = reply_error(game, values, rows, columns)
    draft = StochasticSolution(
        game, values.tolist(), rows, columns, "Pollatschek and Avi-Itzhak's method", bound
    )
    return replace(draft, residuals=tuple(residuals), working=approximation)
