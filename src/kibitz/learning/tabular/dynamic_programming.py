"""Dynamic programming beside the learners: sweeps over all states, with the lotteries known."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import ValueLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.learner import Kept
from kibitz.learning.training.lesson import Lesson

SMALL = 1e-12
"""A sweep that changes nothing more than this is the last one."""


class Sweeps(ValueLearner):
    """Improves every state in turn."""

    shown: ClassVar[str] = "dynamic programming"
    idea: ClassVar[str] = (
        "Nothing is played. Every state in turn gets the value of its best choice, computed from "
        "the probabilities and the values of the states it leads to, and sweep follows sweep until "
        "nothing changes. Learners come to the same values without the probabilities."
    )
    formula: ClassVar[str] = "V(s) ← max over a of r(s, a) + γ Σ p(s'|s, a) V(s')"
    changed = np.inf

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.value_iteration import value_iteration as compiled

        self.changed = float(compiled(self.world.arrays, self.values, self.seen, log))
        return 1

    def state(self) -> Kept:
        return Kept({"changed": min(self.changed, 1e300)}, super().state().arrays)

    def restore(self, kept: Kept) -> None:
        super().restore(kept)
        self.changed = float(kept.facts.get("changed", 1e300))

    @property
    def is_finished(self) -> bool:
        return self.changed <= SMALL


@method(
    Lesson,
    "dynamic-programming",
    finds="a value for each state",
    cost="O(transitions) per sweep",
    reference="Bellman 1957",
    applies=why_no_world,
)
def dynamic_programming(lesson: Lesson) -> Sweeps:
    """Sweep over all states until nothing changes.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.

    Returns
    -------
    Sweeps
        The learner, a sweep to a round.

    Notes
    -----
    Cost: O(transitions) per sweep.

    References
    ----------
    Bellman 1957.
    """
    return Sweeps(lesson)
