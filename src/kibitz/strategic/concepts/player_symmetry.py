"""Symmetric games: it does not matter who is who, only who plays what."""

from __future__ import annotations

import numpy as np

from kibitz.strategic.game import StrategicGame


def is_player_symmetric(game: StrategicGame) -> bool:
    """Whether exchanging any two players, with their strategies, leaves the game as it is.

    It is enough to exchange neighbors.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    bool
        True for a symmetric game.

    Notes
    -----
    Cost: O(n^2) times the cells.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> is_player_symmetric(bimatrix("3,3 0,4; 4,0 1,1"))
    True
    >>> is_player_symmetric(bimatrix("2,1 0,0; 0,0 1,2"))
    False
    """
    count = len(game.players)
    if len(set(game.shape)) > 1 or len({t.denominator for t in game.payoffs}) > 1:
        return False
    for k in range(count - 1):
        for j in range(count):
            image = {k: k + 1, k + 1: k}.get(j, j)
            turned = np.swapaxes(game.payoffs[j].array, k, k + 1)
            if not (turned == game.payoffs[image].array).all():
                return False
    return True
