"""A game of states for learners that keep tables, and the exact answer beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, TooLarge
from kibitz.learning.encoding.encode import encode
from kibitz.learning.training.conditions import in_the_open
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, Rules, State
from kibitz.stochastic.decision.turn_based import relax, solve_turn_based
from kibitz.stochastic.from_rules.convert import RulesGame, to_stochastic
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.table import TransitionTable

MOST_STATES = 1_000_000
"""A table of more is refused."""
CHECKED = 1000
"""Positions at which the moves of a player are compared with perfect ones, at most."""
ROUNDING = 1e-12
"""A smaller gap comes from rounding alone."""
NEAR = 1e-9
"""Choices whose values differ by less are equally good."""


@dataclass(frozen=True, eq=False)
class World:
    """States, choices and lotteries, in arrays that compiled learners walk through."""

    game: StochasticGame
    table: TransitionTable

    @cached_property
    def sign(self) -> Any:
        """1 where the first player chooses, -1 where the second does."""
        return np.where(self.table.columns == 1, 1.0, -1.0)

    @property
    def discount(self) -> float:
        return float(self.game.discount)

    @cached_property
    def arrays(self) -> tuple[Any, ...]:
        """What the compiled loops take."""
        table = self.table
        return (
            table.first.astype(np.int64),
            self.sign,
            np.ascontiguousarray(table.pay[:, 0], float),
            table.link.astype(np.int64),
            table.target.astype(np.int64),
            table.weight.astype(float),
            self.discount,
        )

    @cached_property
    def exact_values(self) -> Any:
        """What each state is worth to the first player, exactly."""
        return np.asarray(solve_turn_based(self.game).value_array, float)

    @cached_property
    def exact_cells(self) -> Any:
        """What each choice is worth to the first player when all play perfectly after it."""
        return self.looked_ahead(self.exact_values)

    def looked_ahead(self, values: Any) -> Any:
        """What each choice is worth when states are worth these values."""
        _, _, pay, link, target, weight, discount = self.arrays
        source = np.repeat(np.arange(len(pay)), np.diff(link))
        return pay + discount * np.bincount(source, weight * values[target], len(pay))

    @cached_property
    def matters(self) -> Any:
        """The states where some choice is better than another."""
        signed = self.exact_cells * self.sign[self.table.owner]
        starts = self.table.first[:-1].astype(np.int64)
        most = np.maximum.reduceat(signed, starts)
        return most > np.minimum.reduceat(signed, starts) + NEAR

    def greedy(self, q: Any) -> Any:
        """The choice of each state that looks best to its player, the first of equals."""
        signed = q * self.sign[self.table.owner]
        starts = self.table.first[:-1].astype(np.int64)
        best = np.maximum.reduceat(signed, starts)
        is_best = np.flatnonzero(signed == np.repeat(best, np.diff(self.table.first)))
        return is_best[np.searchsorted(is_best, starts)] - starts

    def optimal_share(self, policy: Any) -> float:
        """The share of states in which a policy chooses perfectly, of those where it matters."""
        if not self.matters.any():
            return 1.0
        chosen = self.table.first[:-1].astype(np.int64) + policy
        lost = np.abs(self.exact_cells[chosen] - self.exact_values)
        return float((lost[self.matters] <= NEAR).mean())

    @cached_property
    def sampled(self) -> Any:
        """The states at which players of positions are judged: all that matter, or a sample."""
        assert isinstance(self.game, RulesGame)
        assert self.game.positions is not None
        states = np.flatnonzero(self.matters & (self.game.positions.actor >= 0))
        return np.random.default_rng(0).permutation(states)[:CHECKED]

    def sampled_share(self, choose: Callable[[State, int], Move]) -> float:
        """The same of a player of positions, at some of them; it knows who is to move."""
        assert isinstance(self.game, RulesGame)
        positions, some = self.game.positions, self.sampled
        assert positions is not None
        good = 0
        for s in some.tolist():
            place = positions.moves(s).index(choose(positions.state(s), int(positions.actor[s])))
            lost = self.exact_cells[self.table.first[s] + place] - self.exact_values[s]
            good += abs(lost) <= NEAR
        return float(good / len(some)) if len(some) else 1.0

    def gap(self, policy: Any) -> float:
        """What both players together could gain at the start by best replies to the policies."""
        start = self.game.start
        value = float(self.exact_values[start])
        kept = float(self._against_best_reply(policy, self.sign > 0)[start])
        given = float(self._against_best_reply(policy, self.sign < 0)[start])
        gained = max(0.0, value - kept) + max(0.0, given - value)
        return gained if gained > ROUNDING else 0.0

    def number(self, state: State) -> int:
        """The number of a position of the rules, or of one that has the same key.

        A position of a game of states, as it is played, begins with the number of the state.
        """
        if not isinstance(self.game, RulesGame) or self.game.positions is None:
            return int(state[0])
        return int(self.game.positions.find(state))

    def pure(self, state: State, here: int, choice: int, player: int) -> dict[Move, float]:
        """The choice of a numbered position as probabilities of the moves at one like it."""
        if not isinstance(self.game, RulesGame) or self.game.positions is None:
            return self._named(here, choice, player)
        rules, positions = self.game.rules, self.game.positions
        assert rules is not None
        chosen, kept = positions.move(here, choice), positions.state(here)
        moves = list(rules.moves(state))
        if kept != state:
            wanted = rules.key(rules.play(kept, chosen))
            alike = [m for m in moves if rules.key(rules.play(state, m)) == wanted]
            if not alike:
                raise GameError(f"{rules.name}: positions with the same key have different moves")
            chosen = alike[0]
        return {move: float(move == chosen) for move in moves}

    def _named(self, here: int, choice: int, player: int) -> dict[Move, float]:
        """A choice by its name, in a state where one of the players chooses."""
        names = (self.game.row_names, self.game.column_names)[player](here)
        chosen = choice if len(names) > 1 else 0
        return {name: float(k == chosen) for k, name in enumerate(names)}

    def _against_best_reply(self, policy: Any, own: Any) -> Any:
        """The values when the states of one player follow a policy and the other replies best."""
        fixed = restricted(self.game.effective.floats, policy, own)
        values = np.full(fixed.states, np.nan)
        relax(fixed, values, np.zeros(fixed.states, np.int64), components(fixed), 1e-12)
        return values


def restricted(table: TransitionTable, policy: Any, own: Any) -> TransitionTable:
    """The table in which some states have only the choice of a policy left.

    Examples
    --------
    >>> import kibitz
    >>> game = kibitz.stochastic_game("a: 1 + b/2, 2 | b: 3")
    >>> restricted(game.table.floats, np.array([1, 0]), np.array([True, False])).cells
    2
    """
    first = table.first.astype(np.int64)
    sizes = np.diff(first)
    count = np.where(own, 1, sizes)
    starts = np.concatenate([[0], np.cumsum(count)])
    begin = np.where(own, first[:-1] + policy, first[:-1])
    cells = np.repeat(begin - starts[:-1], count) + np.arange(starts[-1])
    low, high = table.link[cells].astype(np.int64), table.link[cells + 1].astype(np.int64)
    link = np.concatenate([[0], np.cumsum(high - low)])
    at = np.repeat(low - link[:-1], high - low) + np.arange(link[-1])
    return TransitionTable(
        np.where(own, 1, table.rows),
        np.where(own, 1, table.columns),
        starts,
        table.pay[cells],
        link,
        table.target[at],
        table.weight[at],
    )


def why_no_world(lesson: Lesson) -> str | None:
    """Why a game cannot be learned in a table, None when it can as far as a look tells."""
    game = lesson.game
    if isinstance(game, StochasticGame):
        if not game.is_turn_based or not game.zero_sum:
            return "both players have a choice in some state; use minimax-q or nash-q"
        return None if (game.table.floats.weight >= 0).all() else "roles are exchanged in this game"
    if not isinstance(game, Rules):
        return f"it takes games with moves or of states, not {game.several}"
    return in_the_open(lesson) or _too_many(game)


def _too_many(rules: Rules) -> str | None:
    try:
        made_world(rules)
    except TooLarge:
        found = f"more than {MOST_STATES:,} positions can be reached, too many to list"
        return found + advice(rules)
    except GameError as error:
        return str(error)
    return None


def advice(rules: Rules) -> str:
    """The learner for a game that is too large for tables, behind a semicolon; or nothing."""
    if not rules.is_opposed:
        return ""
    try:
        encode(rules)
    except GameError:
        return "; alphazero can learn it once @encodes gives it an encoding"
    return "; use alphazero"


def world_of(lesson: Lesson) -> World:
    """The states of a game, listed once."""
    return made_world(lesson.game)


@lru_cache(maxsize=8)
def made_world(game: Any) -> World:
    """The states of a game; a game with too many is refused."""
    if isinstance(game, StochasticGame):
        return World(game, game.table.floats)
    endless = getattr(game, "endless", None)
    made = to_stochastic(game, endless, MOST_STATES)
    assert isinstance(made, RulesGame)
    return World(made, made.table.floats)
