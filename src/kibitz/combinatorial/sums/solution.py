"""The answer to a sum: that of the whole, and what each component is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.sums.sum import Sum
from kibitz.core.extension import extends


@dataclass(frozen=True)
class SumSolution(ImpartialSolution):
    """Outcome, value and winning moves of a sum, with the values of its components.

    >>> from kibitz import game
    >>> print(game("nim 3 4 + kayles 5").solve())
    nim + Kayles: 3 4 + 5, normal play
    outcome N: the first player wins
    nimber 3
    components worth 7, 4
    winning moves: in component 1 (nim): take 3 from heap 1, leaving 0
    found by the Sprague-Grundy theorem
    """

    game: Sum

    def to_json(self) -> dict[str, Any]:
        data = super().to_json()
        if self.value is not None:
            data["components"] = [
                {"game": part.name, "position": part.show(part.position), "value": str(value)}
                for part, value in zip(self.game.components, self.game.values, strict=True)
            ]
        return data

    def __str__(self) -> str:
        lines = super().__str__().splitlines()
        if self.value is not None and self.game.components:
            lines.insert(3, f"components worth {', '.join(map(str, self.game.values))}")
        return "\n".join(lines)


@extends(Sum)
def solution_class(game: Sum) -> type[SumSolution]:
    """What an answer about such a game is."""
    return SumSolution
