"""TD-Gammon's way: temporal differences of afterstates, with a small network.

The network judges positions after a move, before the dice; so a move is chosen by looking at what
it leads to, and the dice explore by themselves. Tesauro, *Temporal difference learning and
TD-Gammon* (1995).
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.learning.encoding.encode import encode
from kibitz.learning.evaluation.learned_search import Score
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.kernels import afterstates as kernels
from kibitz.learning.kernels import learned_evaluation
from kibitz.learning.tabular.world import World, made_world
from kibitz.learning.training.conditions import two_opponents
from kibitz.learning.training.learner import Kept, Learner
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.game import Move, State
from kibitz.search.monte_carlo.payoff_range import with_bounds

LONGEST = 2000
"""Moves after which a game is broken off."""
TRIED = 100
"""Games against each opponent, at a look."""
FALL = 20_000.0
"""Games after which the learning rate has halved."""
MOST_STATES = 30_000
"""Games of more states are not compared with the exact solution."""


class TDGammon(Learner):
    """A network with one hidden layer that learns from every move of its own games."""

    headline: ClassVar[str] = "against hand"

    def __init__(
        self,
        lesson: Lesson,
        units: int,
        games: int,
        rate: float,
        trace: float,
        exploration: float,
        is_compiled: bool = True,
    ) -> None:
        super().__init__(lesson)
        for name, count in (("units", units), ("games", games)):
            if count < 1:
                raise GameError(f"{name} is {count}; it must be at least 1")
        for name, share in (("trace", trace), ("exploration", exploration)):
            if not 0 <= share <= 1:
                raise GameError(f"{name} is {share:g}; it must lie between 0 and 1")
        if not rate > 0:
            raise GameError(f"rate is {rate:g}; it must be positive")
        self.code = encode(lesson.rules)
        self.rules = with_bounds(lesson.rules.position()).rules
        self.games, self.rate, self.trace, self.exploration = games, rate, trace, exploration
        self.is_compiled = is_compiled
        random, n = np.random.default_rng(lesson.seed), self.code.size
        self.mind = Mind(
            np.zeros(n),
            first=random.normal(0, 0.1, (units, n)),
            shift=np.zeros(units),
            second=random.normal(0, 0.1, units),
        )
        self.played = 0
        self.luck = np.array([2 * lesson.seed + 1], np.uint64)

    @cached_property
    def machine(self) -> Machine:
        return machine(self.rules, learned_evaluation, kernels, compiled=self.is_compiled)

    @cached_property
    def scale(self) -> float:
        """The greatest payoff."""
        assert self.rules.payoff_bounds is not None
        return max(abs(float(bound)) for bound in self.rules.payoff_bounds)

    @cached_property
    def eyes(self) -> tuple[Any, ...]:
        table = self.code.features
        arrays = (table.word, table.other, table.mode, table.number)
        return tuple(np.ascontiguousarray(a, np.int64) for a in arrays)

    @cached_property
    def rooms(self) -> tuple[Any, ...]:
        wide = int(self.rules.most_moves)
        rows = np.zeros(wide, np.int64), np.zeros(wide, np.int64), np.zeros(wide), np.zeros(wide)
        words = np.zeros(max(self.code.width, int(self.machine.STATE_WORDS)), np.int64)
        return (*rows, words, np.zeros(self.code.size), np.zeros(len(self.mind.shift)))

    @cached_property
    def worth(self) -> Any:
        return np.zeros(int(self.rules.most_moves))

    @property
    def start(self) -> Any:
        return self.machine.encode(self.rules.start())

    def learn(self) -> dict[str, float]:
        """Some games of self-play."""
        units, n = self.mind.first.shape
        weights = self.mind.compiled(self.scale)
        traces = (np.zeros((units, n)), np.zeros(units), np.zeros(units), np.zeros(1))
        rate = self.rate / (1 + self.played / FALL)
        settings = np.array([rate, self.trace, self.exploration, LONGEST])
        with np.errstate(over="ignore"):
            done = self.machine.learn_games(
                self.start,
                self.games,
                self.eyes,
                weights,
                traces,
                settings,
                self.luck,
                self.rooms,
                self.worth,
            )
        self.mind = replace(
            self.mind,
            bias=float(weights[0][0]),
            first=weights[2].copy(),
            shift=weights[3].copy(),
            second=weights[4].copy(),
        )
        self.played += self.games
        length = float(np.abs(self.mind.first).max())
        return {"moves a game": done / self.games, "largest weight": length}

    def measure(self) -> dict[str, float]:
        """What it scores against random moves and the game's own evaluation; optimal moves."""
        found = {"against random": self.match(None, TRIED).mean}
        if self.rules.has("evaluate"):
            found["against hand"] = self.match(self.by_hand, TRIED).mean
        share = self.optimal_share()
        return found if share is None else {**found, "optimal": share}

    @property
    def by_hand(self) -> Mind:
        """The evaluation that is written in the rules."""
        return Mind(np.zeros(0), own=1.0)

    def match(self, other: Mind | None, games: int, seed: int = 1) -> Score:
        """Its share of the points in games against another evaluation, or random moves.

        Parameters
        ----------
        other : Mind or None
            The evaluation of the other player, who moves at random without one.
        games : int
            The number of games, with seats exchanged in turn.
        seed : int, default 1
            Random seed.

        Returns
        -------
        Score
            The share of games won, with confidence bounds.
        """
        own, luck = self.mind.compiled(self.scale), np.array([2 * seed + 1], np.uint64)
        theirs = own if other is None else other.compiled(self.scale)
        points = np.zeros(games)
        with np.errstate(over="ignore"):
            for k in range(games):
                place = (k % 2, other is None, LONGEST, luck, self.rooms, self.worth)
                paid = self.machine.afterstate_game(self.start, self.eyes, own, theirs, *place)
                points[k] = 0.5 + 0.5 * np.sign(paid)
        spread = max(float(points.std(ddof=1)) if games > 1 else 0.5, 0.5 / math.sqrt(games))
        return Score(games, float(points.mean()), spread / math.sqrt(games))

    def optimal_share(self) -> float | None:
        """How often its move is a best one, where it matters; None in games of many states."""
        if self._world is None:
            return None
        self.checked = len(self._world.sampled)
        return float(self._world.sampled_share(self._best))

    def _best(self, state: State, player: int) -> Move:
        odds = self.policy(state, player)
        return max(odds, key=lambda move: odds[move])

    @cached_property
    def _world(self) -> World | None:
        if type(self.lesson.rules).__name__ == "Backgammon":
            return None
        try:
            found = made_world(self.lesson.rules)
        except GameError:
            return None
        return found if found.table.states <= MOST_STATES else None

    def policy(self, state: State, player: int) -> dict[Move, float]:
        moves = list(self.lesson.rules.moves(state))
        own, luck = self.mind.compiled(self.scale), np.array([3], np.uint64)
        here = self.machine.encode(state)
        with np.errstate(over="ignore"):
            found = (self.eyes, own, self.rooms, luck, self.worth)
            place = int(self.machine.best_afterstate(here, *found))
        return {move: float(k == place) for k, move in enumerate(moves)}

    def state(self) -> Kept:
        return Kept({"played": self.played}, {**self.mind.arrays(), "luck": self.luck.copy()})

    def restore(self, kept: Kept) -> None:
        self.recall(kept)
        self.luck = np.array(kept.arrays["luck"], np.uint64)
        self.played = int(kept.facts["played"])

    def knowledge(self) -> Kept:
        return Kept({}, self.mind.arrays())

    def recall(self, kept: Kept) -> None:
        names = Mind(np.zeros(0)).arrays()
        found = Mind.of({name: kept.arrays[name] for name in names if name in kept.arrays})
        own, given = self.mind.arrays(), found.arrays()
        if any(given[name].shape != own[name].shape for name in own):
            raise GameError("the network of the model does not fit this game")
        self.mind = found

    def explain(self) -> Explanation:
        """The network, the update, and what it came to with its confidence bounds."""
        units, n = self.mind.first.shape
        score = self.match(None, TRIED)
        low, high = score.bounds()
        steps = [
            Step(
                "The network",
                f"{n} features of the position after a move, {units} hidden units h = tanh(W x + "
                "b), and the value tanh(v·h + c), to the player who moved. Of all moves the one "
                "that leads to the best value is made.",
            ),
            Step(
                "The update",
                "V(s) moves toward V(s') of the next position after a move, or toward the result: "
                "w ← w + α [ V(s') − V(s) ] e, where the trace e ← λ e + ∇V(s) remembers the "
                f"slopes of earlier positions. Here λ is {self.trace:g} and α begins at "
                f"{self.rate:g}.",
            ),
            Step(
                "What it came to",
                f"After {count_of(self.played, 'game')} it wins {score.mean:.1%} against "
                "random moves (99 % "
                f"confidence: {low:.1%} to {high:.1%}).",
            ),
        ]
        return Explanation(f"{self.lesson.title}: TD(λ) of afterstates", tuple(steps))


@method(
    Lesson,
    "td-gammon",
    aliases=("td-afterstates",),
    finds="a value network of positions after a move",
    cost="O(moves features units) per move",
    reference="Tesauro 1995",
    applies=two_opponents,
)
def td_gammon(
    lesson: Lesson,
    units: int = 40,
    games: int = 100,
    rate: float = 0.02,
    trace: float = 0.7,
    exploration: float = 0.0,
) -> TDGammon:
    """Learn values of positions after a move by self-play: backgammon, Pig, and any board.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    units : int, default 40
        The number of hidden units.
    games : int, default 100
        Games of self-play to a round.
    rate : float, default 0.02
        The learning rate, which falls slowly.
    trace : float, default 0.7
        The decay λ of the traces.
    exploration : float, default 0
        How often a random move is made; dice explore by themselves, boards need some.

    Returns
    -------
    TDGammon
        The learner.

    Notes
    -----
    Self-play and learning are compiled together with the rules. Cost: O(moves features units) per
    move.

    References
    ----------
    Tesauro 1995.
    """
    return TDGammon(lesson, units, games, rate, trace, exploration)
