"""Infinite games: both players name a positive integer. What is proved holds for all of them."""

from kibitz.zero_sum.infinite.domination import Domination, domination
from kibitz.zero_sum.infinite.expectation import Expectation, UndefinedExpectation, expectation
from kibitz.zero_sum.infinite.game import Growth, InfiniteGame, PayoffRule, Tail, infinite_game
from kibitz.zero_sum.infinite.guarantee import Guarantee, column_guarantee, row_guarantee
from kibitz.zero_sum.infinite.rules import (
    growing_stakes,
    larger_integer,
    mendelsohn_on_integers,
    silverman_on_integers,
)
from kibitz.zero_sum.infinite.solution import InfiniteSolution, NoValue, ValueBounds
from kibitz.zero_sum.infinite.solve import solve_infinite
from kibitz.zero_sum.infinite.strategy import Geometric, finite_mixture
from kibitz.zero_sum.infinite.truncation import Truncations, truncation, truncations

__all__ = [
    "Domination",
    "Expectation",
    "Geometric",
    "Growth",
    "Guarantee",
    "InfiniteGame",
    "InfiniteSolution",
    "NoValue",
    "PayoffRule",
    "Tail",
    "Truncations",
    "UndefinedExpectation",
    "ValueBounds",
    "column_guarantee",
    "domination",
    "expectation",
    "finite_mixture",
    "growing_stakes",
    "infinite_game",
    "larger_integer",
    "mendelsohn_on_integers",
    "row_guarantee",
    "silverman_on_integers",
    "solve_infinite",
    "truncation",
    "truncations",
]
