"""Who wins: P (the previous player) or N (the next player), by search that stops at a win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import filterfalse, islice
from typing import Any

from kibitz.combinatorial.errors import CycleError, misread, require_hashable
from kibitz.combinatorial.limits import (
    CHUNK,
    check_moves,
    few_collections,
    most_moves,
    read_limit,
    too_many,
    watch,
)
from kibitz.combinatorial.post_order import Options, last_is_farther
from kibitz.core.errors import GameError
from kibitz.core.progress import work


@dataclass
class Labels:
    """The positions whose outcome is known: ``won`` holds the N-positions, ``lost`` the others."""

    won: set[Any] = field(default_factory=set)
    lost: set[Any] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.won) + len(self.lost)


def outcome_search(
    start: Any, options: Options, misere: bool = False, known: Labels | None = None,
    limit: int | None = None, show: Callable[[Any], str] = str,
) -> str:  # fmt: skip
    """The outcome class of a position in a game that ends: a position is N when an option is P.

    Only what is needed is visited: the other options of a position are left alone once one of them
    is P. ``known`` is read and filled. Time and memory O(positions + moves) met; no recursion. When
    the search goes round it raises :class:`CycleError`, and retrograde analysis must decide.

    >>> outcome_search(21, lambda n: [n - k for k in (1, 2, 3) if k <= n], misere=True)
    'P'
    """
    require_hashable(start)
    labels = Labels() if known is None else known
    most, effort = read_limit(limit), most_moves(limit)
    before = len(labels)
    path: dict[Any, None] = {}
    try:
        with work("positions searched for the outcome") as task, few_collections() as tidy:
            for moves in _search(start, options, misere, labels, path, most):
                watch(task, len(labels) + len(path) - before, most, "the outcome")
                check_moves(moves, effort, "the outcome")
                tidy(moves)
    except CycleError as error:
        raise CycleError(error.cycle, show) from None
    return "P" if start in labels.lost else "N"


def _search(
    start: Any, options: Options, misere: bool, known: Labels, path: dict[Any, None], most: int
) -> Iterator[int]:
    """Label positions until the start is labelled; pauses with the number of moves looked at.

    For every position of the path ``pending`` gives those of its options that are not N when their
    turn comes, those first that seem nearer to the end of the game.
    """
    won, lost = known.won, known.lost
    is_won, none_lost = won.__contains__, lost.isdisjoint
    pending: list[Iterator[Any]] = [filterfalse(is_won, (start,))]
    finished = object()
    backwards: bool | None = None
    moves = 0
    pause = chunk = min(CHUNK, most)
    while True:
        position = next(pending[-1], finished)
        if position is not finished and position not in lost:
            if position in path:
                raise CycleError(_tail(path, position))
            below: Any = options(position)
            try:
                kind = type(below)
                if kind is not list and kind is not tuple and kind is not range:
                    below = tuple(islice(below, most + 1))
                moves += len(below)
                if moves > pause:
                    pause = moves + chunk
                    if len(below) > most:
                        raise too_many(most, "the moves of one position")
                    yield moves
                if not none_lost(below) or (misere and not below):
                    won.add(position)
                    continue
                all_won = won.issuperset(below)
            except TypeError as error:
                raise misread(position, below, error) from None
            if not all_won:
                if backwards is None:
                    backwards = last_is_farther(start, below)
                path[position] = None
                pending.append(filterfalse(is_won, reversed(below) if backwards else below))
                continue
            lost.add(position)
        elif position is finished and path:
            pending.pop()
            lost.add(path.popitem()[0])
        if not path:
            return
        # The last position of the path has an option that is P.
        pending.pop()
        won.add(path.popitem()[0])


def _tail(path: dict[Any, None], position: Any) -> list[Any]:
    positions = list(path)
    return positions[positions.index(position) :]


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
