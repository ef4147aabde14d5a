"""The ultimatum game: everyone writes an offer and the least acceptable one."""

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
class Ultimatum(Experiment):
    """Both roles at once: an offer to the other, and the least offer that is accepted.

    References
    ----------
    Güth, Schmittberger and Schwarze 1982.
    """

    amount: Fraction = Fraction(10)
    name: ClassVar[str] = "ultimatum"
    title: ClassVar[str] = "An ultimatum"

    @property
    def instructions(self) -> str:
        return (
            f"In every round you are paired with another player, and one of you divides "
            f"{show(self.amount)}; which one is decided afterwards. Write what you would offer, "
            "and the least offer that you would accept, as 4/2 or 4:2. An offer below what the "
            "other accepts leaves both with nothing."
        )

    def read(self, text: Any, player: str = "") -> str:
        parts = str(text).replace("/", ":").replace(",", ":").split(":")
        if len(parts) != 2:
            raise GameError(f"{player or 'the entry'}: write an offer and a least one, as 4:2")
        offer, least = (read_number(part, 0, self.amount, player) for part in parts)
        return f"{show(offer)}:{show(least)}"

    def outcome(self, entries: Mapping[str, Any], session: Session) -> RoundOutcome:
        payoffs = dict.fromkeys(session.players, Fraction(0))
        offers, agreed, met = [], 0, pairs(session.players, len(session.rounds), session.seed)
        for first, second in met:
            offer = _numbers(entries[first])[0]
            least = _numbers(entries[second])[1]
            offers.append(offer)
            if offer >= least:
                agreed += 1
                payoffs[first], payoffs[second] = self.amount - offer, offer
        facts = {"average offer": mean(offers), "agreed": f"{agreed} of {len(met)}"}
        return RoundOutcome(dict(entries), payoffs, facts)

    def theory(self, session: Session) -> Step:
        rows = tuple(
            (str(k), f"{float(o.facts['average offer']):.4g}", str(o.facts["agreed"]))
            for k, o in enumerate(session.outcomes, 1)
        )
        return Step(
            "Theory",
            "A player who is offered anything is better off accepting it, so in the "
            "subgame-perfect equilibrium next to nothing is offered and accepted. People refuse "
            "small offers, and most offer between two fifths and half.",
            Table(("round", "average offer", "agreed"), rows),
        )


def _numbers(entry: str) -> tuple[Fraction, Fraction]:
    offer, least = entry.split(":")
    return Fraction(offer), Fraction(least)
