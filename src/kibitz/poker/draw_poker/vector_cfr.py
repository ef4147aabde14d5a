"""Draw poker without buckets, by regret minimization on vectors of private states.

The betting is a public tree of a few nodes; at each node a player keeps one strategy for every
private state, and the ends are evaluated for all states at once
(:mod:`kibitz.poker.draw_poker.vector_kernels`). Best responses by the same pass bracket the
value. Johanson,
Waugh, Bowling and Zinkevich, *Accelerating best response calculation in large extensive games*
(2011); Tammelin, *CFR+* (2014).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.progress import work
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.core.spelling import count_of
from kibitz.core.system.limits import check_limits
from kibitz.poker.draw_poker.cards import DrawPoker

CC, CBK, BK, BF, CBF = range(5)
"""How a round of betting can end: c check, b bet, k call, f fold."""
ROUNDS = ("cc", "cbk", "bk")
MOST_STATES = 4_000_000
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class DrawTable:
    """The cards, the stakes, and whether players choose what to throw."""

    cards: DrawPoker
    ante: float = 1.0
    bets: tuple[float, float] = (1.0, 1.0)
    free: bool = False
    """Whether players may throw any one card, and not by the rule."""

    def __post_init__(self) -> None:
        size, deck = self.cards.size, len(self.cards.deck)
        states = len(self.cards.hands) * (size if self.free else 1) * (deck - size)
        if states > MOST_STATES:
            raise GameError(
                f"{states:,} private states; the limit is {MOST_STATES:,}; use a smaller deck or "
                "buckets"
            )

    @cached_property
    def thrown(self) -> Any:
        """For each hand, the cards that may be thrown."""
        hands = self.cards.hands.astype(np.int64)
        return hands if self.free else self.cards.thrown[:, None]

    @cached_property
    def drawn(self) -> Any:
        """For each hand, the cards that may be drawn."""
        everything = np.arange(len(self.cards.deck))
        held = (self.cards.masks[:, None] >> everything) & 1
        return np.nonzero(held == 0)[1].reshape(len(self.cards.hands), -1)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Hands, cards to throw, cards to draw: a private state each."""
        return len(self.cards.hands), self.thrown.shape[1], self.drawn.shape[1]

    @cached_property
    def types(self) -> Any:
        """The type of each private state: what it holds at the end and what it has thrown."""
        hands, throws, draws = self.shape
        masks = self.cards.masks[:, None, None]
        one = np.int64(1)
        after = (masks & ~(one << self.thrown[:, :, None])) | (one << self.drawn[:, None, :])
        order = np.argsort(self.cards.masks)
        final = order[np.searchsorted(self.cards.masks[order], after)]
        dead = np.broadcast_to(self.thrown[:, :, None], (hands, throws, draws))
        return (final * len(self.cards.deck) + dead).reshape(-1)

    @cached_property
    def _used(self) -> tuple[Any, Any]:
        """The types that occur, and for each state which of them it has."""
        used, which = np.unique(self.types, return_inverse=True)
        return used, which.astype(np.int64)

    @cached_property
    def _ends(self) -> tuple[Any, Any, Any, Any, int]:
        """Types that occur, by strength: order, starts of classes, subsets, signs, sets."""
        used = self._used[0]
        final, dead = np.divmod(used, len(self.cards.deck))
        strength = self.cards.strength[final]
        order = np.argsort(strength, kind="stable")
        starts = np.flatnonzero(np.r_[True, np.diff(strength[order]) != 0, True])
        members = np.sort(np.c_[self.cards.hands[final].astype(np.int64), dead], axis=1)
        return order, starts, *self._numbered(members)

    def ends(self, player: int, reach: Any) -> Any:
        """What every state of a player gets at each end of the second round, by history.

        ``reach[k, e]`` is how much each state of the other one comes to the end ``e`` after the
        first round ``k``; the answer has the same shape.
        """
        from kibitz.poker.draw_poker.vector_kernels import gather, meetings, showdowns

        order, starts, subsets, signs, sets = self._ends
        compact = self._used[1]
        states = len(compact)
        rows = reach.reshape(15, states).T
        by_type = np.zeros((len(subsets), 15))
        gather(compact, np.ascontiguousarray(rows), by_type)
        shown = [5 * k + e for k in range(3) for e in (CC, CBK, BK)]
        folded = [5 * k + e for k in range(3) for e in (BF, CBF)]
        values = np.zeros_like(by_type)
        for columns in (shown, folded):
            part = np.ascontiguousarray(by_type[:, columns])
            out, sums = np.zeros_like(part), np.zeros((sets, len(columns)))
            if columns is shown:
                showdowns(order, starts, subsets, signs, part, sums, out)
            else:
                meetings(subsets, signs, part, sums, out)
            values[:, columns] = out
        values *= self._stakes(player)
        return values[compact].T.reshape(3, 5, states) / self.cards.outcomes

    def _stakes(self, player: int) -> Any:
        """What is won at each end: by the better hand, or by the one who did not fold."""
        first = (self.ante, self.ante + self.bets[0], self.ante + self.bets[0])
        sign = 1.0 if player == 0 else -1.0
        return np.array(
            [
                stake
                for pot in first
                for stake in (pot, pot + self.bets[1], pot + self.bets[1], sign * pot, -sign * pot)
            ]
        )

    @cached_property
    def _hands(self) -> tuple[Any, Any, int]:
        """The subsets of each hand, their signs, and how many sets there are."""
        return self._numbered(self.cards.hands.astype(np.int64))

    def _numbered(self, members: Any) -> tuple[Any, Any, int]:
        from kibitz.poker.draw_poker.vector_kernels import subset_numbers

        deck, size = len(self.cards.deck), members.shape[1]
        binomial = np.array([[comb(n, k) for k in range(size + 1)] for n in range(deck)], np.int64)
        before = np.cumsum([0, *(comb(deck, k) for k in range(size + 1))])
        subsets = np.zeros((len(members), 1 << size), np.int64)
        subset_numbers(members, binomial, before, subsets)
        signs = np.array([(-1.0) ** q.bit_count() for q in range(1 << size)])
        return subsets, signs, int(before[-1])

    def meet(self, reach: Any) -> Any:
        """The share of all outcomes in which each hand meets the other's reach, by columns."""
        from kibitz.poker.draw_poker.vector_kernels import meetings

        subsets, signs, sets = self._hands
        out = np.zeros_like(reach)
        meetings(subsets, signs, reach, np.zeros((sets, reach.shape[1])), out)
        return out * (self.cards.draws / self.cards.outcomes)


