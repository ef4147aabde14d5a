"""Values of positions from the values of their options, by iterative depth-first search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import filterfalse
from typing import Any

from kibitz.combinatorial.errors import CycleError, LimitError, misread, require_hashable
from kibitz.combinatorial.limits import CHUNK, bounded, read_limit, too_many, watch
from kibitz.core.progress import work

Options = Callable[[Any], Iterable[Any]]
Combine = Callable[[set[int]], int]
OPEN = -1
"""The value of a position while it lies on the path from the start; to meet it is to go round."""


def post_order(
    start: Any, options: Options, combine: Combine, known: dict[Any, int], what: str,
    limit: int | None = None, show: Callable[[Any], str] = str, patience: int | None = None,
) -> int:  # fmt: skip
    """The value of ``start``: ``combine`` turns the set of the options' values into a position's.

    ``known`` is read and filled, so later searches go on where this one ended. Every position's
    options are asked for once. Time and memory O(positions + moves); no recursion. A cycle is
    reported as :class:`CycleError`; a search that has looked at more than ``patience`` moves
    gives up with :class:`LimitError`.

    >>> longest = lambda below: 1 + max(below, default=-1)
    >>> post_order(9, lambda n: [n - 1, n - 2][:n], longest, {}, "the longest play")
    9
    """
    require_hashable(start)
    most = read_limit(limit)
    before = len(known)
    path: list[Any] = []
    try:
        with work(f"positions searched for {what}") as task:
            for moves in _search(start, options, combine, known, path, most):
                watch(task, len(known) - before, most, what)
                if patience is not None and moves > patience:
                    raise LimitError(f"more than {patience:,} moves are needed for {what}")
    except CycleError as error:
        raise CycleError(error.cycle, show) from None
    finally:
        for position in path:
            del known[position]
    return known[start]


def _search(
    start: Any, options: Options, combine: Combine, known: dict[Any, Any], path: list[Any],
    most: int,
) -> Iterator[int]:  # fmt: skip
    """Give values until the start has one; pauses with the number of moves looked at.

    For every position of the path ``pending`` gives those of its options that are still unknown
    when their turn comes, the last first: in most rules that is the longest step towards an end.
    """
    get: Callable[[Any], Any] = known.get
    seen = known.__contains__
    belows: list[Any] = []
    below: Any
    pending: list[Iterator[Any]] = [filterfalse(seen, (start,))]
    finished = object()
    moves = held = 0
    chunk = min(CHUNK, most)
    while True:
        for _ in range(chunk):
            position = next(pending[-1], finished)
            if position is finished:
                pending.pop()
                if not pending:
                    return
                below = belows.pop()
                held -= len(below)
                values = set(map(get, below))
                if OPEN in values:
                    raise CycleError(path[-1:])
                known[path.pop()] = combine(values)
                continue
            below = options(position)
            try:
                if type(below) is not list and type(below) is not tuple:
                    below = bounded(below, most)
                values = set(map(get, below))
            except TypeError as error:
                raise misread(position, below, error) from None
            moves += len(below)
            if None not in values and OPEN not in values:
                known[position] = combine(values)
                continue
            known[position] = OPEN
            path.append(position)
            belows.append(below)
            held += len(below)
            if held > most:
                raise too_many(most, "the moves along one line of play")
            if OPEN in values:
                again = next(q for q in below if get(q) == OPEN)
                raise CycleError(path[path.index(again) :])
            pending.append(filterfalse(seen, reversed(below)))
        yield moves
