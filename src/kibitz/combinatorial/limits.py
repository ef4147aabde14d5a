"""How many positions a search may keep before it is refused."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from math import inf
from typing import Any

from kibitz.combinatorial.errors import LimitError
from kibitz.core.errors import GameError
from kibitz.core.progress import Task
from kibitz.core.spelling import count_of
from kibitz.core.system.memory import free_memory

BYTES_PER_POSITION = 300
"""A position, its entry in a dictionary and its value: a generous round figure."""
FEWEST, MOST = 1_000_000, 50_000_000
MOVES_PER_POSITION, FEWEST_MOVES = 5, 60_000
"""Moves for each position of a limit that is given, and how many are looked at in any case."""
CHUNK = 2048
"""Positions or moves between two looks at the clock, the memory and the keyboard."""
COLLECTED = 1 << 20
"""Moves between two collections of what a rule has left behind."""


def default_limit() -> int:
    """Positions that fit in half of the free memory, between one and fifty million.

    >>> FEWEST <= default_limit() <= MOST
    True
    """
    return max(FEWEST, min(MOST, free_memory() // (2 * BYTES_PER_POSITION)))


def read_limit(limit: int | None) -> int:
    """The limit that was given, checked, or the default one."""
    if limit is None:
        return default_limit()
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise GameError(f"limit is {limit!r}; it must be a whole number of positions, 1 or more")
    return limit


def most_moves(limit: int | None) -> float:
    """How many moves a search may look at: as many as it takes, unless a limit is given.

    >>> most_moves(20_000), most_moves(100)
    (100000, 60000)
    """
    return inf if limit is None else max(FEWEST_MOVES, MOVES_PER_POSITION * limit)


def watch(task: Task, count: int, limit: int, what: str) -> None:
    """Note a chunk of work; refuse to continue past the limit or after Ctrl-C."""
    task.advance(count - task.done)
    if count > limit:
        raise too_many(limit, what)
    if task.stopped:
        raise GameError(f"stopped after {count_of(count, 'position')}, before {what} was found")


@contextmanager
def few_collections() -> Iterator[Callable[[int], None]]:
    """Keep the garbage collector from walking through a growing search over and over.

    The function it yields takes the number of moves now and then, and collects the youngest
    objects once in a while, for rules that leave cycles of references behind.
    """
    enabled = gc.isenabled()
    due = COLLECTED

    def tidy(moves: int) -> None:
        nonlocal due
        if moves > due and enabled:
            due = moves + COLLECTED
            gc.collect(0)

    gc.disable()
    try:
        yield tidy
    finally:
        if enabled:
            gc.enable()


def bounded(options: Iterable[Any], limit: int) -> tuple[Any, ...]:
    """Options that come one by one, as a tuple, unless one position alone has too many."""
    below = tuple(islice(options, limit + 1))
    if len(below) > limit:
        raise too_many(limit, "the moves of one position")
    return below


def check_moves(moves: int, most: float, what: str) -> None:
    """Refuse to look at more moves than this."""
    if moves > most:
        raise LimitError(
            f"more than {most:,} moves are needed for {what}; give a larger limit=, or split the "
            "game into a sum of smaller ones"
        )


def too_many(limit: int, what: str) -> LimitError:
    """The refusal of a search that would pass the limit."""
    return LimitError(
        f"more than {limit:,} positions are needed for {what}; give a larger limit= if the memory "
        "allows, or split the game into a sum of smaller ones"
    )
