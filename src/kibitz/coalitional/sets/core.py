"""The core: payoffs that no coalition can improve upon.

Payoffs are in the core when they hand out v(N) and give every coalition at least what it is worth.
It is empty just when balanced weights on coalitions earn more than v(N) (Bondareva 1963, Shapley
1967). Gillies, "Solutions to general non-zero-sum games", 1959.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.row_generation import Payoffs
from kibitz.coalitional.sets.balanced import balancedness, read_balance
from kibitz.coalitional.sets.excess import excesses
from kibitz.coalitional.sets.payoff_set import PayoffSet
from kibitz.coalitional.solution import DefinedAnswer, read_object, read_objects, slack
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, number, plain, show, show_all

SHOWN = 8


@dataclass(frozen=True)
class Core(PayoffSet, kind="core"):
    """The core of a game: empty with a proof, or with a point, vertices and ranges.

    >>> from kibitz import coalition
    >>> print(core(coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})))
    core: a segment with 2 vertices
      (1000, 0, 0)
      (500, 500, 0)
      S  from 500 to 1000
      F  from 0 to 500
      B  from 0 to 0
    >>> print(core(coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})))
    core: empty, 1/2 v(A,B) + 1/2 v(A,C) + 1/2 v(B,C) = 9/2 > 4 = v(A,B,C)
    """

    concept: ClassVar[str] = "core"

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Core:
        return cls(game, read_balance(game, data, "balanced_weights"))

    def membership(self, payoffs: Any) -> CoreMembership:
        """Whether payoffs are in the core, and which coalitions could do better.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player.

        Examples
        --------
        >>> from kibitz import coalition
        >>> print(core(coalition("A,B:6")).membership([7, -1]))
        (7, -1) is not in the core
          B can gain 1: B 0
        """
        return core_membership(self.game, payoffs)


@method(
    CoalitionalGame,
    "core",
    finds="the core",
    cost="linear programs with 2^n rows, generated as needed; its vertices by double description",
    reference="Gillies 1953",
    applies=has_table,
)
def core(game: CoalitionalGame) -> Core:
    """The core of a game.

    Emptiness is one linear program, whose rows are found among the 2^n coalitions as they are
    needed. Vertices, ranges and dimension are computed when they are asked for.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Core
        The core.

    Notes
    -----
    Cost: linear programs with 2^n rows, generated as needed; its vertices by double description.

    References
    ----------
    Gillies 1953.

    Examples
    --------
    >>> from kibitz import coalition
    >>> found = core(coalition({"1": 1, "2": 0, "3": 1, "1,2": 4, "1,3": 3, "2,3": 5, "1,2,3": 8}))
    >>> found.dimension, [show_all(x) for x in found.vertices]
    (2, ['(3, 4, 1)', '(3, 1, 4)', '(2, 5, 1)', '(1, 5, 2)', '(1, 3, 4)'])
    >>> [2, 3, 3] in found, [4, 2, 2] in found
    (True, False)
    """
    return Core(game, balancedness(game))


@dataclass(frozen=True)
class Blocking:
    """A coalition that is worth more than it is given, and how its members could all gain."""

    coalition: tuple[str, ...]
    excess: Number
    counter_offer: dict[str, Number]

    def __str__(self) -> str:
        offer = ", ".join(f"{name} {show(x)}" for name, x in self.counter_offer.items())
        return f"{','.join(self.coalition)} can gain {show(self.excess)}: {offer}"


@dataclass(frozen=True)
class CoreMembership(DefinedAnswer, kind="core-membership"):
    """Whether payoffs are in the core; if not, who blocks them and with which counter-offer.

    >>> from kibitz import coalition
    >>> books = coalition({"A,B": 70, "A,C": 70, "B,C": 60, "A,B,C": 100})
    >>> print(core_membership(books, [30, 35, 35]))
    (30, 35, 35) is not in the core
      A,B can gain 5: A 65/2, B 75/2
      A,C can gain 5: A 65/2, C 75/2
    """

    game: CoalitionalGame
    payoffs: Payoffs
    blocking: tuple[Blocking, ...]

    @property
    def efficient(self) -> bool:
        """Whether v(N) is handed out."""
        close = 4 * slack(self.game, self.payoffs)
        return bool(magnitude(sum(self.payoffs) - self.game.total) <= close)

    @property
    def inside(self) -> bool:
        return self.efficient and not self.blocking

    def __bool__(self) -> bool:
        return self.inside

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "in_core": self.inside,
            "efficient": self.efficient,
            "blocking": [
                {
                    "coalition": list(b.coalition),
                    "excess": plain(b.excess),
                    "counter_offer": {p: plain(x) for p, x in b.counter_offer.items()},
                }
                for b in self.blocking
            ],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> CoreMembership:
        blocking = tuple(
            Blocking(
                game.members(game.mask(given.get("coalition"))),
                number(given.get("excess"), "excess"),
                {p: number(x, p) for p, x in read_object(given, "counter_offer").items()},
            )
            for given in read_objects(data, "blocking")
        )
        return cls(game, game.payoffs(data.get("payoffs")), blocking)

    def __str__(self) -> str:
        if self.inside:
            return f"{show_all(self.payoffs)} is in the core"
        lines = [f"{show_all(self.payoffs)} is not in the core"]
        if not self.efficient:
            given = show(sum(self.payoffs))
            lines.append(f"  it distributes {given}, but the total is {show(self.game.total)}")
        lines += [f"  {b}" for b in self.blocking[:SHOWN]]
        if len(self.blocking) > SHOWN:
            lines.append(f"  and {len(self.blocking) - SHOWN} more coalitions")
        return "\n".join(lines)


@method(
    CoalitionalGame,
    "core-membership",
    finds="whether payoffs are in the core",
    cost="O(2^n)",
    reference="Gillies 1953",
    applies=has_table,
)
def core_membership(game: CoalitionalGame, payoffs: Any) -> CoreMembership:
    """Test payoffs for the core; blocking coalitions come with the greatest excess first.

    The counter-offer gives every member of the coalition an equal part of the excess.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    CoreMembership
        Whether they are, with the blocking coalitions if not.

    Notes
    -----
    Cost: O(2^n).

    References
    ----------
    Gillies 1953.
    """
    x = game.payoffs(payoffs)
    excess_of, scale = excesses(game, x)
    close = 4 * slack(game, x)
    blocking = []
    for mask in game.coalitions():
        excess = (
            Fraction(int(excess_of[mask]), scale)
            if excess_of.dtype.kind != "f"
            else excess_of[mask]
        )
        if excess > close:
            inside = members(mask)
            offer = {game.players[i]: x[i] + excess / len(inside) for i in inside}
            blocking.append(Blocking(game.members(mask), excess, offer))
    blocking.sort(key=lambda b: -b.excess)
    return CoreMembership(game, x, tuple(blocking))
