"""Strategic equivalence: the same game up to the unit of worth and what players own anyway."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.players import margin
from kibitz.coalitional.read_worths import read_table
from kibitz.coalitional.solution import DefinedAnswer, read_object
from kibitz.coalitional.transformations.transform import (
    require_game,
    scaled,
    shifted,
    zero_normalized,
)
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, number, plain, show


@dataclass(frozen=True)
class StrategicEquivalence(DefinedAnswer, kind="strategic-equivalence"):
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
        """The payoffs in the second game that correspond to these in the first.

        Parameters
        ----------
        payoffs : sequence or mapping
            A payoff for each player of the first game.
        """
        x = self.first.payoffs(payoffs)
        return tuple(self.scale * a + b for a, b in zip(x, self.shifts, strict=True))

    @property
    def game(self) -> CoalitionalGame:
        """The first game, which the claim is about."""
        return self.first

    def to_json(self) -> dict[str, Any]:
        masks = list(self.second.coalitions())
        return {
            "kind": self.kind,
            "method": self.method,
            "scale": plain(self.scale),
            "shifts": [plain(x) for x in self.shifts],
            "players": list(self.first.players),
            "worths": {self.second.spell(m): plain(self.second.value(m)) for m in masks},
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> StrategicEquivalence:
        second, _ = read_table(read_object(data, "worths"), list(game.players), "refuse")
        scale = number(data.get("scale"), "scale")
        shifts = game.payoffs(data.get("shifts"), "shifts")
        return cls(game, game.with_worths(second), scale, shifts)

    def __str__(self) -> str:
        moves = ", ".join(
            f"{p} {show(b)}" for p, b in zip(self.first.players, self.shifts, strict=True)
        )
        return f"w(S) = {show(self.scale)} v(S) + shifts, by player: {moves}"


@extends(CoalitionalGame)
def strategic_equivalence(
    first: CoalitionalGame, second: CoalitionalGame
) -> StrategicEquivalence | None:
    """The transformation that takes one game into another, or None when there is none.

    It exists when the gains from working together are in one proportion for all coalitions.

    Parameters
    ----------
    first : CoalitionalGame
        The first game.
    second : CoalitionalGame
        The second game.

    Returns
    -------
    StrategicEquivalence
        The factor and the amounts, or None when the games are not equivalent.

    Notes
    -----
    Cost: O(2^n).
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
    moved = shifted(scaled(first, scale), shifts)
    gap = abs(moved.worths.floats() - second.worths.floats()).max()
    rounded = not second.exact and gap <= 4 * margin(second)
    if moved.worths != second.worths and not rounded:
        return None
    return StrategicEquivalence(first, second, scale, shifts)
