"""Strategies on hands from [0, 1] as step functions: break points, and a distribution on each step.

A plan of a betting tree has one such function for every turn; :func:`guarantee` says what the plan
of one player is worth against the best reply, and :func:`payoff` what two plans are worth against
each other, both by exact integrals.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from kibitz.algebra.function_number import rational
from kibitz.continuous.poker.betting_tree import BettingGame, BettingLeaf, End, Last
from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.core.spelling import count_of

Broken = tuple[list[Fraction], list[Fraction]]
"""A continuous function made of pieces of lines: points in order, and the values there."""


@dataclass(frozen=True)
class Steps:
    """A step function of the hand: break points from 0 to 1, and a distribution on each step."""

    points: tuple[Any, ...]
    weights: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        rising = all(a <= b for a, b in pairwise(self.points))
        if not self.points or self.points[0] != 0 or self.points[-1] != 1 or not rising:
            raise GameError("the break points of a strategy rise from 0 to 1")
        if len(self.weights) != len(self.points) - 1:
            raise GameError("a strategy has one step fewer than break points")

    @staticmethod
    def pure(size: int, *pieces: tuple[Any, int]) -> Steps:
        """One action up to each point: ``pure(2, (b, 0), (1, 1))`` takes 0 below b, then 1."""
        points = [Fraction(0)]
        weights = []
        for end, action in pieces:
            points.append(end)
            weights.append(tuple(Fraction(int(k == action)) for k in range(size)))
        return Steps(tuple(points), tuple(weights))

    @staticmethod
    def equal(rows: Iterable[Sequence[Any]]) -> Steps:
        """One step for each row, all of the same width."""
        weights = tuple(map(tuple, rows))
        hands = len(weights)
        return Steps(tuple(Fraction(k, hands) for k in range(hands + 1)), weights)

    def mass(self, action: int, start: Any, end: Any) -> Any:
        """The probability that the hand lies between two points and the action is taken."""
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
        for (low, high), weights in zip(pairwise(self.points), self.weights, strict=True):
            found.append([s + (high - low) * w for s, w in zip(found[-1], weights, strict=True)])
        return found


Plan = Sequence[Steps]
"""A step function for every turn of a tree."""


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
        pieces.append((number(end, where), list(names).index(action)))
    if not pieces:
        raise GameError(f"{where}: a strategy needs a piece up to 1")
    return Steps.pure(len(names), *pieces)


def payoff(game: BettingGame, plan: Plan) -> Fraction:
    """What the first player expects when both follow a plan, which holds the turns of both."""
    points = _cuts(game, plan, (0, 1))
    total = Fraction(0)
    for end in game.ends():
        mine, theirs = (_likely(game, plan, end.last[p], points) for p in (0, 1))
        amount = rational(end.leaf.amount)
        if not end.leaf.showdown:
            total += amount * sum(mine, Fraction(0)) * sum(theirs, Fraction(0))
            continue
        below, rest = Fraction(0), sum(theirs, Fraction(0))
        for x, y in zip(mine, theirs, strict=True):
            total += amount * x * (2 * below + y - rest)
            below += y
    return total


def guarantee(game: BettingGame, plan: Plan, player: int) -> Fraction:
    """What the first player expects when the plan of one player meets its best reply.

    Between two break points every end pays a linear function of the replier's hand; turns of the
    replier take the best of their actions, those of the player add up. What results is continuous
    and made of lines, and is integrated exactly. O(turns) functions for each step.
    """
    return _against_best(game, plan, player, _integral)


def deck_guarantee(game: BettingGame, plan: Plan, player: int) -> Fraction:
    """The same with one hand for each step, for plans whose steps all have the same width."""
    return _against_best(game, plan, player, _middle)


def _against_best(
    game: BettingGame, plan: Plan, player: int, mean: Callable[[Broken], Fraction]
) -> Fraction:
    points = _cuts(game, plan, (player,))
    below = {(end.turn, end.action): _sums(game, plan, end, player, points) for end in game.ends()}
    sign = 1 if player == 0 else -1
    total = Fraction(0)
    for k, ends in enumerate(pairwise(points)):

        def pays(turn: int, action: int, leaf: BettingLeaf, k: int = k, at: Any = ends) -> Broken:
            sums, amount = below[turn, action], rational(leaf.amount)
            if not leaf.showdown:
                return list(at), [amount * sums[-1]] * 2
            return list(at), [sign * amount * (sums[-1] - 2 * sums[k + j]) for j in (0, 1)]

        total += mean(_worth(game, 0, player, pays))
    return total


def _cuts(game: BettingGame, plan: Plan, players: Sequence[int]) -> list[Fraction]:
    """All break points of these players' steps."""
    found = {Fraction(0), Fraction(1)}
    for turn, steps in zip(game.turns, plan, strict=True):
        if turn.player in players:
            found.update(map(rational, steps.points))
    return sorted(found)


