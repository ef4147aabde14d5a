"""What learners of labeled positions share: data, measures against perfect play, models."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.evaluation.learned_search import LearnedSearch
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.evolution.evaluation_learner import without_chance
from kibitz.learning.supervised.labels import Labels, labels_of, load_labels
from kibitz.learning.tabular.world import made_world
from kibitz.learning.training.learner import Kept, Learner, generator_facts, generator_from
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State

HELD_OUT = 0.2
"""The share of positions that are not learned from."""
KEEN = 0.95
"""Values are learned as the inverse hyperbolic tangent of this share of them."""

why_not_fitted = without_chance


class FittedLearner(Learner):
    """Fits an evaluation to exact values; it plays by alpha-beta with that at the horizon."""

    headline: ClassVar[str] = "optimal"
    shown: ClassVar[str] = ""

    def __init__(self, lesson: Lesson, positions: int, labels: str, depth: int) -> None:
        super().__init__(lesson)
        self.search = LearnedSearch(lesson.rules, depth)
        self.positions, self.labels = positions, labels
        if positions < 10:
            raise GameError(f"positions is {positions}; it must be at least 10")
        self.generator = np.random.default_rng(lesson.seed)
        self.mind = Mind(np.zeros(self.search.features))
        self._data: tuple[Labels, Labels] | None = None

    @property
    def data(self) -> tuple[Labels, Labels]:
        """What is learned from, and what is held out."""
        if self._data is None:
            rules, seed = self.lesson.rules, self.lesson.seed
            if self.labels:
                found = load_labels(self.labels, rules)
            else:
                found = labels_of(rules, self.positions, seed)
            order = np.random.default_rng(seed).permutation(len(found))
            cut = int(len(found) * HELD_OUT)
            self._data = found.part(order[cut:]), found.part(order[:cut])
        return self._data

    @cached_property
    def examples(self) -> tuple[Any, Any]:
        """The features and values to learn from, with all turns and mirror images of boards."""
        learned, code = self.data[0], self.search.code
        if len(code.symmetries) < 2:
            return learned.seen, learned.values
        boards = learned.seen.reshape(-1, *code.shape)
        none = np.zeros((len(boards), code.actions))
        turned = [code.turned(boards, none, k)[0] for k in range(len(code.symmetries))]
        seen = np.concatenate([board.reshape(len(boards), -1) for board in turned])
        return seen, np.tile(learned.values, len(turned))

    @cached_property
    def goal(self) -> Any:
        """What is fitted: values, stretched so that tanh gives them back."""
        return np.arctanh(KEEN * self.scaled(self.examples[1]))

    def scaled(self, values: Any) -> Any:
        """Values from -1 to 1."""
        return np.clip(np.asarray(values) / self.search.scale, -1, 1)

    def measure(self) -> dict[str, float]:
        """The error and the accuracy on what was held out, and the share of optimal moves."""
        held = self.data[1]
        guess, truth = self.mind.value(held.seen), self.scaled(held.values)
        told = np.where(np.abs(guess) < 0.5 * KEEN, 0, np.sign(guess))
        found = {
            "error": float(np.sqrt(np.mean((guess - truth) ** 2))),
            "accuracy": float((told == np.sign(truth)).mean()),
        }
        share = self.optimal_share()
        return found if share is None else {**found, "optimal": share}

    def optimal_share(self) -> float | None:
        """How often the move that looks best is one, where it matters; None in large games."""
        try:
            world = made_world(self.lesson.rules)
        except GameError:
            return None
        self.checked = len(world.sampled)
        return world.sampled_share(lambda state, _: self.search.values(state, self.mind)[0])

    def state(self) -> Kept:
        return Kept({"generator": generator_facts(self.generator)}, self.mind.arrays())

    def restore(self, kept: Kept) -> None:
        self.recall(kept)
        self.generator = generator_from(kept.facts["generator"])

    def knowledge(self) -> Kept:
        return Kept({}, self.mind.arrays())

    def recall(self, kept: Kept) -> None:
        names = Mind(np.zeros(0)).arrays()
        found = Mind.of({name: kept.arrays[name] for name in names if name in kept.arrays})
        if len(found.linear) != self.search.features:
            raise GameError("the evaluation of the model does not fit this game")
        self.mind = found

    def policy(self, state: State, player: int) -> dict[Move, float]:
        chosen, worth = self.search.values(state, self.mind)
        return {move: float(move == chosen) for move in worth}

    def feature_name(self, feature: int) -> str:
        """What a feature of a board is, in words."""
        code = self.search.code
        if not code.is_board:
            return f"feature {feature + 1}"
        plane, rest = divmod(feature, code.shape[1] * code.shape[2])
        row, column = divmod(rest, code.shape[2])
        whose = ("mine", "theirs")[plane] if code.shape[0] == 2 else f"plane {plane + 1}"
        return f"{whose} at row {row + 1}, column {column + 1}"
