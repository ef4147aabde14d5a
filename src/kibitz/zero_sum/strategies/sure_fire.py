"""Is a pair of strategies optimal? The sure-fire test, for one side or for both. Cost O(mn)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.extension import extends
from kibitz.core.numbers import Number, magnitude, rounding, show
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.expected_payoff import expected_payoff
from kibitz.zero_sum.strategies.safety_level import SafetyLevel, column_safety, row_safety


@dataclass(frozen=True)
class SureFire:
    """What each strategy guarantees, and what they give against each other."""

    row: SafetyLevel
    column: SafetyLevel
    payoff: Number

    @property
    def gap(self) -> Number:
        """How much the two could gain by deviating, together: zero for an equilibrium."""
        return self.column.guarantee - self.row.guarantee

    @property
    def optimal(self) -> bool:
        """Both are optimal, and the common guarantee is the value of the game."""
        if isinstance(self.gap, Fraction):
            return self.gap == 0
        return magnitude(self.gap) <= rounding(self.row.payoffs + self.column.payoffs)

    def __str__(self) -> str:
        verdict = "both are optimal" if self.optimal else "not optimal together"
        return (
            f"the row strategy guarantees {show(self.row.guarantee)}, the column strategy concedes "
            f"at most {show(self.column.guarantee)}\n"
            f"expected payoff {show(self.payoff)}, gap {show(self.gap)}: {verdict}"
        )


@extends(MatrixGame)
def sure_fire(game: MatrixGame, row: Any, column: Any) -> SureFire:
    """Compare what the two strategies guarantee; the expected payoff alone proves nothing.

    Parameters
    ----------
    game : MatrixGame
        A matrix game.
    row : array_like
        A mixed strategy of the row player: probabilities in order, or by label.
    column : array_like
        A mixed strategy of the column player: probabilities in order, or by label.

    Returns
    -------
    SureFire
        Both guarantees, and the gap between them.

    Examples
    --------
    >>> from kibitz import matrix
    >>> game = matrix("0 1 2 3; 2 4 1 2; 4 2 3 0")
    >>> sure_fire(game, ["1/3", "5/12", "1/4"], ["1/3", 0, "1/6", "1/2"]).optimal
    True
    >>> sure_fire(game, ["1/3", "1/3", "1/3"], ["1/2", 0, 0, "1/2"]).gap
    Fraction(1, 3)
    """
    return SureFire(
        row_safety(game, row), column_safety(game, column), expected_payoff(game, row, column)
    )
