"""What the nucleolus and its relatives share: payoffs, and the rounds that prove them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Self

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.center import Round, lexicographic_center
from kibitz.coalitional.lexicographic.complaints import Complaints
from kibitz.coalitional.solution import Allocation
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.solution import Certificate

METHOD = "a sequence of linear programs"
MOST_PLAYERS = 24


@dataclass(frozen=True)
class LexicographicAllocation(Allocation):
    """Payoffs at which the sorted complaints are lexicographically least.

    ``rounds`` has one linear program after another, each with the weights that prove its value;
    together they are Kohlberg's certificate.
    """

    rounds: tuple[Round, ...] = field(default=(), repr=False)

    @staticmethod
    @abstractmethod
    def complaints_in(game: CoalitionalGame) -> Complaints:
        """What counts as a complaint."""

    @staticmethod
    def lower_bounds(game: CoalitionalGame) -> tuple[Number | None, ...]:
        """The least payoff allowed for each player, None where there is none."""
        return (None,) * game.n

    @classmethod
    def of(cls, game: CoalitionalGame) -> Self:
        """Solve the sequence of linear programs."""
        if game.n > MOST_PLAYERS:
            raise GameError(
                f"{game.n} players have {1 << game.n} coalitions to keep content at once; the "
                f"{cls.concept} can be had for at most {MOST_PLAYERS} players"
            )
        found = lexicographic_center(cls.complaints_in(game), cls.lower_bounds(game))
        payoffs, rounds = found
        return cls(game, payoffs, METHOD, rounds=rounds)

    @property
    def levels(self) -> tuple[tuple[Number, tuple[Round, ...]], ...]:
        """The rounds by level: what is settled at the greatest complaint, then at the next."""
        grouped = groupby(self.rounds, key=lambda r: r.level)
        return tuple((level, tuple(found)) for level, found in grouped)

    def verify(self) -> Certificate:
        """Check Kohlberg's criterion from the worths and the weights alone. Cost n 2^n."""
        from kibitz.coalitional.lexicographic.kohlberg import kohlberg_checks

        shown = show_all(self.payoffs) if len(self.payoffs) <= 8 else "as claimed"
        complaints = self.complaints_in(self.game)
        lower = self.lower_bounds(self.game)
        return Certificate(
            f"the {self.concept} is {shown}",
            "Kohlberg's criterion, level by level",
            tuple(kohlberg_checks(complaints, self.payoffs, lower, self.rounds)),
        )

    def to_json(self) -> dict[str, Any]:
        complaints = self.complaints_in(self.game)
        return {**super().to_json(), "rounds": [r.to_json(complaints) for r in self.rounds]}


def alone(game: CoalitionalGame, concept: str) -> tuple[Number | None, ...]:
    """What each player earns alone, when all can be given as much."""
    lower = tuple(game.value(1 << i) for i in range(game.n))
    if sum(lower) > game.total:
        raise GameError(
            f"single players earn {show(sum(lower))}, more than all together, {show(game.total)}: "
            f"there are no imputations and so no {concept}; ask for the pre{concept}"
        )
    return lower
