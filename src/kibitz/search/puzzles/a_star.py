"""A*: the state of the least cost so far plus estimate first.

With an estimate that never exceeds the truth the route is the cheapest; memory for all states seen.
Hart, Nilsson and Raphael (1968).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.best_first import MOST, best_first
from kibitz.search.puzzles.puzzle import Puzzle, Route


@method(
    Puzzle,
    "a-star",
    finds="a cheapest route to a goal",
    cost="all states that cost less than the goal, kept in memory",
    reference="Hart, Nilsson and Raphael 1968",
    aliases=("a*",),
)
def a_star(puzzle: Any, most: int = MOST, trace: bool = False) -> Route:
    """A cheapest route to a goal, or that there is none.

    Of equal sums the state that was found first comes first. A state is reopened when a cheaper way
    to it is found, so the heuristic need not be consistent.

    Parameters
    ----------
    puzzle : Puzzle, Rules or str
        The puzzle.
    most : int, default MOST
        The largest number of states.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    Route
        A cheapest route to a goal.

    Notes
    -----
    Cost: all states that cost less than the goal, kept in memory.

    References
    ----------
    Hart, Nilsson and Raphael 1968.

    Examples
    --------
    >>> from kibitz.search.puzzles import SlidingTiles
    >>> a_star(SlidingTiles("1 2 3 4 5 6 0 7 8")).shown_moves
    ('7', '8')
    """
    puzzle = as_puzzle(puzzle)
    return best_first(puzzle, lambda s, cost: cost + puzzle.estimate(s), "A*", most, trace)
