"""What learners with networks share: the world, weights, measures, models that need no JAX."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.spelling import count_of
from kibitz.learning.deep.deep_world import DeepWorld, deep_world
from kibitz.learning.deep.network import Weights, answers, empty_memory, initial_weights
from kibitz.learning.training.learner import Kept, Learner, generator_facts, generator_from
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State


class DeepLearner(Learner):
    """A network over the states of a game, measured against the exact solution."""

    headline: ClassVar[str] = "optimal"
    has_network: ClassVar[bool] = True
    shown: ClassVar[str] = ""
    idea: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    extra = 1
    """Outputs besides those of the choices."""

    def __init__(self, lesson: Lesson, units: int, rate: float) -> None:
        super().__init__(lesson)
        if units < 1:
            raise GameError(f"units is {units}; it must be at least 1")
        if not rate > 0:
            raise GameError(f"rate is {rate}; it must be positive")
        self.rate = rate
        self.deep: DeepWorld = deep_world(lesson)
        self.generator = np.random.default_rng(lesson.seed)
        outputs = self.deep.actions + self.extra
        features = self.deep.seen.shape[1]
        self.weights: Weights = initial_weights(features, units, outputs, self.generator)
        self.memory: Weights = empty_memory(self.weights)

    def choices(self) -> Any:
        """The choice of each state that the network prefers."""
        states = np.arange(self.deep.world.table.states)
        places = self.deep.places(states)
        wanted = answers(self.weights, self.deep.seen)[:, : self.deep.actions]
        best = np.where(places >= 0, wanted, -np.inf).argmax(axis=1)
        return places[states, best] - self.deep.world.arrays[0][:-1]

    def measure(self) -> dict[str, float]:
        policy, world = self.choices(), self.deep.world
        return {"gap": world.gap(policy), "optimal": world.optimal_share(policy)}

    def kept_arrays(self) -> dict[str, Any]:
        """What changes besides weights and memory."""
        return {}

    def set_arrays(self, arrays: dict[str, Any]) -> None:
        """Go back to such arrays."""

    def state(self) -> Kept:
        arrays = {**self.weights, **self.memory, **self.kept_arrays()}
        facts = {"generator": generator_facts(self.generator)}
        return Kept(facts, {name: np.array(array) for name, array in arrays.items()})

    def restore(self, kept: Kept) -> None:
        self.recall(kept)
        self.memory = {name: kept.arrays[name] for name in self.memory}
        self.generator = generator_from(kept.facts["generator"])
        self.set_arrays(kept.arrays)

    def knowledge(self) -> Kept:
        return Kept({}, {name: np.asarray(array) for name, array in self.weights.items()})

    def recall(self, kept: Kept) -> None:
        for name, own in self.weights.items():
            found = kept.arrays.get(name)
            if found is None or found.shape != own.shape:
                raise GameError("the network of the model has different sizes")
        self.weights = {name: kept.arrays[name] for name in self.weights}

    def policy(self, state: State, player: int) -> dict[Move, float]:
        world = self.deep.world
        here = np.array([world.number(state)])
        places = self.deep.places(here)[0]
        wanted = answers(self.weights, self.deep.seen[here])[0, : self.deep.actions]
        best = int(np.where(places >= 0, wanted, -np.inf).argmax())
        choice = int(places[best] - world.arrays[0][here[0]])
        return world.pure(state, int(here[0]), choice, player)

    def explain(self) -> Explanation:
        """The update as a formula, and what it came to."""
        found = self.measure()
        count = sum(int(np.asarray(w).size) for w in self.weights.values())
        result = (
            f"The network of {count_of(count, 'weight')} chooses perfectly in "
            f"{found['optimal']:.2%} of the "
            f"states in which it matters, and gives away {found['gap']:.3g} to best replies."
        )
        steps = (
            Step("How it learns", self.idea),
            Step("The update", self.formula),
            Step("What it came to", result),
        )
        return Explanation(f"{self.lesson.title}: {self.shown}", steps)
