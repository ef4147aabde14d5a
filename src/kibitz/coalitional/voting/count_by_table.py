"""Swings by table: every coalition is looked at, whatever the weights are."""

from __future__ import annotations

import numpy as np

from kibitz.coalitional.coalitions import halves, sizes
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.voting.swings import Swings

METHOD = "a table of all coalitions"


def swings_by_table(game: CoalitionalGame) -> Swings:
    """The swings of every voter. Cost n 2^n.

    >>> from kibitz import coalition
    >>> swings_by_table(coalition(weights=[2, 1, 1], quota=3)).by_voter
    ((0, 2, 1), (0, 1, 0), (0, 1, 0))
    """
    wins, size = game.worths.array != 0, sizes(game.n)
    rows = []
    for i in range(game.n):
        without, joined = halves(wins, i)
        counted = np.bincount(halves(size, i)[0][joined & ~without], minlength=game.n)
        rows.append(tuple(map(int, counted)))
    losing = np.bincount(size[~wins], minlength=game.n + 1)
    return Swings(tuple(map(int, losing)), tuple(rows), METHOD)
