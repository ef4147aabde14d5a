"""Choosing a search for a puzzle."""

from __future__ import annotations

from kibitz.core.method import method
from kibitz.search.puzzles.a_star import a_star
from kibitz.search.puzzles.backtracking import backtracking
from kibitz.search.puzzles.ida_star import ida_star
from kibitz.search.puzzles.puzzle import Puzzle, Route


@method(
    Puzzle,
    "auto",
    finds="a solution, the cheapest where costs matter",
    cost="same as the chosen method",
)
def solve_puzzle(puzzle: Puzzle) -> Route:
    """Backtracking where something is filled in, IDA* where states are many, A* otherwise.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.

    Returns
    -------
    Route
        A solution, the cheapest where costs matter.

    Notes
    -----
    Cost: that of the method chosen.

    Examples
    --------
    >>> from kibitz.search.puzzles import Queens
    >>> solve_puzzle(Queens(6)).method
    'backtracking'
    """
    if puzzle.is_filled_in:
        return backtracking(puzzle)
    return ida_star(puzzle) if puzzle.is_large else a_star(puzzle)
