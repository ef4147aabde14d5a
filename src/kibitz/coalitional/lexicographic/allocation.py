"""What the nucleolus and its relatives share: payoffs, and the rounds that prove them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Self

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.center import LexicographicRound, lexicographic_center
from kibitz.coalitional.lexicographic.complaints import Complaints
from kibitz.coalitional.solution import Allocation, read_objects
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show

METHOD = "a sequence of linear programs"
MOST_PLAYERS = 24


@dataclass(frozen=True)
class LexicographicAllocation(Allocation):
    """Payoffs at which the sorted complaints are lexicographically least.

    ``rounds`` has one linear program after another, each with the weights that prove its value;
    together they are Kohlberg's certificate.
    """

    rounds: tuple[LexicographicRound, ...] = field(default=(), repr=False)

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
                f"{game.n} players have {1 << game.n} coalitions; the {cls.concept} is computed "
                f"for at most {MOST_PLAYERS} players"
            )
        center = lexicographic_center(cls.complaints_in(game), cls.lower_bounds(game))
        payoffs, rounds = center
        return cls(game, payoffs, METHOD, rounds=rounds)

    @property
    def levels(self) -> tuple[tuple[Number, tuple[LexicographicRound, ...]], ...]:
        """The rounds by level: what is settled at the greatest complaint, then at the next."""
        grouped = groupby(self.rounds, key=lambda r: r.level)
        return tuple((level, tuple(members)) for level, members in grouped)

    def to_json(self) -> dict[str, Any]:
        complaints = self.complaints_in(self.game)
        return {**super().to_json(), "rounds": [r.to_json(complaints) for r in self.rounds]}

    @classmethod
    def _more(cls, game: CoalitionalGame, data: dict[str, Any]) -> dict[str, Any]:
        complaints = cls.complaints_in(game)
        point = game.payoffs(data.get("payoffs"))
        given = read_objects(data, "rounds")
        return {"rounds": tuple(LexicographicRound.from_json(complaints, r, point) for r in given)}


def alone(game: CoalitionalGame, concept: str) -> tuple[Number | None, ...]:
    """What each player earns alone, when all can be given as much."""
    lower = tuple(game.value(1 << i) for i in range(game.n))
    if sum(lower) > game.total:
        raise GameError(
            f"single players earn {show(sum(lower))}, more than all together, {show(game.total)}, "
            f"so there are no imputations and no {concept}; compute the pre{concept} instead"
        )
    return lower
