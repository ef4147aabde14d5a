"""Moves in order: backward induction with numbers, closed forms with parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.continuous.markets.entry import Entry, EntrySolution, solve_entry
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.continuous.sequential.subgame_perfect import SequentialSolution, solve_stages
from kibitz.core.method import method

if TYPE_CHECKING:
    from kibitz.continuous.symbolic.entry import SymbolicEntry
    from kibitz.continuous.symbolic.stages import SymbolicPlay


@method(
    Stackelberg,
    "auto",
    finds="the subgame-perfect play, in closed form where there are parameters",
    cost="same as the chosen method",
)
def solve_in_order(game: Stackelberg) -> SequentialSolution | SymbolicPlay:
    """Closed forms when there are parameters, backward induction otherwise.

    Parameters
    ----------
    game : Stackelberg
        The game.

    Returns
    -------
    SequentialSolution or SymbolicPlay
        The subgame-perfect play, in closed form where there are parameters.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.parameters:
        from kibitz.continuous.symbolic.stages import solve_stages_symbolically

        return solve_stages_symbolically(game)
    return solve_stages(game)


@method(
    Entry,
    "auto",
    finds="the subgame-perfect play, in closed form where there are parameters",
    cost="same as the chosen method",
)
def solve_with_entry(game: Entry) -> EntrySolution | SymbolicEntry:
    """Closed forms when there are parameters, backward induction otherwise.

    Parameters
    ----------
    game : Entry
        The game.

    Returns
    -------
    EntrySolution or SymbolicEntry
        The subgame-perfect play, in closed form where there are parameters.

    Notes
    -----
    Cost: that of the method chosen.
    """
    if game.parameters:
        from kibitz.continuous.symbolic.entry import solve_entry_symbolically

        return solve_entry_symbolically(game)
    return solve_entry(game)
