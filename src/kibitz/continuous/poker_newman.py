"""Newman's poker: the first player may bet any amount, and how much tells something.

A hand x above 4/7 bets β with x = 1 - (12/7)/(β+2)^2, one below 1/7 bluffs β with
x = (4/7)(2+3β)/(β+2)^3, the others check; the second player calls a bet β with hands above
1 - (12/7)/(β+2). The value is 1/7 of the ante. Newman (1959), with its constants corrected.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.continuous.poker import ContinuousPoker
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution

SEVENTH = Fraction(1, 7)


@dataclass(frozen=True)
class NewmanSolution(Solution):
    """The strategies as functions of the bet (in antes) and the value.

    >>> from kibitz.continuous.poker import continuous_poker
    >>> solved = continuous_poker("newman").solve()
    >>> print(solved.value, solved.calls_above(2), solved.value_bet(2), solved.verify().holds)
    1/7 4/7 25/28 True
    """

    exact: ClassVar[bool] = True
    favors: ClassVar[str] = "I"

    game: ContinuousPoker
    value: Number
    check_interval: tuple[Fraction, Fraction] = (SEVENTH, 4 * SEVENTH)
    call_constant: Fraction = Fraction(12, 7)

    def calls_above(self, bet: Any) -> Number:
        """The least hand with which the second player calls a bet."""
        beta = number(bet, "bet")
        return 1 - self.call_constant / (beta + 2)

    def value_bet(self, bet: Any) -> Number:
        """The good hand that bets this much."""
        beta = number(bet, "bet")
        return 1 - self.call_constant / (beta + 2) ** 2

    def bluff_bet(self, bet: Any) -> Number:
        """The bad hand that bets this much."""
        beta = number(bet, "bet")
        return Fraction(4, 7) * (2 + 3 * beta) / (beta + 2) ** 3

    def bet(self, hand: Any) -> float:
        """What the first player bets with a hand, in antes; 0 is a check."""
        x = float(number(hand, "hand"))
        low, high = map(float, self.check_interval)
        if low <= x <= high:
            return 0.0
        if x > high:
            return float((float(self.call_constant) / max(1 - x, 1e-300)) ** 0.5 - 2)
        start, end = 0.0, 1e12
        for _ in range(200):
            middle = (start + end) / 2
            above = 4 / 7 * (2 + 3 * middle) / (middle + 2) ** 3 > x
            start, end = (middle, end) if above else (start, middle)
        return (start + end) / 2

    def payoff(self, hand: Any, bet: Any) -> Any:
        """What the first player gets, in antes, with a hand and a bet against the calling rule."""
        x, beta = number(hand, "hand"), number(bet, "bet")
        if beta == 0:
            return 2 * x - 1
        c = self.calls_above(beta)
        called = 2 * x - c - 1 if x > c else c - 1
        return c + (beta + 1) * called

    def verify(self) -> Certificate:
        """No hand gains by another bet, callers are indifferent, and the integral is the value."""
        grid = [Fraction(k, 16) for k in range(1, 400)]
        best = all(
            self.payoff(self.value_bet(b), b) >= self.payoff(self.value_bet(b), c)
            for b in grid[::7] for c in grid[::11]
        )  # fmt: skip
        bluffs = all(self.payoff(Fraction(0), b) == 1 - self.call_constant * 1 for b in grid)
        joins = (
            self.value_bet(0) == self.check_interval[1]
            and self.bluff_bet(0) == self.check_interval[0]
        )
        densities = all(
            (b + 2) * _slope_bluff(b) == b * _slope_value(b, self.call_constant) for b in grid
        )
        total = _integral(self.call_constant)
        return Certificate(
            f"the value is {show(self.value)}",
            "first-order conditions and an exact integral",
            (
                Check("both betting curves begin where checking ends", joins),
                Check("a hand that bets for value likes no other bet better", best),
                Check("all bluffs are worth the same", bluffs,
                      show(1 - self.call_constant)),
                Check("at every bet bluffs and value bets leave the caller indifferent", densities),
                Check("the integral is the value", total * self.game.ante == self.value,
                      show(total * self.game.ante)),
            ),
        )  # fmt: skip

    def explain(self) -> Explanation:
        """The curves, as a table."""
        rows = tuple(
            (show(Fraction(b)), show(self.bluff_bet(b)), show(self.value_bet(b)),
             show(self.calls_above(b)))
            for b in (0, 1, 2, 3, 5, 10)
        )  # fmt: skip
        steps = (
            Step(
                "Who bets what",
                "Hands from 1/7 to 4/7 check. The better a hand above 4/7, the more it bets; hands "
                "below 1/7 bluff, the worst of them the most.",
                TextTable(("bet", "bluffed by", "bet for value by", "called above"), rows),
            ),
            Step("The value", f"The integral over all hands is {show(self.value)}."),
        )
        return Explanation(self.game.title, steps)

    def draw(self) -> Picture:
        """The bet as a function of the hand."""
        from kibitz.continuous.poker_draw import draw_newman

        return draw_newman(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "poker-solution",
            "model": "newman",
            "value": plain(self.value),
            "check_interval": [plain(x) for x in self.check_interval],
            "value_bet_x(beta)": "1-(12/7)*(beta+2)**-2",
            "bluff_bet_x(beta)": "(4/7)*(2+3*beta)*(beta+2)**-3",
            "II_calls_if": "y > 1-(12/7)*(beta+2)**-1",
            "favors": "I",
        }

    def __str__(self) -> str:
        low, high = self.check_interval
        return (
            f"value {show(self.value)}, favors I\n"
            f"I: check from {show(low)} to {show(high)}; bet β with 1-(12/7)/(β+2)^2, bluff β with "
            "(4/7)(2+3β)/(β+2)^3\nII: call a bet β above 1-(12/7)/(β+2)"
        )


def newman(game: ContinuousPoker) -> NewmanSolution:
    """The solution for any ante."""
    return NewmanSolution(game, SEVENTH * game.ante)


def _slope_value(beta: Fraction, constant: Fraction) -> Fraction:
    """How many hands bet about this much for value."""
    return 2 * constant / (beta + 2) ** 3


def _slope_bluff(beta: Fraction) -> Fraction:
    """How many hands bluff about this much: minus the derivative of (4/7)(2+3β)/(β+2)^3."""
    return -Fraction(4, 7) * (3 / (beta + 2) ** 3 - 3 * (2 + 3 * beta) / (beta + 2) ** 4)


def _integral(constant: Fraction) -> Fraction:
    """The value: bluffs below 1/7, checks to 4/7, and value bets by the substitution u = β + 2.

    A value bet gives c + (u-1)(2x - c - 1) with c = 1 - k/u and x = 1 - k/u^2, which comes to
    1 + k - 4k/u + 2k/u^2, times dx = 2k/u^3 du from u = 2 on.
    """
    k = constant
    low, high = Fraction(1, 7), Fraction(4, 7)
    bluffs = low * (1 - k)
    checks = (high * high - high) - (low * low - low)
    terms = {0: 1 + k, 1: -4 * k, 2: 2 * k}
    bets = sum(
        (2 * k * c * Fraction(1, (p + 2) * 2 ** (p + 2)) for p, c in terms.items()), Fraction(0)
    )
    return bluffs + checks + bets
