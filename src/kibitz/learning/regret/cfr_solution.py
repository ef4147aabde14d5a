"""The variants of regret minimization, and the answer that a run of any of them gives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import call
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.regret.progress import Progress
from kibitz.learning.regret.regret_run import RegretRun
from kibitz.pictures import Picture


@dataclass(frozen=True, slots=True)
class Variant:
    """What distinguishes one variant from another."""

    name: str
    alpha: float = math.inf
    """Positive regrets keep t^alpha / (t^alpha + 1) of themselves at iteration t."""
    beta: float = math.inf
    """Negative regrets keep t^beta / (t^beta + 1)."""
    gamma: float = 0.0
    """The strategy of iteration t counts t^gamma in the average."""
    plus: bool = False
    """Regrets never fall below zero."""
    predictive: bool = False
    """Play as if the last regret came again."""
    alternating: bool = True
    """Players update in turn, each knowing what those before it have changed."""


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("cfr"),
        Variant("cfr-simultaneous", alternating=False),
        Variant("cfr+", plus=True, gamma=1),
        Variant("linear", alpha=1, beta=1, gamma=1),
        Variant("discounted", alpha=1.5, beta=0, gamma=2),
        Variant("predictive", plus=True, predictive=True, gamma=2),
    )
}


@dataclass(frozen=True, eq=False)
class CFRSolution(RegretRun, kind="cfr"):
    """The average strategy of a run, with how much it can be exploited."""

    measure = "exploitability"
    game: ExtensiveGame
    profile: Profile
    """The average strategy."""
    last: Profile
    """The strategy of the last iteration, which need not be good."""
    payoffs: tuple[float, ...]
    exploitability: float
    """What the players could gain in all by best responses; 0 at an equilibrium."""
    iterations: int
    seconds: float
    variant: Variant
    rounding: float
    """What the number format of the run may hide."""
    history: tuple[Progress, ...] = ()

    @property
    def value(self) -> float:
        """What the first player gets."""
        return self.payoffs[0]

    @property
    def method(self) -> str:
        return self.variant.name

    @property
    def bounds(self) -> tuple[float, float]:
        """In a zero-sum game of two: between these lies the value, by the two best responses."""
        from kibitz.extensive.methods.best_response import best_response

        most = best_response(self.game, 0, self.profile).value
        least = self.game.constant_sum or 0
        return float(least - best_response(self.game, 1, self.profile).value), float(most)

    def strategy(self, infoset: str | int, player: str | int | None = None) -> dict[str, float]:
        """How likely each move is at an information set, by its name or number."""
        if isinstance(infoset, str):
            who = None if player is None else self.game.player(player)
            infoset = self.game.find(infoset, who)
        return {move: float(p) for move, p in self.profile[infoset].items()}

    def table(self, player: str | int) -> dict[str, dict[str, dict[str, float]]]:
        """A player's strategy by situation and hand: what everyone has seen, and what it holds.

        The hand is the first word of an information set's name.
        """
        found: dict[str, dict[str, dict[str, float]]] = {}
        who = self.game.player(player)
        for infoset in np.flatnonzero(self.game.owners == who).tolist():
            hand, _, situation = self.game.infoset_names[infoset].partition(" ")
            found.setdefault(situation or "at the start", {})[hand] = self.strategy(infoset)
        return found

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file that :func:`kibitz.load_solution` reads."""
        call(self, "save_solution", path)

    def draw(self, what: str = "strategy", player: str | int | None = None) -> Picture:
        """The strategy as a grid of hands and situations, or ``what="progress"``."""
        from kibitz.learning.regret.draw import draw_progress, draw_strategy

        if what == "progress":
            return draw_progress(self)
        if what != "strategy":
            hint = did_you_mean(what, ("strategy", "progress"))
            raise GameError(f"unknown picture {what!r}{hint}")
        return draw_strategy(self, player)

    def __str__(self) -> str:
        return self._text(f"exploitability {self.exploitability:.3g}")

    def to_json(self) -> dict[str, Any]:
        course = [[p.iteration, p.seconds, p.exploitability] for p in self.history]
        return self._written(variant=self.variant.name, history=course)

    @classmethod
    def from_json(cls, game: ExtensiveGame, data: dict[str, Any]) -> CFRSolution:
        claim, fields = Claim(data), cls._read(game, data)
        name = claim.text("variant")
        history = tuple(Progress(int(t), float(s), float(e)) for t, s, e in claim.items("history"))
        variant = VARIANTS.get(name, Variant(name))
        return cls(**fields, last=fields["profile"], variant=variant, rounding=0.0, history=history)
