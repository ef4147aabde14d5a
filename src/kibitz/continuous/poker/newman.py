"""Newman's poker: the first player may bet any amount, and how much tells something.

A hand x above 4/7 bets β with x = 1 - (12/7)/(β+2)^2, one below 1/7 bluffs β with
x = (4/7)(2+3β)/(β+2)^3, the others check; the second player calls a bet β with hands above
1 - (12/7)/(β+2). The value is 1/7 of the ante. Newman (1959), with its constants corrected.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.continuous.poker import newman_reply as reply
from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.numbers import Number, exact, number, plain, show
from kibitz.core.solution import Solution
from kibitz.pictures import Picture

SEVENTH = Fraction(1, 7)
VALUE_BET = "1-({})*(beta+2)**-2"
BLUFF_BET = "({})*(2+3*beta)*(beta+2)**-3"
CALLS = "y > 1-({})*(beta+2)**-1"
"""The curves as JSON writes them; each has one constant."""


def read_constant(text: str, form: str) -> Fraction:
    """The constant of a curve that is written in its form.

    >>> print(read_constant("y > 1-(12/7)*(beta+2)**-1", CALLS))
    12/7
    """
    before, after = form.split("{}")
    if not (text.startswith(before) and text.endswith(after)):
        raise GameError(f"{text!r:.60} is not of the form {form.format('12/7')!r}")
    return exact(text[len(before) : len(text) - len(after)], "the constant of a curve")


@dataclass(frozen=True)
class NewmanSolution(Solution):
    """The strategies as functions of the bet (in antes) and the value.

    >>> from kibitz.continuous.poker.game import continuous_poker
    >>> solved = continuous_poker("newman").solve()
    >>> print(solved.value, solved.calls_above(2), solved.value_bet(2), solved.verify().holds)
    1/7 4/7 25/28 True
    """

    kind: ClassVar[str] = "poker-solution"
    method: ClassVar[str] = "Newman's curves"
    favors: ClassVar[str] = "I"

    game: ContinuousPoker
    value: Number
    check_interval: tuple[Fraction, Fraction] = (SEVENTH, 4 * SEVENTH)
    call_constant: Fraction = Fraction(12, 7)
    value_constant: Fraction = Fraction(12, 7)
    bluff_constant: Fraction = Fraction(4, 7)

    @property
    def exact(self) -> bool:
        return isinstance(self.value, Fraction)

    def calls_above(self, bet: Any) -> Number:
        """The least hand with which the second player calls a bet, in antes."""
        beta = _amount(bet)
        return 1 - self.call_constant / (beta + 2)

    def value_bet(self, bet: Any) -> Number:
        """The good hand that bets this many antes."""
        beta = _amount(bet)
        return 1 - self.value_constant / (beta + 2) ** 2

    def bluff_bet(self, bet: Any) -> Number:
        """The bad hand that bets this many antes."""
        beta = _amount(bet)
        return self.bluff_constant * (2 + 3 * beta) / (beta + 2) ** 3

    def bet(self, hand: Any) -> float:
        """What the first player bets with a hand, in antes; 0 is a check."""
        x = float(_hand(hand))
        low, high = map(float, self.check_interval)
        if low <= x <= high:
            return 0.0
        if x > high:
            return float((float(self.value_constant) / max(1 - x, 1e-300)) ** 0.5 - 2)
        start, end = 0.0, 1e12
        for _ in range(200):
            middle = (start + end) / 2
            above = float(self.bluff_constant) * (2 + 3 * middle) / (middle + 2) ** 3 > x
            start, end = (middle, end) if above else (start, middle)
        return (start + end) / 2

    def payoff(self, hand: Any, bet: Any) -> Any:
        """What the first player gets, in antes, with a hand and a bet against the calling rule."""
        x, beta = _hand(hand), _amount(bet)
        if beta == 0:
            return 2 * x - 1
        c = self.calls_above(beta)
        called = 2 * x - c - 1 if x > c else c - 1
        return c + (beta + 1) * called

    def first_guarantees(self) -> Fraction:
        """What the betting curves earn against any reply, in antes, if callers are indifferent."""
        return reply.first_guarantees(
            reply.value_curve(self.value_constant), reply.bluff_curve(self.bluff_constant)
        )

    def second_concedes(self) -> Fraction:
        """What the best bet with every hand gets against the calling rule, in antes."""
        return reply.second_concedes(self.call_constant)

    def explain(self) -> Explanation:
        """The curves, as a table."""
        rows = tuple(
            (
                show(Fraction(b)),
                show(self.bluff_bet(b)),
                show(self.value_bet(b)),
                show(self.calls_above(b)),
            )
            for b in (0, 1, 2, 3, 5, 10)
        )
        steps = (
            Step(
                "Who bets what",
                "Hands from 1/7 to 4/7 check. The better a hand above 4/7, the more it bets; hands "
                "below 1/7 bluff, the worst of them the most.",
                TextTable(("bet", "bluffed by", "bet for value by", "called above"), rows),
            ),
            Step(
                "No other play does better",
                "Against II's rule every bluff gets "
                f"{show(1 - self.call_constant)} antes, a check 2x - 1, and a called bet is best "
                "where the table says; over all hands that is "
                f"{show(self.second_concedes() * self.game.ante)}. At every bet a caller between "
                "both hands is indifferent, and the bets earn "
                f"{show(self.first_guarantees() * self.game.ante)} whatever II does: that is the "
                "value.",
            ),
        )
        return Explanation(self.game.title, steps)

    def draw(self) -> Picture:
        """The bet as a function of the hand."""
        from kibitz.continuous.poker.draw import draw_newman

        return draw_newman(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "model": "newman",
            "value": plain(self.value),
            "check_interval": [plain(x) for x in self.check_interval],
            "value_bet_x(beta)": VALUE_BET.format(show(self.value_constant)),
            "bluff_bet_x(beta)": BLUFF_BET.format(show(self.bluff_constant)),
            "II_calls_if": CALLS.format(show(self.call_constant)),
            "favors": "I",
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ContinuousPoker, data: dict[str, Any]) -> NewmanSolution:
        claim = Claim(data)
        low, high = claim.numbers("check_interval", 2)
        return cls(
            game,
            claim.number("value"),
            (exact(low), exact(high)),
            read_constant(claim.text("II_calls_if"), CALLS),
            read_constant(claim.text("value_bet_x(beta)"), VALUE_BET),
            read_constant(claim.text("bluff_bet_x(beta)"), BLUFF_BET),
        )

    def __str__(self) -> str:
        low, high = self.check_interval
        unit = "" if self.game.ante == 1 else f"\nβ is a bet in antes of {show(self.game.ante)}"
        return (
            f"value {show(self.value)}, favors I\n"
            f"I: check from {show(low)} to {show(high)}; bet β with 1-(12/7)/(β+2)^2, bluff β with "
            "(4/7)(2+3β)/(β+2)^3\nII: call a bet β above 1-(12/7)/(β+2)" + unit
        )


def newman(game: ContinuousPoker) -> NewmanSolution:
    """The solution for any ante."""
    return NewmanSolution(game, SEVENTH * game.ante)


def _amount(bet: Any) -> Number:
    beta = number(bet, "bet")
    if beta < 0:
        raise GameError(f"bet: {show(beta)}; a bet cannot be negative")
    return beta


def _hand(hand: Any) -> Number:
    x = number(hand, "hand")
    if not 0 <= x <= 1:
        raise GameError(f"hand: {show(x)}; hands lie between 0 and 1")
    return x
