"""IDA*: depth first below a bound on cost plus estimate, raised step by step; almost no memory.

Finds the cheapest route as A* does, looking at states again for each bound. Korf (1985).
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.search.puzzles.puzzle import Puzzle, Route, cost_of

MOST = 2_000_000_000
"""Looks; compiled searches make ten million in a second."""
MOST_IN_PYTHON = 20_000_000


def ida_star(puzzle: Puzzle, most: int | None = None) -> Route:
    """The cheapest route to a goal; at most so many states are looked at, again and again.

    Large boards of sliding tiles are searched by a compiled program.

    A puzzle without a solution is only recognised when it says so (``is_hopeless``) or when its
    states run out below every bound.

    >>> from kibitz.search.puzzles import SlidingTiles
    >>> ida_star(SlidingTiles("1 2 3 4 5 6 0 7 8")).cost
    2
    """
    start = puzzle.start()
    if puzzle.is_hopeless(start):
        return Route(puzzle, None, 0, "IDA*", {"states": 1})
    quick = puzzle.quick_route(MOST if most is None else most)
    if quick is not None:
        return quick
    most = MOST_IN_PYTHON if most is None else most
    bound: Any = puzzle.estimate(start)
    looked = 0
    while True:
        following: Any = None
        path: list[Any] = []
        on_path = {start}
        stack = [(start, 0, iter(list(puzzle.moves(start))))]
        if puzzle.is_goal(start):
            return Route(puzzle, (), 0, "IDA*", {"states": looked + 1})
        while stack:
            state, spent, rest = stack[-1]
            move = next(rest, None)
            if move is None:
                stack.pop()
                on_path.discard(state)
                if path:
                    path.pop()
                continue
            after = puzzle.play(state, move)
            if after in on_path:
                continue
            cost: Any = spent + cost_of(puzzle, state, move)
            total = cost + puzzle.estimate(after)
            if total > bound:
                following = total if following is None else min(following, total)
                continue
            looked += 1
            if looked > most:
                raise GameError(f"{puzzle.name}: no goal after {most:,} looks; allow more")
            path.append(move)
            if puzzle.is_goal(after):
                return Route(puzzle, tuple(path), cost, "IDA*", {"states": looked})
            on_path.add(after)
            stack.append((after, cost, iter(list(puzzle.moves(after)))))
        if following is None:
            return Route(puzzle, None, 0, "IDA*", {"states": looked})
        bound = following