@dataclass(frozen=True, eq=False)
class DrawStrategy:
    """What one player does: probabilities to bet or call, and to throw."""

    first: Any
    """``first[0, hand]`` to bet, ``first[1, hand]`` to call a bet."""
    second: Any
    """``second[k, d, state]``: the same after each first round."""
    throws: Any
    """``throws[k, hand, card]``."""

    @classmethod
    def even(cls, table: DrawTable) -> DrawStrategy:
        hands, throws, draws = table.shape
        return cls(
            np.full((2, hands), 0.5),
            np.full((3, 2, hands * throws * draws), 0.5),
            np.full((3, hands, throws), 1 / throws),
        )


def outcomes(player: int, decisions: Any) -> Any:
    """How likely a player's own moves make each end of a round, from its two decisions."""
    bet, call = decisions
    if player == 0:
        return np.stack([1 - bet, (1 - bet) * call, bet, bet, (1 - bet) * (1 - call)])
    return np.stack([1 - bet, bet, call, 1 - call, bet])


def choices(player: int, values: Any, decisions: Any) -> tuple[Any, Any]:
    """What checking or betting, folding or calling are worth: ``[decision, move]``, and all."""
    bet, call = decisions
    answer = np.stack([values[CBF], values[CBK]] if player == 0 else [values[BF], values[BK]])
    answered = (1 - call) * answer[0] + call * answer[1]
    if player == 0:
        start = np.stack([values[CC] + answered, values[BK] + values[BF]])
    else:
        start = np.stack([values[CC], values[CBK] + values[CBF]])
    started = (1 - bet) * start[0] + bet * start[1]
    return np.stack([start, answer]), started if player == 0 else started + answered


def best_choices(player: int, values: Any) -> Any:
    """The most that is to be had in a round."""
    answer = (
        np.maximum(values[CBF], values[CBK]) if player == 0 else np.maximum(values[BF], values[BK])
    )
    if player == 0:
        return np.maximum(values[CC] + answer, values[BK] + values[BF])
    return np.maximum(values[CC], values[CBK] + values[CBF]) + answer


