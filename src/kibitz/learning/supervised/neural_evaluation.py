"""A neural network with one hidden layer, fitted to exact values by Adam."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.supervised.fitted import FittedLearner, why_not_fitted
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson

BATCH = 64
FAST, SLOW, TINY = 0.9, 0.999, 1e-8


class NeuralEvaluation(FittedLearner):
    """Hidden units of tanh, and a weighted sum of them."""

    shown: ClassVar[str] = "a neural network"

    def __init__(
        self, lesson: Lesson, units: int, rate: float, positions: int, labels: str, depth: int
    ) -> None:
        super().__init__(lesson, positions, labels, depth)
        if units < 1:
            raise GameError(f"units is {units}; it must be at least 1")
        if not rate > 0:
            raise GameError(f"rate is {rate}; it must be positive")
        self.rate = rate
        n = self.search.features
        self.weights: list[Any] = [
            self.generator.normal(0, np.sqrt(1 / n), (units, n)),
            np.zeros(units),
            self.generator.normal(0, np.sqrt(1 / units), units),
            np.zeros(1),
        ]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.steps = 0
        self.mind = self._made()

    def _made(self) -> Mind:
        first, shift, second, bias = (w.copy() for w in self.weights)
        linear = np.zeros(self.search.features)
        return Mind(linear, float(bias[0]), first=first, shift=shift, second=second)

    def gradients(self, seen: Any, goal: Any) -> tuple[float, list[Any]]:
        """The mean squared error, and how it changes with each weight."""
        first, shift, second, bias = self.weights
        hidden = np.tanh(seen @ first.T + shift)
        error = hidden @ second + bias[0] - goal
        up = 2 * error / len(goal)
        down = up[:, None] * second * (1 - hidden**2)
        found = [down.T @ seen, down.sum(axis=0), hidden.T @ up, np.array([up.sum()])]
        return float(np.mean(error**2)), found

    def learn(self) -> dict[str, float]:
        """One pass over all positions, in batches."""
        seen, goal = self.examples[0], self.goal
        order = self.generator.permutation(len(goal))
        losses = []
        for k in range(0, len(order), BATCH):
            some = order[k : k + BATCH]
            loss, found = self.gradients(seen[some], goal[some])
            losses.append(loss)
            self.steps += 1
            for w, g, m, s in zip(self.weights, found, self.means, self.squares, strict=True):
                m += (1 - FAST) * (g - m)
                s += (1 - SLOW) * (g * g - s)
                fair = np.sqrt(1 - SLOW**self.steps) / (1 - FAST**self.steps)
                w -= self.rate * fair * m / (np.sqrt(s) + TINY)
        self.mind = self._made()
        return {"loss": float(np.mean(losses))}

    def state(self) -> Kept:
        kept = super().state()
        more = {f"mean{k}": m.copy() for k, m in enumerate(self.means)}
        more |= {f"square{k}": s.copy() for k, s in enumerate(self.squares)}
        return Kept({**kept.facts, "steps": self.steps}, {**kept.arrays, **more})

    def restore(self, kept: Kept) -> None:
        super().restore(kept)
        for k, (m, s) in enumerate(zip(self.means, self.squares, strict=True)):
            m[...], s[...] = kept.arrays[f"mean{k}"], kept.arrays[f"square{k}"]
        self.steps = int(kept.facts["steps"])

    def recall(self, kept: Kept) -> None:
        super().recall(kept)
        mind = self.mind
        found = [mind.first, mind.shift, mind.second, np.array([mind.bias])]
        if any(a.shape != b.shape for a, b in zip(found, self.weights, strict=True)):
            raise GameError("the network of the model has different sizes")
        self.weights = [array.copy() for array in found]

    def explain(self) -> Explanation:
        """The network, and one step of learning."""
        units, n = self.weights[0].shape
        seen, goal = self.examples[0][:1], self.goal[:1]
        loss, found = self.gradients(seen, goal)
        told = ", ".join(f"{name} {value:.3f}" for name, value in self.measure().items())
        value = float(self.mind.value(seen)[0])
        steps = (
            Step(
                "The network",
                f"{n} features, {units} hidden units h = tanh(W x + b), and the value "
                "tanh(v·h + c).",
            ),
            Step(
                "A step",
                f"A position worth {float(self.examples[1][0]):g} is valued {value:.3f}; the "
                f"squared error of what is fitted is {loss:.4f}. Backpropagation gives its slope "
                f"in every weight, of length {np.linalg.norm(found[0]):.4f} in the first layer, "
                "and Adam steps against the mean slope of a batch.",
            ),
            Step("What it came to", f"{told}."),
        )
        return Explanation(f"{self.lesson.title}: {self.shown}", steps)


@method(
    Lesson,
    "neural-evaluation",
    finds="an evaluation that fits exact values",
    cost="O(positions features units) per round",
    applies=why_not_fitted,
)
def neural_evaluation(
    lesson: Lesson,
    units: int = 64,
    rate: float = 0.003,
    positions: int = 20_000,
    labels: str = "",
    depth: int = 1,
) -> NeuralEvaluation:
    """Fit a small neural network to exact values.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    units : int, default 64
        The number of hidden units.
    rate : float, default 0.003
        The learning rate.
    positions : int, default 20,000
        The most positions to learn from.
    labels : str, default ""
        A Parquet file of labeled positions, instead.
    depth : int, default 1
        How deep it searches when it plays.

    Returns
    -------
    NeuralEvaluation
        The learner, a pass over the positions to a round.

    Notes
    -----
    Cost: O(positions features units) per round.
    """
    return NeuralEvaluation(lesson, units, rate, positions, labels, depth)
