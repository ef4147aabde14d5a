"""Double Q-learning: one table chooses, the other one judges."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, TableLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class DoubleQ(TableLearner):
    """Learns two tables, of which each step changes one."""

    shown: ClassVar[str] = "double Q-learning"
    idea: ClassVar[str] = (
        "The greatest of several noisy estimates is too great on average. So two tables are "
        "kept. A coin decides which is changed: its best choice in the next state is valued "
        "by the other table, which has not chosen it."
    )
    formula: ClassVar[str] = (
        "Q₁(s, a) ← Q₁(s, a) + α [ r + γ Q₂(s', argmax Q₁(s', ·)) − Q₁(s, a) ], "
        "or with 1 and 2 exchanged"
    )

    def begin(self) -> None:
        super().begin()
        self.one, self.two = np.zeros_like(self.q), np.zeros_like(self.q)

    def arrays(self) -> dict[str, Any]:
        return {**super().arrays(), "one": self.one, "two": self.two}

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.double_q_learning import double_q_learning as compiled

        world, tables = self.world.arrays, (self.q, self.one, self.two, self.visits, self.seen)
        return int(compiled(world, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "double-q-learning",
    finds="a value for each choice",
    cost="O(choices) per step",
    reference="van Hasselt 2010",
    applies=why_no_world,
    aliases=("double-q",),
)
def double_q_learning(
    lesson: Lesson,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> DoubleQ:
    """Learn two tables, each judged by the other, against overestimates.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    rate : float, optional
        A constant step size; else it falls with the visits.
    exploration : float, default 0.3
        How often any choice is tried, at first; it falls with the visits of a state.
    starts : float, default 0.5
        The share of episodes that begin at any state instead of the start.
    steps : int, default 20,000
        Steps of a round.

    Returns
    -------
    DoubleQ
        The learner.

    Notes
    -----
    Cost: O(choices) per step.

    References
    ----------
    van Hasselt 2010.
    """
    return DoubleQ(lesson, rate, exploration, starts, steps)
