"""n-step SARSA: between one step and the whole episode."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, TableLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class NStepSarsa(TableLearner):
    """Learns on policy from n rewards and what follows them."""

    shown: ClassVar[str] = "n-step SARSA"
    idea: ClassVar[str] = (
        "An update looks n steps ahead: n rewards that were really paid, and the value of the "
        "choice made after them. With n = 1 it is SARSA, with n beyond the end of the episode "
        "Monte Carlo control."
    )
    formula: ClassVar[str] = (
        "Q(s, a) ← Q(s, a) + α [ r₁ + γ r₂ + … + γⁿ⁻¹ rₙ + γⁿ Q(sₙ, aₙ) − Q(s, a) ]"
    )

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.n_step_sarsa import n_step_sarsa as compiled

        world, tables = self.world.arrays, (self.q, self.visits, self.seen)
        return int(compiled(world, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "n-step-sarsa",
    finds="a value for each choice",
    cost="O(choices + n) per step",
    reference="Sutton and Barto 2018",
    applies=why_no_world,
    aliases=("n-step",),
)
def n_step_sarsa(
    lesson: Lesson,
    n: int = 4,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> NStepSarsa:
    """Learn action values from n rewards and what follows.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    n : int, default 4
        Steps to look ahead.
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
    NStepSarsa
        The learner.

    Notes
    -----
    Cost: O(choices + n) per step.

    References
    ----------
    Sutton and Barto 2018.
    """
    if n < 1:
        raise GameError(f"n is {n}; it must be at least 1")
    return NStepSarsa(lesson, rate, exploration, starts, steps, extra=(float(n),))