def second_reach(table: DrawTable, player: int, plan: DrawStrategy) -> Any:
    """How much each state comes to each end of the second round by its own moves."""
    hands, throws, draws = table.shape
    first = outcomes(player, plan.first)
    found = np.empty((3, 5, hands * throws * draws))
    for k in range(3):
        here = first[k][:, None] * plan.throws[k]
        own = np.repeat(here.reshape(-1), draws)
        found[k] = outcomes(player, plan.second[k]) * own
    return found


def first_ends(table: DrawTable, player: int, other: DrawStrategy) -> tuple[Any, Any]:
    """What a player gets where the first round ends by a fold: (bf, cbf)."""
    reach = outcomes(1 - player, other.first)
    sign = table.ante if player == 0 else -table.ante
    met = table.meet(np.ascontiguousarray(reach[[BF, CBF]].T))
    return sign * met[:, 0], -sign * met[:, 1]


def best_response(table: DrawTable, player: int, other: DrawStrategy) -> float:
    """The most a player can get against a strategy."""
    hands, throws, draws = table.shape
    values = table.ends(player, second_reach(table, 1 - player, other))
    first = np.empty((5, hands))
    for k in range(3):
        by_state = best_choices(player, values[k]).reshape(hands, throws, draws)
        first[k] = by_state.sum(axis=2).max(axis=1)
    first[BF], first[CBF] = first_ends(table, player, other)
    return float(best_choices(player, first).sum())


def exploit(table: DrawTable, plans: tuple[DrawStrategy, DrawStrategy]) -> tuple[float, float]:
    """Between what the second and the first player's best responses leave: the value is there."""
    return -best_response(table, 1, plans[0]), best_response(table, 0, plans[1])


def value_of(table: DrawTable, plans: tuple[DrawStrategy, DrawStrategy]) -> float:
    """What the first player expects when both follow their plans."""
    hands, throws, draws = table.shape
    values = table.ends(0, second_reach(table, 1, plans[1]))
    first = np.empty((5, hands))
    for k in range(3):
        _, by_state = choices(0, values[k], plans[0].second[k])
        by_throw = by_state.reshape(hands, throws, draws).sum(axis=2)
        first[k] = (plans[0].throws[k] * by_throw).sum(axis=1)
    first[BF], first[CBF] = first_ends(table, 0, plans[1])
    return float(choices(0, first, plans[0].first)[1].sum())


@dataclass(frozen=True, eq=False)
class DrawSolution(Solution, kind="draw-poker"):
    """Average strategies, and between which bounds the value lies."""

    table: DrawTable
    plans: tuple[DrawStrategy, DrawStrategy]
    bounds: tuple[float, float]
    iterations: int
    seconds: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return sum(self.bounds) / 2

    @property
    def exploitability(self) -> float:
        """What both could gain together by best responses."""
        return self.bounds[1] - self.bounds[0]

    def verify(self) -> Certificate:
        """Compute the best responses again."""
        low, high = exploit(self.table, self.plans)
        claim = f"the value lies between {show(self.bounds[0])} and {show(self.bounds[1])}"
        fine = low >= self.bounds[0] - ROUNDING and high <= self.bounds[1] + ROUNDING
        return Certificate(
            claim, "best responses", (Check("the bounds hold", fine, f"{low:.8f}, {high:.8f}"),)
        )

    def __str__(self) -> str:
        low, high = self.bounds
        return (
            f"draw poker without buckets: value between {low:.6f} and {high:.6f}\n"
            f"found by vector CFR+: {count_of(self.iterations, 'iteration')} in "
            f"{self.seconds:.3g} s"
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "value": self.value,
            "bounds": list(self.bounds),
            "iterations": self.iterations,
            "seconds": self.seconds,
        }


