"""When methods for strategic games apply, as the reason why they do not."""

from __future__ import annotations

from kibitz.strategic.game import StrategicGame


def needs_two_players(game: StrategicGame) -> str | None:
    """Why a method for two players does not apply.

    >>> from kibitz import strategic_game
    >>> needs_two_players(strategic_game("1,1,1 0,0,0 | 0,0,0 1,1,1"))
    'it needs two players, but this game has 3'
    """
    count = len(game.players)
    return None if count == 2 else f"it needs two players, but this game has {count}"


def needs_few_cells(game: StrategicGame, most: int) -> str | None:
    """Why a method that looks at all cells does not apply to a large game."""
    cells = 1
    for size in game.shape:
        cells *= size
    return None if cells <= most else f"the limit is {most:,} cells, but this game has {cells:,}"
