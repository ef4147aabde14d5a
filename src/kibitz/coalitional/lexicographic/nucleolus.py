"""The nucleolus: the imputation whose greatest complaint is least, then the next, and so on.

Schmeidler, "The nucleolus of a characteristic function game", 1969.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.coalitional.conditions import all_of, has_imputations, up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.allocation import MOST_PLAYERS, LexicographicAllocation, alone
from kibitz.coalitional.lexicographic.complaints import Complaints, Excesses
from kibitz.core.method import method
from kibitz.core.numbers import Number


@dataclass(frozen=True)
class Nucleolus(LexicographicAllocation, kind="nucleolus"):
    """The nucleolus of a game, among the payoffs that give no one less than they earn alone.

    >>> from kibitz import coalition
    >>> print(nucleolus(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})))
    nucleolus
      A  1/2
      B  9/4
      C  17/4
    found by a sequence of linear programs
    """

    concept: ClassVar[str] = "nucleolus"

    @staticmethod
    def complaints_in(game: CoalitionalGame) -> Complaints:
        return Excesses(game)

    @staticmethod
    def lower_bounds(game: CoalitionalGame) -> tuple[Number | None, ...]:
        return alone(game, "nucleolus")


@method(
    CoalitionalGame,
    "nucleolus",
    finds="the nucleolus",
    cost="at most n - 1 linear programs with 2^n rows, generated as needed",
    reference="Schmeidler 1969",
    applies=all_of(up_to(MOST_PLAYERS), has_imputations),
)
def nucleolus(game: CoalitionalGame) -> Nucleolus:
    """The nucleolus, exact for exact worths, with Kohlberg's certificate.

    At most n - 1 linear programs, whose rows are found among the 2^n coalitions as they are needed.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Nucleolus
        The nucleolus.

    Notes
    -----
    Cost: at most n - 1 linear programs with 2^n rows, generated as needed.

    References
    ----------
    Schmeidler 1969.

    Examples
    --------
    >>> from kibitz import coalition
    >>> found = nucleolus(coalition("A:-1 B:0 C:1 A,B:3 A,C:4 B,C:2 A,B,C:5"))
    >>> [str(x) for x in found]
    ['8/3', '2/3', '5/3']
    >>> print(found.verify())
    the nucleolus is (8/3, 2/3, 5/3): proved by Kohlberg's criterion, level by level
      ✓ efficient: the payoffs add up to v(N): 5
      ✓ individually rational: no player gets less than alone
      ✓ level -1/3: the greatest open complaints are balanced: 1/3 {A,B} + 1/3 {A,C} + 1/3 {B,C}
      ✓ nothing is left open: 3 independent sums of 3
      ✓ the remaining fields follow from these
    """
    return Nucleolus.of(game)
