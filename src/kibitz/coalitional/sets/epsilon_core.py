"""The epsilon-cores: what is left of the core when to break away costs something.

In the strong epsilon-core every coalition gets at least v(S) - epsilon, in the weak one at least
v(S) - epsilon |S|: the cost is borne by the coalition, or by each of its members. Shapley and
Shubik, "Quasi-cores in a monetary economy with nonconvex preferences", 1966.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np

from kibitz.coalitional.coalitions import Masks, sizes, tensor_difference, tensor_over
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.sets.balanced import balancedness, read_balance
from kibitz.coalitional.sets.payoff_set import PayoffSet
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, plain


@dataclass(frozen=True)
class EpsilonCore(PayoffSet):
    """The core of the game in which every coalition demands less, according to epsilon."""

    epsilon: Number = Fraction(0)

    @staticmethod
    @abstractmethod
    def divisors(game: CoalitionalGame) -> Masks:
        """How many times epsilon each coalition demands less, by mask."""

    @classmethod
    def relaxed(cls, game: CoalitionalGame, epsilon: Number) -> CoalitionalGame:
        """The game of the demands."""
        times = cls.divisors(game)
        times[0] = times[-1] = 0
        if isinstance(epsilon, Fraction):
            lowered = tensor_over(times.astype(object) * epsilon.numerator, epsilon.denominator)
        else:
            lowered = tensor_over(times * epsilon)
        return game.with_worths(tensor_difference(game.worths, lowered), game.title)

    @classmethod
    def at(cls, game: CoalitionalGame, epsilon: Any) -> Self:
        """The set for this epsilon."""
        given = number(epsilon, "epsilon")
        return cls(game, balancedness(cls.relaxed(game, given)), given)

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "epsilon": plain(self.epsilon)}

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Self:
        epsilon = number(data.get("epsilon"), "epsilon")
        balance = read_balance(cls.relaxed(game, epsilon), data, "balanced_weights")
        return cls(game, balance, epsilon)


@dataclass(frozen=True)
class StrongEpsilonCore(EpsilonCore, kind="strong-epsilon-core"):
    """Payoffs that give every coalition at least v(S) - epsilon."""

    concept: ClassVar[str] = "strong epsilon-core"

    @staticmethod
    def divisors(game: CoalitionalGame) -> Masks:
        return np.ones(1 << game.n, np.int64)


@dataclass(frozen=True)
class WeakEpsilonCore(EpsilonCore, kind="weak-epsilon-core"):
    """Payoffs that give every coalition at least v(S) - epsilon |S|."""

    concept: ClassVar[str] = "weak epsilon-core"

    @staticmethod
    def divisors(game: CoalitionalGame) -> Masks:
        return sizes(game.n).astype(np.int64)


@method(
    CoalitionalGame,
    "epsilon-core",
    finds="the strong epsilon-core",
    cost="linear programs with 2^n rows, generated as needed",
    reference="Shapley and Shubik 1966",
    applies=has_table,
    aliases=("strong-epsilon-core",),
)
def strong_epsilon_core(game: CoalitionalGame, epsilon: Any) -> StrongEpsilonCore:
    """The payoffs at which no coalition has an excess above epsilon.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    epsilon : number
        The cost of forming a coalition.

    Returns
    -------
    StrongEpsilonCore
        The strong epsilon-core.

    Notes
    -----
    Cost: linear programs with 2^n rows, generated as needed.

    References
    ----------
    Shapley and Shubik 1966.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})
    >>> print(strong_epsilon_core(game, "1/3"))
    strong epsilon-core: the point (4/3, 4/3, 4/3)
    >>> strong_epsilon_core(game, "1/4").empty
    True
    """
    return StrongEpsilonCore.at(game, epsilon)


@method(
    CoalitionalGame,
    "weak-epsilon-core",
    finds="the weak epsilon-core",
    cost="linear programs with 2^n rows, generated as needed",
    reference="Shapley and Shubik 1966",
    applies=has_table,
)
def weak_epsilon_core(game: CoalitionalGame, epsilon: Any) -> WeakEpsilonCore:
    """The payoffs at which no coalition has an excess above epsilon for each of its members.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    epsilon : number
        The cost of forming a coalition, per member.

    Returns
    -------
    WeakEpsilonCore
        The weak epsilon-core.

    Notes
    -----
    Cost: linear programs with 2^n rows, generated as needed.

    References
    ----------
    Shapley and Shubik 1966.

    Examples
    --------
    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})
    >>> print(weak_epsilon_core(game, "1/6"))
    weak epsilon-core: the point (4/3, 4/3, 4/3)
    """
    return WeakEpsilonCore.at(game, epsilon)