@dataclass(eq=False)
class VectorCFR:
    """A run of CFR+ with quadratic averaging; it can be continued."""

    table: DrawTable
    iterations: int = field(default=0, init=False)
    seconds: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        hands, throws, draws = self.table.shape
        states = hands * throws * draws
        self.plans = [DrawStrategy.even(self.table), DrawStrategy.even(self.table)]
        self.regrets = [self._zeros(hands, throws, states) for _ in range(2)]
        self.totals = [self._zeros(hands, throws, states) for _ in range(2)]

    @staticmethod
    def _zeros(hands: int, throws: int, states: int) -> tuple[Any, Any, Any]:
        return np.zeros((2, 2, hands)), np.zeros((3, 2, 2, states)), np.zeros((3, hands, throws))

    def step(self) -> None:
        """One iteration: both players in turn."""
        self.iterations += 1
        for player in range(2):
            self._update(player)
            self._average(player)

    def _update(self, player: int) -> None:
        table, mine, other = self.table, self.plans[player], self.plans[1 - player]
        hands, throws, draws = table.shape
        regret_first, regret_second, regret_throws = self.regrets[player]
        values = table.ends(player, second_reach(table, 1 - player, other))
        first = np.empty((5, hands))
        for k in range(3):
            worth, by_state = choices(player, values[k], mine.second[k])
            _learn(regret_second[k], worth, mine.second[k])
            by_throw = by_state.reshape(hands, throws, draws).sum(axis=2)
            first[k] = (mine.throws[k] * by_throw).sum(axis=1)
            gained = regret_throws[k] + by_throw - first[k][:, None]
            np.maximum(gained, 0, out=regret_throws[k])
        first[BF], first[CBF] = first_ends(table, player, other)
        worth, _ = choices(player, first, mine.first)
        _learn(regret_first, worth, mine.first)
        self.plans[player] = DrawStrategy(
            _matched(regret_first),
            np.stack([_matched(r) for r in regret_second]),
            _matched_throws(regret_throws),
        )

    def _average(self, player: int) -> None:
        mine, weight = self.plans[player], float(self.iterations) ** 2
        total_first, total_second, total_throws = self.totals[player]
        draws = self.table.shape[2]
        ones = np.ones_like(mine.first[0])
        own = outcomes(player, mine.first)
        total_first += weight * _weighted(player, mine.first, ones)
        for k in range(3):
            here = own[k][:, None] * mine.throws[k]
            total_throws[k] += weight * here
            reach = np.repeat(here.reshape(-1), draws)
            total_second[k] += weight * _weighted(player, mine.second[k], reach)

    def average(self) -> tuple[DrawStrategy, DrawStrategy]:
        """The average strategies so far."""
        found = []
        for first, second, throws in self.totals:
            mass = throws.sum(axis=2, keepdims=True)
            shared = np.where(mass > 0, throws / np.where(mass > 0, mass, 1), 1 / throws.shape[2])
            found.append(
                DrawStrategy(_matched(first), np.stack([_matched(s) for s in second]), shared)
            )
        return found[0], found[1]

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        target: float | None = None,
    ) -> DrawSolution:
        """Continue until a total number of iterations, a time, or an exploitability is reached."""
        check_limits(iterations=iterations, seconds=seconds, target=target)
        began = time.monotonic()
        with work("draw poker without buckets", iterations) as task:
            while not task.stopped and (iterations is None or self.iterations < iterations):
                self.step()
                task.advance(1)
                spent = time.monotonic() - began
                if seconds is not None and spent >= seconds:
                    break
                if target is not None and self.iterations % 25 == 0:
                    low, high = exploit(self.table, self.average())
                    if high - low <= target:
                        break
        self.seconds += time.monotonic() - began
        plans = self.average()
        return DrawSolution(
            self.table, plans, exploit(self.table, plans), self.iterations, self.seconds
        )


def _learn(regret: Any, worth: Any, decisions: Any) -> None:
    """Add to the regrets of ``[decision, move]`` and keep them from falling below zero."""
    for d in range(2):
        mixed = (1 - decisions[d]) * worth[d, 0] + decisions[d] * worth[d, 1]
        np.maximum(regret[d] + worth[d] - mixed, 0, out=regret[d])


def _matched(regret: Any) -> Any:
    """The probability of the second move of each decision, in proportion to ``regret``."""
    total = regret.sum(axis=1)
    return np.where(total > 0, regret[:, 1] / np.where(total > 0, total, 1), 0.5)


def _matched_throws(regret: Any) -> Any:
    total = regret.sum(axis=2, keepdims=True)
    return np.where(total > 0, regret / np.where(total > 0, total, 1), 1 / regret.shape[2])


def _weighted(player: int, decisions: Any, reach: Any) -> Any:
    """The moves of ``[decision, move]``, as often as the player's own moves lead there."""
    bet, call = decisions
    later = reach * (1 - bet) if player == 0 else reach
    return np.stack(
        [np.stack([reach * (1 - bet), reach * bet]), np.stack([later * (1 - call), later * call])]
    )
