"""Strategic equivalence: the same game up to the unit of worth and what players own anyway."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import margin
from kibitz.coalitional.transformations.transform import (
    require_game,
    scaled,
    shifted,
    zero_normalized,
)
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Certificate, Check, Solution


@dataclass(frozen=True)
class StrategicEquivalence(Solution):
    """``second(S) = scale * first(S) + sum of shifts over S`` for every coalition, scale positive.

    Core, Shapley value and nucleolus move along: x becomes scale * x + shifts.

    >>> from kibitz import coalition
    >>> first = coalition({"A": 1, "B": 3, "A,B": 6})
    >>> found = strategic_equivalence(first, coalition({"A": 0, "B": 5, "A,B": 9}))
    >>> print(found)
    w(S) = 2 v(S) + shifts, by player: A -2, B -1
    """

    first: CoalitionalGame
    second: CoalitionalGame
    scale: Number
    shifts: tuple[Number, ...]

    def carry(self, payoffs: Any) -> tuple[Number, ...]:
        """The payoffs in the second game that correspond to these in the first."""
        x = self.first.payoffs(payoffs)
        return tuple(self.scale * a + b for a, b in zip(x, self.shifts, strict=True))

    def verify(self) -> Certificate:
        """Transform the first game and compare every worth with the second. Cost 2^n."""
        moved = shifted(scaled(self.first, self.scale), self.shifts)
        gap = abs(moved.worths.floats() - self.second.worths.floats()).max()
        same = moved.worths == self.second.worths or (
            not self.second.exact and gap <= 4 * margin(self.second)
        )
        return Certificate(
            "the games are strategically equivalent",
            "the transformation itself",
            (
                Check("the scale is positive", self.scale > 0, show(self.scale)),
                Check("every worth is carried over", bool(same)),
            ),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "strategic-equivalence",
            "scale": plain(self.scale),
            "shifts": [plain(x) for x in self.shifts],
            "players": list(self.first.players),
        }

    def __str__(self) -> str:
        moves = ", ".join(
            f"{p} {show(b)}" for p, b in zip(self.first.players, self.shifts, strict=True)
        )
        return f"w(S) = {show(self.scale)} v(S) + shifts, by player: {moves}"


def strategic_equivalence(
    first: CoalitionalGame, second: CoalitionalGame
) -> StrategicEquivalence | None:
    """The transformation that takes one game into another, or None when there is none. Cost 2^n.

    It exists when the gains from working together are in one proportion for all coalitions.
    """
    require_game(second)
    if first.players != second.players:
        raise GameError(
            f"the games have different players: {', '.join(first.players)} and "
            f"{', '.join(second.players)}"
        )
    gains = zero_normalized(first).worths
    wanted = zero_normalized(second).worths
    k = int(abs(gains.array).argmax())
    scale: Number = Fraction(1) if gains.exact else 1.0
    if gains.array[k] != 0:
        scale = wanted[k,] / gains[k,]
    if scale <= 0:
        return None
    singles = [1 << i for i in range(first.n)]
    shifts = tuple(second.value(s) - scale * first.value(s) for s in singles)
    found = StrategicEquivalence(first, second, scale, shifts)
    return found if found.verify() else None
