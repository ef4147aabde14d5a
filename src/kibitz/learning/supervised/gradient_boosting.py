"""Gradient boosting: each small tree corrects what the trees before it leave."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.supervised.fitted import FittedLearner, why_not_fitted
from kibitz.learning.training.lesson import Lesson

TREES_A_ROUND = 5


class GradientBoosting(FittedLearner):
    """A sum of small trees, each fitted to the error of the sum so far."""

    shown: ClassVar[str] = "gradient boosting"

    def __init__(
        self,
        lesson: Lesson,
        trees: int,
        leaves: int,
        rate: float,
        positions: int,
        labels: str,
        depth: int,
    ) -> None:
        super().__init__(lesson, positions, labels, depth)
        for name, value, least in (("trees", trees, 1), ("leaves", leaves, 2)):
            if value < least:
                raise GameError(f"{name} is {value}; it must be at least {least}")
        if not 0 < rate <= 1:
            raise GameError(f"rate is {rate}; it must lie between 0 and 1")
        self.trees, self.leaves, self.rate = trees, leaves, rate

    def left_over(self) -> Any:
        """What the sum of trees does not tell yet."""
        return self.goal - np.arctanh(np.clip(self.mind.value(self.examples[0]), -1 + 1e-12, 1))

    def learn(self) -> dict[str, float]:
        """A few more trees."""
        rest = self.left_over()
        for _ in range(min(TREES_A_ROUND, self.trees - len(self.mind.roots))):
            tree = self._fitted(rest)
            rest = rest - self._add(tree)
        return {"loss": float(np.mean(rest**2)), "trees": float(len(self.mind.roots))}

    def _fitted(self, rest: Any) -> Any:
        try:
            from sklearn.tree import DecisionTreeRegressor
        except ImportError:
            raise GameError(
                "gradient boosting needs scikit-learn; install it with: pip install 'kibitz[learn]'"
            ) from None
        made = DecisionTreeRegressor(max_leaf_nodes=self.leaves, random_state=self.lesson.seed)
        return made.fit(self.examples[0], rest)

    def _add(self, tree: Any) -> Any:
        """Append a tree, shrunk by the rate; what it tells of the positions learned from."""
        t, m = tree.tree_, self.mind
        here = len(m.feature)
        leaf = self.rate * t.value[:, 0, 0]
        self.mind = Mind(
            m.linear,
            feature=np.concatenate([m.feature, np.where(t.feature < 0, -1, t.feature)]),
            threshold=np.concatenate([m.threshold, t.threshold]),
            left=np.concatenate([m.left, t.children_left + here]),
            right=np.concatenate([m.right, t.children_right + here]),
            leaf=np.concatenate([m.leaf, np.where(t.feature < 0, leaf, 0.0)]),
            roots=np.append(m.roots, here),
        )
        return self.rate * tree.predict(self.examples[0])

    @property
    def is_finished(self) -> bool:
        return len(self.mind.roots) >= self.trees

    def explain(self) -> Explanation:
        """The first tree, and what it leaves."""
        rows = []
        mind = self.mind
        if len(mind.roots):
            end = int(mind.roots[1]) if len(mind.roots) > 1 else len(mind.feature)
            for node in range(int(mind.roots[0]), end):
                if mind.feature[node] >= 0:
                    name = self.feature_name(int(mind.feature[node]))
                    rows.append((f"{node + 1}", f"{name} above {mind.threshold[node]:.2g}?"))
                else:
                    rows.append((f"{node + 1}", f"add {mind.leaf[node]:+.4f}"))
        told = ", ".join(f"{name} {value:.3f}" for name, value in self.measure().items())
        table = TextTable(("node", "what it does"), tuple(rows), caption="the first tree")
        steps = (
            Step(
                "Correcting what is left",
                f"Each tree of at most {count_of(self.leaves, 'leaf')} is fitted to the "
                "errors of the sum of "
                f"trees before it, and counts {self.rate:g} times.",
                table if rows else None,
            ),
            Step("What it came to", f"{count_of(len(mind.roots), 'tree')}: {told}."),
        )
        return Explanation(f"{self.lesson.title}: {self.shown}", steps)


@method(
    Lesson,
    "gradient-boosting",
    finds="an evaluation that fits exact values",
    cost="O(positions features log positions) per tree",
    reference="Friedman 2001",
    applies=why_not_fitted,
)
def gradient_boosting(
    lesson: Lesson,
    trees: int = 200,
    leaves: int = 16,
    rate: float = 0.2,
    positions: int = 20_000,
    labels: str = "",
    depth: int = 1,
) -> GradientBoosting:
    """Fit a sum of small trees to exact values.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    trees : int, default 200
        The number of trees.
    leaves : int, default 16
        The most leaves of a tree.
    rate : float, default 0.2
        How much each tree counts.
    positions : int, default 20,000
        The most positions to learn from.
    labels : str, default ""
        A Parquet file of labeled positions, instead.
    depth : int, default 1
        How deep it searches when it plays.

    Returns
    -------
    GradientBoosting
        The learner, five trees to a round.

    Notes
    -----
    Cost: O(positions features log positions) per tree.

    References
    ----------
    Friedman 2001.
    """
    return GradientBoosting(lesson, trees, leaves, rate, positions, labels, depth)
