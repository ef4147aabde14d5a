"""Pictures of games of n players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.core.picture import Picture
    from kibitz.strategic.n_player_solution import NPlayerEquilibria


def draw_n_player(found: NPlayerEquilibria) -> Picture:
    """The equilibria of a game of n players."""
    return found.game.draw()
