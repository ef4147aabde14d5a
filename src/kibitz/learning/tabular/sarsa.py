"""SARSA: move toward the reward and the choice that is made after it."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, TableLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class Sarsa(TableLearner):
    """Learns on policy: it values what it really does."""

    shown: ClassVar[str] = "SARSA"
    idea: ClassVar[str] = (
        "SARSA is named after what an update needs: state, action, reward, state, action. It "
        "values the choice that is really made next, exploration included; as a state is seen "
        "more often it is explored less, so that what is learned tends to perfect play."
    )
    formula: ClassVar[str] = "Q(s, a) ← Q(s, a) + α [ r + γ Q(s', a') − Q(s, a) ]"

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.sarsa import sarsa as compiled

        world, tables = self.world.arrays, (self.q, self.visits, self.seen)
        return int(compiled(world, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "sarsa",
    finds="a value for each choice",
    cost="O(choices) per step",
    reference="Rummery and Niranjan 1994",
    applies=why_no_world,
)
def sarsa(
    lesson: Lesson,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> Sarsa:
    """Learn action values from the choice that was really made next.

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
    Sarsa
        The learner.

    Notes
    -----
    Cost: O(choices) per step.

    References
    ----------
    Rummery and Niranjan 1994.
    """
    return Sarsa(lesson, rate, exploration, starts, steps)
