"""IDA*: depth first below a bound on cost plus estimate, raised step by step; almost no memory.

Finds the cheapest route as A* does, looking at states again for each bound. Korf (1985).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.puzzle import Puzzle, Route, cost_of

MOST = 2_000_000_000
"""Looks; compiled searches make ten million in a second."""
MOST_IN_PYTHON = 20_000_000


@method(
    Puzzle,
    "ida-star",
    finds="a cheapest route to a goal",
    cost="all states that cost less than the goal, again for each bound",
    reference="Korf 1985",
    aliases=("ida*",),
)
def ida_star(puzzle: Any, most: int | None = None) -> Route:
    """A cheapest route to a goal, by depth-first searches with growing bounds.

    Large boards of sliding tiles are searched by a compiled program. A puzzle without a solution is
    recognized only when it says so (``is_hopeless``) or when its states run out below every bound.

    Parameters
    ----------
    puzzle : Puzzle, Rules or str
        The puzzle.
    most : int, optional
        The largest number of states.

    Returns
    -------
    Route
        A cheapest route to a goal.

    Notes
    -----
    Cost: all states that cost less than the goal, again for each bound.

    References
    ----------
    Korf 1985.

    Examples
    --------
    >>> from kibitz.search.puzzles import SlidingTiles
    >>> ida_star(SlidingTiles("1 2 3 4 5 6 0 7 8")).cost
    2
    """
    puzzle = as_puzzle(puzzle)
    start = puzzle.start()
    if puzzle.is_hopeless(start):
        return Route(puzzle, None, None, "IDA*", {"states": 1})
    quick: Route | None = puzzle.quick_route(MOST if most is None else most)
    if quick is not None:
        return quick
    if puzzle.is_goal(start):
        return Route(puzzle, (), 0, "IDA*", {"states": 1})
    most = MOST_IN_PYTHON if most is None else most
    bound: Any = puzzle.estimate(start)
    looked = 0
    while bound is not None:
        way, bound, looked = _search_below(puzzle, bound, looked, most)
        if way is not None:
            return Route(puzzle, *way, "IDA*", {"states": looked})
    return Route(puzzle, None, None, "IDA*", {"states": looked})


def _search_below(
    puzzle: Puzzle, bound: Any, looked: int, most: int
) -> tuple[tuple[tuple[Any, ...], Any] | None, Any, int]:
    """A way whose cost and estimate nowhere exceed a bound, with its cost, if there is one.

    Beside it, the least sum beyond the bound that was met, and how many states were looked at.
    """
    start = puzzle.start()
    beyond: Any = None
    path: list[Any] = []
    on_path = {start}
    stack = [(start, 0, iter(list(puzzle.moves(start))))]
    while stack:
        state, spent, rest = stack[-1]
        move = next(rest, None)
        if move is None:
            stack.pop()
            on_path.discard(state)
            del path[-1:]
            continue
        after = puzzle.play(state, move)
        if after in on_path:
            continue
        cost: Any = spent + cost_of(puzzle, state, move)
        total = cost + puzzle.estimate(after)
        if total > bound:
            beyond = total if beyond is None else min(beyond, total)
            continue
        looked += 1
        if looked > most:
            raise GameError(
                f"{puzzle.name}: no goal after {count_of(most, 'state')}; give a larger limit"
            )
        path.append(move)
        if puzzle.is_goal(after):
            return (tuple(path), cost), bound, looked
        on_path.add(after)
        stack.append((after, cost, iter(list(puzzle.moves(after)))))
    return None, beyond, looked
