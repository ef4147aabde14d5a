"""Infinite games: both players name a positive integer. What is proved holds for all of them."""

from kibitz.strategic.infinite.domination import Domination, domination
from kibitz.strategic.infinite.expectation import Expectation, UndefinedExpectation, expectation
from kibitz.strategic.infinite.game import Growth, InfiniteGame, PayoffRule, Tail, infinite_game
from kibitz.strategic.infinite.guarantee import Guarantee, column_guarantee, row_guarantee
from kibitz.strategic.infinite.rules import (
    growing_stakes,
    larger_integer,
    mendelsohn_on_integers,
    silverman_on_integers,
)
from kibitz.strategic.infinite.solution import InfiniteSolution, NoValue, ValueBounds
from kibitz.strategic.infinite.solve import solve_infinite
from kibitz.strategic.infinite.strategy import Geometric, finite_mixture
from kibitz.strategic.infinite.truncation import Truncations, truncation, truncations

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
