"""The modified nucleolus, or modiclus: differences of excesses are lowered, greatest first.

It treats what coalitions can earn and what they can prevent alike: a game and its dual have the
same modiclus. Sudhölter, "The modified nucleolus: properties and axiomatizations", 1997.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.coalitional.conditions import up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.allocation import LexicographicAllocation
from kibitz.coalitional.lexicographic.complaints import (
    MOST_FOR_PAIRS,
    Complaints,
    ExcessDifferences,
)
from kibitz.core.method import method


@dataclass(frozen=True)
class ModifiedNucleolus(LexicographicAllocation, kind="modified-nucleolus"):
    """The modified nucleolus of a game."""

    concept: ClassVar[str] = "modified nucleolus"

    @staticmethod
    def complaints_in(game: CoalitionalGame) -> Complaints:
        return ExcessDifferences(game)


@method(
    CoalitionalGame,
    "modified-nucleolus",
    finds="the modified nucleolus",
    cost="at most n - 1 linear programs with 4^n rows, generated as needed",
    reference="Sudhölter 1997",
    applies=up_to(MOST_FOR_PAIRS),
    aliases=("modified", "modiclus"),
)
def modified_nucleolus(game: CoalitionalGame) -> ModifiedNucleolus:
    """The modified nucleolus, for up to 11 players: their 4^n pairs of coalitions are compared.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    ModifiedNucleolus
        The modified nucleolus.

    Notes
    -----
    Cost: at most n - 1 linear programs with 4^n rows, generated as needed.

    References
    ----------
    Sudhölter 1997.

    Examples
    --------
    >>> from kibitz import coalition
    >>> gloves = coalition({"L,R1": 1, "L,R2": 1, "L,R1,R2": 1})
    >>> [str(x) for x in modified_nucleolus(gloves)]
    ['1/2', '1/4', '1/4']
    """
    return ModifiedNucleolus.of(game)
