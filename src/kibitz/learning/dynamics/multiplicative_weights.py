"""Multiplicative weights (Hedge): what pays gains weight, by a factor that grows with the payoff.

After each round the weight of a strategy is multiplied by exp(step * payoff), against the mixtures
that the others played. The average regret falls like sqrt(ln n / rounds) when the step is of that
order. Littlestone and Warmuth (1994); Freund and Schapire (1999).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.dynamics.field import Floats, check_steps, start_or_uneven, strategic
from kibitz.learning.dynamics.regret_play import regret_play
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.strategic.game import StrategicGame

RULE = "multiplicative weights"


@method(
    StrategicGame,
    "multiplicative-weights",
    finds="a path of play by multiplicative weights",
    cost="one pass over the payoffs per round",
    reference="Littlestone and Warmuth 1994; Freund and Schapire 1999",
    aliases=("hedge", "mwu", "exponential-weights"),
)
def multiplicative_weights(
    game: Any, rounds: int = 1000, start: Any = None, step: float | None = None
) -> Trajectory:
    """Multiplicative weights for a number of rounds; states are average strategies.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    rounds : int, default 1000
        How many rounds to play.
    start : profile, optional
        The mixtures of the first round.
    step : float, optional
        The learning rate; if None, sqrt(8 ln n / rounds) by the spread of the payoffs.

    Returns
    -------
    Trajectory
        The path: times, states, and where it leads.

    Notes
    -----
    Cost: one pass over the payoffs per round.

    References
    ----------
    Littlestone and Warmuth 1994; Freund and Schapire 1999.

    Examples
    --------
    >>> from kibitz import matrix
    >>> path = multiplicative_weights(matrix("-2 3; 3 -4"), rounds=5000)
    >>> low, high = path.value_bounds
    >>> low <= 1/12 <= high and high - low < 0.2
    True
    """
    noun = strategic(game)
    check_steps(rounds)
    if step is not None and not 0 < step < float("inf"):
        raise GameError(f"step is {step}; it must be positive")
    state = start_or_uneven(noun, start)
    begun = [np.log(np.maximum(side, 1e-300)) for side in state]
    steps = [_step(noun, k, rounds) if step is None else step for k in range(len(noun.shape))]

    def respond(player: int, regrets: Floats) -> Floats:
        # regrets differ from sums of payoffs by a number, which shares do not see
        return weighted(begun[player] + steps[player] * regrets)

    return regret_play(noun, RULE, rounds, state, respond)


def weighted(scores: Floats) -> Floats:
    """The mixture whose weights have these logarithms.

    >>> weighted(np.log(np.array([3.0, 1.0]))).round(6).tolist()
    [0.75, 0.25]
    """
    weights = np.exp(scores - scores.max())
    shares: Floats = weights / weights.sum()
    return shares


def _step(game: StrategicGame, player: int, rounds: int) -> float:
    payoffs = game.payoffs[player].floats()
    spread = float(payoffs.max() - payoffs.min()) or 1.0
    return float(np.sqrt(8 * np.log(max(game.shape[player], 2)) / rounds)) / spread
