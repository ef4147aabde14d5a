"""Choosing a method: perfect information, zero sum, two players, or trying pure strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.backward_induction import backward_induction
from kibitz.extensive.methods.best_response import best_response, expected_payoffs
from kibitz.extensive.methods.zero_sum import zero_sum
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.profile import Profile, uniform
from kibitz.extensive.subgames import subgame_roots

if TYPE_CHECKING:
    from kibitz.extensive.methods.imperfect_recall import MixedSolution

MOST_SUBGAMES = 2_000


@method(
    ExtensiveGame,
    "auto",
    finds="an equilibrium",
    cost="same as the chosen method",
)
def solve_extensive(
    game: ExtensiveGame, exact: bool | None = None
) -> ExtensiveEquilibrium | MixedSolution:
    """An equilibrium by the method that suits the game.

    Backward induction where information is perfect; the normal form where players forget; the
    sequence-form linear program where two players have a constant sum; otherwise each subgame.

    Parameters
    ----------
    game : ExtensiveGame
        The game.
    exact : bool, optional
        Whether to compute with exact numbers or with floats; as the game was given if None.

    Returns
    -------
    ExtensiveEquilibrium or MixedSolution
        The equilibrium, which names its method.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> solve_extensive(extensive_game(decision("A", l=(1, 0), r=(0, 1)))).method
    'backward induction'
    """
    if exact is not None and exact != game.exact:
        game = game.with_numbers(exact)
    if game.has_perfect_information:
        return backward_induction(game)
    if game.forgetting:
        return _forgetful(game)
    if len(game.players) == 1:
        return _alone(game)
    if len(game.players) == 2 and game.constant_sum is not None:
        return zero_sum(game, exact)
    return in_subgames(game)


def _forgetful(game: ExtensiveGame) -> MixedSolution:
    place = game.forgetting[0]
    if len(game.players) != 2 or game.constant_sum is None:
        who = game.players[game.owners[game.find(place.infoset)]]
        raise GameError(
            f"{who} forgets ({place}); such games are solved if two players have a constant "
            "sum; solve others through their strategic form, kibitz.to_strategic(game)"
        )
    from kibitz.extensive.methods.imperfect_recall import mixed_value

    return mixed_value(game)


def _several_subgames(game: ExtensiveGame) -> str | None:
    count = len(subgame_roots(game))
    if count > MOST_SUBGAMES:
        return f"there are {count:,} subgames; at most {MOST_SUBGAMES:,} are solved one by one"
    return None


@method(
    ExtensiveGame,
    "subgame-perfect",
    finds="a subgame-perfect equilibrium",
    cost="a linear program or a complementarity problem for each subgame",
    reference="Selten 1965",
    applies=_several_subgames,
    aliases=("spe", "spne"),
)
def in_subgames(game: ExtensiveGame) -> ExtensiveEquilibrium:
    """A subgame-perfect equilibrium: the smallest subgames first, each by the method that suits it.

    Parameters
    ----------
    game : ExtensiveGame
        The game; each subgame must have perfect information, two players, or an equilibrium in
        pure strategies.

    Returns
    -------
    ExtensiveEquilibrium
        The equilibrium.

    Notes
    -----
    Cost: a linear program or a complementarity problem for each subgame.

    References
    ----------
    Selten 1965.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> second = decision("B", "b", l=(0, 1), r=(3, 0))
    >>> in_subgames(extensive_game(decision("A", quit=(2, 2), go=second))).payoffs[0]
    Fraction(2, 1)
    """
    reason = _several_subgames(game)
    if reason is not None:
        raise GameError(reason)
    from kibitz.extensive.methods.subgame_perfect import solve_subgames

    return solve_subgames(game, _whole) if len(subgame_roots(game)) > 1 else _whole(game)


def _whole(game: ExtensiveGame) -> ExtensiveEquilibrium:
    if game.has_perfect_information:
        return backward_induction(game)
    if len(game.players) == 2:
        if game.constant_sum is not None:
            return zero_sum(game)
        return _sequence_lcp(game)
    if len(set(game.owners.tolist())) == 1:
        return _alone(game)
    from kibitz.extensive.methods.pure_equilibrium import pure_equilibrium

    return pure_equilibrium(game)


def _sequence_lcp(game: ExtensiveGame) -> ExtensiveEquilibrium:
    """Lemke's method, on the decimals that floats spell; the answer in floats again."""
    from kibitz.extensive.methods.sequence_lcp import sequence_lcp

    if game.exact:
        return sequence_lcp(game)
    equilibrium = sequence_lcp(game.rational())
    profile = Profile(game, equilibrium.profile.weights.astype(float))
    payoffs = tuple(float(p) for p in equilibrium.payoffs)
    return ExtensiveEquilibrium(game, profile, payoffs, equilibrium.method)


def _alone(game: ExtensiveGame) -> ExtensiveEquilibrium:
    profile = best_response(game, int(game.owners[0]), uniform(game)).strategy
    method = "the best plan of the only player"
    return ExtensiveEquilibrium(game, profile, expected_payoffs(game, profile), method)
