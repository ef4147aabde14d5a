"""Backtracking: fill in one thing at a time, and take back what cannot be completed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.as_puzzle import as_puzzle
from kibitz.search.puzzles.puzzle import Puzzle, Route, cost_of


def solutions(
    puzzle: Puzzle, counts: Counter[str] | None = None
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All goals, each with the moves that lead there, in the order in which moves are listed.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    counts : Counter[str], optional
        Counts the states visited and taken back.

    Yields
    ------
    tuple[tuple[Any, ...], Any]
        The moves to a goal, and the goal.
    """
    seen: Counter[str] = Counter() if counts is None else counts
    start = puzzle.start()
    seen["states"] += 1
    if puzzle.is_hopeless(start):
        return
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
                seen["taken back"] += 1
                path.pop()
            continue
        after = puzzle.play(state, move)
        seen["states"] += 1
        if puzzle.is_hopeless(after):
            seen["taken back"] += 1
            continue
        path.append(move)
        if puzzle.is_goal(after):
            yield tuple(path), after
            path.pop()
        else:
            stack.append((after, iter(list(puzzle.moves(after)))))


def _is_filled_in(puzzle: Puzzle) -> str | None:
    return (
        None if puzzle.is_filled_in else "states can repeat here, so it may never end; use a-star"
    )


@method(
    Puzzle,
    "backtracking",
    finds="a solution",
    cost="exponential in the number of open cells",
    reference="Golomb and Baumert 1965",
    applies=_is_filled_in,
)
def backtracking(puzzle: Any) -> Route:
    """The first solution, or that there is none.

    For puzzles whose moves fill something in, so that no state recurs.

    Parameters
    ----------
    puzzle : Puzzle, Rules or str
        The puzzle.

    Returns
    -------
    Route
        A solution.

    Notes
    -----
    Cost: exponential in what is left to fill in.

    References
    ----------
    Golomb and Baumert 1965.

    Examples
    --------
    >>> from kibitz.search.puzzles import Queens
    >>> found = backtracking(Queens(6))
    >>> found.moves, found.counts
    ((1, 3, 5, 0, 2, 4), {'states': 32, 'taken back': 25})
    """
    puzzle = as_puzzle(puzzle)
    counts: Counter[str] = Counter()
    found = next(solutions(puzzle, counts), None)
    if found is None:
        return Route(puzzle, None, None, "backtracking", dict(counts))
    state, cost = puzzle.start(), 0
    for move in found[0]:
        cost += cost_of(puzzle, state, move)
        state = puzzle.play(state, move)
    return Route(puzzle, found[0], cost, "backtracking", dict(counts))


def count_solutions(puzzle: Any, most: int = 10_000_000) -> int:
    """How many solutions there are, up to a limit.

    Parameters
    ----------
    puzzle : Puzzle, Rules or str
        The puzzle.
    most : int, default 10000000
        The largest number counted.

    Returns
    -------
    int
        The number.

    Examples
    --------
    >>> from kibitz.search.puzzles import Queens
    >>> count_solutions(Queens(8))
    92
    """
    puzzle = as_puzzle(puzzle)
    total = 0
    for total, _ in enumerate(solutions(puzzle), 1):
        _check(puzzle, total, most)
    return total


def count_distinct(puzzle: Puzzle, most: int = 1_000_000) -> int:
    """How many solutions there are up to rotation and reflection.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    most : int, default 1000000
        The largest number counted.

    Returns
    -------
    int
        The number.

    Examples
    --------
    >>> from kibitz.search.puzzles import Queens
    >>> count_distinct(Queens(6)), count_distinct(Queens(8))
    (1, 12)
    """
    seen: set[Any] = set()
    for total, (_, end) in enumerate(solutions(puzzle), 1):
        seen.add(puzzle.canonical(end))
        _check(puzzle, total, most)
    return len(seen)


def _check(puzzle: Puzzle, total: int, most: int) -> None:
    if total > most:
        raise GameError(f"{puzzle.name}: more than {count_of(most, 'solution')}")
