"""What finite decks prove about poker on [0, 1]: a value with the deck, bounds on the true one."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.explanation import Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.solution import Certificate, Check, Solution


class DeckBounds(Solution):
    """An answer between two bounds, by best replies on the interval to steps of a finite deck."""

    hands: int
    value: float
    lower: float
    upper: float

    @property
    def exact(self) -> bool:
        return False

    @property
    def favors(self) -> str | None:
        return "I" if self.lower > 0 else "II" if self.upper < 0 else None

    def certified(self, low: Fraction, high: Fraction) -> Certificate:
        """The bounds against what the strategies are found to guarantee and to concede."""
        return Certificate(
            f"the value on [0, 1] lies between {self.lower:.8g} and {self.upper:.8g}",
            "the exact best replies on the interval",
            (
                Check("I's steps guarantee the lower bound", low >= self.lower),
                Check("II's steps concede at most the upper bound", high <= self.upper),
            ),
        )

    def deck_step(self) -> Step:
        """What the finite game says about the true one."""
        rows = (
            ("value with this deck", f"{self.value:.8f}"),
            ("guaranteed on [0, 1] by I", f"{self.lower:.8f}"),
            ("conceded at most on [0, 1] by II", f"{self.upper:.8f}"),
        )
        return Step(
            f"A deck of {self.hands} hands",
            "The linear program of the finite game gives step functions; the best replies to them "
            "on the interval bound the true value.",
            TextTable(("", "in units of the game"), rows),
        )
