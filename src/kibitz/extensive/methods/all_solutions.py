"""All solutions of a tree, where they can be told: equilibria by induction, or the optimal face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.numbers import show_all
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.backward_induction import SubgamePerfect, subgame_perfect_equilibria
from kibitz.extensive.methods.optimal_face import OptimalFace, optimal_face


@dataclass(frozen=True, eq=False)
class SubgamePerfectEquilibria(Solution):
    """All subgame-perfect equilibria in pure strategies of a game of perfect information."""

    game: ExtensiveGame
    equilibria: tuple[SubgamePerfect, ...]

    def __len__(self) -> int:
        return len(self.equilibria)

    def verify(self) -> Certificate:
        """Each of them by the one-shot deviation principle."""
        checks = tuple(
            Check(f"equilibrium {k}", found.verify().holds, show_all(found.payoffs))
            for k, found in enumerate(self.equilibria, 1)
        )
        claim = f"{len(self)} subgame-perfect equilibria"
        return Certificate(claim, "the one-shot deviation principle", checks)

    def __str__(self) -> str:
        lines = [f"{len(self)} subgame-perfect equilibria in pure strategies"]
        for k, found in enumerate(self.equilibria, 1):
            moves = ", ".join(f"{where}: {move}" for where, move in found.choices.items())
            lines.append(f"{k}. pays {show_all(found.payoffs)}   {moves}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "subgame-perfect-equilibria",
            "game": self.game.title,
            "equilibria": [found.to_json() for found in self.equilibria],
        }


def all_solutions(game: ExtensiveGame) -> SubgamePerfectEquilibria | OptimalFace:
    """All equilibria by backward induction, or the whole optimal face of a zero-sum game."""
    if game.has_perfect_information:
        return SubgamePerfectEquilibria(game, subgame_perfect_equilibria(game))
    return optimal_face(game)
