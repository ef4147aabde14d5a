"""REINFORCE with a baseline: more of what turned out better than expected."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.deep.deep_learner import DeepLearner
from kibitz.learning.deep.deep_world import need_jax, why_no_deep_world
from kibitz.learning.deep.network import adam, answers
from kibitz.learning.deep.rollout import play_episodes
from kibitz.learning.training.lesson import Lesson

LONGEST = 200
"""Steps after which an episode is broken off."""
BLOCK = 512
"""Steps of a batch; the last one is filled up."""
FALL = 300.0
"""Rounds after which the learning rate has halved."""


class Reinforce(DeepLearner):
    """A policy and a value in one network."""

    shown: ClassVar[str] = "REINFORCE with a baseline"
    idea: ClassVar[str] = (
        "The network gives probabilities of choices, and a value. Episodes are played as it says. "
        "Then what was done becomes likelier in proportion to how much better it turned out than "
        "the value had said, and the value moves toward what followed."
    )
    formula: ClassVar[str] = "θ ← θ + α (G − V(s)) ∇ log π(a|s),   V(s) ← V(s) + β (G − V(s))"
    epochs, clip = 1, 1e9

    def __init__(
        self, lesson: Lesson, units: int, rate: float, episodes: int, starts: float, entropy: float
    ) -> None:
        super().__init__(lesson, units, rate)
        if episodes < 1:
            raise GameError(f"episodes is {episodes}; it must be at least 1")
        if not 0 <= starts <= 1:
            raise GameError(f"starts is {starts}; it must lie between 0 and 1")
        if entropy < 0:
            raise GameError(f"entropy is {entropy}; it must be at least 0")
        self.episodes, self.starts, self.entropy = episodes, starts, entropy
        self.rounds = 0

    def learn(self) -> dict[str, float]:
        """Play episodes, and learn from all their steps."""
        need_jax()
        update = _update(self.deep.actions)
        weights = {name: np.asarray(array) for name, array in self.weights.items()}
        found = play_episodes(
            self.deep, weights, self.episodes, self.starts, LONGEST, self.generator
        )
        better = found.returns - found.values
        better = (better - better.mean()) / (better.std() + 1e-6)
        settings = (self.rate / (1 + self.rounds / FALL), self.entropy, self.clip)
        loss = 0.0
        for _ in range(self.epochs):
            order = self.generator.permutation(len(better))
            for k in range(0, len(order), BLOCK):
                some = np.resize(order[k : k + BLOCK], BLOCK)
                batch = (
                    self.deep.seen[found.states[some]],
                    found.actions[some],
                    found.legal[some],
                    found.likely[some].astype(np.float32),
                    better[some].astype(np.float32),
                    found.returns[some].astype(np.float32),
                )
                self.weights, self.memory, told = update(self.weights, self.memory, batch, settings)
                loss = float(told)
        self.weights = {name: np.asarray(array) for name, array in self.weights.items()}
        self.memory = {name: np.asarray(array) for name, array in self.memory.items()}
        self.rounds += 1
        return {"loss": loss, "steps an episode": len(better) / self.episodes}

    def kept_arrays(self) -> dict[str, Any]:
        return {"rounds": np.array(self.rounds)}

    def set_arrays(self, arrays: dict[str, Any]) -> None:
        self.rounds = int(arrays["rounds"])


@lru_cache(maxsize=8)
def _update(actions: int) -> Any:
    """The compiled step of learning."""
    import jax
    import jax.numpy as jnp

    def loss(weights: Any, batch: Any, settings: Any) -> Any:
        seen, chosen, legal, likely, better, returns = batch
        _, entropy, clip = settings
        outputs = answers(weights, seen, jnp)
        logs = jax.nn.log_softmax(jnp.where(legal, outputs[:, :actions], -1e9))
        now = jnp.take_along_axis(logs, chosen[:, None], 1)[:, 0]
        ratio = jnp.exp(now - likely)
        held = jnp.clip(ratio, 1 - jnp.minimum(clip, 1.0), 1 + clip)
        gain = jnp.minimum(ratio * better, held * better).mean()
        spread = -(jnp.exp(logs) * jnp.where(legal, logs, 0.0)).sum(axis=1).mean()
        error = ((outputs[:, -1] - returns) ** 2).mean()
        return -gain + 0.5 * error - entropy * spread

    @partial(jax.jit)
    def update(weights: Any, memory: Any, batch: Any, settings: Any) -> Any:
        told, slopes = jax.value_and_grad(loss)(weights, batch, settings)
        made, kept = adam(weights, slopes, memory, settings[0], jnp)
        return made, kept, told

    return update


@method(
    Lesson,
    "reinforce",
    finds="a policy network",
    cost="O(weights) per step",
    reference="Williams 1992",
    applies=why_no_deep_world,
)
def reinforce(
    lesson: Lesson,
    units: int = 128,
    rate: float = 0.002,
    episodes: int = 256,
    starts: float = 0.5,
    entropy: float = 0.1,
) -> Reinforce:
    """Learn a policy by the gradient of what it gets, with a value as the baseline.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    units : int, default 128
        Units of each hidden layer.
    rate : float, default 0.002
        The learning rate at the beginning; after 300 rounds it has halved.
    episodes : int, default 256
        Episodes of a round.
    starts : float, default 0.5
        The share of episodes that begin at any state instead of the start.
    entropy : float, default 0.1
        How much a policy that is still open is worth.

    Returns
    -------
    Reinforce
        The learner.

    Notes
    -----
    Cost: O(weights) per step.

    References
    ----------
    Williams 1992.
    """
    return Reinforce(lesson, units, rate, episodes, starts, entropy)
