"""What learners of evaluations by evolution share: fitness by paired games, measures, models."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.learning.evaluation.learned_search import LearnedSearch, Score
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.evolution.genome import Genome, genome_of
from kibitz.learning.training.conditions import two_opponents
from kibitz.learning.training.learner import Kept, Learner, generator_facts, generator_from
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State

PAIRS_MEASURED = 30
CONFIDENCE = 0.99


def without_chance(lesson: Lesson) -> str | None:
    """Two opponents who see everything, move in turn, and throw no dice."""
    reason = two_opponents(lesson)
    if reason is None and lesson.rules.has("chance"):
        return "chance moves in this game"
    return reason


class EvaluationLearner(Learner):
    """Evolves the weights of an evaluation, which is used at the horizon of alpha-beta."""

    headline: ClassVar[str] = "score"
    shown: ClassVar[str] = ""

    def __init__(self, lesson: Lesson, depth: int, pairs: int, openings: int) -> None:
        super().__init__(lesson)
        for name, value in (("pairs", pairs), ("openings", openings)):
            if value < 1:
                raise GameError(f"{name} is {value}; it must be at least 1")
        self.search = LearnedSearch(lesson.rules, depth)
        self.genome: Genome = genome_of(self.search.code)
        self.pairs, self.openings = pairs, openings
        self.generator = np.random.default_rng(lesson.seed)
        self.luck = np.array([2 * lesson.seed + 1], np.uint64)
        self.champion: Any = self.hand_written()
        self.working: dict[str, Any] = {}

    def hand_written(self) -> Any:
        """The genes of the game's own estimate; no weights where it has none."""
        genes = np.zeros(self.genome.genes)
        if self.genome.has_own:
            genes[-1] = 1.0
        return genes

    def duel(self, one: Any, two: Any, pairs: int, luck: Any) -> Score:
        """Paired games between the evaluations of some genes."""
        minds = self.genome.mind(one), self.genome.mind(two)
        return self.search.match(*minds, pairs, self.openings, luck)

    def challenge(self, genes: Any) -> None:
        """Let a member take the champion's place, if it wins by more than the error of chance."""
        found = self.duel(genes, self.champion, 8 * self.pairs, self.luck)
        if found.mean - found.error > 0.5:
            self.champion = genes.copy()

    def measure(self) -> dict[str, float]:
        """The score of the champion against the hand-written evaluation, with bounds."""
        luck = np.array([0x9E3779B97F4A7C15], np.uint64)
        found = self.duel(self.champion, self.hand_written(), PAIRS_MEASURED, luck)
        low, high = found.bounds(CONFIDENCE)
        return {"score": found.mean, "low": low, "high": high}

    def kept_arrays(self) -> dict[str, Any]:
        """What changes besides the champion and the generators."""
        return {}

    def set_arrays(self, arrays: dict[str, Any]) -> None:
        """Go back to such arrays."""

    def state(self) -> Kept:
        arrays = {"champion": self.champion, "luck": self.luck, **self.kept_arrays()}
        facts = {"generator": generator_facts(self.generator)}
        return Kept(facts, {name: array.copy() for name, array in arrays.items()})

    def restore(self, kept: Kept) -> None:
        self.recall(kept)
        self.luck[...] = kept.arrays["luck"]
        self.generator = generator_from(kept.facts["generator"])
        self.set_arrays(kept.arrays)

    def knowledge(self) -> Kept:
        return Kept({"depth": self.search.depth}, {"champion": self.champion})

    def recall(self, kept: Kept) -> None:
        found = kept.arrays.get("champion")
        if found is None or found.shape != (self.genome.genes,):
            raise GameError("the genes of the model do not fit this game")
        self.champion = found.copy()

    @property
    def mind(self) -> Mind:
        """The evaluation of the champion."""
        return self.genome.mind(self.champion)

    def policy(self, state: State, player: int) -> dict[Move, float]:
        chosen, worth = self.search.values(state, self.mind)
        return {move: float(move == chosen) for move in worth}

    def explain(self) -> Explanation:
        """One generation, operator by operator, as it was really made."""
        if not self.working:
            self.learn()
        steps = [Step(heading, prose, table) for heading, prose, table in self.last_generation()]
        found = self.measure()
        steps.append(
            Step(
                "What it came to",
                f"Against the hand-written evaluation the champion scores {found['score']:.3f} of "
                f"1 in {2 * PAIRS_MEASURED} games in pairs, between {found['low']:.3f} and "
                f"{found['high']:.3f} with {CONFIDENCE:.0%} confidence.",
            )
        )
        return Explanation(f"{self.lesson.title}: {self.shown}", tuple(steps))

    def last_generation(self) -> list[tuple[str, str, TextTable | None]]:
        """The steps of the last generation."""
        raise NotImplementedError


def shown_genes(genes: Any, most: int = 6) -> str:
    """The first genes of a member."""
    some = ", ".join(f"{g:.2f}" for g in genes[:most])
    return f"{some}, ..." if len(genes) > most else some
