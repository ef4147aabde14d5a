"""The best reply to a strategy in a betting tree, exactly, for every hand.

Between two hands of the deck every end pays a linear function of the replier's hand; turns of the
replier take the best of their actions, those of the other side add up. What results is continuous
and made of lines, and is integrated over all hands in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from kibitz.continuous.poker.betting_tree import BettingGame, Last
from kibitz.continuous.poker.one_round import Leaf
from kibitz.core.numbers import exact

Broken = tuple[list[Fraction], list[Fraction]]
"""A continuous function of pieces of lines: points in order, and the values there."""
Plan = Sequence[Sequence[Sequence[Fraction]]]
"""For every turn and hand of the deck the weights of the actions; empty for the other's turns."""


def guaranteed(game: BettingGame, plan: Plan, player: int, hands: int) -> Fraction:
    """What the first player gets on average when one player's plan meets its best reply.

    O(turns) functions for each of the hands.
    """
    below = {
        (end.turn, end.action): _sums(_likelihoods(game, plan, end.last[player], hands), hands)
        for end in game.ends()
    }
    sign = 1 if player == 0 else -1
    total = Fraction(0)
    for k in range(hands):
        points = [Fraction(k, hands), Fraction(k + 1, hands)]

        def pays(turn: int, action: int, leaf: Leaf, k: int = k, points: Any = points) -> Broken:
            sums, amount = below[turn, action], exact(leaf.amount)
            if not leaf.showdown:
                return points, [amount * sums[-1]] * 2
            return points, [sign * amount * (sums[-1] - 2 * sums[k + j]) for j in (0, 1)]

        total += _integral(_worth(game, 0, player, pays))
    return total


def _worth(
    game: BettingGame, turn: int, player: int, pays: Callable[[int, int, Leaf], Broken]
) -> Broken:
    """What the first player gets from a turn on, when the player's plan is in the ends' weights."""
    here = game.turns[turn]
    parts = [
        pays(turn, a, child) if isinstance(child, Leaf) else _worth(game, child, player, pays)
        for a, child in enumerate(here.children)
    ]
    found = parts[0]
    for other in parts[1:]:
        if here.player == player:
            found = _combined(found, other, lambda a, b: a + b)
        else:
            found = _extreme(found, other, min if here.player == 1 else max)
    return found


def _likelihoods(game: BettingGame, plan: Plan, last: Last, hands: int) -> list[Fraction]:
    """How likely the plan goes this way, for every hand of the deck."""
    found = [Fraction(1)] * hands
    while last is not None:
        turn, action = last
        found = [x * plan[turn][k][action] for k, x in enumerate(found)]
        last = game.turns[turn].own
    return found


def _sums(likely: Sequence[Fraction], hands: int) -> list[Fraction]:
    found = [Fraction(0)]
    for x in likely:
        found.append(found[-1] + x / hands)
    return found


def _at(f: Broken, x: Fraction) -> Fraction:
    points, values = f
    for (a, b), (u, v) in zip(pairwise(points), pairwise(values), strict=True):
        if a <= x <= b:
            return u + (v - u) * (x - a) / (b - a)
    return values[-1]


def _combined(f: Broken, g: Broken, by: Callable[[Fraction, Fraction], Fraction]) -> Broken:
    points = f[0] if f[0] == g[0] else sorted({*f[0], *g[0]})
    return points, [by(_at(f, x), _at(g, x)) for x in points]


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
    return sum(
        (
            (b - a) * (u + v) / 2
            for (a, b), (u, v) in zip(pairwise(f[0]), pairwise(f[1]), strict=True)
        ),
        Fraction(0),
    )
