"""Depth-first search: the first move first, back where there is none left.

A route, which need not be short; no state is looked at twice. Tarjan (1972).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.best_first import MOST, walked
from kibitz.search.puzzles.puzzle import Puzzle, Route, cost_of


@method(
    Puzzle,
    "depth-first",
    finds="a route to a goal",
    cost="all states in the worst case",
    reference="Tarjan 1972",
    aliases=("dfs", "depth-first-search"),
)
def depth_first(puzzle: Any, most: int = MOST, trace: bool = False) -> Route:
    """The first route to a goal when every first move is followed to its end.

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
    Cost: all states in the worst case.

    References
    ----------
    Tarjan 1972.

    Examples
    --------
    >>> from kibitz.search.puzzles import Roads
    >>> roads = Roads({"S": {"A": 1, "B": 4}, "A": {"B": 2, "G": 6}, "B": {"G": 3}}, "S", "G",
    ...               estimates={"S": 5, "A": 4, "B": 2})
    >>> depth_first(roads).states, depth_first(roads).cost
    (('S', 'A', 'B', 'G'), 6)
    """
    puzzle = as_puzzle(puzzle)
    start = puzzle.start()
    reached: dict[Any, Any] = {}
    came: dict[Any, tuple[Any, Any]] = {}
    order: list[Any] = []
    stack: list[tuple[Any, Any, Any, Any]] = [(start, None, None, 0)]
    while stack:
        state, before, move, cost = stack.pop()
        if state in reached:
            continue
        reached[state] = cost
        if move is not None or state != start:
            came[state] = (before, move)
        counts = {"states": len(reached)}
        if puzzle.is_goal(state):
            moves = walked(came, state)
            return Route(puzzle, moves, cost, "depth-first search", counts, tuple(order))
        if trace:
            order.append(state)
        if len(reached) > most:
            examined = count_of(most, "state")
            raise GameError(f"{puzzle.name}: no goal among {examined}; try a larger limit")
        for then in reversed(list(puzzle.moves(state))):
            after = puzzle.play(state, then)
            if after not in reached:
                stack.append((after, state, then, cost + cost_of(puzzle, state, then)))
    counts = {"states": len(reached)}
    return Route(puzzle, None, None, "depth-first search", counts, tuple(order))
