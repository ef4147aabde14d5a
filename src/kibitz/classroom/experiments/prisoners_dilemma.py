"""The prisoner's dilemma in rounds, with everyone meeting another player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.classroom.experiment import Experiment, RoundOutcome, read_word
from kibitz.classroom.pairs import pairs
from kibitz.core.errors import GameError
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show

if TYPE_CHECKING:
    from kibitz.classroom.session import Session

WORDS = {
    "c": "C",
    "cooperate": "C",
    "d": "D",
    "defect": "D",
}


@dataclass(frozen=True)
class PrisonersDilemma(Experiment):
    """Pairs that change from round to round play the prisoner's dilemma once."""

    temptation: Fraction = Fraction(5)
    reward: Fraction = Fraction(3)
    punishment: Fraction = Fraction(1)
    sucker: Fraction = Fraction(0)
    name: ClassVar[str] = "prisoners-dilemma"
    title: ClassVar[str] = "The prisoner's dilemma"
    choices: ClassVar[tuple[tuple[str, str], ...]] = (("C", "cooperate"), ("D", "defect"))

    def __post_init__(self) -> None:
        if not self.temptation > self.reward > self.punishment > self.sucker:
            raise GameError(
                "prisoners-dilemma: temptation, reward, punishment and sucker must decrease"
            )

    @property
    def instructions(self) -> str:
        return (
            "In every round you meet another player, and both write C (cooperate) or D (defect). "
            f"Two C earn {show(self.reward)} each, two D {show(self.punishment)} each; D against C "
            f"earns {show(self.temptation)}, and C against D {show(self.sucker)}. The other player "
            "changes from round to round."
        )

    def read(self, text: Any, player: str = "") -> str:
        return read_word(text, WORDS, player)

    def outcome(self, entries: Mapping[str, Any], session: Session) -> RoundOutcome:
        met = pairs(session.players, len(session.rounds), session.seed)
        payoffs = dict.fromkeys(session.players, Fraction(0))
        for first, second in met:
            payoffs[first] = self._pay(entries[first], entries[second])
            payoffs[second] = self._pay(entries[second], entries[first])
        cooperated = Fraction(sum(x == "C" for x in entries.values()), len(entries))
        listed = "; ".join(f"{a}-{b}" for a, b in met)
        return RoundOutcome(dict(entries), payoffs, {"cooperated": cooperated, "met": listed})

    def _pay(self, own: str, other: str) -> Fraction:
        if own == "C":
            return self.reward if other == "C" else self.sucker
        return self.temptation if other == "C" else self.punishment

    def theory(self, session: Session) -> Step:
        rows = tuple(
            (str(k), f"{float(100 * outcome.facts['cooperated']):.0f} %")
            for k, outcome in enumerate(session.outcomes, 1)
        )
        return Step(
            "Theory",
            f"Whatever the other does, D earns more than C: {show(self.temptation)} instead of "
            f"{show(self.reward)}, or {show(self.punishment)} instead of {show(self.sucker)}. So D "
            "is strictly dominant, and both defecting is the only equilibrium, even when it is "
            "played for a known number of rounds, although two C would earn both more.",
            Table(("round", "cooperated"), rows),
        )
