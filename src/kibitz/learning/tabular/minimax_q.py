"""Minimax-Q: the value of the next state is that of its matrix game."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.method import method
from kibitz.learning.tabular.matrix_learner import STEPS, MatrixLearner, states_of, why_no_states
from kibitz.learning.training.lesson import Lesson


class MinimaxQ(MatrixLearner):
    """Learns a matrix game for every state."""

    shown: ClassVar[str] = "minimax-Q"
    idea: ClassVar[str] = (
        "Q(s, a, b) is what the choices a and b of both players in state s are thought to be "
        "worth to the first. After each step Q moves toward the reward plus the value of the "
        "matrix game of the next state, and the matrix game of this state is solved again by "
        "linear programming. Both players then mix as it says."
    )
    formula: ClassVar[str] = "Q(s, a, b) ← Q(s, a, b) + α [ r + γ val Q(s', ·, ·) − Q(s, a, b) ]"

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.minimax_q import minimax_q as compiled

        found = (self.q[0], self.values[0], self.x, self.y, self.visits, self.seen)
        return int(compiled(self.world, self.shape, *found, self.settings, self.luck, steps, log))


def _not_applicable(lesson: Lesson) -> str | None:
    reason = why_no_states(lesson)
    if reason is None and not states_of(lesson.game).zero_sum:
        return "payoffs must add up to zero; use nash-q"
    return reason


@method(
    Lesson,
    "minimax-q",
    finds="mixed strategies in each state",
    cost="a matrix game per step",
    reference="Littman 1994",
    applies=_not_applicable,
)
def minimax_q(
    lesson: Lesson,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> MinimaxQ:
    """Learn a zero-sum game of simultaneous moves.

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
    steps : int, default 5,000
        Steps of a round.

    Returns
    -------
    MinimaxQ
        The learner.

    Notes
    -----
    Cost: a matrix game per step.

    References
    ----------
    Littman 1994.
    """
    return MinimaxQ(lesson, rate, exploration, starts, steps)
