"""Decision trees: the question that tells most, again and again, and then pruning."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.learning.evaluation.mind import Mind
from kibitz.learning.supervised.fitted import KEEN, FittedLearner, why_not_fitted
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson

CRITERIA = ("entropy", "gini")
THRESHOLDS = 16
"""Thresholds that are tried for a feature of many values."""
TRACED, LISTED = 3, 5
SPLITS_A_ROUND = 16


def impurity(counts: Any, criterion: str) -> Any:
    """How mixed classes are, for rows of counts: the entropy in bits, or Gini's index.

    >>> impurity(np.array([[9, 5]]), "entropy").round(3).tolist()
    [0.94]
    """
    total = np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    share = counts / total
    if criterion == "gini":
        return 1 - (share**2).sum(axis=-1)
    logs = np.log2(np.where(share > 0, share, 1.0))
    return -(share * logs).sum(axis=-1)


class Split(NamedTuple):
    """A question: whether a feature is above a threshold; and what it tells."""

    feature: int
    threshold: float
    gain: float


def splits(seen: Any, classes: Any, criterion: str) -> list[Split]:
    """All questions about some examples with the information that they give, the best first."""
    kinds = np.eye(3)[classes]
    before = float(impurity(kinds.sum(axis=0), criterion))
    found = []
    for f in range(seen.shape[1]):
        values = np.unique(seen[:, f])
        if len(values) < 2:
            continue
        cuts = (values[1:] + values[:-1]) / 2
        if len(cuts) > THRESHOLDS:
            cuts = cuts[np.linspace(0, len(cuts) - 1, THRESHOLDS).astype(int)]
        for cut in cuts.tolist():
            low = seen[:, f] <= cut
            sides = np.stack([kinds[low].sum(axis=0), kinds[~low].sum(axis=0)])
            after = (impurity(sides, criterion) * sides.sum(axis=1)).sum() / len(classes)
            found.append(Split(f, cut, before - float(after)))
    return sorted(found, key=lambda s: -s.gain)


class DecisionTree(FittedLearner):
    """A tree that grows where its questions tell most, and is pruned on what was held out."""

    shown: ClassVar[str] = "a decision tree"

    def __init__(
        self,
        lesson: Lesson,
        criterion: str,
        leaves: int,
        least: int,
        prune: bool,
        positions: int,
        labels: str,
        depth: int,
    ) -> None:
        super().__init__(lesson, positions, labels, depth)
        if criterion not in CRITERIA:
            raise GameError(f"criterion is {criterion!r}; it must be entropy or gini")
        if leaves < 2 or least < 1:
            raise GameError("leaves must be at least 2, and least at least 1")
        self.criterion, self.leaves, self.least, self.prune = criterion, leaves, least, prune
        self.feature, self.threshold, self.left, self.right = [-1], [0.0], [-1], [-1]
        self.done = False

    def _classes(self, values: Any) -> Any:
        return (np.sign(self.scaled(values)) + 1).astype(int)

    def _places(self, seen: Any) -> Any:
        """The leaf of each example."""
        node = np.zeros(len(seen), int)
        feature, threshold = np.array(self.feature), np.array(self.threshold)
        left, right = np.array(self.left), np.array(self.right)
        while (feature[node] >= 0).any():
            low = seen[np.arange(len(seen)), np.maximum(feature[node], 0)] <= threshold[node]
            then = np.where(low, left[node], right[node])
            node = np.where(feature[node] >= 0, then, node)
        return node

    def learn(self) -> dict[str, float]:
        """A few more questions; pruning when there are none left."""
        seen, values = self.examples
        classes = self._classes(values)
        places = self._places(seen)
        for _ in range(SPLITS_A_ROUND):
            if not self._grow(seen, classes, places):
                self.done = True
                break
        if self.done and self.prune:
            self._prune()
        self.mind = self._made()
        return {"leaves": float(sum(f < 0 for f in self._reached()))}

    def _grow(self, seen: Any, classes: Any, places: Any) -> bool:
        """Ask the best question at the leaf with most left to tell; whether there was one."""
        if (len(self.feature) + 1) // 2 >= self.leaves:
            return False
        counts = np.zeros((len(self.feature), 3))
        np.add.at(counts, (places, classes), 1)
        mixed = impurity(counts, self.criterion) * counts.sum(axis=1)
        mixed[counts.sum(axis=1) < 2 * self.least] = 0
        for leaf in np.argsort(-mixed, kind="stable").tolist():
            if mixed[leaf] <= 0:
                return False
            own = np.flatnonzero(places == leaf)
            for best in splits(seen[own], classes[own], self.criterion):
                low = seen[own, best.feature] <= best.threshold
                if min(low.sum(), (~low).sum()) >= self.least:
                    here = len(self.feature)
                    self.feature[leaf], self.threshold[leaf] = best.feature, best.threshold
                    self.left[leaf], self.right[leaf] = here, here + 1
                    self.feature += [-1, -1]
                    self.threshold += [0.0, 0.0]
                    self.left += [-1, -1]
                    self.right += [-1, -1]
                    places[own] = np.where(low, here, here + 1)
                    return True
        return False

    def _prune(self) -> None:
        """Reduced-error pruning: a question goes if held-out examples do as well without."""
        held, (seen, values) = self.data[1], self.examples
        truth, known = self._classes(held.values), self._classes(values)
        for node in range(len(self.feature) - 1, -1, -1):
            if self.feature[node] < 0 or node not in self._tree():
                continue
            kept = self.feature[node]
            before = self._right(held.seen, truth, seen, known)
            self.feature[node] = -1
            if self._right(held.seen, truth, seen, known) < before:
                self.feature[node] = kept

    def _right(self, seen: Any, truth: Any, learned: Any, known: Any) -> int:
        """How many are classified correctly, each leaf predicting its majority class."""
        counts = np.zeros((len(self.feature), 3))
        np.add.at(counts, (self._places(learned), known), 1)
        return int((counts.argmax(axis=1)[self._places(seen)] == truth).sum())

    def _tree(self) -> list[int]:
        """The nodes that can be reached."""
        found, todo = [], [0]
        while todo:
            node = todo.pop()
            found.append(node)
            if self.feature[node] >= 0:
                todo += [self.left[node], self.right[node]]
        return found

    def _reached(self) -> list[int]:
        return [self.feature[node] for node in self._tree()]

    def _made(self) -> Mind:
        """The tree as an evaluation; a leaf is worth the mean of its positions."""
        seen, values = self.examples
        places = self._places(seen)
        count = np.bincount(places, minlength=len(self.feature))
        total = np.bincount(places, self.scaled(values), len(self.feature))
        leaf = np.arctanh(KEEN * total / np.maximum(count, 1))
        return Mind(
            np.zeros(self.search.features),
            feature=np.array(self.feature),
            threshold=np.array(self.threshold),
            left=np.array(self.left),
            right=np.array(self.right),
            leaf=leaf,
            roots=np.array([0]),
        )

    @property
    def is_finished(self) -> bool:
        return self.done

    def state(self) -> Kept:
        kept = super().state()
        return Kept({**kept.facts, "done": self.done}, kept.arrays)

    def recall(self, kept: Kept) -> None:
        super().recall(kept)
        self.feature, self.threshold = self.mind.feature.tolist(), self.mind.threshold.tolist()
        self.left, self.right = self.mind.left.tolist(), self.mind.right.tolist()
        self.done = bool(kept.facts.get("done", True))

    def explain(self) -> Explanation:
        """The first questions, with the gains of the alternatives."""
        seen, values = self.examples
        classes = self._classes(values)
        unit = "bits" if self.criterion == "entropy" else "of Gini's index"
        steps = []
        own = np.arange(len(values))
        for k in range(TRACED):
            counts = np.bincount(classes[own], minlength=3)
            mixed = float(impurity(counts, self.criterion))
            best = splits(seen[own], classes[own], self.criterion)[:LISTED]
            if not best or mixed == 0:
                break
            rows = tuple((self.feature_name(s.feature), f"{s.gain:.4f}") for s in best)
            prose = (
                f"{count_of(len(own), 'position')}: {counts[2]:,} won, {counts[1]:,} drawn, "
                f"{counts[0]:,} lost for the mover, which is {mixed:.4f} {unit}. The most "
                f"informative question is asked: {self.feature_name(best[0].feature)}?"
            )
            table = TextTable(("question", "gain"), rows, caption=f"information gain, {unit}")
            steps.append(Step(f"Question {k + 1}", prose, table))
            low = seen[own, best[0].feature] <= best[0].threshold
            own = own[low] if low.sum() >= (~low).sum() else own[~low]
        found = self.measure()
        told = ", ".join(f"{name} {value:.3f}" for name, value in found.items())
        leaves = sum(f < 0 for f in self._reached())
        steps.append(Step("What it came to", f"A tree of {count_of(leaves, 'leaf')}: {told}."))
        return Explanation(f"{self.lesson.title}: {self.shown}", tuple(steps))


@method(
    Lesson,
    "decision-tree",
    finds="an evaluation that fits exact values",
    cost="O(positions features) per question",
    reference="Quinlan 1986; Breiman, Friedman, Olshen and Stone 1984",
    applies=why_not_fitted,
    aliases=("id3", "cart"),
)
def decision_tree(
    lesson: Lesson,
    criterion: str = "entropy",
    leaves: int = 400,
    least: int = 1,
    prune: bool = True,
    positions: int = 20_000,
    labels: str = "",
    depth: int = 1,
) -> DecisionTree:
    """Grow a decision tree by information gain, and prune it on what was held out.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    criterion : str, default "entropy"
        ``entropy``, as ID3 does, or ``gini``, as CART does.
    leaves : int, default 400
        The most leaves.
    least : int, default 1
        The fewest positions of a leaf.
    prune : bool, default True
        Whether questions that do not help on the held-out positions go.
    positions : int, default 20,000
        The most positions to learn from.
    labels : str, default ""
        A Parquet file of labeled positions, instead.
    depth : int, default 1
        How deep it searches when it plays.

    Returns
    -------
    DecisionTree
        The learner, some questions to a round.

    Notes
    -----
    Cost: O(positions features) per question.

    References
    ----------
    Quinlan 1986; Breiman, Friedman, Olshen and Stone 1984.
    """
    return DecisionTree(lesson, criterion, leaves, least, prune, positions, labels, depth)
