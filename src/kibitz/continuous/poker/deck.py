"""Betting trees on [0, 1] by a finite deck: one linear program, and what its solution proves.

Each player gets one of K equally likely hands. The program is the sequence form: the first player's
plan for every hand, and for every hand of the second player what its turns are worth; its duals
are the second player's plan. Koller, Megiddo and von Stengel (1996). Plans of the finite game are
step functions on [0, 1]; what they guarantee there is integrated exactly, which bounds the true
value on both sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from kibitz.continuous.poker.betting_tree import (
    PLAYERS,
    BettingGame,
    BettingLeaf,
    DecisionPoint,
    End,
    Last,
)
from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.continuous.poker.steps import Steps, guarantee, read_plan
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture

MOST_ENTRIES = 3_000_000
GRAIN = 1 << 30
HANDS = 30


@dataclass(frozen=True)
class BettingSolution(Solution, kind="betting-solution"):
    """Both plans hand by hand, the value with this deck, and proved bounds on [0, 1].

    >>> from kibitz.continuous.poker.betting_tree import betting_game
    >>> answer = {"II": {"fold": 1, "call": "show 3"}}
    >>> solved = betting_game({"I": {"check": "show 1", "bet": answer}}).solve(hands=18)
    >>> solved.lower <= 1 / 9 <= solved.upper, solved.verify().holds
    (True, True)
    """

    exact: ClassVar[bool] = False
    method: ClassVar[str] = "the linear program of a finite deck"

    game: Any
    """A betting tree, or a model of poker that has one."""
    hands: int
    value: float
    plan: tuple[Steps, ...]
    """For every turn what each hand does."""
    lower: float
    upper: float

    @property
    def tree(self) -> BettingGame:
        found: BettingGame = self.game
        return found

    @property
    def favors(self) -> str | None:
        return "I" if self.lower > 0 else "II" if self.upper < 0 else None

    def strategy(self, history: str = "") -> list[dict[str, float]]:
        """What the hands do at a turn, from the worst to the best."""
        for turn, steps in zip(self.tree.turns, self.plan, strict=True):
            if turn.history == history:
                rows = steps.weights
                return [dict(zip(turn.actions, map(float, row), strict=True)) for row in rows]
        known = ", ".join(repr(turn.history) for turn in self.tree.turns)
        raise GameError(f"no turn after {history!r}; there are {known}")

    def explain(self) -> Explanation:
        """The bounds, and who does what."""
        bounds = (
            ("value with this deck", f"{self.value:.8f}"),
            ("guaranteed on [0, 1] by I", f"{self.lower:.8f}"),
            ("conceded at most on [0, 1] by II", f"{self.upper:.8f}"),
        )
        shares = tuple(
            (
                turn.history or "the start",
                PLAYERS[turn.player],
                action,
                f"{float(steps.mass(a, 0, 1)):.4f}",
            )
            for turn, steps in zip(self.tree.turns, self.plan, strict=True)
            for a, action in enumerate(turn.actions)
        )
        steps = (
            Step(
                f"A deck of {count_of(self.hands, 'hand')}",
                "The linear program of the finite game gives step functions; the best replies to "
                "them on the interval bound the true value.",
                TextTable(("", "in units of the game"), bounds),
            ),
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
        from kibitz.continuous.poker.draw import draw_plan

        words = f"between {self.lower:.6g} and {self.upper:.6g}"
        return draw_plan(self.tree, self.plan, f"{self.game}, {self.hands} hands", words)

    def to_json(self) -> dict[str, Any]:
        plans = {
            turn.history: _rows(steps)
            for turn, steps in zip(self.tree.turns, self.plan, strict=True)
        }
        return {**self._bounds(), "favors": self.favors, "plan": plans, "method": self.method}

    def _bounds(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "hands": self.hands,
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
        }

    @classmethod
    def from_json(cls, game: BettingGame, data: dict[str, Any]) -> BettingSolution:
        claim = Claim(data)
        plan = claim.part("plan")
        given = [plan.raw(turn.history) for turn in game.turns]
        return cls(game, *_read(claim, game, given))

    def __str__(self) -> str:
        return (
            f"value {self.value:.8g} with {count_of(self.hands, 'hand')}; on [0, 1] between "
            f"{self.lower:.8g} and {self.upper:.8g}"
        )


@dataclass(frozen=True)
class DiscretizedPoker(BettingSolution, kind="poker-discretized"):
    """The same for a model of poker: the first player's actions, and the answers to them.

    >>> from kibitz.continuous.poker.game import continuous_poker
    >>> found = continuous_poker("check-call", 2).discretized(33)
    >>> round(found.value, 9) == round(-2 / 33, 9), found.lower <= -2 / 33 <= found.upper
    (True, True)
    """

    game: ContinuousPoker

    @property
    def tree(self) -> BettingGame:
        return self.game.tree

    @property
    def first(self) -> Steps:
        """What the first player does."""
        return self.plan[0]

    @property
    def answers(self) -> tuple[Steps, ...]:
        """What the second player answers to each action; nothing where the action ends play."""
        idle = Steps.equal([(Fraction(1),)] * self.hands)
        children = self.tree.turns[0].children
        return tuple(idle if isinstance(k, BettingLeaf) else self.plan[k] for k in children)

    def to_json(self) -> dict[str, Any]:
        return {
            **self._bounds(),
            "model": self.game.model,
            "first": _rows(self.first),
            "answers": [_rows(steps) for steps in self.answers],
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> DiscretizedPoker:
        claim = Claim(data)
        children = game.tree.turns[0].children
        answers = claim.items("answers", len(children))
        given = [answers[a] for a, k in enumerate(children) if not isinstance(k, BettingLeaf)]
        return cls(game, *_read(claim, game.tree, [claim.raw("first"), *given]))


def _rows(steps: Steps) -> list[list[float]]:
    return [list(map(float, row)) for row in steps.weights]


def _read(
    claim: Claim, tree: BettingGame, given: Sequence[Any]
) -> tuple[int, float, tuple[Steps, ...], float, float]:
    """The numbers of a claim in the order of the fields."""
    hands = claim.count("hands")
    plan = read_plan(tree, hands, given)
    lower, upper = float(claim.number("lower")), float(claim.number("upper"))
    return hands, float(claim.number("value")), plan, lower, upper


def solve_betting(game: BettingGame, hands: int = HANDS) -> BettingSolution:
    """Solve with this many equally likely hands, and bound the value on the interval."""
    return BettingSolution(game, *_solved(game, hands))


@extends(ContinuousPoker)
def discretized(game: ContinuousPoker, hands: int = 33) -> DiscretizedPoker:
    """Solve the game with a finite deck by linear programming, and bound the true value.

    O(K^2) entries for K hands; K up to a few hundred.
    """
    if game.letter:
        raise GameError(f"a deck needs numbers; give {game.letter} one, as in game.at(2)")
    return DiscretizedPoker(game, *_solved(game.tree, hands))


def _solved(tree: BettingGame, hands: int) -> tuple[int, float, tuple[Steps, ...], float, float]:
    ends = sum(1 for _ in tree.ends())
    most = math.isqrt(MOST_ENTRIES // ends)
    if isinstance(hands, bool) or not isinstance(hands, int) or not 2 <= hands <= most:
        raise GameError(f"hands: {hands}; it must be a whole number from 2 to {most}")
    value, plan = _Program(tree, hands).solved()
    low, high = guarantee(tree, plan, 0), guarantee(tree, plan, 1)
    return hands, value, plan, outward(low, -1), outward(high, 1)


def _finite(game: ContinuousPoker) -> str | None:
    return "Newman's model has no finite tree" if game.model == "newman" else None


@method(
    BettingGame,
    "discretized",
    finds="proved bounds on the value, and a plan for each player",
    cost="a linear program with K^2 entries for each end of the tree, for K hands",
    reference="Koller, Megiddo and von Stengel 1996",
)
def discretized_tree(game: BettingGame, hands: int = HANDS) -> BettingSolution:
    """The linear program of a finite deck, and what its plans guarantee on the interval.

    Parameters
    ----------
    game : BettingGame
        The game.
    hands : int, default HANDS
        How many hands the deck has.

    Returns
    -------
    BettingSolution
        Proved bounds of the value, and a plan of each player.

    Notes
    -----
    Cost: a linear program with K^2 entries for each end of the tree, for K hands.

    References
    ----------
    Koller, Megiddo and von Stengel 1996.
    """
    return solve_betting(game, hands)


@method(
    ContinuousPoker,
    "discretized",
    finds="proved bounds on the value, and a plan for each player",
    cost="a linear program with K^2 entries for each end of the tree, for K hands",
    reference="Koller, Megiddo and von Stengel 1996",
    applies=_finite,
)
def discretized_model(game: ContinuousPoker, hands: int = 2 * HANDS) -> DiscretizedPoker:
    """The linear program of a finite deck, and what its plans guarantee on the interval.

    Parameters
    ----------
    game : ContinuousPoker
        The game.
    hands : int, optional
        How many hands the deck has.

    Returns
    -------
    DiscretizedPoker
        Proved bounds of the value, and a plan of each player.

    Notes
    -----
    Cost: a linear program with K^2 entries for each end of the tree, for K hands.

    References
    ----------
    Koller, Megiddo and von Stengel 1996.
    """
    return discretized(game, hands)


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
        lines = [(k, a) for k in self.theirs for a in range(len(game.turns[k].actions))]
        self.rows = {line: n * hands for n, line in enumerate(lines)}
        self.upper = _Entries(len(lines) * hands, self.size)
        self.right = np.zeros(len(lines) * hands)
        self.goal = np.zeros(self.size)

    def solved(self) -> tuple[float, tuple[Steps, ...]]:
        from scipy.optimize import linprog

        hands, turns, every = self.hands, self.game.turns, np.arange(self.hands)
        for (k, _), row in self.rows.items():
            self.upper.add(row + every, self.values[k] + every, np.ones(hands))
        for k in self.theirs:
            self._follow(k)
        constant = sum(self._end(end) for end in self.game.ends())
        equal, sums = self._plans()
        free = len(self.columns) * hands
        bounds = [(0, None)] * free + [(None, None)] * (self.size - free)
        found = linprog(
            self.goal,
            self.upper.matrix() if self.rows else None,
            self.right if self.rows else None,
            equal,
            sums,
            bounds,
            method="highs",
        )
        if not found.success:
            raise GameError("the linear program of the finite deck could not be solved")
        duals = -found.ineqlin.marginals if self.rows else np.zeros(0)
        plan = []
        for k, turn in enumerate(turns):
            source, starts = (found.x, self.columns) if turn.player == 0 else (duals, self.rows)
            parts = [source[starts[k, a] :][:hands] for a in range(len(turn.actions))]
            weights = _distributions(np.clip(np.array(parts).T, 0.0, None))
            plan.append(Steps.equal([snapped(row) for row in _best_hands_call(turn, weights)]))
        return constant - float(found.fun), tuple(plan)

    def _follow(self, turn: int) -> None:
        """A turn of the second player counts where its last turn led to it, or at once."""
        own, every = self.game.turns[turn].own, np.arange(self.hands)
        if own is None:
            self.goal[self.values[turn] + every] -= 1.0
        else:
            self.upper.add(self.rows[own] + every, self.values[turn] + every, -np.ones(self.hands))

    def _pays(self, end: End) -> Any:
        """What an end pays, by hands of the first and the second player."""
        amount = float(end.leaf.amount) / self.hands**2
        if not end.leaf.showdown:
            return np.full((self.hands, self.hands), amount)
        ranks = np.arange(self.hands)
        return amount * np.sign(ranks[:, None] - ranks[None, :])

    def _end(self, end: End) -> float:
        """Enter what an end pays; what it adds to the value whatever is done."""
        mine, theirs = end.last
        pays = self._pays(end)
        if theirs is None:
            if mine is None:
                return float(pays.sum())
            self.goal[self.columns[mine] : self.columns[mine] + self.hands] -= pays.sum(axis=1)
        elif mine is None:
            self.right[self.rows[theirs] : self.rows[theirs] + self.hands] += pays.sum(axis=0)
        else:
            i, j = np.nonzero(pays)
            self.upper.add(self.rows[theirs] + j, self.columns[mine] + i, -pays[i, j])
        return 0.0

    def _plans(self) -> tuple[Any, Any]:
        """Plans add up: the actions at a turn to what led there."""
        if not self.mine:
            return None, None
        entries = _Entries(len(self.mine) * self.hands, self.size)
        sums, every = np.zeros(len(self.mine) * self.hands), np.arange(self.hands)
        for n, k in enumerate(self.mine):
            rows = n * self.hands + every
            for a in range(len(self.game.turns[k].actions)):
                entries.add(rows, self.columns[k, a] + every, np.ones(self.hands))
            own: Last = self.game.turns[k].own
            if own is None:
                sums[rows] = 1.0
            else:
                entries.add(rows, self.columns[own] + every, -np.ones(self.hands))
        return entries.matrix(), sums


class _Entries:
    """A sparse matrix as it is filled; entries at one place add up."""

    def __init__(self, rows: int, columns: int) -> None:
        self.shape = (rows, columns)
        self.parts: list[tuple[Any, Any, Any]] = []

    def add(self, rows: Any, columns: Any, values: Any) -> None:
        self.parts.append((rows, columns, values))

    def matrix(self) -> Any:
        from scipy.sparse import coo_matrix

        rows, columns, values = (np.concatenate(part) for part in zip(*self.parts, strict=True))
        return coo_matrix((values, (rows, columns)), shape=self.shape).tocsr()


def _distributions(weights: Any) -> Any:
    """Weights of a plan at one turn, hand by hand; even ones where it never gets there."""
    total = weights.sum(axis=1, keepdims=True)
    even = np.full_like(weights, 1 / weights.shape[1])
    return np.where(total > 1e-12, weights / np.where(total > 1e-12, total, 1.0), even)


def _best_hands_call(turn: DecisionPoint, weights: Any) -> Any:
    """The same share of calls by the best hands, which wins no less against every hand.

    At the second player's first turn, where play ends by a fold or by a call.
    """
    leaves = [child for child in turn.children if isinstance(child, BettingLeaf)]
    shown = [leaf.showdown for leaf in leaves]
    if turn.player == 0 or turn.own is not None or len(leaves) < len(turn.children):
        return weights
    if sorted(shown) != [False, True]:
        return weights
    call = shown.index(True)
    rest = np.clip(weights[:, call].sum() - np.arange(len(weights))[::-1], 0.0, 1.0)
    found = np.empty_like(weights)
    found[:, call], found[:, 1 - call] = rest, 1.0 - rest
    return found
