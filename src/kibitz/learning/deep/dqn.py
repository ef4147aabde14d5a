"""Deep Q-learning: a network for the table, a memory of steps, and a target that lags behind."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.deep.deep_learner import DeepLearner
from kibitz.learning.deep.deep_world import need_jax, why_no_deep_world
from kibitz.learning.deep.network import adam, answers
from kibitz.learning.training.lesson import Lesson

WALKERS = 64
"""Episodes walked in step,"""
STEPS = 40
"""steps of each in a round,"""
BATCH = 512
BUFFER = 100_000
"""and steps that are remembered."""


class DeepQ(DeepLearner):
    """Q-learning with a network: what a choice is worth to the player who makes it."""

    shown: ClassVar[str] = "deep Q-learning"
    idea: ClassVar[str] = (
        "A network takes the place of the table Q. Steps are remembered, and learned from in "
        "random batches, so that the steps of a batch are hardly correlated. The best "
        "value of the next state comes from a copy of the network that is renewed now and then."
    )
    formula: ClassVar[str] = "minimize [ r + γ max Q₀(s', ·) − Q(s, a) ]², Q₀ a copy of Q that lags"
    extra = 0

    def __init__(
        self,
        lesson: Lesson,
        units: int,
        rate: float,
        exploration: float,
        starts: float,
        renewal: int,
    ) -> None:
        super().__init__(lesson, units, rate)
        for name, value in (("exploration", exploration), ("starts", starts)):
            if not 0 <= value <= 1:
                raise GameError(f"{name} is {value}; it must lie between 0 and 1")
        if renewal < 1:
            raise GameError(f"renewal is {renewal}; it must be at least 1")
        self.exploration, self.starts, self.renewal = exploration, starts, renewal
        self.target = dict(self.weights)
        self.walkers = np.full(WALKERS, self.deep.world.game.start)
        self.buffer = np.zeros((BUFFER, 3), np.int64)
        self.written = np.zeros(2, np.int64)

    def _begin(self, count: int) -> Any:
        anywhere = self.generator.random(count) < self.starts
        states = self.deep.world.table.states
        drawn = self.generator.integers(0, states, count)
        return np.where(anywhere, drawn, self.deep.world.game.start)

    def learn(self) -> dict[str, float]:
        """Walk, remember, and learn from batches of what is remembered."""
        need_jax()
        update = _update(self.deep.actions)
        _, sign, pay, _, _, _, discount = self.deep.world.arrays
        losses = []
        for _ in range(STEPS):
            self._walk()
            filled = int(min(self.written[0], BUFFER))
            some = self.buffer[self.generator.integers(0, filled, BATCH)]
            states, cells, onward = some.T
            then = np.maximum(onward, 0)
            legal = self.deep.legal(then)
            best = np.where(legal, answers(self.target, self.deep.seen[then]), -np.inf).max(axis=1)
            follows = np.where(onward >= 0, sign[then] * best, 0.0)
            goal = sign[states] * (pay[cells] + discount * follows)
            batch = (
                self.deep.seen[states],
                self.deep.action[cells],
                goal.astype(np.float32),
            )
            weights, memory, told = update(self.weights, self.memory, batch, self.rate)
            self.weights = {name: np.asarray(array) for name, array in weights.items()}
            self.memory = {name: np.asarray(array) for name, array in memory.items()}
            losses.append(float(told))
            self.written[1] += 1
            if self.written[1] % self.renewal == 0:
                self.target = dict(self.weights)
        return {"loss": float(np.mean(losses))}

    def _walk(self) -> None:
        """One step of every walker."""
        here = self.walkers
        places = self.deep.places(here)
        wanted = np.where(places >= 0, answers(self.weights, self.deep.seen[here]), -np.inf)
        free = self.generator.random(WALKERS) < self.exploration
        random = np.where(places >= 0, self.generator.random(places.shape), -1.0)
        chosen = np.where(free, random.argmax(axis=1), wanted.argmax(axis=1))
        cells = places[np.arange(WALKERS), chosen]
        onward = self.deep.follow(cells, self.generator)
        at = (self.written[0] + np.arange(WALKERS)) % BUFFER
        self.buffer[at] = np.stack([here, cells, onward], axis=1)
        self.written[0] += WALKERS
        self.walkers = np.where(onward >= 0, onward, self._begin(WALKERS))

    def kept_arrays(self) -> dict[str, Any]:
        target = {f"target.{name}": array for name, array in self.target.items()}
        return {"walkers": self.walkers, "buffer": self.buffer, "written": self.written, **target}

    def set_arrays(self, arrays: dict[str, Any]) -> None:
        self.walkers, self.written = arrays["walkers"].copy(), arrays["written"].copy()
        self.buffer = arrays["buffer"].copy()
        self.target = {name: arrays[f"target.{name}"] for name in self.weights}


@lru_cache(maxsize=8)
def _update(actions: int) -> Any:
    """The compiled step of learning."""
    import jax
    import jax.numpy as jnp

    def loss(weights: Any, batch: Any) -> Any:
        seen, chosen, goal = batch
        found = jnp.take_along_axis(answers(weights, seen, jnp), chosen[:, None], 1)[:, 0]
        return ((found - goal) ** 2).mean()

    @partial(jax.jit)
    def update(weights: Any, memory: Any, batch: Any, rate: Any) -> Any:
        told, slopes = jax.value_and_grad(loss)(weights, batch)
        made, kept = adam(weights, slopes, memory, rate, jnp)
        return made, kept, told

    return update


@method(
    Lesson,
    "dqn",
    finds="a value for each choice, by a network",
    cost="O(weights) per step",
    reference="Mnih et al. 2015",
    applies=why_no_deep_world,
    aliases=("deep-q-learning",),
)
def dqn(
    lesson: Lesson,
    units: int = 128,
    rate: float = 0.001,
    exploration: float = 0.3,
    starts: float = 0.5,
    renewal: int = 200,
) -> DeepQ:
    """Learn action values by a network, from remembered steps.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    units : int, default 128
        Units of each hidden layer.
    rate : float, default 0.001
        The learning rate.
    exploration : float, default 0.3
        How often any choice is tried.
    starts : float, default 0.5
        The share of episodes that begin at any state instead of the start.
    renewal : int, default 200
        Steps of learning between two copies of the network.

    Returns
    -------
    DeepQ
        The learner.

    Notes
    -----
    Cost: O(weights) per step.

    References
    ----------
    Mnih et al. 2015.
    """
    return DeepQ(lesson, units, rate, exploration, starts, renewal)
