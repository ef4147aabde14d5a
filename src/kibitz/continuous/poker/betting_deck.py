"""Betting trees on [0, 1] by a finite deck: one linear program, and what its solution proves.

The program is the sequence form: the first player's plan for every hand, and for every hand of the
second player what its turns are worth; its duals are the second player's plan. Koller, Megiddo and
von Stengel (1996).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.continuous.poker.betting_reply import Plan, guaranteed
from kibitz.continuous.poker.betting_tree import PLAYERS, BettingGame, End, Last
from kibitz.continuous.poker.deck_bounds import DeckBounds
from kibitz.continuous.poker.discretized import outward, snapped
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate

MOST_ENTRIES = 3_000_000


@dataclass(frozen=True)
class BettingSolution(DeckBounds):
    """Both plans hand by hand, the value with this deck, and proved bounds on [0, 1].

    >>> from kibitz.continuous.poker.betting_tree import betting_game
    >>> answer = {"II": {"fold": 1, "call": "show 3"}}
    >>> solved = betting_game({"I": {"check": "show 1", "bet": answer}}).solve(hands=18)
    >>> solved.lower <= 1 / 9 <= solved.upper, solved.verify().holds
    (True, True)
    """

    game: BettingGame
    hands: int
    value: float
    plan: Plan
    """For every turn and hand the weights of the actions."""
    lower: float
    upper: float

    def strategy(self, history: str = "") -> list[dict[str, float]]:
        """What the hands do at a turn, from the worst to the best."""
        for turn, rows in zip(self.game.turns, self.plan, strict=True):
            if turn.history == history:
                return [dict(zip(turn.actions, map(float, row), strict=True)) for row in rows]
        known = ", ".join(repr(turn.history) for turn in self.game.turns)
        raise GameError(f"no turn after {history!r}; there are {known}")

    def verify(self) -> Certificate:
        """Integrate the best replies to both plans over the interval, in fractions."""
        return self.certified(*proved(self.game, self.plan, self.hands))

    def explain(self) -> Explanation:
        """The bounds, and who does what."""
        shares = tuple(
            (
                turn.history or "the start",
                PLAYERS[turn.player],
                action,
                f"{sum(float(row[a]) for row in plan) / self.hands:.4f}",
            )
            for turn, plan in zip(self.game.turns, self.plan, strict=True)
            for a, action in enumerate(turn.actions)
        )
        steps = (
            self.deck_step(),
            Step(
                "What the hands do",
                "The share of all hands that would take each action.",
                TextTable(("after", "who", "action", "share"), shares),
                self.draw(),
            ),
        )
        return Explanation(str(self.game), steps)

    def draw(self) -> Picture:
        """One strip of the interval for every turn."""
        from kibitz.continuous.poker.draw import draw_betting

        return draw_betting(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "betting-solution",
            "hands": self.hands,
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "favors": self.favors,
            "plan": {
                turn.history: [list(map(float, row)) for row in rows]
                for turn, rows in zip(self.game.turns, self.plan, strict=True)
            },
        }

    def __str__(self) -> str:
        return (
            f"value {self.value:.8g} with {self.hands} hands; on [0, 1] between "
            f"{self.lower:.8g} and {self.upper:.8g}"
        )


def proved(game: BettingGame, plan: Plan, hands: int) -> tuple[Fraction, Fraction]:
    """What both plans guarantee on the interval."""
    return guaranteed(game, plan, 0, hands), guaranteed(game, plan, 1, hands)


def solve_betting(game: BettingGame, hands: int = 30) -> BettingSolution:
    """Solve with so many equally likely hands, and bound the value on the interval."""
    entries = hands * hands * sum(1 for _ in game.ends())
    if hands < 2 or entries > MOST_ENTRIES:
        raise GameError(
            f"hands: {hands} make {entries:,} entries; from 2 hands to {MOST_ENTRIES:,} entries "
            "are taken"
        )
    value, plan = _Program(game, hands).solved()
    low, high = proved(game, plan, hands)
    return BettingSolution(game, hands, value, plan, outward(low, -1), outward(high, 1))


class _Program:
    """The columns (plans of the first player, values of the second one's turns) and rows."""

    def __init__(self, game: BettingGame, hands: int) -> None:
        self.game, self.hands = game, hands
        self.mine = [k for k, turn in enumerate(game.turns) if turn.player == 0]
        self.theirs = [k for k, turn in enumerate(game.turns) if turn.player == 1]
        self.columns: dict[tuple[int, int], int] = {}
        for k in self.mine:
            for a in range(len(game.turns[k].actions)):
                self.columns[k, a] = len(self.columns) * hands
        self.values = {k: (len(self.columns) + n) * hands for n, k in enumerate(self.theirs)}
        self.size = (len(self.columns) + len(self.theirs)) * hands

    def payoffs(self, end: End) -> Any:
        """What an end pays, by hands of the first and the second player."""
        amount = float(end.leaf.amount) / self.hands**2
        if not end.leaf.showdown:
            return np.full((self.hands, self.hands), amount)
        ranks = np.arange(self.hands)
        return amount * np.sign(ranks[:, None] - ranks[None, :])

    def solved(self) -> tuple[float, list[list[tuple[Fraction, ...]]]]:
        from scipy.optimize import linprog
        from scipy.sparse import lil_matrix

        hands, turns = self.hands, self.game.turns
        lines = [(k, a) for k in self.theirs for a in range(len(turns[k].actions))]
        at = {line: n * hands for n, line in enumerate(lines)}
        upper, right = lil_matrix((len(lines) * hands, self.size)), np.zeros(len(lines) * hands)
        goal, constant = np.zeros(self.size), 0.0
        every = range(hands)
        for k, a in lines:
            for j in every:
                upper[at[k, a] + j, self.values[k] + j] = 1.0
        for k in self.theirs:
            self._follow(upper, goal, at, k)
        for end in self.game.ends():
            constant += self._end(upper, right, goal, at, end)
        equal, sums = self._plans()
        bounds = [(0, None)] * (len(self.columns) * hands) + [(None, None)] * (
            len(self.theirs) * hands
        )
        found = linprog(
            goal,
            upper.tocsr() if lines else None,
            right if lines else None,
            equal,
            sums,
            bounds,
            method="highs",
        )
        if not found.success:
            raise GameError("the linear program of the finite deck was not solved")
        duals = -found.ineqlin.marginals if lines else np.zeros(0)
        plan: list[Any] = []
        for k, turn in enumerate(turns):
            rows = range(len(turn.actions))
            if turn.player == 0:
                picked = [[found.x[self.columns[k, a] + i] for a in rows] for i in every]
            else:
                picked = [[duals[at[k, a] + j] for a in rows] for j in every]
            plan.append([_distribution(row) for row in picked])
        return constant - float(found.fun), plan

    def _follow(self, upper: Any, goal: Any, at: Any, turn: int) -> None:
        """A turn of the second player counts where its last turn led to it, or at once."""
        own = self.game.turns[turn].own
        for j in range(self.hands):
            if own is None:
                goal[self.values[turn] + j] -= 1.0
            else:
                upper[at[own] + j, self.values[turn] + j] -= 1.0

    def _end(self, upper: Any, right: Any, goal: Any, at: Any, end: End) -> float:
        """Enter what an end pays; what it adds to the value whatever is done."""
        mine, theirs = end.last
        pays = self.payoffs(end)
        if mine is None and theirs is None:
            return float(pays.sum())
        if theirs is None:
            assert mine is not None
            goal[self.columns[mine] : self.columns[mine] + self.hands] -= pays.sum(axis=1)
            return 0.0
        for j in range(self.hands):
            row = at[theirs] + j
            if mine is None:
                right[row] += pays[:, j].sum()
                continue
            for i in np.flatnonzero(pays[:, j]):
                upper[row, self.columns[mine] + i] -= pays[i, j]
        return 0.0

    def _plans(self) -> tuple[Any, Any]:
        """Plans add up: the actions at a turn to what led there."""
        from scipy.sparse import lil_matrix

        equal = lil_matrix((len(self.mine) * self.hands, self.size))
        sums = np.zeros(len(self.mine) * self.hands)
        for n, k in enumerate(self.mine):
            own: Last = self.game.turns[k].own
            for i in range(self.hands):
                row = n * self.hands + i
                for a in range(len(self.game.turns[k].actions)):
                    equal[row, self.columns[k, a] + i] = 1.0
                if own is None:
                    sums[row] = 1.0
                else:
                    equal[row, self.columns[own] + i] = -1.0
        return (equal.tocsr(), sums) if self.mine else (None, None)


def _distribution(row: list[float]) -> tuple[Fraction, ...]:
    """Weights of a plan at one turn; even ones where it never gets there."""
    clipped = np.clip(row, 0.0, None)
    total = float(clipped.sum())
    return snapped(clipped / total if total > 1e-12 else np.full(len(row), 1 / len(row)))