def _likely(
    game: BettingGame, plan: Plan, last: Last, points: Sequence[Fraction]
) -> list[Fraction]:
    """How likely a player has a hand between two points and goes this way, for all of them."""
    found = [b - a for a, b in pairwise(points)]
    while last is not None:
        turn, action = last
        found = [x * rational(plan[turn].weight(action, points[k])) for k, x in enumerate(found)]
        last = game.turns[turn].own
    return found


def _sums(
    game: BettingGame, plan: Plan, end: End, player: int, points: Sequence[Fraction]
) -> list[Fraction]:
    found = [Fraction(0)]
    for x in _likely(game, plan, end.last[player], points):
        found.append(found[-1] + x)
    return found


def _worth(
    game: BettingGame, turn: int, player: int, pays: Callable[[int, int, BettingLeaf], Broken]
) -> Broken:
    """What the first player gets from a turn on, when the player's plan is in the ends' weights."""
    here = game.turns[turn]
    parts = [
        pays(turn, a, child)
        if isinstance(child, BettingLeaf)
        else _worth(game, child, player, pays)
        for a, child in enumerate(here.children)
    ]
    found = parts[0]
    for other in parts[1:]:
        if here.player == player:
            found = _combined(found, other)
        else:
            found = _extreme(found, other, min if here.player == 1 else max)
    return found


def _at(f: Broken, x: Fraction) -> Fraction:
    points, values = f
    for (a, b), (u, v) in zip(pairwise(points), pairwise(values), strict=True):
        if a <= x <= b:
            return u + (v - u) * (x - a) / (b - a)
    return values[-1]


def _combined(f: Broken, g: Broken) -> Broken:
    points = f[0] if f[0] == g[0] else sorted({*f[0], *g[0]})
    return points, [_at(f, x) + _at(g, x) for x in points]


def _extreme(f: Broken, g: Broken, choose: Callable[[Fraction, Fraction], Fraction]) -> Broken:
    """The least or the greatest of two; a point is added where they cross."""
    points = sorted({*f[0], *g[0]})
    gaps = [_at(f, x) - _at(g, x) for x in points]
    crossings = [
        a + (b - a) * u / (u - v)
        for (a, b), (u, v) in zip(pairwise(points), pairwise(gaps), strict=True)
        if u * v < 0
    ]
    listed = sorted([*points, *crossings])
    return listed, [choose(_at(f, x), _at(g, x)) for x in listed]


def _integral(f: Broken) -> Fraction:
    pieces = zip(pairwise(f[0]), pairwise(f[1]), strict=True)
    return sum(((b - a) * (u + v) / 2 for (a, b), (u, v) in pieces), Fraction(0))


def _middle(f: Broken) -> Fraction:
    low, high = f[0][0], f[0][-1]
    return (high - low) * _at(f, (low + high) / 2)


def read_plan(tree: BettingGame, hands: int, given: Sequence[Any]) -> tuple[Steps, ...]:
    """For every turn a list with the weights of each hand; they must be distributions.

    Floats that add up to 1 but for rounding are scaled to do so.
    """
    if hands < 1:
        raise GameError("hands: at least one is needed")
    found = []
    for turn, listed in zip(tree.turns, given, strict=True):
        where = f"the plan after {turn.history}" if turn.history else "the plan at the start"
        if not isinstance(listed, list) or len(listed) != hands:
            raise GameError(f"{where}: expected a list of {hands} lists")
        found.append(Steps.equal([_weights(row, len(turn.actions), where) for row in listed]))
    return tuple(found)


def _weights(row: Any, choices: int, where: str) -> tuple[Fraction, ...]:
    if not isinstance(row, list) or len(row) != choices:
        raise GameError(f"{where}: expected lists of {count_of(choices, 'number')}")
    weights = [Fraction(number(x, where)) for x in row]
    total = sum(weights, Fraction(0))
    if min(weights) < 0 or abs(total - 1) > Fraction(1, 10**9):
        raise GameError(f"{where}: every list must be a distribution")
    return tuple(x / total for x in weights)
