"""The verbs for games in extensive form."""

from __future__ import annotations

from kibitz.core.verbs import solve
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.zero_sum import zero_sum


@solve.register
def solve_extensive(game: ExtensiveGame, exact: bool | None = None) -> ExtensiveEquilibrium:
    """An equilibrium by the method that suits the game."""
    return zero_sum(game, exact)
