"""CMA-ES: an evolution strategy that learns which directions of change go together.

The textbook algorithm in a few lines of NumPy, so that its state is a handful of arrays which a
checkpoint keeps without pickles; a test compares it with the package of its author.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.learning.evolution.evaluation_learner import (
    EvaluationLearner,
    shown_genes,
    without_chance,
)
from kibitz.learning.training.lesson import Lesson


class Strategy:
    """The mean, the step size and the covariance of a normal distribution, and their paths."""

    def __init__(self, mean: Any, step: float, population: int | None = None) -> None:
        n = len(mean)
        self.mean, self.step = np.array(mean, float), float(step)
        self.covariance = np.eye(n)
        self.path, self.step_path = np.zeros(n), np.zeros(n)
        self.count = 0
        self.population = population or 4 + int(3 * math.log(n))
        parents = self.population // 2
        weights = math.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
        self.weights = weights / weights.sum()
        much = float(1 / (self.weights**2).sum())
        self.much = much
        self.path_rate = (4 + much / n) / (n + 4 + 2 * much / n)
        self.step_rate = (much + 2) / (n + much + 5)
        self.one_rate = 2 / ((n + 1.3) ** 2 + much)
        best = 2 * (much - 2 + 1 / much) / ((n + 2) ** 2 + much)
        self.many_rate = min(1 - self.one_rate, best)
        self.damping = 1 + 2 * max(0.0, math.sqrt((much - 1) / (n + 1)) - 1) + self.step_rate
        self.usual = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))

    def ask(self, generator: np.random.Generator) -> Any:
        """New members, drawn from the distribution."""
        values, axes = np.linalg.eigh(self.covariance)
        scale = np.sqrt(np.maximum(values, 1e-20))
        drawn = generator.normal(size=(self.population, len(self.mean)))
        return self.mean + self.step * (drawn * scale) @ axes.T

    def tell(self, members: Any, fitness: Any) -> None:
        """Move toward the fittest, and learn the step size and the directions; more is better."""
        n = len(self.mean)
        order = np.argsort(-fitness, kind="stable")[: len(self.weights)]
        steps = (members[order] - self.mean) / self.step
        mean = self.weights @ steps
        self.mean = self.mean + self.step * mean
        values, axes = np.linalg.eigh(self.covariance)
        root = (axes / np.sqrt(np.maximum(values, 1e-20))) @ axes.T
        rate = self.step_rate
        self.step_path = (1 - rate) * self.step_path
        self.step_path += math.sqrt(rate * (2 - rate) * self.much) * (root @ mean)
        self.count += 1
        long = float(np.linalg.norm(self.step_path))
        grown = math.sqrt(1 - (1 - rate) ** (2 * self.count))
        steady = long / grown < (1.4 + 2 / (n + 1)) * self.usual
        rate = self.path_rate
        self.path = (1 - rate) * self.path
        if steady:
            self.path += math.sqrt(rate * (2 - rate) * self.much) * mean
        kept = 1 - self.one_rate - self.many_rate
        if not steady:
            kept += self.one_rate * rate * (2 - rate)
        many = (steps.T * self.weights) @ steps
        one = np.outer(self.path, self.path)
        self.covariance = kept * self.covariance + self.one_rate * one + self.many_rate * many
        self.covariance = 0.5 * (self.covariance + self.covariance.T)
        self.step *= math.exp(min(1.0, (self.step_rate / self.damping) * (long / self.usual - 1)))


class CmaEs(EvaluationLearner):
    """Draws evaluations from a normal distribution, and moves it toward those that score."""

    shown: ClassVar[str] = "CMA-ES"

    def __init__(
        self, lesson: Lesson, step: float, population: int, depth: int, pairs: int, openings: int
    ) -> None:
        super().__init__(lesson, depth, pairs, openings)
        if not step > 0:
            raise GameError(f"step is {step}; it must be positive")
        if population and population < 4:
            raise GameError(f"population is {population}; it must be at least 4")
        self.strategy = Strategy(self.hand_written(), step, population or None)

    def learn(self) -> dict[str, float]:
        members = self.strategy.ask(self.generator)
        luck = self.luck
        fitness = np.empty(len(members))
        for k, member in enumerate(members):
            same = luck.copy()
            fitness[k] = self.duel(member, self.champion, 2 * self.pairs, same).mean
        luck[...] = same
        before = self.strategy.mean.copy()
        self.strategy.tell(members, fitness)
        self.working = {"members": members, "fitness": fitness, "before": before}
        self.challenge(self.strategy.mean)
        return {"fitness": float(fitness.mean()), "step": self.strategy.step}

    def kept_arrays(self) -> dict[str, Any]:
        s = self.strategy
        numbers = np.array([s.step, float(s.count)])
        paths = {"path": s.path, "step_path": s.step_path, "numbers": numbers}
        return {"mean": s.mean, "covariance": s.covariance, **paths}

    def set_arrays(self, arrays: dict[str, Any]) -> None:
        s = self.strategy
        s.mean, s.covariance = arrays["mean"].copy(), arrays["covariance"].copy()
        s.path, s.step_path = arrays["path"].copy(), arrays["step_path"].copy()
        s.step, s.count = float(arrays["numbers"][0]), int(arrays["numbers"][1])

    def last_generation(self) -> list[tuple[str, str, TextTable | None]]:
        seen = self.working
        order = np.argsort(-seen["fitness"], kind="stable")
        weights = [*self.strategy.weights.tolist(), *([0.0] * len(order))]
        rows = tuple(
            (f"{k + 1}", f"{seen['fitness'][k]:.3f}", f"{w:.3f}", shown_genes(seen["members"][k]))
            for k, w in zip(order, weights, strict=False)
        )
        head = ("member", "score", "weight", "genes")
        return [
            (
                "Drawing",
                f"{len(order)} members are drawn around {shown_genes(seen['before'])}, and each "
                "plays the same pairs of games against the champion.",
                TextTable(head, rows),
            ),
            (
                "Moving",
                "The mean moves to the weighted mean of the better half, "
                f"{shown_genes(self.strategy.mean)}. Directions in which it keeps moving are "
                f"stretched, and the step size becomes {self.strategy.step:.3g}.",
                None,
            ),
        ]


@method(
    Lesson,
    "cma-es",
    finds="weights of an evaluation",
    cost="several games per member and generation, O(n³) for n weights",
    reference="Hansen and Ostermeier 2001",
    applies=without_chance,
)
def cma_es(
    lesson: Lesson,
    step: float = 0.3,
    population: int = 0,
    depth: int = 2,
    pairs: int = 4,
    openings: int = 4,
) -> CmaEs:
    """Evolve the weights of an evaluation by covariance matrix adaptation.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    step : float, default 0.3
        The first step size.
    population : int, default 0
        The number of members; 0 for the usual number, 4 + 3 ln n.
    depth : int, default 2
        How deep the games are searched.
    pairs : int, default 4
        Half the pairs of games of each member.
    openings : int, default 4
        Random moves at the beginning of a game.

    Returns
    -------
    CmaEs
        The learner, a generation to a round.

    Notes
    -----
    Cost: several games per member and generation, O(n³) for n weights.

    References
    ----------
    Hansen and Ostermeier 2001.
    """
    return CmaEs(lesson, step, population, depth, pairs, openings)
