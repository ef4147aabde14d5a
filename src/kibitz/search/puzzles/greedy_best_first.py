"""Greedy best-first search: the state that looks nearest to the goal first.

A route, which need not be the cheapest. Doran and Michie (1966).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.best_first import MOST, best_first
from kibitz.search.puzzles.puzzle import Puzzle, Route


@method(
    Puzzle,
    "greedy-best-first",
    finds="a route to a goal",
    cost="all states that look nearer than the goal, kept in memory",
    reference="Doran and Michie 1966",
    aliases=("greedy", "best-first", "greedy-search"),
)
def greedy_best_first(puzzle: Any, most: int = MOST, trace: bool = False) -> Route:
    """A route to a goal by the estimate alone; it need not be the cheapest.

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
        A route to a goal.

    Notes
    -----
    Cost: all states that look nearer than the goal, kept in memory.

    References
    ----------
    Doran and Michie 1966.

    Examples
    --------
    >>> from kibitz.search.puzzles import Roads
    >>> roads = Roads({"S": {"A": 1, "B": 4}, "A": {"B": 2, "G": 6}, "B": {"G": 3}}, "S", "G",
    ...               estimates={"S": 5, "A": 4, "B": 2})
    >>> greedy_best_first(roads).states, greedy_best_first(roads).cost
    (('S', 'B', 'G'), 7)
    """
    puzzle = as_puzzle(puzzle)
    name = "greedy best-first search"
    return best_first(puzzle, lambda s, _: puzzle.estimate(s), name, most, trace, reopens=False)
