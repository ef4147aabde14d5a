"""Choosing a method: perfect information, zero sum, two players, or trying pure strategies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.backward_induction import backward_induction
from kibitz.extensive.methods.best_response import best_response
from kibitz.extensive.methods.pure_equilibrium import pure_equilibrium
from kibitz.extensive.methods.sequence_lcp import sequence_lcp
from kibitz.extensive.methods.subgame_perfect import subgame_perfect
from kibitz.extensive.methods.zero_sum import zero_sum
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.imperfect_recall import MixedSolution, mixed_value
from kibitz.extensive.strategies.profile import Profile, uniform
from kibitz.extensive.subgames import subgame_roots

MOST_SUBGAMES = 2_000


def solve_extensive(
    game: ExtensiveGame, exact: bool | None = None, method: str = "auto"
) -> ExtensiveEquilibrium | MixedSolution:
    """An equilibrium by the method that suits the game, or by the one that is named.

    Methods: backward-induction, linear-program, lemke, subgame-perfect, normal-form, pure.

    >>> from kibitz.extensive import decision, extensive_game
    >>> solve_extensive(extensive_game(decision("A", l=(1, 0), r=(0, 1)))).method
    'backward induction'
    """
    if method != "auto":
        return _by_name(game, exact, method)
    if game.has_perfect_information:
        return backward_induction(game)
    if game.forgetting:
        return _forgetful(game)
    if len(game.players) == 1:
        return _alone(game)
    if len(game.players) == 2 and game.constant_sum is not None:
        return zero_sum(game, exact)
    return _in_subgames(game)


def _by_name(
    game: ExtensiveGame, exact: bool | None, method: str
) -> ExtensiveEquilibrium | MixedSolution:
    methods: dict[str, Callable[[ExtensiveGame], Any]] = {
        "backward-induction": backward_induction,
        "linear-program": lambda g: zero_sum(g, exact),
        "lemke": sequence_lcp,
        "subgame-perfect": _in_subgames,
        "normal-form": mixed_value,
        "pure": pure_equilibrium,
    }
    aliases = {"lp": "linear-program", "sequence-form": "linear-program", "lcp": "lemke"}
    name = aliases.get(method, method)
    if name not in methods:
        raise GameError(f"no method is called {method!r}{did_you_mean(method, methods)}")
    found: ExtensiveEquilibrium | MixedSolution = methods[name](game)
    return found


def _forgetful(game: ExtensiveGame) -> MixedSolution:
    place = game.forgetting[0]
    if len(game.players) != 2 or game.constant_sum is None:
        who = game.players[game.owners[game.find(place.infoset)]]
        raise GameError(
            f"{who} forgets ({place}); such games are solved when two players have a constant sum, "
            "others through their strategic form, kibitz.to_strategic(game)"
        )
    return mixed_value(game)


def _in_subgames(game: ExtensiveGame) -> ExtensiveEquilibrium:
    """Subgame by subgame where there are several, otherwise at once."""
    roots = subgame_roots(game)
    if len(roots) > MOST_SUBGAMES:
        raise GameError(
            f"there are {len(roots):,} subgames, more than the {MOST_SUBGAMES:,} that are solved "
            "one by one"
        )
    return subgame_perfect(game, _whole) if len(roots) > 1 else _whole(game)


def _whole(game: ExtensiveGame) -> ExtensiveEquilibrium:
    if game.has_perfect_information:
        return backward_induction(game)
    if len(game.players) == 2 and game.exact:
        return zero_sum(game) if game.constant_sum is not None else sequence_lcp(game)
    if len(game.players) == 2:
        return zero_sum(game) if game.constant_sum is not None else _from_decimals(game)
    if len(set(game.owners.tolist())) == 1:
        return _alone(game)
    return pure_equilibrium(game)


def _from_decimals(game: ExtensiveGame) -> ExtensiveEquilibrium:
    """Lemke's method on the decimals that the floats spell; the answer in floats again."""
    found = sequence_lcp(game.rational())
    profile = Profile(game, found.profile.weights.astype(float))
    payoffs = tuple(float(p) for p in found.payoffs)
    return ExtensiveEquilibrium(game, profile, payoffs, found.method)


def _alone(game: ExtensiveGame) -> ExtensiveEquilibrium:
    from kibitz.extensive.methods.best_response import expected_payoffs

    found = best_response(game, int(game.owners[0]), uniform(game)).strategy
    method = "the best plan of the only player"
    return ExtensiveEquilibrium(game, found, expected_payoffs(game, found), method)
