"""Iterated removal of dominated strategies."""

from __future__ import annotations

from kibitz.core.method import method
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.strategies.dominance import Elimination, eliminate


@method(
    StrategicGame,
    "dominance",
    finds="the strategies that survive iterated dominance",
    cost="a linear program for each strategy, as long as one is dominated",
    reference="Luce and Raiffa 1957; Gilboa, Kalai and Zemel 1990",
    aliases=(
        "elimination",
        "iterated-dominance",
        "iesds",
        "iterated-elimination",
        "dominated",
        "domination",
    ),
)
def dominance(game: StrategicGame, mixed: bool = True, strict: bool = True) -> Elimination:
    """Remove dominated strategies one at a time until none is left.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    mixed : bool
        Whether mixed strategies may dominate as well.
    strict : bool
        Whether to remove only strictly dominated strategies, which does not depend on the order.

    Returns
    -------
    Elimination
        The removals in order, and the game that remains.

    Notes
    -----
    Cost: a linear program for each strategy, as long as one is dominated.

    References
    ----------
    Luce and Raiffa 1957; Gilboa, Kalai and Zemel 1990.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(dominance(bimatrix("3,3 0,4; 4,0 1,1", rows="C D", columns="C D")))
    I: C is strictly dominated by D
    II: C is strictly dominated by D
    """
    return eliminate(game, mixed, strict)
