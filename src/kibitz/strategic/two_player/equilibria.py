"""All equilibria of a bimatrix game, by a method that suits it."""

from __future__ import annotations

from kibitz.strategic.game import StrategicGame
from kibitz.strategic.two_player.best_response_polytope import require_two_players
from kibitz.strategic.two_player.equilibrium import Equilibria
from kibitz.strategic.two_player.two_by_two import two_by_two_equilibria
from kibitz.strategic.two_player.vertex_enumeration import vertex_enumeration


def equilibria(game: StrategicGame, method: str = "auto") -> Equilibria:
    """All equilibria of a two-person game, exactly: the extreme ones and their structure.

    ``auto`` takes the formula for 2x2 games and enumerates vertices otherwise. Floats are taken at
    their shortest decimal spelling, and the answer is rounded at the end.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    method : str, default "auto"
        The name of a method; see :func:`kibitz.methods`.

    Returns
    -------
    Equilibria
        The extreme equilibria, their components and indices.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(equilibria(bimatrix("3,3 0,4; 4,0 1,1", rows="silent confess", columns="s c")))
    one equilibrium
    I confess | II c | payoffs 1, 1 | index +1
    found by the 2x2 formula
    """
    require_two_players(game)
    if method != "auto":
        named: Equilibria = game.equilibria(method)
        return named
    return two_by_two_equilibria(game) if game.shape == (2, 2) else vertex_enumeration(game)
