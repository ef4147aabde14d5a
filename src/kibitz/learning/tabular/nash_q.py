"""Nash-Q: the value of the next state is that of an equilibrium of its bimatrix game."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from kibitz.core.method import method
from kibitz.learning.tabular.matrix_learner import STEPS, MatrixLearner, states_of, why_no_states
from kibitz.learning.training.lesson import Lesson


class NashQ(MatrixLearner):
    """Learns a bimatrix game for every state."""

    shown: ClassVar[str] = "Nash-Q"
    idea: ClassVar[str] = (
        "Like minimax-Q, with a table for each player. After each step both tables move toward the "
        "player's own reward plus what the player gets in an equilibrium of the bimatrix game of "
        "the next state, which Lemke and Howson's algorithm finds. Where a game has several "
        "equilibria nothing proves that it settles; the gap shows whether it did."
    )
    formula: ClassVar[str] = (
        "Qᵢ(s, a, b) ← Qᵢ(s, a, b) + α [ rᵢ + γ Nashᵢ(Q₁, Q₂)(s') − Qᵢ(s, a, b) ]"
    )
    payees = 2

    def begin(self) -> None:
        super().begin()
        pay = self.plain.pay.astype(float)
        second = -pay[:, 0] if self.plain.zero_sum else pay[:, 1]
        self.pays = np.ascontiguousarray(np.stack([pay[:, 0], second]))

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.nash_q import nash_q as compiled

        found = (self.q, self.values, self.x, self.y, self.visits, self.seen)
        pays = self.pays
        loop = compiled(self.world, pays, self.shape, *found, self.settings, self.luck, steps, log)
        return int(loop)


def _not_applicable(lesson: Lesson) -> str | None:
    reason = why_no_states(lesson)
    if reason is None and len(states_of(lesson.game).players) != 2:
        return "it takes two players"
    return reason


@method(
    Lesson,
    "nash-q",
    finds="mixed strategies in each state",
    cost="a bimatrix game per step",
    reference="Hu and Wellman 2003",
    applies=_not_applicable,
)
def nash_q(
    lesson: Lesson,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> NashQ:
    """Learn a game of simultaneous moves whose payoffs need not add up to zero.

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
    NashQ
        The learner.

    Notes
    -----
    Cost: a bimatrix game per step.

    References
    ----------
    Hu and Wellman 2003.
    """
    return NashQ(lesson, rate, exploration, starts, steps)
