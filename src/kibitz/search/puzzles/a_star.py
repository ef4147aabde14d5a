"""A*: the state of the least cost so far plus estimate first.

With an estimate that never exceeds the truth the route is the cheapest; memory for all states seen.
Hart, Nilsson and Raphael (1968).
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.puzzle import Puzzle, Route, cost_of

MOST = 5_000_000


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
    start = puzzle.start()
    if puzzle.is_hopeless(start):
        return Route(puzzle, None, None, "A*", {"states": 1})
    ties = count()
    best: dict[Any, Any] = {start: 0}
    came: dict[Any, tuple[Any, Any]] = {}
    queue: list[tuple[Any, int, Any]] = [(puzzle.estimate(start), next(ties), start)]
    closed: set[Any] = set()
    order: list[Any] = []
    while queue:
        _, _, state = heappop(queue)
        if state in closed:
            continue
        if puzzle.is_goal(state):
            moves = _walk(came, state)
            counts = {"states": len(closed) + 1}
            return Route(puzzle, moves, best[state], "A*", counts, tuple(order))
        closed.add(state)
        if trace:
            order.append(state)
        if len(closed) > most:
            raise GameError(
                f"{puzzle.name}: no goal among {count_of(most, 'state')}; try ida_star, or a "
                "larger limit"
            )
        for move in puzzle.moves(state):
            after = puzzle.play(state, move)
            reached: Number = best[state] + cost_of(puzzle, state, move)
            if after not in best or reached < best[after]:
                best[after] = reached
                came[after] = (state, move)
                closed.discard(after)
                heappush(queue, (reached + puzzle.estimate(after), next(ties), after))
    return Route(puzzle, None, None, "A*", {"states": len(closed)}, tuple(order))


def _walk(came: dict[Any, tuple[Any, Any]], state: Any) -> tuple[Any, ...]:
    moves = []
    while state in came:
        state, move = came[state]
        moves.append(move)
    return tuple(reversed(moves))
