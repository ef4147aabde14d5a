"""Q-learning: move toward the reward and the best that comes after it."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, TableLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class QLearner(TableLearner):
    """Learns off policy: it explores, and values the best choice."""

    shown: ClassVar[str] = "Q-learning"
    idea: ClassVar[str] = (
        "Q(s, a) is what choosing a in state s is thought to be worth. The learner plays, "
        "explores now and then, and after each step moves Q toward the reward plus the best "
        "value of the next state, whatever it does there. Against an opponent values are those "
        "of the first player, and the second chooses the least."
    )
    formula: ClassVar[str] = "Q(s, a) ← Q(s, a) + α [ r + γ max Q(s', ·) − Q(s, a) ]"

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.q_learning import q_learning as compiled

        world, tables = self.world.arrays, (self.q, self.visits, self.seen)
        return int(compiled(world, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "q-learning",
    finds="a value for each choice",
    cost="O(choices) per step",
    reference="Watkins 1989",
    applies=why_no_world,
)
def q_learning(
    lesson: Lesson,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> QLearner:
    """Learn action values from the best that comes next.

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
    QLearner
        The learner.

    Notes
    -----
    Cost: O(choices) per step.

    References
    ----------
    Watkins 1989.
    """
    return QLearner(lesson, rate, exploration, starts, steps)
