"""Choosing a method for strategic games by the number of players and what payoffs add up to."""

from __future__ import annotations

from typing import Any

from kibitz.core.index import table
from kibitz.strategic.game import StrategicGame


def solve_strategic(game: StrategicGame, method: str = "auto", exact: bool | None = None) -> Any:
    """The value of a two-person game of constant sum, equilibria of any other game.

    All of them while the game is small, otherwise one; the answer says which.

    >>> from kibitz import bimatrix
    >>> print(solve_strategic(bimatrix("1,-1 -1,1; -1,1 1,-1")).value)
    0
    >>> len(solve_strategic(bimatrix("2,1 0,0; 0,0 1,2")))
    3
    """
    constant = len(game.players) == 2 and game.constant_sum() is not None and not game.costs
    if method in table("METHODS")["MatrixGame"] and (method != "auto" or constant):
        return game.matrix_game().solve(method, exact=exact)
    if len(game.players) == 2:
        from kibitz.strategic.two_player.solve import solve_bimatrix

        return solve_bimatrix(game.in_numbers(exact), method)
    return all_equilibria(game, method, exact)


def all_equilibria(game: StrategicGame, method: str = "auto", exact: bool | None = None) -> Any:
    """All equilibria of a game, by a method for its number of players.

    "lemke-howson" finds one equilibrium of a two-person game.
    """
    asked = game.in_numbers(exact)
    if len(game.players) != 2:
        from kibitz.strategic.n_player.equilibria import n_player_equilibria

        return n_player_equilibria(asked, method)
    if method == "lemke-howson":
        from kibitz.strategic.two_player.lemke_howson import lemke_howson

        return lemke_howson(asked)
    from kibitz.strategic.two_player.equilibria import equilibria

    return equilibria(asked, method)


def symmetric_equilibria(game: StrategicGame) -> Any:
    """The symmetric equilibria of a symmetric game of two players, or of two actions.

    >>> from kibitz.strategic import finger_game
    >>> [str(found.x) for found in symmetric_equilibria(finger_game(4).strategic())]
    ['0.4424933 (root of 3t^3 - 3t^2 + 3t - 1)']
    """
    if len(game.players) == 2:
        from kibitz.strategic.two_player.symmetric_equilibria import symmetric_equilibria as of_two

        return of_two(game)
    from kibitz.strategic.n_player.symmetric_two_action import all_mixtures

    return all_mixtures(game.symmetric_two_action())
