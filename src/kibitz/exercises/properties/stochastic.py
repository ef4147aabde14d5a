"""Properties of stochastic games."""

from __future__ import annotations

import re
from fractions import Fraction

from kibitz.algebra.surd import point_from_json
from kibitz.exercises.wish import wish
from kibitz.stochastic.game import StochasticGame


@wish("value with a square root", StochasticGame)
def irrational(game: StochasticGame) -> bool:
    """The value of the first state is a quadratic irrational."""
    value = game.solve().to_json()["value"]
    return not isinstance(point_from_json(value), Fraction) and "sqrt" in str(value)


@wish("square root up to {}", StochasticGame)
def small_root(game: StochasticGame, bound: int) -> bool:
    """The value of the first state holds a square root of a small whole number."""
    found = re.search(r"sqrt\((\d+)\)", str(game.solve().to_json()["value"]))
    return found is not None and int(found[1]) <= bound


@wish("rational value", StochasticGame)
def rational(game: StochasticGame) -> bool:
    """The value of the first state is rational."""
    return isinstance(point_from_json(game.solve().to_json()["value"]), Fraction)
