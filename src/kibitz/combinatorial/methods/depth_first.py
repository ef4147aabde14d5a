"""What depth-first searches of positions share: order, pauses, and words for what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter, length_hint
from typing import Any

from kibitz.combinatorial.errors import CycleError, no_list, unhashable
from kibitz.combinatorial.limits import CHUNK, check_moves, most_moves, read_limit, too_many, watch
from kibitz.core.progress import Task

Options = Callable[[Any], Iterable[Any]]
Turned = Callable[[Any], Iterator[Any]]
Path = Sequence[tuple[Any, ...]]
"""From the start on: positions, the options still to come, and what a search adds."""
KEPT = {type(iter([])), type(reversed([])), type(iter(())), reversed}
"""Iterators over options that lie in memory."""
FIRST = 256
"""Moves before the first pause."""
LOOKED_BACK = 64
"""Positions at the end of a long path whose options are compared with the path."""


def nearer_first(start: Any, below: Any) -> Turned:
    """How options are gone through, so that those come first that seem nearer to the end.

    >>> nearer_first(9, [8, 6, 5]) is reversed, nearer_first(9, range(9)) is iter
    (True, True)
    """
    known = type(below) in (list, tuple, range) and len(below) > 0
    return reversed if known and last_is_farther(start, below) else iter


def last_is_farther(start: Any, below: Any) -> bool:
    """Whether the last option seems to lie farther on than the first, by the order of positions.

    A guess that costs nothing: the longest step first keeps the path of a search short. True
    where positions have no order.

    >>> last_is_farther(9, [8, 6, 5]), last_is_farther(9, range(9)), last_is_farther(9, [10, 12])
    (True, False, True)
    """
    try:
        return bool((below[-1] < below[0]) == (below[-1] < start))
    except TypeError:
        return True


class Pauses:
    """What a search does every few thousand moves: look at the limit, the keyboard and the path.

    A search that keeps no marks runs round and round a cycle, so that its path holds a position
    twice; this is noticed here, soon in proportion to the work done.
    """

    def __init__(
        self,
        what: str,
        limit: int | None,
        known: dict[Any, Any],
        path: Path,
        options: Options,
        show: Callable[[Any], str],
        task: Task,
        tidy: Callable[[int], None],
    ) -> None:
        self.what, self.known, self.path, self.options = what, known, path, options
        self.show, self.task, self.tidy = show, task, tidy
        self.most, self.effort = read_limit(limit), most_moves(limit)
        self.before = len(known)
        self.first = self.look_back = min(FIRST, self.most)
        self.here: Iterator[Any] | None = None
        self.since = 0

    def __call__(self, moves: int, position: Any, rest: Iterator[Any]) -> int:
        """Refuse to continue, or say after how many moves to look again."""
        positions = len(self.known) + len(self.path) - self.before
        if moves > self.look_back or positions > self.most:
            self.look_back = 16 * moves
            self._check_path(position)
        watch(self.task, positions, self.most, self.what)
        check_moves(moves, self.effort, self.what)
        if rest is not self.here:
            self.here, self.since = rest, moves
        elif moves - self.since > self.most:
            raise too_many(self.most, "the moves of one position")
        self.tidy(moves)
        return moves + min(CHUNK, self.most)

    def _check_path(self, position: Any) -> None:
        """Refuse a path that holds too many moves, repeats a position, or ends where it could.

        The last is for games without end, whose path may never repeat though play can.
        """
        step = len(self.path) // LOOKED_BACK + 1
        kept = (length_hint(e[1]) for e in self.path[::step] if type(e[1]) in KEPT)
        if sum(kept) * step > self.most:
            raise too_many(self.most, "the moves along one line of play")
        line = [*map(itemgetter(0), self.path), position]
        on_line = set(line)
        if len(on_line) < len(line):
            raise CycleError(_way_round(line), self.show)
        for k in range(len(line) - 1, max(-1, len(line) - 1 - LOOKED_BACK), -1):
            for option in islice(self.options(line[k]), CHUNK):
                if option in on_line:
                    raise CycleError(line[line.index(option) : k + 1], self.show)
            on_line.remove(line[k])


def _way_round(line: Sequence[Any]) -> Sequence[Any]:
    """The part of a line between the first two places that are the same."""
    place: dict[Any, int] = {}
    for k, position in enumerate(line):
        if place.setdefault(position, k) < k:
            return line[place[position] : k]
    return ()


def explain_type_error(position: Any, option: Any, below: Any, error: TypeError) -> Exception:
    """What was wrong with an option, or with its options in turn; else the error of the rule."""
    if (wrong := unhashable(position, option)) is not None:
        return wrong
    return error if hasattr(below, "__iter__") else no_list(option, below)
