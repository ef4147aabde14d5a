"""TD(λ): what was learned now is passed back to the states before."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, ValueLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class TDLambda(ValueLearner):
    """Learns values of states with traces that fade."""

    shown: ClassVar[str] = "TD(λ)"
    idea: ClassVar[str] = (
        "As in TD(0), but each state keeps a trace of how recently it was visited, which "
        "fades by γλ a step. The error of a step corrects all states in proportion to their "
        "traces. λ = 0 is TD(0), λ = 1 is Monte Carlo. An exploring move cuts the traces."
    )
    formula: ClassVar[str] = (
        "V(i) ← V(i) + α e(i) [ r + γ V(s') − V(s) ] for all i,   e(i) ← γ λ e(i)"
    )

    def begin(self) -> None:
        super().begin()
        self.traces = np.zeros_like(self.values)

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.td_lambda import td_lambda as compiled

        tables = (self.values, self.seen, self.traces)
        return int(compiled(self.world.arrays, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "td-lambda",
    finds="a value for each state",
    cost="O(transitions of a state + traces) per step",
    reference="Sutton 1988",
    applies=why_no_world,
)
def td_lambda(
    lesson: Lesson,
    trace: float = 0.8,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> TDLambda:
    """Learn values of states with eligibility traces.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    trace : float, default 0.8
        λ, from 0 to 1.
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
    TDLambda
        The learner.

    Notes
    -----
    Cost: O(transitions of a state + traces) per step.

    References
    ----------
    Sutton 1988.
    """
    if not 0 <= trace <= 1:
        raise GameError(f"trace is {trace}; it must lie between 0 and 1")
    return TDLambda(lesson, rate, exploration, starts, steps, extra=(float(trace),))
