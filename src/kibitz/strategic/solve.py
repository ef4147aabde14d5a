"""Choosing a method for strategic games by the number of players and what payoffs add up to."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.method import find, method, methods
from kibitz.strategic.game import StrategicGame

EQUILIBRIA = ("all equilibria", "one equilibrium")
"""How the methods that ``equilibria`` offers say what they find."""


@method(
    StrategicGame,
    "auto",
    finds="the value of a two-person constant-sum game, equilibria of any other game",
    cost="same as the chosen method",
)
def automatic(game: StrategicGame) -> Any:
    """The value of a two-person game of constant sum, equilibria of any other game.

    All of them while the game is small, otherwise one; the answer says which.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Solution
        The solution, which names its method.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(automatic(bimatrix("1,-1 -1,1; -1,1 1,-1")).value)
    0
    >>> len(automatic(bimatrix("2,1 0,0; 0,0 1,2")))
    3
    """
    if len(game.players) != 2:
        return every_equilibrium(game)
    if game.constant_sum() is not None and not game.costs:
        return game.matrix_game().solve()
    from kibitz.strategic.two_player.solve import solve_bimatrix

    return solve_bimatrix(game)


@method(
    StrategicGame,
    "equilibria",
    finds="all equilibria",
    cost="same as the chosen method",
    aliases=(
        "nash",
        "all-equilibria",
        "nash-equilibria",
        "nash-equilibrium",
        "mixed",
    ),
)
def every_equilibrium(game: StrategicGame) -> Any:
    """All equilibria, by a method for the number of players.

    Of more than two players, those that a search of some 20 seconds finds; ``complete`` of the
    answer says whether these are all.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Solution
        The equilibria, and whether these are all.
    """
    if len(game.players) == 2:
        from kibitz.strategic.two_player.equilibria import equilibria

        return equilibria(game)
    from kibitz.strategic.n_player.equilibria import n_player_equilibria

    return n_player_equilibria(game)


@method(
    StrategicGame,
    "support-enumeration",
    finds="all equilibria",
    cost="exponential: a system of equations for each pair or profile of supports",
    reference="Dickhaut and Kaplan 1991; Porter, Nudelman and Shoham 2008",
    aliases=("supports", "enumpoly"),
)
def by_supports(
    game: StrategicGame,
    limit: int | None = None,
    budget: int | None = None,
    stop_after: int | None = None,
    seconds: float | None = None,
) -> Any:
    """All equilibria, support by support.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    limit : int, optional
        For two players, the most pairs of supports that are tried.
    budget : int, optional
        For more players, the nodes that are visited for one support profile.
    stop_after : int, optional
        For more players, the number of equilibria after which the search ends.
    seconds : float, optional
        For more players, how long to search.

    Returns
    -------
    Solution
        The equilibria, and whether these are all.

    Notes
    -----
    Cost: exponential: a system of equations for each pair or profile of supports.

    References
    ----------
    Dickhaut and Kaplan 1991; Porter, Nudelman and Shoham 2008.
    """
    for_two = {"limit": limit}
    for_more = {"budget": budget, "stop_after": stop_after, "seconds": seconds}
    two = len(game.players) == 2
    for name, value in (for_more if two else for_two).items():
        if value is not None:
            others = "more than two players" if two else "two players"
            raise GameError(f"support-enumeration: {name} applies to games of {others}")
    given = {k: v for k, v in (for_two if two else for_more).items() if v is not None}
    if two:
        from kibitz.strategic.two_player.support_enumeration import support_enumeration

        return support_enumeration(game, **given)  # type: ignore[arg-type]
    from kibitz.strategic.n_player.polynomial_support_enumeration import (
        polynomial_support_enumeration,
    )

    return polynomial_support_enumeration(game, **given)  # type: ignore[arg-type]


@method(
    StrategicGame,
    "symmetric-equilibria",
    finds="the symmetric equilibria of a symmetric game",
    cost="the vertices of one polytope, or the roots of one polynomial",
    reference="Nash 1951; Ferguson III.2.3",
)
def symmetric_equilibria(game: StrategicGame) -> Any:
    """The symmetric equilibria of a symmetric game of two players, or of two actions.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.

    Returns
    -------
    Solution
        The equilibria.

    Notes
    -----
    Cost: the vertices of one polytope, or the roots of one polynomial.

    References
    ----------
    Nash 1951; Ferguson III.2.3.

    Examples
    --------
    >>> from kibitz.strategic import finger_game
    >>> [str(found.x) for found in symmetric_equilibria(finger_game(4).strategic())]
    ['0.4424933 (root of 3t^3 - 3t^2 + 3t - 1)']
    """
    if len(game.players) == 2:
        from kibitz.strategic.two_player.symmetric_equilibria import symmetric_equilibria as of_two

        return of_two(game)
    from kibitz.strategic.n_player.symmetric_two_action import all_mixtures

    return all_mixtures(game.symmetric_two_action())


@extends(StrategicGame)
def all_equilibria(
    game: StrategicGame, method: str = "auto", exact: bool | None = None, **options: Any
) -> Any:
    """Equilibria by a method that finds all of them, or one.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    method : str, default "auto"
        The name of a method; see :func:`kibitz.methods`.
    exact : bool, optional
        Whether to compute in exact arithmetic; by default as the payoffs are given.
    **options : Any
        Options of the method.

    Returns
    -------
    Solution
        The equilibria, and whether these are all.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> all_equilibria(bimatrix("1,1 0,0; 0,0 1,1"), "pareto")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: pareto finds the Pareto-optimal cells, not equilibria; ...
    """
    if method == "auto":
        return game.solve("equilibria", exact=exact, **options)
    try:
        chosen, _ = find(game, method)
    except GameError:
        near = did_you_mean(str(method), _names(game))
        raise GameError(f"unknown method {method!r} for equilibria{near}") from None
    if not chosen.finds.startswith(EQUILIBRIA):
        raise GameError(
            f"{chosen.name} finds {chosen.finds}, not equilibria; for these there are "
            f"{', '.join(_names(game))}"
        )
    return game.solve(chosen.name, exact=exact, **options)


def _names(game: StrategicGame) -> list[str]:
    return [m.name for m in methods(game) if m.finds.startswith(EQUILIBRIA)]
