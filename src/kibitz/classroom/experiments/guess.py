"""Guess a fraction of the average."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.classroom.experiment import Experiment, RoundOutcome, mean, read_number
from kibitz.core.errors import GameError
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show

if TYPE_CHECKING:
    from kibitz.classroom.session import Session


@dataclass(frozen=True)
class Guess(Experiment):
    """The beauty contest: the guess nearest to a fraction of the average wins the prize.

    References
    ----------
    Nagel 1995.
    """

    fraction: Fraction = Fraction(2, 3)
    highest: Fraction = Fraction(100)
    prize: Fraction = Fraction(1)
    name: ClassVar[str] = "guess"
    title: ClassVar[str] = "Guess a fraction of the average"

    def __post_init__(self) -> None:
        if not 0 < self.fraction < 1:
            raise GameError(f"guess: fraction is {self.fraction}; it must be between 0 and 1")

    @property
    def instructions(self) -> str:
        return (
            f"Everyone writes a number from 0 to {show(self.highest)}. The number nearest to "
            f"{show(self.fraction)} of the average of all numbers wins {show(self.prize)}; several "
            "that are equally near share it."
        )

    def read(self, text: Any, player: str = "") -> Fraction:
        return read_number(text, 0, self.highest, player)

    def outcome(self, entries: Mapping[str, Any], session: Session) -> RoundOutcome:
        average = mean(list(entries.values()))
        target = self.fraction * average
        nearest = min(abs(x - target) for x in entries.values())
        winners = [name for name, x in entries.items() if abs(x - target) == nearest]
        payoffs = {
            name: self.prize / len(winners) if name in winners else Fraction(0) for name in entries
        }
        facts = {"average": average, "target": target, "won by": ", ".join(winners)}
        return RoundOutcome(dict(entries), payoffs, facts)

    def level(self, guess: Fraction) -> int:
        """How many steps of reasoning a guess shows: 0 is half of the highest, and so on.

        >>> [Guess().level(Fraction(x)) for x in (50, 33, 22, 0)]
        [0, 1, 2, 10]
        """
        steps = [float(self.highest) / 2 * float(self.fraction) ** k for k in range(11)]
        return min(range(11), key=lambda k: abs(steps[k] - float(guess)))

    def theory(self, session: Session) -> Step:
        last = session.outcomes[-1]
        rows = tuple(
            (name, f"{float(x):.4g}", str(self.level(x)) if self.level(x) < 10 else "10 or more")
            for name, x in last.entries.items()
        )
        averages = ", ".join(f"{float(o.facts['average']):.4g}" for o in session.outcomes)
        said = f"The average was {averages}"
        if len(session.outcomes) > 1:
            said = f"The averages were {averages}"
        return Step(
            "Theory",
            f"No guess above {show(self.fraction * self.highest)} can win; if no one makes one, "
            f"none above {show(self.fraction**2 * self.highest)} can, and so on: only 0 is left, "
            f"and all choosing 0 is the only equilibrium. {said}. A player "
            "who thinks k steps ahead of random guesses names half of the highest number times the "
            "fraction to the power k; the last round shows these levels.",
            Table(("player", "guess", "level"), rows),
        )
