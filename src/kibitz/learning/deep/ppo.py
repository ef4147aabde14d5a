"""Proximal policy optimization: several passes over the same episodes, each kept in bounds."""

from __future__ import annotations

from typing import ClassVar

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.learning.deep.deep_world import why_no_deep_world
from kibitz.learning.deep.reinforce import Reinforce
from kibitz.learning.training.lesson import Lesson


class ProximalPolicy(Reinforce):
    """REINFORCE whose steps are cut off where the policy has changed enough."""

    shown: ClassVar[str] = "proximal policy optimization"
    idea: ClassVar[str] = (
        "Like REINFORCE, but the same episodes are learned from several times. So that the policy "
        "does not run away from the one that played them, the ratio of new to old probability "
        "counts only between 1 − ε and 1 + ε."
    )
    formula: ClassVar[str] = (
        "maximize the mean of min( ρ A, clip(ρ, 1−ε, 1+ε) A ) with ρ = π(a|s) / π₀(a|s)"
    )

    def __init__(
        self,
        lesson: Lesson,
        units: int,
        rate: float,
        episodes: int,
        starts: float,
        entropy: float,
        clip: float,
        epochs: int,
    ) -> None:
        super().__init__(lesson, units, rate, episodes, starts, entropy)
        if not 0 < clip < 1:
            raise GameError(f"clip is {clip}; it must lie between 0 and 1")
        if epochs < 1:
            raise GameError(f"epochs is {epochs}; it must be at least 1")
        self.clip, self.epochs = clip, epochs


@method(
    Lesson,
    "ppo",
    finds="a policy network",
    cost="O(weights epochs) per step",
    reference="Schulman, Wolski, Dhariwal, Radford and Klimov 2017",
    applies=why_no_deep_world,
)
def ppo(
    lesson: Lesson,
    units: int = 128,
    rate: float = 0.002,
    episodes: int = 256,
    starts: float = 0.5,
    entropy: float = 0.1,
    clip: float = 0.2,
    epochs: int = 4,
) -> ProximalPolicy:
    """Learn a policy by clipped steps, several on the same episodes.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    units : int, default 128
        Units of each hidden layer.
    rate : float, default 0.002
        The learning rate at the beginning; after 300 rounds it has halved.
    episodes : int, default 256
        Episodes of a round.
    starts : float, default 0.5
        The share of episodes that begin at any state instead of the start.
    entropy : float, default 0.1
        How much a policy that is still open is worth.
    clip : float, default 0.2
        How far the ratio of probabilities may move.
    epochs : int, default 4
        Passes over the same episodes.

    Returns
    -------
    ProximalPolicy
        The learner.

    Notes
    -----
    Cost: O(weights epochs) per step.

    References
    ----------
    Schulman, Wolski, Dhariwal, Radford and Klimov 2017.
    """
    return ProximalPolicy(lesson, units, rate, episodes, starts, entropy, clip, epochs)
