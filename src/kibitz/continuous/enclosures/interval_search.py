"""Certified search for equilibria when payoffs hold exp, log or sqrt.

Boxes of profiles are split; a box goes when some derivative keeps its sign on it and points
inwards. On small boxes Krawczyk's operator proves that the first-order conditions have exactly one
common zero, or none. That no one gains anywhere on the whole interval is then proved by the same
arithmetic. Everything is rounded outwards, so what is found is there, and what is lost was not.
Moore, Kearfott, Cloud, Introduction to Interval Analysis, ch. 8.
"""

from __future__ import annotations

import math
from itertools import product

from kibitz.algebra.expressions.enclosure import ball, low_end
from kibitz.continuous.conditions import bounded
from kibitz.continuous.enclosures.boxes import MOST_BOXES, SMALL, Box, Boxes
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.solution import EnclosedEquilibrium, EquilibriumSet
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.progress import work

FEW, NEAR = 13, 0.05
DEVIATIONS = [*((k / 12) ** 2 for k in range(FEW)), *(2.0**-k for k in range(8, 32, 2))]
"""Where to look for something better, as parts of an interval; the last ones in small boxes."""


@method(
    ContinuousGame,
    "interval-search",
    finds="enclosures of all pure equilibria",
    cost="bisection of boxes, exponential in the number of players",
    reference="Moore 1966; Krawczyk 1969",
    applies=bounded,
    aliases=("interval-arithmetic",),
)
def interval_search(game: ContinuousGame) -> EquilibriumSet:
    """All equilibria of a game with smooth payoffs on bounded intervals.

    Parameters
    ----------
    game : ContinuousGame
        The game.

    Returns
    -------
    EquilibriumSet
        The equilibria, with whether they are all.

    Notes
    -----
    Cost: bisection of boxes, exponential in the number of players.

    References
    ----------
    Moore 1966; Krawczyk 1969.

    Examples
    --------
    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["x*exp(-x-y)", "y*exp(-x-y)"], (0, 3))
    >>> found = game.solve()
    >>> [round(x, 6) for x in found.strategies], found.verify().holds
    ([1.0, 1.0], True)
    """
    why = bounded(game)
    if why is not None:
        raise GameError(why)
    search = _Search(game)
    boxes, undecided = search.run()
    idle = game.idle_remark()
    open_boxes = sum(1 for box in undecided if not (idle and search.far_corner(box)))
    found, doubtful = [], 0
    for box in boxes:
        if all(search.no_gain(i, box) for i in range(len(game.players))):
            middle = tuple((a + b) / 2 for a, b in box)
            radius = max((b - a) / 2 for a, b in box) + 1e-12
            found.append(EnclosedEquilibrium(game, middle, radius))
        else:
            doubtful += 1
    remark = idle
    if open_boxes:
        remark = f"{open_boxes} small boxes could not be decided: there may be more near kinks"
    elif not found and not idle:
        remark = "no zero of the first-order conditions is a best response for every player"
    complete = not open_boxes and not idle
    return EquilibriumSet(game, tuple(found), (), "interval arithmetic", complete, remark, doubtful)


class _Search(Boxes):
    """Boxes that are cut in halves until it is decided what is in them."""

    def starts(self) -> list[Box]:
        """The whole box; those whose payoff leaps at zero stand there, or above it."""
        menus = [
            [ends, (0.0, 0.0)] if leap else [ends]
            for ends, leap in zip(self.ends, self.leaps, strict=True)
        ]
        return [list(box) for box in product(*menus)]

    def run(self) -> tuple[list[Box], list[Box]]:
        """Boxes with exactly one zero each, and those that stayed undecided."""
        todo = self.starts()
        found: list[Box] = []
        undecided: list[Box] = []
        seen = 0
        with work("boxes", None) as task:
            while todo:
                task.advance()
                seen += 1
                box = self.reduce(todo.pop())
                if box is None or any(_within(box, other) for other in found):
                    continue
                if seen > MOST_BOXES or task.stopped:
                    return found, [*undecided, *todo, box]
                known = self.newton(box) if self.width(box) < 0.3 else None
                if known is not None:
                    if not any(_overlap(known, other) for other in found):
                        found.append(known)
                    if _within(box, known) or self.unique_in(box):
                        continue
                if self.width(box) < SMALL:
                    if known is None and not any(_near(box, other) for other in found):
                        undecided.append(box)
                    continue
                todo += self.halves(box)
        return found, undecided

    def far_corner(self, box: Box) -> bool:
        """Does a box touch the upper ends of all intervals?"""
        return all(
            b >= high - 1e-6 * (high - low)
            for (_, b), (low, high) in zip(box, self.ends, strict=True)
        )

    def halves(self, box: Box) -> list[Box]:
        k = max(
            range(len(box)),
            key=lambda j: (box[j][1] - box[j][0]) / max(self.ends[j][1] - self.ends[j][0], 1e-300),
        )
        a, b = box[k]
        middle = a + (b - a) * 0.4982  # off the center, where zeros like to be
        return [[*box[:k], half, *box[k + 1 :]] for half in ((a, middle), (middle, b))]

    def reduce(self, box: Box) -> Box | None:
        """Move coordinates to an end where the slope says so; None when no equilibrium is left."""
        for i in range(len(box)):
            (a, b), (low, high) = box[i], self.ends[i]
            if self.leaps[i] and a == b == 0:
                continue
            slope = self.slope(i, self.place(box))
            if slope > 0:
                if b < high:
                    return None
                box = [*box[:i], (high, high), *box[i + 1 :]]
            elif slope < 0:
                if a > low or self.leaps[i]:
                    return None
                box = [*box[:i], (low, low), *box[i + 1 :]]
        return None if self.beaten(box) else box

    def beaten(self, box: Box) -> bool:
        """Is something better for a player, all over the box? A few deviations are tried."""
        place = self.place(box)
        for i, name in enumerate(self.game.variables):
            most = self.most(i, box, place)
            if math.isinf(most):
                continue
            low, high = self.ends[i]
            for part in DEVIATIONS if self.width(box) < NEAR else DEVIATIONS[:FEW]:
                x = low + (high - low) * part
                moved = [*box[:i], (x, x), *box[i + 1 :]]
                if low_end(self.value(i, moved, {**place, name: ball(x, x)})) > most:
                    return True
        return False

    def unique_in(self, box: Box) -> bool:
        """Can the slopes vanish only once in this box? True when Newton contracts all of it."""
        step = self._krawczyk(box)
        return step is not None and step[1]


def _within(inner: Box, outer: Box) -> bool:
    return all(c <= a and b <= d for (a, b), (c, d) in zip(inner, outer, strict=True))


def _overlap(one: Box, other: Box) -> bool:
    return all(a <= d and c <= b for (a, b), (c, d) in zip(one, other, strict=True))


def _near(one: Box, other: Box) -> bool:
    return all(
        a - (b - a) <= d and c - (d - c) <= b + (b - a)
        for (a, b), (c, d) in zip(one, other, strict=True)
    )
