"""Regret matching: play strategies in proportion to how much one regrets not having played them.

Every player keeps, for each strategy, the sum of what it would have earned more so far, and mixes
in proportion to the positive sums. All players use their mixtures (no sampling), so a run has no
chance in it. The joint play approaches the coarse correlated equilibria: no one's average regret
stays above zero; in zero-sum games the average strategies approach optimal ones, with the bounds on
the value that they prove. Hart and Mas-Colell (2000).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.method import method
from kibitz.learning.dynamics.field import Floats, start_or_uneven, strategic
from kibitz.learning.dynamics.regret_play import regret_play
from kibitz.learning.dynamics.trajectory import Trajectory
from kibitz.strategic.game import StrategicGame

RULE = "regret matching"


@method(
    StrategicGame,
    "regret-matching",
    finds="a path of play by regret matching",
    cost="one pass over the payoffs per round",
    reference="Hart and Mas-Colell 2000",
    aliases=("rm",),
)
def regret_matching(game: Any, rounds: int = 1000, start: Any = None) -> Trajectory:
    """Regret matching for a number of rounds; states are average strategies.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        The game.
    rounds : int, default 1000
        How many rounds to play.
    start : cell, optional
        The first cell.

    Returns
    -------
    Trajectory
        The path: times, states, and where it leads.

    Notes
    -----
    Cost: one pass over the payoffs per round.

    References
    ----------
    Hart and Mas-Colell 2000.

    Examples
    --------
    >>> from kibitz import matrix
    >>> path = regret_matching(matrix("-2 3; 3 -4"), rounds=5000)
    >>> low, high = path.value_bounds
    >>> low <= 1/12 <= high and high - low < 0.2
    True
    """
    noun = strategic(game)
    state = start_or_uneven(noun, start)
    return regret_play(noun, RULE, rounds, state, lambda _, regrets: matched(regrets))


def matched(regrets: Floats) -> Floats:
    """The mixture in proportion to positive regrets; an even one when there are none.

    >>> matched(np.array([3.0, -1.0, 1.0])).tolist()
    [0.75, 0.0, 0.25]
    """
    positive = np.maximum(regrets, 0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(len(regrets), 1 / len(regrets))
