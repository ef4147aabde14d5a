"""What learners of an average strategy share: networks over information sets, and their files."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.deep.network import Weights, adam, answers, empty_memory, initial_weights
from kibitz.learning.hidden.backpropagation import backpropagation
from kibitz.learning.hidden.hidden_tree import hidden_tree
from kibitz.learning.hidden.sampled_walks import SampledWalks
from kibitz.learning.hidden.seen_infosets import SeenInfosets, read_network, softmax
from kibitz.learning.training.learner import Kept, Learner, generator_facts, generator_from
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State

SETTLING = 100
"""Rounds after which steps begin to get shorter."""


class AverageLearner(Learner):
    """Some networks over the information sets of a game; the one called average is the strategy."""

    headline: ClassVar[str] = "exploitability"
    networks: ClassVar[tuple[str, ...]]

    def __init__(self, lesson: Lesson, counts: dict[str, int], rate: float) -> None:
        super().__init__(lesson)
        for name, value in counts.items():
            if value < 1:
                raise GameError(f"{name} is {value}; it must be at least 1")
        if not rate > 0:
            raise GameError(f"rate is {rate}; it must be positive")
        self.rate, self.steps, self.rounds = rate, counts["steps"], 0
        self.tree = hidden_tree(lesson.rules)
        self.game = self.tree.game
        self.sets = SeenInfosets(self.tree)
        self.sampler = SampledWalks(self.game)
        self.size = max(1.0, float(np.abs(self.sampler.paid).max(initial=0)))
        self.generator = np.random.default_rng(lesson.seed)
        sizes = self.sets.seen.shape[1], counts["units"], self.sets.code.actions
        self.weights: dict[str, Weights] = {
            name: initial_weights(*sizes, self.generator) for name in self.networks
        }
        self.memory = {name: empty_memory(self.weights[name]) for name in self.networks}

    @abstractmethod
    def sums(self) -> dict[str, Any]:
        """The arrays beside the networks that change as it learns."""

    def average(self) -> Any:
        """How the average-strategy network plays; what is learned."""
        found = answers(self.weights["average"], self.sets.seen)
        return self.sets.behavior(softmax(found, self.sets.legal))

    def step(self, name: str, seen: Any, error: Any) -> Any:
        """A step of Adam; what the network said before it."""
        rate = self.rate / (1 + self.rounds / SETTLING) ** 0.5
        found, slopes = backpropagation(self.weights[name], seen, error)
        changed = adam(self.weights[name], slopes, self.memory[name], rate, np)
        self.weights[name], self.memory[name] = changed
        return found

    def measure(self) -> dict[str, float]:
        """What best responses to the average strategy gain in all: zero at an equilibrium."""
        return {"exploitability": self.tree.exploitability(self.average())}

    def state(self) -> Kept:
        arrays = {name: array.copy() for name, array in self.sums().items()}
        for name in self.networks:
            both = {**self.weights[name], **self.memory[name]}
            arrays |= {f"{name}.{part}": np.array(array) for part, array in both.items()}
        facts = {"generator": generator_facts(self.generator), "rounds": self.rounds}
        return Kept(facts, arrays)

    def restore(self, kept: Kept) -> None:
        for name in self.networks:
            self.weights[name] = read_network(kept, name, self.weights[name])
            self.memory[name] = read_network(kept, name, self.memory[name])
        for name, own in self.sums().items():
            own[...] = kept.arrays[name]
        self.generator = generator_from(kept.facts["generator"])
        self.rounds = int(kept.facts["rounds"])

    def knowledge(self) -> Kept:
        found = self.weights["average"]
        return Kept({}, {f"average.{part}": array for part, array in found.items()})

    def recall(self, kept: Kept) -> None:
        self.weights["average"] = read_network(kept, "average", self.weights["average"])

    def policy(self, state: State, player: int) -> dict[Move, float]:
        return self.sets.policy(self.weights["average"], state, player)
