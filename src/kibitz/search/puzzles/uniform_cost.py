"""Uniform-cost search, Dijkstra's: the state that is cheapest to reach first.

A* without an estimate. Dijkstra (1959).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.method import method
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.best_first import MOST, best_first
from kibitz.search.puzzles.puzzle import Puzzle, Route


@method(
    Puzzle,
    "uniform-cost",
    finds="a cheapest route to a goal",
    cost="all states that cost less than the goal, kept in memory",
    reference="Dijkstra 1959",
    aliases=("dijkstra", "ucs", "uniform-cost-search"),
)
def uniform_cost(puzzle: Any, most: int = MOST, trace: bool = False) -> Route:
    """A cheapest route to a goal, or that there is none, without any estimate.

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
        A cheapest route to a goal.

    Notes
    -----
    Cost: all states that cost less than the goal, kept in memory.

    References
    ----------
    Dijkstra 1959.

    Examples
    --------
    >>> from kibitz.search.puzzles import Roads
    >>> roads = Roads({"S": {"A": 1, "B": 4}, "A": {"B": 2, "G": 6}, "B": {"G": 3}}, "S", "G",
    ...               estimates={"S": 5, "A": 4, "B": 2})
    >>> uniform_cost(roads).states, uniform_cost(roads).cost
    (('S', 'A', 'B', 'G'), 6)
    """
    puzzle = as_puzzle(puzzle)
    return best_first(puzzle, lambda s, cost: cost, "uniform-cost search", most, trace)
