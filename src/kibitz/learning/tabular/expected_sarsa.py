"""Expected SARSA: move toward the reward and the mean of what may be chosen after it."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, TableLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class ExpectedSarsa(TableLearner):
    """Learns on policy, without the noise of the next choice."""

    shown: ClassVar[str] = "expected SARSA"
    idea: ClassVar[str] = (
        "Instead of the choice that happens to be made next, the update takes the mean of all "
        "choices as the policy would make them. That has less noise than SARSA at the cost of "
        "looking at all of them."
    )
    formula: ClassVar[str] = "Q(s, a) ← Q(s, a) + α [ r + γ Σ π(a'|s') Q(s', a') − Q(s, a) ]"

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.expected_sarsa import expected_sarsa as compiled

        world, tables = self.world.arrays, (self.q, self.visits, self.seen)
        return int(compiled(world, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "expected-sarsa",
    finds="a value for each choice",
    cost="O(choices) per step",
    reference="van Seijen, van Hasselt, Whiteson and Wiering 2009",
    applies=why_no_world,
)
def expected_sarsa(
    lesson: Lesson,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> ExpectedSarsa:
    """Learn action values from the average of what may be chosen next.

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
    ExpectedSarsa
        The learner.

    Notes
    -----
    Cost: O(choices) per step.

    References
    ----------
    van Seijen, van Hasselt, Whiteson and Wiering 2009.
    """
    return ExpectedSarsa(lesson, rate, exploration, starts, steps)
