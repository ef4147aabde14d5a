"""The Gately point: everyone is as ready as everyone else to break up the coalition of all.

A player's propensity to disrupt is what the others would lose by a break-up, per unit that the
player would lose. Gately, "Sharing the gains from regional cooperation", 1974.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.coalitional.conditions import all_of, has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.tau_value import utopia_payoffs
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, show


@dataclass(frozen=True)
class GatelyPoint(Allocation, kind="gately-point"):
    """The efficient payoffs at which all propensities to disrupt are equal.

    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> point = gately(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7}))
    >>> print(show_all(point), show(point.propensity))
    (7/9, 7/3, 35/9) 2/7
    >>> bool(point.verify())
    True
    """

    concept: ClassVar[str] = "Gately point"

    @property
    def propensity(self) -> Number:
        """What the others would lose per unit that a player would lose, the same for everyone."""
        game = self.game
        alone = sum(game.value(1 << i) for i in range(game.n))
        open_ = sum(utopia_payoffs(game)) - alone
        return open_ / (game.total - alone) - 1


def _not_applicable(game: CoalitionalGame) -> str | None:
    alone = sum(game.value(1 << i) for i in range(game.n))
    gain, span = game.total - alone, sum(utopia_payoffs(game)) - alone
    if gain <= 0:
        return f"there is no Gately point: cooperation gains {show(gain)}"
    if span <= 0:
        return (
            "there is no Gately point: what the players add to the coalition of all others, beyond "
            f"what they earn alone, adds up to {show(span)}; it must be positive"
        )
    return None


@method(
    CoalitionalGame,
    "gately",
    finds="the Gately point",
    cost="O(n)",
    reference="Gately 1974",
    applies=all_of(has_table, _not_applicable),
    aliases=("gately-point",),
)
def gately(game: CoalitionalGame) -> GatelyPoint:
    """The Gately point: v(i) plus a common share of v(N) - v(N without i) - v(i).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    GatelyPoint
        The Gately point.

    Notes
    -----
    Cost: O(n).

    References
    ----------
    Gately 1974.
    """
    alone = [game.value(1 << i) for i in range(game.n)]
    open_ = [u - a for u, a in zip(utopia_payoffs(game), alone, strict=True)]
    gain, span = game.total - sum(alone), sum(open_)
    reason = _not_applicable(game)
    if reason is not None:
        raise GameError(reason)
    step = gain / span
    payoffs = tuple(a + step * o for a, o in zip(alone, open_, strict=True))
    return GatelyPoint(game, payoffs, "equal propensities to disrupt")
