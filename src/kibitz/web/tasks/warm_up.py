"""Load what most jobs need, before the first one comes."""

from __future__ import annotations


def run() -> bool:
    """Solve, explain and draw a small game."""
    from kibitz.formats.typed import read_game

    game = read_game("bimatrix 3,3 0,4; 4,0 1,1")
    game.solve().verify()
    game.draw()
    return True
