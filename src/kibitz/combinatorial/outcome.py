"""Who wins: P (the previous player) or N (the next player), by search that stops at a win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kibitz.combinatorial.errors import CycleError, misread, require_hashable
from kibitz.combinatorial.limits import CHUNK, bounded, read_limit, watch
from kibitz.combinatorial.post_order import Options
from kibitz.core.errors import GameError
from kibitz.core.progress import work

OPEN = "?"
"""The label of a position while it lies on the path from the start."""


def outcome_search(
    start: Any, options: Options, misere: bool = False, known: dict[Any, str] | None = None,
    limit: int | None = None, show: Callable[[Any], str] = str,
) -> str:  # fmt: skip
    """The outcome class of a position in a game that ends: a position is N when an option is P.

    Only what is needed is visited: the other options of a position are left alone once one of them
    is P. ``known`` is read and filled. Time and memory O(positions + moves) met; no recursion. When
    the search goes round it raises :class:`CycleError`, and retrograde analysis must decide.

    >>> outcome_search(21, lambda n: [n - k for k in (1, 2, 3) if k <= n], misere=True)
    'P'
    """
    labels: dict[Any, str] = {} if known is None else known
    require_hashable(start)
    most = read_limit(limit)
    before = len(labels)
    path: list[Any] = []
    try:
        with work("positions searched for the outcome") as task:
            for _ in _search(start, options, "N" if misere else "P", labels, path, most):
                watch(task, len(labels) - before, most, "the outcome")
    except CycleError as error:
        raise CycleError(error.cycle, show) from None
    finally:
        for position in path:
            del labels[position]
    return labels[start]


def _search(
    start: Any, options: Options, end: str, known: dict[Any, str], path: list[Any], most: int
) -> Iterator[None]:
    """Label positions until the start is labelled; pauses now and then.

    ``pending`` holds, for every position of the path, those of its options still to be looked at.
    """
    get = known.get
    pending: list[Iterator[Any]] = []
    position = start
    chunk = min(CHUNK, most)
    while True:
        for _ in range(chunk):
            label = get(position)
            if label is None:
                below: Any = options(position)
                try:
                    if type(below) is not list and type(below) is not tuple:
                        below = bounded(below, most)
                    labels = set(map(get, below))
                except TypeError as error:
                    raise misread(position, below, error) from None
                if "P" in labels:
                    label = known[position] = "N"
                elif not below:
                    label = known[position] = end
                elif None in labels or OPEN in labels:
                    known[position] = OPEN
                    path.append(position)
                    pending.append(iter(below))
                else:
                    label = known[position] = "P"
            elif label == OPEN:
                raise CycleError(path[path.index(position) :])
            while path:
                if label == "P":
                    label = "N"
                else:
                    position = next(pending[-1], pending)
                    if position is not pending:
                        break
                    label = "P"
                pending.pop()
                known[path.pop()] = label
            else:
                return
        yield


def outcome_of_sum(outcomes: Iterable[str]) -> str | None:
    """What the outcomes of the parts say about a sum in normal play; None when they leave it open.

    Parts that are P change nothing, and one part that is N beside them makes the sum N; two parts
    that are N may be worth the same or not.

    >>> outcome_of_sum("PP"), outcome_of_sum("PNP"), outcome_of_sum("NN")
    ('P', 'N', None)
    """
    alive = 0
    for label in outcomes:
        if label not in ("N", "P"):
            raise GameError(f"{label!r} is not the outcome of a game that ends; write N or P")
        alive += label == "N"
    return "P" if alive == 0 else "N" if alive == 1 else None
