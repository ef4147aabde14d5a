"""The per-capita nucleolus: coalitions complain by head, (v(S) - x(S)) / |S|.

Grotte, *Computation of and observations on the nucleolus, the normalized nucleolus and the
central games*, 1970. Unlike the nucleolus it gives every player a share of a larger v(N).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.coalitional.conditions import all_of, has_imputations, up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.allocation import MOST_PLAYERS, LexicographicAllocation, alone
from kibitz.coalitional.lexicographic.complaints import Complaints, PerCapitaExcesses
from kibitz.core.method import method
from kibitz.core.numbers import Number


@dataclass(frozen=True)
class PerCapitaNucleolus(LexicographicAllocation, kind="per-capita-nucleolus"):
    """The per-capita nucleolus of a game, among its imputations."""

    concept: ClassVar[str] = "per-capita nucleolus"

    @staticmethod
    def complaints_in(game: CoalitionalGame) -> Complaints:
        return PerCapitaExcesses(game)

    @staticmethod
    def lower_bounds(game: CoalitionalGame) -> tuple[Number | None, ...]:
        return alone(game, "nucleolus")


@dataclass(frozen=True)
class PerCapitaPrenucleolus(LexicographicAllocation, kind="per-capita-prenucleolus"):
    """The per-capita nucleolus when payoffs below what a player earns alone are allowed."""

    concept: ClassVar[str] = "per-capita prenucleolus"

    @staticmethod
    def complaints_in(game: CoalitionalGame) -> Complaints:
        return PerCapitaExcesses(game)


@method(
    CoalitionalGame,
    "per-capita-nucleolus",
    finds="the per-capita nucleolus",
    cost="at most n - 1 linear programs with 2^n rows, generated as needed",
    reference="Grotte 1970",
    applies=all_of(up_to(MOST_PLAYERS), has_imputations),
    aliases=("per-capita",),
)
def per_capita_nucleolus(game: CoalitionalGame) -> PerCapitaNucleolus:
    """The imputation that minimizes the largest per-capita excess, then the next, and so on.

    At most n - 1 linear programs, whose rows are found among the 2^n coalitions as they are needed.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PerCapitaNucleolus
        The per-capita nucleolus.

    Notes
    -----
    Cost: at most n - 1 linear programs with 2^n rows, generated as needed.

    References
    ----------
    Grotte 1970.

    Examples
    --------
    >>> from kibitz import coalition
    >>> [str(x) for x in per_capita_nucleolus(coalition({"A,B": 4, "A,B,C": 5}))]
    ['7/3', '7/3', '1/3']
    """
    return PerCapitaNucleolus.of(game)


@method(
    CoalitionalGame,
    "per-capita-prenucleolus",
    finds="the per-capita prenucleolus",
    cost="at most n - 1 linear programs with 2^n rows, generated as needed",
    reference="Grotte 1970",
    applies=up_to(MOST_PLAYERS),
)
def per_capita_prenucleolus(game: CoalitionalGame) -> PerCapitaPrenucleolus:
    """The per-capita nucleolus among all payoffs that add up to v(N).

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PerCapitaPrenucleolus
        The per-capita prenucleolus.

    Notes
    -----
    Cost: at most n - 1 linear programs with 2^n rows, generated as needed.

    References
    ----------
    Grotte 1970.

    Examples
    --------
    >>> from kibitz import coalition
    >>> [str(x) for x in per_capita_prenucleolus(coalition({"A,B": 10, "A,B,C": 2}))]
    ['7/3', '7/3', '-8/3']
    """
    return PerCapitaPrenucleolus.of(game)
