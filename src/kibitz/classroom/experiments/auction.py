"""Sealed-bid auctions with private values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.classroom.experiment import Experiment, RoundOutcome, mean, read_number
from kibitz.core.dice import Dice
from kibitz.core.errors import GameError
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show

if TYPE_CHECKING:
    from kibitz.classroom.session import Session

RULES = {
    "first-price": "the highest bid wins and is paid",
    "second-price": "the highest bid wins, and the second highest is paid",
    "all-pay": "the highest bid wins, and every bidder pays their own bid",
}


@dataclass(frozen=True)
class Auction(Experiment):
    """An object is sold to the highest sealed bid; everyone has a private value for it.

    References
    ----------
    Vickrey 1961.
    """

    rule: str = "first-price"
    highest: Fraction = Fraction(100)
    name: ClassVar[str] = "auction"
    title: ClassVar[str] = "An auction"

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise GameError(f"auction: rule is {self.rule!r}; it must be one of {', '.join(RULES)}")

    @property
    def instructions(self) -> str:
        return (
            "An object is sold in every round by sealed bids: "
            f"{RULES[self.rule]}. Only you learn what the object is worth to you: a number "
            f"from 0 to {show(self.highest)}, all equally likely and independent of the others'. "
            "You earn your value minus what you pay."
        )

    def value(self, player: str, round_: int, session: Session) -> Fraction:
        """What the object is worth to a player in a round."""
        dice = Dice(f"value {session.seed} {round_} {player}")
        return Fraction(dice.integer(0, int(self.highest)))

    def private(self, player: str, round_: int, session: Session) -> str:
        return f"the object is worth {show(self.value(player, round_, session))} to you"

    def read(self, text: Any, player: str = "") -> Fraction:
        return read_number(text, 0, 10 * self.highest, player)

    def outcome(self, entries: Mapping[str, Any], session: Session) -> RoundOutcome:
        now = len(session.rounds)
        bids = sorted(entries.values(), reverse=True)
        winners = [name for name, bid in entries.items() if bid == bids[0]]
        winner = Dice(f"tie {session.seed} {now}").choice(winners)
        price = bids[0] if self.rule != "second-price" else bids[1]
        values = {name: self.value(name, now, session) for name in entries}
        payoffs = dict.fromkeys(entries, Fraction(0))
        if self.rule == "all-pay":
            payoffs = {name: -bid for name, bid in entries.items()}
            payoffs[winner] += values[winner]
            paid = sum(entries.values(), Fraction(0))
        else:
            payoffs[winner] = values[winner] - price
            paid = price
        efficient = "yes" if values[winner] == max(values.values()) else "no"
        facts = {"won by": winner, "paid": paid, "to the highest value": efficient}
        return RoundOutcome(dict(entries), payoffs, facts)

    def best_bid(self, value: Fraction, players: int) -> Fraction:
        """The bid of the symmetric equilibrium.

        >>> Auction().best_bid(Fraction(60), 3), Auction("second-price").best_bid(Fraction(60), 3)
        (Fraction(40, 1), Fraction(60, 1))
        """
        if self.rule == "second-price":
            return value
        shade = Fraction(players - 1, players) * value
        if self.rule == "first-price":
            return shade
        return shade * (value / self.highest) ** (players - 1)

    def theory(self, session: Session) -> Step:
        n = len(session.players)
        advice = {
            "second-price": "Bidding your true value is dominant.",
            "first-price": f"In equilibrium, with value v bid {show(Fraction(n - 1, n))} of v.",
            "all-pay": f"In equilibrium, with value v bid {show(Fraction(n - 1, n))} of v times "
            f"(v/{show(self.highest)}) to the power {n - 1}.",
        }[self.rule]
        expected = Fraction(n - 1, n + 1) * self.highest
        revenues = [o.facts["paid"] for o in session.outcomes]
        advice += (
            f" The seller expects {show(expected)} then, as by every rule that sells to the "
            f"highest value (revenue equivalence); the average was {float(mean(revenues)):.4g}."
        )
        rows = []
        for k, outcome in enumerate(session.outcomes):
            for name, bid in outcome.entries.items():
                value = self.value(name, k, session)
                best = self.best_bid(value, n)
                rows.append((str(k + 1), name, show(value), show(bid), f"{float(best):.4g}"))
        return Step(
            "Theory", advice, Table(("round", "player", "value", "bid", "theory"), tuple(rows))
        )
