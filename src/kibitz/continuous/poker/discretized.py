"""Betting trees on [0, 1] by a finite deck: a linear program, and what its solution proves.

Each player gets one of K equally likely hands. A strategy of the finite game is a step function on
[0, 1]; what it guarantees there is integrated exactly, which bounds the true value on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.continuous.poker.deck_bounds import DeckBounds
from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.continuous.poker.one_round import (
    BettingTree,
    Leaf,
    Steps,
    first_guarantees,
    second_concedes,
)
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.numbers import exact
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate

MOST_HANDS = 400
GRAIN = 1 << 30


@dataclass(frozen=True)
class DiscretizedPoker(DeckBounds):
    """The value with K hands, both strategies as step functions, and bounds on [0, 1].

    >>> from kibitz.continuous.poker.game import continuous_poker
    >>> found = continuous_poker("check-call", 2).discretized(33)
    >>> round(found.value, 9) == round(-2 / 33, 9), found.lower <= -2 / 33 <= found.upper
    (True, True)
    """

    game: ContinuousPoker
    hands: int
    value: float
    first: Steps
    answers: tuple[Steps, ...]
    lower: float
    upper: float

    def verify(self) -> Certificate:
        """Integrate the best answers on the interval anew."""
        return self.certified(*proved_bounds(self.game.tree, self.first, self.answers))

    def explain(self) -> Explanation:
        """What the finite game says about the true one."""
        return Explanation(self.game.title, (self.deck_step(),))

    def draw(self) -> Picture:
        """Both strategies as strips of the interval."""
        from kibitz.continuous.poker.draw import draw_strips

        return draw_strips(self.game, self.first, self.answers, f"{self.hands} hands")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "poker-discretized",
            "model": self.game.model,
            "hands": self.hands,
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "first": [list(map(float, w)) for w in self.first.weights],
            "answers": [[list(map(float, w)) for w in x.weights] for x in self.answers],
        }

    def __str__(self) -> str:
        return (
            f"value {self.value:.8g} with {self.hands} hands; on [0, 1] between "
            f"{self.lower:.8g} and {self.upper:.8g}"
        )


def discretized(game: ContinuousPoker, hands: int = 33) -> DiscretizedPoker:
    """Solve the game with a finite deck by linear programming, and bound the true value.

    O(K^2) entries for K hands; K up to a few hundred.
    """
    if not 2 <= hands <= MOST_HANDS:
        raise GameError(f"hands: {hands}; from 2 to {MOST_HANDS} are taken")
    tree = game.tree
    counts = [len(replies) for replies in tree.replies]
    value, mine, theirs = _solve(tree, hands)
    points = tuple(Fraction(k, hands) for k in range(hands + 1))
    first = Steps(points, tuple(snapped(row) for row in mine))
    answers = tuple(
        Steps(points, tuple(snapped(theirs[a][k]) for k in range(hands)))
        for a in range(len(counts))
    )
    low, high = proved_bounds(tree, first, answers)
    return DiscretizedPoker(game, hands, value, first, answers, outward(low, -1), outward(high, 1))


def proved_bounds(
    tree: BettingTree, first: Steps, answers: Sequence[Steps]
) -> tuple[Fraction, Fraction]:
    """What both strategies guarantee on the interval, in fractions throughout."""
    replies = tuple(
        tuple((label, Leaf(exact(leaf.amount), leaf.showdown)) for label, leaf in line)
        for line in tree.replies
    )
    exactly = BettingTree(tree.actions, replies)
    return first_guarantees(exactly, first), second_concedes(exactly, answers)


def snapped(row: Any) -> tuple[Fraction, ...]:
    """Weights as multiples of 2^-30 that add up to 1 exactly."""
    parts = [round(float(x) * GRAIN) for x in row]
    parts[parts.index(max(parts))] += GRAIN - sum(parts)
    return tuple(Fraction(x, GRAIN) for x in parts)


def outward(x: Fraction, side: int) -> float:
    """The nearest float that is not on the other side: below for -1, above for 1."""
    found = float(x)
    right = found >= x if side > 0 else found <= x
    return found if right else math.nextafter(found, side * math.inf)


def _solve(tree: Any, hands: int) -> tuple[float, Any, list[Any]]:
    """Both sides' linear programs, with duals for the second player's strategy."""
    from scipy.optimize import linprog
    from scipy.sparse import lil_matrix

    actions = len(tree.actions)
    lines = [(a, leaf) for a, replies in enumerate(tree.replies) for _, leaf in replies]
    size = hands * actions
    matrix = lil_matrix((hands * len(lines), 2 * size))
    for n, (a, leaf) in enumerate(lines):
        for j in range(hands):
            row = n * hands + j
            matrix[row, size + j * actions + a] = 1.0
            for i in range(hands):
                pays = _pays(leaf, i, j) / hands**2
                if pays:
                    matrix[row, i * actions + a] = -pays
    sums = lil_matrix((hands, 2 * size))
    for i in range(hands):
        for a in range(actions):
            sums[i, i * actions + a] = 1.0
    goal = np.zeros(2 * size)
    goal[size:] = -1.0
    bounds = [(0, None)] * size + [(None, None)] * size
    found = linprog(
        goal,
        matrix.tocsr(),
        np.zeros(hands * len(lines)),
        sums.tocsr(),
        np.ones(hands),
        bounds,
        method="highs",
    )
    if not found.success:
        raise GameError("the linear program of the finite deck was not solved")
    mine = np.clip(found.x[:size].reshape(hands, actions), 0, None)
    mine /= mine.sum(axis=1, keepdims=True)
    duals = -found.ineqlin.marginals.reshape(len(lines), hands)
    theirs, at = [], 0
    for replies in tree.replies:
        part = np.clip(duals[at : at + len(replies)].T, 0, None)
        total = part.sum(axis=1, keepdims=True)
        each = np.where(total > 0, part / np.where(total > 0, total, 1), 1 / len(replies))
        theirs.append(_best_hands_call(replies, each))
        at += len(replies)
    return -float(found.fun), mine, theirs


def _best_hands_call(replies: Any, weights: Any) -> Any:
    """The same number of calls by the best hands, which wins no less against every hand."""
    shown = [leaf.showdown for _, leaf in replies]
    if sorted(shown) != [False, True]:
        return weights
    call = shown.index(True)
    calls = float(weights[:, call].sum())
    rest = np.clip(calls - np.arange(len(weights))[::-1], 0.0, 1.0)
    found = np.empty_like(weights)
    found[:, call], found[:, 1 - call] = rest, 1.0 - rest
    return found


def _pays(leaf: Leaf, i: int, j: int) -> float:
    if not leaf.showdown:
        return float(leaf.amount)
    return float(leaf.amount) * ((i > j) - (i < j))
