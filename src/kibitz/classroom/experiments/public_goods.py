"""Public goods: what is given is multiplied and shared by all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.classroom.experiment import Experiment, RoundOutcome, mean, read_number
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show

if TYPE_CHECKING:
    from kibitz.classroom.session import Session


@dataclass(frozen=True)
class PublicGoods(Experiment):
    """Everyone divides an endowment between a private and a public account.

    References
    ----------
    Ledyard 1995.
    """

    endowment: Fraction = Fraction(10)
    factor: Fraction = Fraction(2)
    name: ClassVar[str] = "public-goods"
    title: ClassVar[str] = "A public good"

    @property
    def instructions(self) -> str:
        return (
            f"Everyone has {show(self.endowment)} in every round and writes how much of it to "
            f"give. What is given is multiplied by {show(self.factor)} and shared equally by all, "
            "those who gave nothing included; what is not given is kept."
        )

    def read(self, text: Any, player: str = "") -> Fraction:
        return read_number(text, 0, self.endowment, player)

    def outcome(self, entries: Mapping[str, Any], session: Session) -> RoundOutcome:
        total = sum(entries.values(), Fraction(0))
        share = self.factor * total / len(entries)
        payoffs = {name: self.endowment - x + share for name, x in entries.items()}
        return RoundOutcome(dict(entries), payoffs, {"given": total, "each gets back": share})

    def theory(self, session: Session) -> Step:
        n = len(session.players)
        back = self.factor / n
        if back < 1:
            sentence = (
                f"Each unit given returns {show(back)} to the giver, less than 1: giving "
                f"nothing is dominant, and nobody giving is the only equilibrium. "
            )
        elif back > 1:
            sentence = (
                f"Each unit given returns {show(back)} to the giver: giving everything is "
                f"dominant. "
            )
        else:
            sentence = "Each unit given returns 1 to the giver: everyone is indifferent. "
        if self.factor > 1:
            sentence += (
                f"Together they earn the most by giving everything, {show(self.factor)} times "
                f"as much."
            )
        rows = []
        for k, outcome in enumerate(session.outcomes, 1):
            given = mean(list(outcome.entries.values())) / self.endowment
            earned = sum(outcome.payoffs.values(), Fraction(0))
            best = n * self.endowment * max(self.factor, Fraction(1))
            rows.append(
                (str(k), f"{float(100 * given):.0f} %", f"{float(100 * earned / best):.0f} %")
            )
        table = Table(("round", "given of all", "earned of the most possible"), tuple(rows))
        return Step("Theory", sentence, table)
