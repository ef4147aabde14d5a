"""Linear evaluations: least squares, solved at once."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.supervised.fitted import FittedLearner, why_not_fitted
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson

LISTED = 8


class LinearEvaluation(FittedLearner):
    """A weight for each feature, by ridge regression."""

    shown: ClassVar[str] = "a linear evaluation"

    def __init__(
        self, lesson: Lesson, ridge: float, positions: int, labels: str, depth: int
    ) -> None:
        super().__init__(lesson, positions, labels, depth)
        if not ridge >= 0:
            raise GameError(f"ridge is {ridge}; it must not be negative")
        self.ridge, self.done = ridge, False

    def learn(self) -> dict[str, float]:
        seen = np.column_stack([self.examples[0], np.ones(len(self.goal))])
        square = seen.T @ seen + max(self.ridge, 1e-9) * np.eye(seen.shape[1])
        found = np.linalg.solve(square, seen.T @ self.goal)
        self.mind = Mind(found[:-1], bias=float(found[-1]))
        self.done = True
        return {"largest weight": float(np.abs(found).max())}

    @property
    def is_finished(self) -> bool:
        return self.done

    def restore(self, kept: Kept) -> None:
        super().restore(kept)
        self.done = bool(np.abs(self.mind.linear).max(initial=0.0) > 0)

    def explain(self) -> Explanation:
        """The normal equations, and the features with the largest weights."""
        weights = self.mind.linear
        order = np.argsort(-np.abs(weights))[:LISTED]
        rows = tuple((self.feature_name(int(k)), f"{weights[k]:+.4f}") for k in order)
        told = ", ".join(f"{name} {value:.3f}" for name, value in self.measure().items())
        steps = (
            Step(
                "Least squares",
                f"{count_of(len(self.goal), 'position')} with exact values give as many "
                "equations for "
                f"{count_of(len(weights) + 1, 'weight')}. The sum of squared errors is least where "
                f"(X'X + λI) w = X'y, with λ = {self.ridge:g}.",
                TextTable(("feature", "weight"), rows, caption="the largest weights"),
            ),
            Step("What it came to", f"{told}."),
        )
        return Explanation(f"{self.lesson.title}: {self.shown}", steps)


@method(
    Lesson,
    "linear-evaluation",
    finds="an evaluation that fits exact values",
    cost="O(positions features²)",
    applies=why_not_fitted,
)
def linear_evaluation(
    lesson: Lesson,
    ridge: float = 1.0,
    positions: int = 20_000,
    labels: str = "",
    depth: int = 1,
) -> LinearEvaluation:
    """Fit a weight for each feature to exact values.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    ridge : float, default 1
        How much large weights are held back.
    positions : int, default 20,000
        The most positions to learn from.
    labels : str, default ""
        A Parquet file of labeled positions, instead.
    depth : int, default 1
        How deep it searches when it plays.

    Returns
    -------
    LinearEvaluation
        The learner, which is done after a round.

    Notes
    -----
    Cost: O(positions features²).
    """
    return LinearEvaluation(lesson, ridge, positions, labels, depth)
