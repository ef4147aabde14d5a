"""Coarse correlated equilibria: no one gains by turning the referee down beforehand.

What a player learns from the recommendation is not used, so there are more of them than correlated
equilibria. Play without regret comes to this set on average. Moulin and Vial (1978).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.strategic.concepts.correlated_equilibrium import (
    CorrelatedEquilibrium,
    best_distribution,
)
from kibitz.strategic.game import StrategicGame


@method(
    StrategicGame,
    "coarse-correlated",
    finds="the best coarse correlated equilibrium for an objective",
    cost="a linear program with a variable for each cell",
    reference="Moulin and Vial 1978",
    aliases=("coarse-correlated-equilibrium",),
)
def coarse_correlated_equilibrium(
    game: StrategicGame, objective: Any = "welfare", sense: str = "max"
) -> CorrelatedEquilibrium:
    """The coarse correlated equilibrium that is best for an objective; the worst for "min".

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    objective : str, int or array_like
        What to optimize: "welfare", "egalitarian", a player, or weights.
    sense : str, default "max"
        "max" or "min".

    Returns
    -------
    CorrelatedEquilibrium
        The equilibrium, with the proof that none is better.

    Notes
    -----
    Cost: a linear program with a variable for each cell and a row for each strategy.

    References
    ----------
    Moulin and Vial 1978.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> game = bimatrix("1,1 -1,-1 0,0; -1,-1 1,1 0,0; 0,0 0,0 -1.1,-1.1")
    >>> print(coarse_correlated_equilibrium(game, sense="min").value)
    0
    """
    return best_distribution(game, True, objective, sense)
