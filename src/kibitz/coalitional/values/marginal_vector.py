"""A marginal vector: what each player adds to those who arrived before.

The Shapley value is the average of the marginal vectors of all orders of arrival. Shapley, "A value
for n-person games", 1953.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import split_coalition
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.values.shapley import marginals_in_order
from kibitz.core.errors import GameError
from kibitz.core.method import method


@dataclass(frozen=True)
class MarginalVector(Allocation, kind="marginal-vector"):
    """What every player adds in one order of arrival, which ``order`` holds by name.

    >>> from kibitz import coalition
    >>> added = marginal_contributions(coalition("A,B:2 A,C:4 B,C:6 A,B,C:7"), "B C A")
    >>> print(added)
    marginal vector of the order B C A
      A  1
      B  0
      C  6
    found by the worths of those who have arrived
    >>> bool(added.verify())
    True
    """

    order: tuple[str, ...] = ()

    concept: ClassVar[str] = "marginal vector"

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "order": list(self.order)}

    @classmethod
    def _more(cls, game: CoalitionalGame, data: dict[str, Any]) -> dict[str, Any]:
        return {"order": read_order(game, data.get("order", []))}

    def __str__(self) -> str:
        first, *rest = super().__str__().splitlines()
        return "\n".join([f"{first} of the order {' '.join(self.order)}", *rest])


@method(
    CoalitionalGame,
    "marginal-vector",
    finds="the marginal contributions in an order of arrival",
    cost="O(n)",
    reference="Shapley 1953",
    applies=has_table,
    aliases=("marginal-contributions",),
)
def marginal_contributions(game: CoalitionalGame, order: Any) -> MarginalVector:
    """What every player adds to those who arrived before, in one order of arrival.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    order : sequence or str
        The players by name, in the order in which they arrive: ``"B C A"``, ``"B,C,A"``.

    Returns
    -------
    MarginalVector
        What each player adds.

    Notes
    -----
    Cost: O(n).

    References
    ----------
    Shapley 1953.
    """
    names = read_order(game, order)
    added = marginals_in_order(game, tuple(game.position(name) for name in names))
    return MarginalVector(game, added, "the worths of those who have arrived", order=names)


def read_order(game: CoalitionalGame, given: Any) -> tuple[str, ...]:
    """All players by name, in the order given; one-letter names may be run together.

    >>> from kibitz import coalition
    >>> read_order(coalition("A:1 B:2 A,B:4"), "BA")
    ('B', 'A')
    """
    words = given.replace(",", " ").split() if isinstance(given, str) else split_coalition(given)
    if len(words) == 1 and words[0] not in game.players:
        words = list(words[0])
    if sorted(words) != sorted(game.players):
        raise GameError(
            f"order: {' '.join(map(str, words))} must name each of {', '.join(game.players)} once"
        )
    return tuple(words)
