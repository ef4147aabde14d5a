"""The stochastic game of the positions of some rules."""

from __future__ import annotations

from kibitz.core.extension import extends
from kibitz.rules.game import Rules
from kibitz.stochastic.from_rules.convert import to_stochastic
from kibitz.stochastic.from_rules.positions import MOST_POSITIONS
from kibitz.stochastic.game import StochasticGame


@extends(Rules)
def rules_to_stochastic(
    rules: Rules, most: int | None = None, first_look: bool = False, exact: bool = False
) -> StochasticGame:
    """The stochastic game of its positions, with a matrix game in each."""
    endless = getattr(rules, "endless", None)
    return to_stochastic(rules, endless, most or MOST_POSITIONS, exact, first_look)
