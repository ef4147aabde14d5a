"""Breadth-first search: states in the order of the number of moves to them.

A route of fewest moves, whatever they cost. Moore (1959).
"""

from __future__ import annotations

from itertools import count
from typing import Any

from kibitz.core.method import method
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.best_first import MOST, best_first
from kibitz.search.puzzles.puzzle import Puzzle, Route


@method(
    Puzzle,
    "breadth-first",
    finds="a route with the fewest moves to a goal",
    cost="all states nearer than the goal, kept in memory",
    reference="Moore 1959",
    aliases=("bfs", "breadth-first-search"),
)
def breadth_first(puzzle: Any, most: int = MOST, trace: bool = False) -> Route:
    """A route of fewest moves to a goal, whatever the moves cost.

    Parameters
    ----------
    puzzle : Puzzle, Rules or str
        The puzzle.
    most : int, default MOST
        The largest number of states.
    trace : bool, default False
        Whether to record every state that is looked at.

    Returns
    -------
    Route
        A route of fewest moves.

    Notes
    -----
    Cost: all states nearer than the goal, kept in memory.

    References
    ----------
    Moore 1959.

    Examples
    --------
    >>> from kibitz.search.puzzles import Roads
    >>> roads = Roads({"S": {"A": 1, "B": 4}, "A": {"B": 2, "G": 6}, "B": {"G": 3}}, "S", "G",
    ...               estimates={"S": 5, "A": 4, "B": 2})
    >>> breadth_first(roads).states, breadth_first(roads).cost
    (('S', 'A', 'G'), 7)
    """
    puzzle = as_puzzle(puzzle)
    turns = count()
    name = "breadth-first search"
    return best_first(puzzle, lambda s, _: next(turns), name, most, trace, reopens=False)
