"""Best-first search: the state of the least key first, whatever the key is."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.puzzle import Puzzle, Route, cost_of

MOST = 5_000_000


def best_first(
    puzzle: Puzzle,
    key: Callable[[Any, Number], Any],
    method: str,
    most: int = MOST,
    trace: bool = False,
    reopens: bool = True,
) -> Route:
    """The route that is found when the state of the least key is always looked at next.

    Of equal keys the state that was found first comes first. A state that ``reopens`` is looked at
    again when a cheaper way to it is found.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    key : callable
        A number for a state and what it costs to reach it.
    method : str
        What the search is called.
    most : int, default MOST
        The largest number of states.
    trace : bool, default False
        Whether to record every state that is looked at.
    reopens : bool, default True
        Whether a cheaper way to a state counts.

    Returns
    -------
    Route
        The route, or that there is none.

    Notes
    -----
    Cost: a heap operation for every move that is looked at; all states seen are kept.

    Examples
    --------
    >>> from kibitz.search.puzzles import Maze
    >>> best_first(Maze("S.G"), lambda state, cost: cost, "by cost").moves
    ('right', 'right')
    """
    start = puzzle.start()
    if puzzle.is_hopeless(start):
        return Route(puzzle, None, None, method, {"states": 1})
    ties = count()
    best: dict[Any, Any] = {start: 0}
    came: dict[Any, tuple[Any, Any]] = {}
    queue: list[tuple[Any, int, Any]] = [(key(start, 0), next(ties), start)]
    closed: set[Any] = set()
    order: list[Any] = []
    while queue:
        _, _, state = heappop(queue)
        if state in closed:
            continue
        if puzzle.is_goal(state):
            counts = {"states": len(closed) + 1}
            return Route(puzzle, walked(came, state), best[state], method, counts, tuple(order))
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
            if after not in best or (reopens and reached < best[after]):
                best[after] = reached
                came[after] = (state, move)
                closed.discard(after)
                heappush(queue, (key(after, reached), next(ties), after))
    return Route(puzzle, None, None, method, {"states": len(closed)}, tuple(order))


def walked(came: dict[Any, tuple[Any, Any]], state: Any) -> tuple[Any, ...]:
    """The moves from the start to a state, from where each state was reached."""
    moves = []
    while state in came:
        state, move = came[state]
        moves.append(move)
    return tuple(reversed(moves))
