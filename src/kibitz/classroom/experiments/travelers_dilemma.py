"""The traveler's dilemma in a room: two claims, the lower one is paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.classroom.experiment import Experiment, RoundOutcome, mean, read_number
from kibitz.classroom.pairs import pairs
from kibitz.core.errors import GameError
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show

if TYPE_CHECKING:
    from kibitz.classroom.session import Session


@dataclass(frozen=True)
class TravelersDilemma(Experiment):
    """Pairs claim an amount; both get the lower claim, and its maker a bonus from the other.

    References
    ----------
    Basu 1994.
    """

    low: Fraction = Fraction(2)
    high: Fraction = Fraction(100)
    bonus: Fraction = Fraction(2)
    name: ClassVar[str] = "travelers-dilemma"
    title: ClassVar[str] = "The traveler's dilemma"

    def __post_init__(self) -> None:
        if self.bonus <= 1:
            raise GameError("travelers-dilemma: bonus must be above 1")

    @property
    def instructions(self) -> str:
        return (
            "In every round you are paired with another player, and both write a whole number from "
            f"{show(self.low)} to {show(self.high)}. Both get the lower number; if they differ, "
            f"the writer of the lower one gets {show(self.bonus)} more and the other as much less."
        )

    def read(self, text: Any, player: str = "") -> Fraction:
        value = read_number(text, self.low, self.high, player)
        if value.denominator != 1:
            raise GameError(f"{player or 'the entry'}: {text} is not a whole number")
        return value

    def outcome(self, entries: Mapping[str, Any], session: Session) -> RoundOutcome:
        payoffs = dict.fromkeys(session.players, Fraction(0))
        met = pairs(session.players, len(session.rounds), session.seed)
        for pair in met:
            claims = [entries[name] for name in pair]
            for name, own, other in zip(pair, claims, reversed(claims), strict=True):
                bonus = self.bonus if own < other else -self.bonus if own > other else Fraction(0)
                payoffs[name] = min(own, other) + bonus
        facts = {"average": mean(list(entries.values()))}
        return RoundOutcome(dict(entries), payoffs, facts)

    def theory(self, session: Session) -> Step:
        rows = tuple(
            (str(k), f"{float(o.facts['average']):.4g}") for k, o in enumerate(session.outcomes, 1)
        )
        return Step(
            "Theory",
            f"Whatever the other claims above {show(self.low)}, claiming one less is better "
            f"than claiming the same: so the claims fall to {show(self.low)}, the only "
            f"equilibrium, although both would "
            f"get {show(self.high)} by claiming it.",
            Table(("round", "average claim"), rows),
        )
