"""Values of positions from the values of their options, by iterative depth-first search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import filterfalse
from typing import Any

from kibitz.combinatorial.errors import CycleError, misread, require_hashable
from kibitz.combinatorial.limits import CHUNK, bounded, read_limit, watch
from kibitz.core.progress import work

Options = Callable[[Any], Iterable[Any]]
Combine = Callable[[set[int]], int]
OPEN = -1
"""The value of a position while it lies on the path from the start; to meet it is to go round."""


def post_order(
    start: Any, options: Options, combine: Combine, known: dict[Any, int], what: str,
    limit: int | None = None, show: Callable[[Any], str] = str,
) -> int:  # fmt: skip
    """The value of ``start``: ``combine`` turns the set of the options' values into a position's.

    ``known`` is read and filled, so later searches go on where this one ended. Every position's
    options are asked for once. Time and memory O(positions + moves); no recursion. A cycle is
    reported as :class:`CycleError`.

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
            for _ in _search(start, options, combine, known, path, most):
                watch(task, len(known) - before, most, what)
    except CycleError as error:
        raise CycleError(error.cycle, show) from None
    finally:
        for position in path:
            del known[position]
    return known[start]


def _search(
    start: Any, options: Options, combine: Combine, known: dict[Any, Any], path: list[Any],
    most: int,
) -> Iterator[None]:  # fmt: skip
    """Give values until the start has one; pauses now and then.

    On the stack lie the positions of the path, each below those of its options that were unknown.
    """
    get: Callable[[Any], Any] = known.get
    seen = known.__contains__
    stack: list[Any] = [start]
    belows: list[Iterable[Any]] = []
    below: Any
    chunk = min(CHUNK, most)
    while True:
        for _ in range(chunk):
            if not stack:
                return
            position = stack[-1]
            value = get(position)
            if value is None:
                below = options(position)
                try:
                    if type(below) is not list and type(below) is not tuple:
                        below = bounded(below, most)
                    values = set(map(get, below))
                except TypeError as error:
                    raise misread(position, below, error) from None
                if None in values or OPEN in values:
                    known[position] = OPEN
                    path.append(position)
                    belows.append(below)
                    if OPEN in values:
                        again = next(q for q in below if get(q) == OPEN)
                        raise CycleError(path[path.index(again) :])
                    stack.extend(filterfalse(seen, below))
                    continue
                known[position] = combine(values)
            elif value == OPEN:
                values = set(map(get, belows.pop()))
                if OPEN in values:
                    raise CycleError([position])
                known[position] = combine(values)
                path.pop()
            stack.pop()
        yield
