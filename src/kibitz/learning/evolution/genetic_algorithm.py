"""A genetic algorithm: selection, crossover, mutation and elitism over weights of an evaluation."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.learning.evolution.crossover import crossover_named
from kibitz.learning.evolution.evaluation_learner import (
    EvaluationLearner,
    shown_genes,
    without_chance,
)
from kibitz.learning.evolution.selection import selection_named
from kibitz.learning.training.lesson import Lesson

TRACED = 5
RIVALS = 3


class GeneticAlgorithm(EvaluationLearner):
    """A population of evaluations, whose fitness is what they score against each other."""

    shown: ClassVar[str] = "a genetic algorithm"

    def __init__(
        self,
        lesson: Lesson,
        population: int,
        selection: str,
        crossover: str,
        mutation: float,
        elite: int,
        depth: int,
        pairs: int,
        openings: int,
    ) -> None:
        super().__init__(lesson, depth, pairs, openings)
        if population < 4:
            raise GameError(f"population is {population}; it must be at least 4")
        if not 0 <= elite < population:
            raise GameError(f"elite is {elite}; it must be from 0 to below the population")
        if not mutation > 0:
            raise GameError(f"mutation is {mutation}; it must be positive")
        self.names = selection, crossover
        self.select, self.cross = selection_named(selection), crossover_named(crossover)
        self.mutation, self.elite = mutation, elite
        noise = self.generator.normal(0, 0.3, (population, self.genome.genes))
        self.members = self.hand_written()[None] + noise
        self.members[0] = self.hand_written()

    def learn(self) -> dict[str, float]:
        """One generation."""
        fitness = self.fitness()
        order = np.argsort(-fitness, kind="stable")
        count = len(self.members) - self.elite
        mothers = self.select(fitness, count, self.generator)
        fathers = self.select(fitness, count, self.generator)
        crossed = self.cross(self.members[mothers], self.members[fathers], self.generator)
        hit = self.generator.random(crossed.shape) < max(0.1, 1 / self.genome.genes)
        changes = self.generator.normal(0, self.mutation, crossed.shape) * hit
        children = crossed + changes
        self.working = {
            "fitness": fitness,
            "members": self.members,
            "parents": (mothers, fathers),
            "crossed": crossed,
            "children": children,
        }
        self.challenge(self.members[order[0]])
        self.members = np.concatenate([self.members[order[: self.elite]], children])
        return {"fitness": float(fitness.max()), "mean fitness": float(fitness.mean())}

    def fitness(self) -> Any:
        """The mean score of each member against rivals and against the champion."""
        size = len(self.members)
        found = np.empty(size)
        for k in range(size):
            rivals = self.generator.integers(0, size - 1, RIVALS)
            rivals = rivals + (rivals >= k)
            scores = [
                self.duel(self.members[k], self.members[r], self.pairs, self.luck).mean
                for r in rivals
            ]
            best = self.duel(self.members[k], self.champion, self.pairs, self.luck).mean
            found[k] = (sum(scores) + RIVALS * best) / (2 * RIVALS)
        return found

    def kept_arrays(self) -> dict[str, Any]:
        return {"members": self.members}

    def set_arrays(self, arrays: dict[str, Any]) -> None:
        self.members = arrays["members"].copy()

    def last_generation(self) -> list[tuple[str, str, TextTable | None]]:
        seen = self.working
        fitness, members = seen["fitness"], seen["members"]
        order = np.argsort(-fitness, kind="stable")[:TRACED]
        ranked = tuple((f"{k + 1}", f"{fitness[k]:.3f}", shown_genes(members[k])) for k in order)
        mothers, fathers = seen["parents"]
        crossed = tuple(
            (
                f"{mothers[k] + 1} and {fathers[k] + 1}",
                shown_genes(seen["crossed"][k]),
                shown_genes(seen["children"][k]),
            )
            for k in range(min(TRACED, len(mothers)))
        )
        return [
            (
                "Fitness",
                f"Each of {len(members)} members plays pairs of games, the same opening with both "
                f"seats, against {RIVALS} others and against the champion. Genes are weights of "
                "squares by kind; the last one is the share of the game's own estimate.",
                TextTable(("member", "fitness", "genes"), ranked, caption="the fittest"),
            ),
            (
                "Selection, crossover, mutation",
                f"Parents are chosen by {self.names[0]}, crossed by {self.names[1]}, and genes of "
                f"the child change by normal steps of size {self.mutation:g} now and then.",
                TextTable(("parents", "crossed", "child"), crossed, caption="the first children"),
            ),
            ("Elitism", f"The {self.elite} fittest live on unchanged.", None),
        ]


@method(
    Lesson,
    "genetic-algorithm",
    finds="weights of an evaluation",
    cost="several games per member and generation",
    reference="Holland 1975",
    applies=without_chance,
    aliases=("genetic",),
)
def genetic_algorithm(
    lesson: Lesson,
    population: int = 16,
    selection: str = "tournament",
    crossover: str = "blend",
    mutation: float = 0.2,
    elite: int = 2,
    depth: int = 2,
    pairs: int = 2,
    openings: int = 4,
) -> GeneticAlgorithm:
    """Evolve the weights of an evaluation by games among a population.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    population : int, default 16
        The number of members.
    selection : str, default "tournament"
        How parents are chosen: ``tournament``, ``roulette`` or ``rank``.
    crossover : str, default "blend"
        How parents are crossed: ``one-point``, ``uniform`` or ``blend``.
    mutation : float, default 0.2
        The size of the steps of mutation.
    elite : int, default 2
        How many of the fittest live on unchanged.
    depth : int, default 2
        How deep the games are searched.
    pairs : int, default 2
        Pairs of games against each rival.
    openings : int, default 4
        Random moves at the beginning of a game.

    Returns
    -------
    GeneticAlgorithm
        The learner, a generation to a round.

    Notes
    -----
    Cost: several games per member and generation.

    References
    ----------
    Holland 1975.
    """
    return GeneticAlgorithm(
        lesson, population, selection, crossover, mutation, elite, depth, pairs, openings
    )
