"""Values of positions from the values of their options, by iterative depth-first search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from kibitz.combinatorial.methods.depth_first import LOOKED_BACK, Options, last_is_farther
from kibitz.core.progress import work

Combine = Callable[[set[int]], int]
Stack = list[tuple[Any, Any, Iterator[Any]]]
"""The path from the start: positions, their options, and those of them that are still to come."""


@dataclass
class Values:
    """The positions whose value is known; ``met`` holds them and those on the present path."""

    found: dict[Any, int] = field(default_factory=dict)
    met: set[Any] = field(default_factory=set)


def post_order(
    start: Any,
    options: Options,
    combine: Combine,
    known: Values,
    what: str,
    limit: int | None = None,
    show: Callable[[Any], str] = str,
) -> int:
    """The value of ``start``: ``combine`` turns the set of the options' values into a position's.

    ``known`` is read and filled, so later searches continue where this one ended. Every position's
    options are asked for once. Time and memory O(positions + moves); no recursion. A cycle is
    reported as :class:`CycleError`.

    >>> longest = lambda below: 1 + max(below, default=-1)
    >>> post_order(9, lambda n: [n - 1, n - 2][:n], longest, Values(), "the longest play")
    9
    """
    require_hashable(start)
    if start in known.found:
        return known.found[start]
    most, effort = read_limit(limit), most_moves(limit)
    before = len(known.found)
    stack: Stack = []
    try:
        with work(f"positions searched for {what}") as task, few_collections() as tidy:
            for moves in _search(start, options, combine, known, stack, most):
                watch(task, len(known.met) - before, most, what)
                check_moves(moves, effort, what)
                tidy(moves)
    except CycleError as error:
        raise CycleError(error.cycle, show) from None
    except TypeError as error:
        # Options that cannot be hashed come to light when their turn comes.
        for position, below, _ in stack[-1:]:
            raise misread(position, below, error) from None
        raise
    finally:
        if len(known.met) > len(known.found):
            known.met.intersection_update(known.found)
    return known.found[start]


def _search(
    start: Any, options: Options, combine: Combine, known: Values, stack: Stack, most: int
) -> Iterator[int]:
    """Give values until the start has one; pauses with the number of moves looked at.

    ``rest`` gives the options of the last position of the path that have not been met when their
    turn comes, those first that seem nearer to the end of the game.
    """
    found, met = known.found, known.met
    value_of, seen, all_met, meet = found.__getitem__, met.__contains__, met.issuperset, met.add
    below: Any
    rest: Iterator[Any] = iter((start,))
    backwards: bool | None = None
    moves = 0
    pause = chunk = min(CHUNK, most)
    look_back = 4 * CHUNK
    cap = most + 1
    while True:
        for position in rest:
            below = options(position)
            try:
                kind = type(below)
                if kind is not list and kind is not tuple and kind is not range:
                    below = tuple(islice(below, cap))
                moves += len(below)
                meet(position)
                known_below = all_met(below)
            except TypeError as error:
                raise misread(position, below, error) from None
            if moves > pause:
                pause = moves + chunk
                if len(below) > most:
                    raise too_many(most, "the moves of one position")
                if moves > look_back:
                    look_back = 4 * moves
                    _check_path(stack, most)
                yield moves
            if not known_below:
                if backwards is None:
                    backwards = last_is_farther(start, below)
                stack.append((position, below, rest))
                rest = filterfalse(seen, reversed(below) if backwards else below)
                break
            try:
                found[position] = combine(set(map(value_of, below)))
            except KeyError:
                raise _cycle(stack, position, below, found) from None
        else:
            if not stack:
                return
            position, below, rest = stack.pop()
            try:
                found[position] = combine(set(map(value_of, below)))
            except KeyError:
                raise _cycle(stack, position, below, found) from None


def _cycle(stack: Stack, position: Any, below: Any, found: dict[Any, int]) -> CycleError:
    """The way round from an option that lies on the path, so that it has no value yet."""
    path = [p for p, _, _ in stack] + [position]
    again = next(q for q in below if q not in found)
    return CycleError(path[path.index(again) :])


def _check_path(stack: Stack, most: int) -> None:
    """Refuse a path that holds too many moves, or whose end has met the path before it.

    Every cycle of a finite game is found in the end; this finds those of games without end.
    """
    if sum(len(below) for _, below, _ in stack if type(below) is not range) > most:
        raise too_many(most, "the moves along one line of play")
    depth = {position: k for k, (position, _, _) in enumerate(stack)}
    for k in range(max(0, len(stack) - LOOKED_BACK), len(stack)):
        for option in stack[k][1]:
            if depth.get(option, k + 1) <= k:
                raise CycleError([position for position, _, _ in stack[depth[option] : k + 1]])
