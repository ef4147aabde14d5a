"""The prenucleolus: the nucleolus when payoffs below what a player earns alone are allowed.

Sobolev (1975) characterized it by its reduced games. It is the nucleolus wherever that is already
best without the bounds, in particular for zero-monotone games and for games with a core.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.coalitional.conditions import up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.allocation import MOST_PLAYERS, LexicographicAllocation
from kibitz.coalitional.lexicographic.complaints import Complaints, Excesses
from kibitz.core.method import method


@dataclass(frozen=True)
class Prenucleolus(LexicographicAllocation, kind="prenucleolus"):
    """The prenucleolus of a game.

    >>> from kibitz import coalition
    >>> print(prenucleolus(coalition({"A,B": 10, "A,B,C": 2})))
    prenucleolus
      A  3
      B  3
      C  -4
    found by a sequence of linear programs
    """

    concept: ClassVar[str] = "prenucleolus"

    @staticmethod
    def complaints_in(game: CoalitionalGame) -> Complaints:
        return Excesses(game)


@method(
    CoalitionalGame,
    "prenucleolus",
    finds="the prenucleolus",
    cost="at most n - 1 linear programs with 2^n rows, generated as needed",
    reference="Sobolev 1975",
    applies=up_to(MOST_PLAYERS),
)
def prenucleolus(game: CoalitionalGame) -> Prenucleolus:
    """The prenucleolus, exact for exact worths, with Kohlberg's certificate.

    At most n - 1 linear programs, whose rows are found among the 2^n coalitions as they are needed.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Prenucleolus
        The prenucleolus.

    Notes
    -----
    Cost: at most n - 1 linear programs with 2^n rows, generated as needed.

    References
    ----------
    Sobolev 1975.

    Examples
    --------
    >>> from kibitz import coalition
    >>> found = prenucleolus(coalition({"A,B": 10, "A,B,C": 2}))
    >>> [str(x) for x in found], bool(found.verify())
    (['3', '3', '-4'], True)
    """
    return Prenucleolus.of(game)
