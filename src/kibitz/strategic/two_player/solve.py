"""Choosing what to find in a bimatrix game: all equilibria while it is small, then one."""

from __future__ import annotations

from kibitz.linear.polyhedra.double_description import most_vertices
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.equilibria import equilibria
from kibitz.strategic.two_player.equilibrium import Equilibria, Equilibrium
from kibitz.strategic.two_player.lemke_howson import quick_equilibrium

SMALL = 2_000_000
"""The vertices that a polytope may have for all equilibria to be looked for."""


def solve_bimatrix(game: StrategicGame, method: str = "auto") -> Equilibria | Equilibrium:
    """All equilibria, by a method for them; or one by "lemke-howson".

    ``auto`` finds all of them in games up to about 16x16, or with few strategies of one player, and
    otherwise one by Lemke-Howson; the answer says which.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    method : str, default "auto"
        The name of a method; see :func:`kibitz.methods`.

    Returns
    -------
    Equilibria or Equilibrium
        The equilibria, or one of them.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> type(solve_bimatrix(bimatrix("2,1 0,0; 0,0 1,2"))).__name__
    'Equilibria'
    >>> import numpy as np
    >>> coordination = np.eye(40, dtype=int)
    >>> type(solve_bimatrix(bimatrix(coordination, coordination))).__name__
    'Equilibrium'
    """
    if method != "auto":
        named: Equilibria | Equilibrium = game.equilibria(method)
        return named
    if most_vertices(min(game.shape), sum(game.shape)) <= SMALL:
        return equilibria(game)
    return quick_equilibrium(game)
