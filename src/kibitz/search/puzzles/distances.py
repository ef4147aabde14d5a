"""The states of a puzzle by their distance from the start: breadth first, layer by layer."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.extension import extends
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.puzzle import Puzzle

MOST = 2_000_000
"""States that are looked at."""
KEPT = 20
"""Farthest states that are kept."""


@dataclass(frozen=True)
class Distances:
    """How many states are this many moves from the start, and where the goals are.

    >>> from kibitz.search.puzzles import SlidingTiles
    >>> found = states_by_distance(SlidingTiles("1 2 3 0"))
    >>> found.counts, found.total, found.farthest
    ((1, 2, 2, 2, 2, 2, 1), 12, 6)
    """

    puzzle: Puzzle
    counts: tuple[int, ...]
    """The number of states at each distance."""
    goals: tuple[int, ...]
    """The number of goals at each distance."""
    last: tuple[Any, ...]
    """States at the greatest distance."""
    complete: bool = True
    """Were all states reached, or only those up to a depth?"""

    @property
    def total(self) -> int:
        """All states that were reached."""
        return sum(self.counts)

    @property
    def farthest(self) -> int:
        """The greatest distance."""
        return len(self.counts) - 1

    def table(self) -> Table:
        """Distance, states and goals."""
        lines = zip(self.counts, self.goals, strict=True)
        rows = tuple((str(d), f"{n:,}", f"{g:,}") for d, (n, g) in enumerate(lines))
        return Table(("moves from the start", "states", "goals"), rows)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "distances",
            "puzzle": self.puzzle.name,
            "counts": list(self.counts),
            "goals": list(self.goals),
            "total": self.total,
            "farthest": self.farthest,
            "last": [self.puzzle.show(state) for state in self.last],
            "complete": self.complete,
            "method": "breadth-first search",
            "exact": True,
        }

    def __str__(self) -> str:
        if not self.complete:
            far = count_of(self.farthest, "move")
            return f"{count_of(self.total, 'state')} up to {far} from the start"
        far = count_of(self.farthest, "move")
        return f"{count_of(self.total, 'state')}; the farthest are {far} from the start"


@extends(Puzzle)
def states_by_distance(puzzle: Puzzle, depth: int | None = None, most: int = MOST) -> Distances:
    """Count the states of a puzzle by the least number of moves that lead to them.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    depth : int, optional
        How many moves to go; until no new state is found if omitted.
    most : int, default MOST
        The largest number of states.

    Returns
    -------
    Distances
        The number of states, and of goals, at each distance.

    Notes
    -----
    Cost: every state and every move once, the states kept in memory.
    """
    if depth is not None and depth < 0:
        raise GameError(f"depth is {depth}; it must not be negative")
    start = puzzle.start()
    layer: list[Any] = [start]
    seen: set[Hashable] = {start}
    counts, goals = [], []
    while layer:
        counts.append(len(layer))
        goals.append(sum(map(puzzle.is_goal, layer)))
        if depth is not None and len(counts) > depth:
            return Distances(puzzle, tuple(counts), tuple(goals), tuple(layer[:KEPT]), False)
        after: list[Any] = []
        for state in layer:
            for move in puzzle.moves(state):
                follows = puzzle.play(state, move)
                if follows not in seen:
                    seen.add(follows)
                    after.append(follows)
        if len(seen) > most:
            raise GameError(f"{puzzle.name}: more than {count_of(most, 'state')}; give a depth")
        last, layer = layer, after
    return Distances(puzzle, tuple(counts), tuple(goals), tuple(last[:KEPT]))
