"""TD(0): a state is worth what the next one is worth."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, ValueLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class TDZero(ValueLearner):
    """Learns values of states, and chooses what leads to the best of them."""

    shown: ClassVar[str] = "TD(0)"
    idea: ClassVar[str] = (
        "V(s) is what state s is thought to be worth. The learner knows the rules, so it "
        "chooses the move that leads to the best values; after it, the value of the state "
        "moves toward the reward plus the value of the next state. Exploring moves teach "
        "nothing."
    )
    formula: ClassVar[str] = "V(s) ← V(s) + α [ r + γ V(s') − V(s) ]"

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.td_zero import td_zero as compiled

        tables = (self.values, self.seen)
        return int(compiled(self.world.arrays, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "td-0",
    finds="a value for each state",
    cost="O(transitions of a state) per step",
    reference="Sutton 1988",
    applies=why_no_world,
    aliases=("td",),
)
def td_zero(
    lesson: Lesson,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> TDZero:
    """Learn values of states from the value of the next one.

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
    TDZero
        The learner.

    Notes
    -----
    Cost: O(transitions of a state) per step.

    References
    ----------
    Sutton 1988.
    """
    return TDZero(lesson, rate, exploration, starts, steps)
