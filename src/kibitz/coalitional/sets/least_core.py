"""The least core: the epsilon-core for the least epsilon at which it is not empty.

That epsilon is positive just when the core is empty: what a coalition must at least be made to pay
for breaking away. When it is negative the least core is the innermost part of the core. Maschler,
Peleg and Shapley, "Geometric properties of the kernel, nucleolus, and related solution concepts",
1979.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from kibitz.coalitional.conditions import all_of, has_table, several_players
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.center import LexicographicRound, rounded, rounds
from kibitz.coalitional.lexicographic.complaints import Complaints, Excesses, PerCapitaExcesses
from kibitz.coalitional.lexicographic.row_generation import NumericalFailure
from kibitz.coalitional.sets.balanced import Balancedness
from kibitz.coalitional.sets.epsilon_core import EpsilonCore, StrongEpsilonCore, WeakEpsilonCore
from kibitz.coalitional.sets.payoff_vertices import PayoffVertices
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, show

Family = Callable[[CoalitionalGame], Complaints]


class Least(EpsilonCore):
    """What both least cores share: balanced weights that prove no smaller epsilon will do."""

    family: ClassVar[Family]

    @classmethod
    def of(cls, game: CoalitionalGame) -> Self:
        """One linear program: the least level of the greatest complaint."""
        if game.n == 1:
            raise GameError("the least core needs at least two players")
        first, weights = _first_round(cls.family, game)
        relaxed = cls.relaxed(game, first.level)
        balance = Balancedness(relaxed, game.total, first.point, weights)
        return cls(game, balance, first.level)

    def _vertices_beyond_rounding(self) -> PayoffVertices:
        """Those of the exact game: the set is too thin for demands that are a little lower."""
        return type(self).of(self.game.rational()).vertex_list

    def __str__(self) -> str:
        return f"least epsilon {show(self.epsilon)}\n{super().__str__()}"


@dataclass(frozen=True)
class LeastCore(Least, StrongEpsilonCore, kind="least-core"):
    """The payoffs that keep the greatest excess as small as possible.

    >>> from kibitz import coalition
    >>> print(least_core(coalition({"G,H": "26/5", "G,W": "5/2", "H,W": 3, "G,H,W": "26/5"})))
    least epsilon 1/10
    least core: the point (23/10, 14/5, 1/10)
    """

    concept: ClassVar[str] = "least core"
    family: ClassVar[Family] = Excesses


@dataclass(frozen=True)
class WeakLeastCore(Least, WeakEpsilonCore, kind="weak-least-core"):
    """The payoffs that keep the greatest excess per head as small as possible."""

    concept: ClassVar[str] = "weak least core"
    family: ClassVar[Family] = PerCapitaExcesses


@method(
    CoalitionalGame,
    "least-core",
    finds="the least core",
    cost="linear programs with 2^n rows, generated as needed",
    reference="Maschler, Peleg and Shapley 1979",
    applies=all_of(has_table, several_players),
)
def least_core(game: CoalitionalGame) -> LeastCore:
    """The least core, exact for exact worths, with balanced weights that prove epsilon least.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    LeastCore
        The least core.

    Notes
    -----
    Cost: linear programs with 2^n rows, generated as needed.

    References
    ----------
    Maschler, Peleg and Shapley 1979.

    Examples
    --------
    >>> from kibitz import coalition
    >>> found = least_core(coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4}))
    >>> print(found.verify())
    the least epsilon is 1/3: proved by linear programming duality, since a point and a bound meet
      ✓ the point hands out v(N): 4
      ✓ no coalition demands more than it is given: the largest excess is 0
      ✓ the weights are positive
      ✓ the weights of the coalitions of each player add up to one: 1
      ✓ the weighted coalitions bound epsilon from below: 1/3
      ✓ the vertices are all corners of the set: 1 vertex
      ✓ the range of A
      ✓ the range of B
      ✓ the range of C
      ✓ the remaining fields follow from these
    """
    return LeastCore.of(game)


@method(
    CoalitionalGame,
    "weak-least-core",
    finds="the per-capita least core",
    cost="linear programs with 2^n rows, generated as needed",
    reference="Shapley and Shubik 1966",
    applies=all_of(has_table, several_players),
)
def weak_least_core(game: CoalitionalGame) -> WeakLeastCore:
    """The least core when every member of a coalition pays for breaking away.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    WeakLeastCore
        The least core by head.

    Notes
    -----
    Cost: linear programs with 2^n rows, generated as needed.

    References
    ----------
    Shapley and Shubik 1966.

    Examples
    --------
    >>> from kibitz import coalition
    >>> weak_least_core(coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})).epsilon
    Fraction(1, 6)
    """
    return WeakLeastCore.of(game)


def _first_round(
    family: Family, game: CoalitionalGame
) -> tuple[LexicographicRound, tuple[tuple[int, Number], ...]]:
    """The first linear program, and its multipliers as balanced weights."""
    free = [None] * game.n
    try:
        first = next(rounds(family(game), free))
    except NumericalFailure:
        first = rounded((next(rounds(family(game.rational()), free)),))[1][0]
    pairs = list(zip(first.tight, first.weights, strict=True))
    per_player = sum((w for mask, w in pairs if mask & 1), Fraction(0))
    return first, tuple((mask, w / per_player) for mask, w in pairs)
