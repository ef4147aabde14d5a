"""Monte Carlo control: play to the end, and credit every choice with what came of it."""

from __future__ import annotations

from typing import Any, ClassVar

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.tabular.table_learner import STEPS, TableLearner
from kibitz.learning.tabular.world import why_no_world
from kibitz.learning.training.lesson import Lesson


class MonteCarloControl(TableLearner):
    """Learns from returns of whole episodes, every visit."""

    shown: ClassVar[str] = "Monte Carlo control"
    idea: ClassVar[str] = (
        "An episode is played to its end. Then, from the last step back to the first, every "
        "choice is credited with the return that followed it. Nothing is guessed from other "
        "guesses."
    )
    formula: ClassVar[str] = "G ← r + γ G,   Q(s, a) ← Q(s, a) + α [ G − Q(s, a) ]"

    def loop(self, steps: int, log: Any) -> int:
        from kibitz.learning.tabular.kernels.monte_carlo_control import (
            monte_carlo_control as compiled,
        )

        world, tables = self.world.arrays, (self.q, self.visits, self.seen)
        return int(compiled(world, *tables, self.settings, self.luck, steps, log))


@method(
    Lesson,
    "monte-carlo-control",
    finds="a value for each choice",
    cost="O(choices) per step",
    reference="Sutton and Barto 2018",
    applies=why_no_world,
    aliases=("monte-carlo",),
)
def monte_carlo_control(
    lesson: Lesson,
    longest: int = 10_000,
    rate: float | None = None,
    exploration: float = 0.3,
    starts: float = 0.5,
    steps: int = STEPS,
) -> MonteCarloControl:
    """Learn action values from whole episodes.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    longest : int, default 10,000
        Steps after which an episode is broken off.
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
    MonteCarloControl
        The learner.

    Notes
    -----
    Cost: O(choices) per step.

    References
    ----------
    Sutton and Barto 2018.
    """
    if longest < 1:
        raise GameError(f"longest is {longest}; it must be at least 1")
    return MonteCarloControl(lesson, rate, exploration, starts, steps, extra=(float(longest),))
