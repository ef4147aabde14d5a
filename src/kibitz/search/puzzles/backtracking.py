"""Backtracking: fill in one thing at a time, and take back what cannot be completed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from kibitz.core.errors import GameError
from kibitz.search.puzzles.puzzle import Puzzle, Route


def solutions(puzzle: Puzzle) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All goals, each with the moves that lead there, in the order in which moves are listed."""
    start = puzzle.start()
    if puzzle.is_goal(start):
        yield (), start
        return
    path: list[Any] = []
    stack = [(start, iter(list(puzzle.moves(start))))]
    while stack:
        state, rest = stack[-1]
        move = next(rest, None)
        if move is None:
            stack.pop()
            if path:
                path.pop()
            continue
        after = puzzle.play(state, move)
        if puzzle.is_hopeless(after):
            continue
        path.append(move)
        if puzzle.is_goal(after):
            yield tuple(path), after
            path.pop()
        else:
            stack.append((after, iter(list(puzzle.moves(after)))))


def backtracking(puzzle: Puzzle) -> Route:
    """The first solution, or that there is none.

    >>> from kibitz.search.puzzles import Queens
    >>> backtracking(Queens(6)).moves
    (1, 3, 5, 0, 2, 4)
    """
    found = next(solutions(puzzle), None)
    if found is None:
        return Route(puzzle, None, 0, "backtracking")
    return Route(puzzle, found[0], len(found[0]), "backtracking")


def count_solutions(puzzle: Puzzle, most: int = 10_000_000) -> int:
    """How many solutions there are, up to a limit.

    >>> from kibitz.search.puzzles import Queens
    >>> count_solutions(Queens(8))
    92
    """
    total = sum(1 for _ in islice(solutions(puzzle), most + 1))
    if total > most:
        raise GameError(f"{puzzle.name}: more than {most:,} solutions")
    return total
