"""Roads between places, each with its length: the cheapest way, with estimates to go by."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, whole
from kibitz.search.puzzles.puzzle import Puzzle

Place = Hashable


class Roads(Puzzle):
    """A search problem given as a graph: a move is the place that it leads to.

    ``roads`` are lengths by place (``{"S": {"A": 1, "B": 4}}``), lists of places one step away, or
    triples of two places and a length; ``both_ways`` lets every road be gone back. ``goal`` is a
    place or several. Places without an estimate are estimated at 0.

    >>> from kibitz.search.puzzles.a_star import a_star
    >>> map_ = Roads({"S": {"A": 1, "B": 4}, "A": {"B": 2, "G": 6}, "B": {"G": 3}}, "S", "G",
    ...              {"S": 5, "A": 4, "B": 2})
    >>> found = a_star(map_, trace=True)
    >>> found.states, found.cost, found.expanded
    (('S', 'A', 'B', 'G'), 6, ('S', 'A', 'B'))
    >>> map_.overestimated(), map_.inconsistent()
    ((), ())
    """

    title = "roads"

    def __init__(
        self,
        roads: Any,
        start: Place,
        goal: Any,
        estimates: Mapping[Place, Any] | None = None,
        both_ways: bool = False,
    ) -> None:
        self.roads = _read(roads, both_ways)
        self.origin = self._known(start, "the start")
        several = isinstance(goal, (list, set, tuple, frozenset))
        self.goals = frozenset(self._known(g, "a goal") for g in (goal if several else [goal]))
        if not self.goals:
            raise GameError("roads: no goal is given")
        if not isinstance(estimates, (Mapping, type(None))):
            raise GameError(f"roads: estimates are a mapping by place, not {estimates!r}")
        self.estimates = {
            self._known(place, "an estimate"): whole(number(h, f"roads, the estimate of {place}"))
            for place, h in (estimates or {}).items()
        }

    def _known(self, place: Place, what: str) -> Place:
        if place not in self.roads:
            names = [str(name) for name in self.roads]
            near = did_you_mean(str(place), names)
            raise GameError(f"roads: {what} is {place!r}, and no road leads there{near}")
        return place

    def start(self) -> Place:
        return self.origin

    def moves(self, state: Place) -> Iterable[Place]:
        return self.roads[state]

    def play(self, state: Place, move: Place) -> Place:
        return move

    def is_goal(self, state: Place) -> bool:
        return state in self.goals

    def cost(self, state: Place, move: Place) -> Number:
        length: Number = self.roads[state][move]
        return length

    def estimate(self, state: Place) -> Number:
        guess: Number = self.estimates.get(state, 0)
        return guess

    def distances(self) -> dict[Place, Number]:
        """How far every place is from the nearest goal; only those from which there is a way."""
        back: dict[Place, list[tuple[Place, Any]]] = {place: [] for place in self.roads}
        for place, onward in self.roads.items():
            for other, length in onward.items():
                back[other].append((place, length))
        found: dict[Place, Any] = {}
        queue: list[tuple[Any, int, Place]] = [(0, k, g) for k, g in enumerate(self.goals)]
        ties = len(queue)
        while queue:
            far, _, place = heappop(queue)
            if place in found:
                continue
            found[place] = far
            for before, length in back[place]:
                ties += 1
                heappush(queue, (far + length, ties, before))
        return found

    def overestimated(self) -> tuple[Place, ...]:
        """The places that are estimated too far away: with any, A* may miss the cheapest way."""
        true = self.distances()
        return tuple(p for p in self.roads if p in true and self.estimate(p) > true[p])

    def inconsistent(self) -> tuple[tuple[Place, Place], ...]:
        """The roads along which the estimate falls by more than their length."""
        return tuple(
            (place, other)
            for place, onward in self.roads.items()
            for other, length in onward.items()
            if self.estimate(place) > length + self.estimate(other)
        )


def _read(roads: Any, both_ways: bool) -> dict[Place, dict[Place, Any]]:
    found: dict[Place, dict[Place, Any]] = {}
    for place, other, length in _triples(roads):
        far = whole(number(length, f"roads, from {place} to {other}"))
        if far < 0:
            raise GameError(
                f"roads: from {place} to {other} it is {far}; lengths must not be negative"
            )
        for a, b in ((place, other), (other, place))[: 2 if both_ways else 1]:
            kept = found.setdefault(a, {})
            kept[b] = min(far, kept.get(b, far))
        found.setdefault(other, {})
    if isinstance(roads, Mapping):
        for place in roads:
            found.setdefault(place, {})
    if not found:
        raise GameError("roads: give at least one road")
    return found


def _triples(roads: Any) -> Iterable[tuple[Place, Place, Any]]:
    if isinstance(roads, Mapping):
        for place, onward in roads.items():
            if not hasattr(onward, "__iter__"):
                raise GameError(f"roads: from {place!r} they lead to {onward!r}; list the places")
            pairs = onward.items() if isinstance(onward, Mapping) else ((p, 1) for p in onward)
            yield from ((place, other, length) for other, length in pairs)
        return
    if not hasattr(roads, "__iter__"):
        raise GameError(f"roads: {roads!r} is neither a mapping nor a list of roads")
    for road in roads:
        if not isinstance(road, (list, tuple)) or len(road) not in (2, 3):
            raise GameError(f"roads: {road!r} is not a road; write two places and a length")
        yield (road[0], road[1], road[2] if len(road) == 3 else 1)
