"""Betting on hands from [0, 1]: one player acts, the other answers, and the hands may be shown.

Strategies are step functions of the hand. What a strategy guarantees is an integral of the least of
linear functions, which is computed exactly: a proof needs no more than that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number


@dataclass(frozen=True)
class Leaf:
    """What the first player gets: an amount, or that amount by the better hand."""

    amount: Any
    showdown: bool


@dataclass(frozen=True)
class BettingTree:
    """What the first player may do, and how the second may answer each of it."""

    actions: tuple[str, ...]
    replies: tuple[tuple[tuple[str, Leaf], ...], ...]


@dataclass(frozen=True)
class Steps:
    """A step function of the hand: break points from 0 to 1, and a distribution on each step."""

    points: tuple[Any, ...]
    weights: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        rising = all(a <= b for a, b in zip(self.points, self.points[1:], strict=False))
        if self.points[0] != 0 or self.points[-1] != 1 or not rising:
            raise GameError("the break points of a strategy rise from 0 to 1")
        if len(self.weights) != len(self.points) - 1:
            raise GameError("a strategy has one step less than break points")

    @staticmethod
    def pure(size: int, *pieces: tuple[Any, int]) -> Steps:
        """One action up to each point: ``pure(2, (b, 0), (1, 1))`` takes 0 below b, then 1."""
        points = [0 * Fraction(1)]
        weights = []
        for end, action in pieces:
            points.append(end)
            weights.append(tuple(Fraction(int(k == action)) for k in range(size)))
        return Steps(tuple(points), tuple(weights))

    def mass(self, action: int, start: Any, end: Any) -> Any:
        """How likely the hand lies between two points and the action is taken."""
        return self._below(action, end) - self._below(action, start)

    def weight(self, action: int, at: Any) -> Any:
        """The weight of an action for the hands just above a point."""
        return self.weights[self._step(at)][action]

    def _below(self, action: int, point: Any) -> Any:
        k = self._step(point)
        return self._sums[k][action] + (point - self.points[k]) * self.weights[k][action]

    def _step(self, point: Any) -> int:
        """The step that holds the points just above this one; the last one for the end."""
        return min(bisect_right(self.points, point), len(self.weights)) - 1

    @cached_property
    def _sums(self) -> list[list[Any]]:
        """For every step the mass of each action below it."""
        found: list[list[Any]] = [[Fraction(0)] * len(self.weights[0])]
        for a, b, weights in zip(self.points, self.points[1:], self.weights, strict=False):
            found.append([x + (b - a) * w for x, w in zip(found[-1], weights, strict=True)])
        return found


def read_steps(given: Any, names: Sequence[str], where: str) -> Steps:
    """A strategy as pieces ``[("fold", "1/4"), ("bet", 1)]``: an action up to each point.

    >>> read_steps([("fold", "1/4"), ("bet", 1)], ("fold", "bet"), "I").points
    (Fraction(0, 1), Fraction(1, 4), Fraction(1, 1))
    """
    if isinstance(given, Steps):
        return given
    pieces = []
    for piece in given:
        if not isinstance(piece, (list, tuple)) or len(piece) != 2:
            raise GameError(
                f"{where}: write pieces such as ('bet', '1/4'), an action up to a point"
            )
        action, end = piece
        if action not in names:
            raise GameError(f"{where}: no action {action!r}; there are {', '.join(names)}")
        pieces.append((number(end, where), names.index(action)))
    if not pieces:
        raise GameError(f"{where}: a strategy needs a piece up to 1")
    return Steps.pure(len(names), *pieces)


def pair_payoff(tree: BettingTree, mine: Steps, answers: Sequence[Steps]) -> Any:
    """What the first player gets when both strategies meet. Exact for exact strategies."""
    total: Any = Fraction(0)
    for action, (replies, steps) in enumerate(zip(tree.replies, answers, strict=True)):
        for reply, (_, leaf) in enumerate(replies):
            both = mine.mass(action, 0, 1) * steps.mass(reply, 0, 1)
            if not leaf.showdown:
                total = total + leaf.amount * both
                continue
            below: Any = Fraction(0)
            for low, high in pairwise(sorted({*mine.points, *steps.points})):
                middle = (low + high) / 2
                seen = steps.mass(reply, 0, middle)
                below = below + (high - low) * mine.weight(action, low) * seen
            total = total + leaf.amount * (2 * below - both)
    return total


Line = tuple[Any, Any]
"""A linear function: its value at 0 and its slope."""


def first_guarantees(tree: BettingTree, mine: Steps) -> Any:
    """What the first player's strategy gets when the second answers best at every hand.

    Exact for exact strategies; O(break points) integrals of minima of linear functions.
    """
    total: Any = Fraction(0)
    for action, replies in enumerate(tree.replies):
        for low, high in zip(mine.points, mine.points[1:], strict=False):
            lines = [_against_first(mine, action, leaf, low) for _, leaf in replies]
            total = total + extremum_integral(lines, low, high, min)
    return total


def _against_first(mine: Steps, action: int, leaf: Leaf, low: Any) -> Line:
    """What a reply at hand y costs, as a function of y on the step that begins at ``low``."""
    whole = mine.mass(action, 0, 1)
    if not leaf.showdown:
        return leaf.amount * whole, 0 * whole
    here = mine.weight(action, low)
    below = mine.mass(action, 0, low)
    start = leaf.amount * (whole - 2 * below + 2 * here * low)
    return start, -2 * leaf.amount * here


def second_concedes(tree: BettingTree, answers: Sequence[Steps]) -> Any:
    """What the second player's answers give away when the first acts best at every hand."""
    points = sorted({p for steps in answers for p in steps.points})
    total: Any = Fraction(0)
    for low, high in pairwise(points):
        lines = []
        for replies, steps in zip(tree.replies, answers, strict=True):
            value: Any = Fraction(0)
            slope: Any = Fraction(0)
            for r, (_, leaf) in enumerate(replies):
                a, b = _against_second(steps, r, leaf, low)
                value, slope = value + a, slope + b
            lines.append((value, slope))
        total = total + extremum_integral(lines, low, high, max)
    return total


def _against_second(steps: Steps, reply: int, leaf: Leaf, low: Any) -> Line:
    whole = steps.mass(reply, 0, 1)
    if not leaf.showdown:
        return leaf.amount * whole, 0 * whole
    here = steps.weight(reply, low)
    below = steps.mass(reply, 0, low)
    return leaf.amount * (2 * below - whole - 2 * here * low), 2 * leaf.amount * here


def extremum_integral(
    lines: Sequence[Line], low: Any, high: Any, choose: Callable[..., Any]
) -> Any:
    """The integral of the least or the greatest of some linear functions.

    >>> rising, falling = (Fraction(0), Fraction(1)), (Fraction(1), Fraction(-1))
    >>> print(extremum_integral([rising, falling], 0, 1, max))
    3/4
    """
    if low == high:
        return Fraction(0)
    cuts = [low, high]
    for k, (a, b) in enumerate(lines):
        for c, d in lines[:k]:
            if b != d:
                x = (c - a) / (b - d)
                if low < x < high:
                    cuts.append(x)
    cuts.sort()
    total: Any = Fraction(0)
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        total = total + (end - start) * choose(a + b * middle for a, b in lines)
    return total
