"""Expected payoffs, best responses and exploitability, in one pass over leaves and decisions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.numbers import Number
from kibitz.extensive.strategies.profile import Profile

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

LONGEST = 2000
"""Binary digits up to which one denominator for a whole plan pays."""


@dataclass(frozen=True, eq=False)
class TreeBestResponse:
    """What a player can get against the others, and how."""

    player: int
    value: Number
    strategy: Profile
    """The profile with the player's best moves in place of its own."""


def realization(game: ExtensiveGame, profile: Profile) -> Any:
    """The probability with which each sequence's own moves are made; at the end that of none: 1."""
    plex = game.treeplex
    plan = np.ones(plex.sequences + 1, object if profile.exact else float)
    plan[:-1] = profile.weights
    for infosets in plex.rounds:
        chosen, _ = plex.spans(infosets)
        plan[chosen] = plan[chosen] * plan[plex.parent[plex.infoset_of[chosen]]]
    return plan


def expected_payoffs(game: ExtensiveGame, profile: Profile) -> tuple[Number, ...]:
    """What each player expects when all play their part of the profile.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    profile : Profile
        What each player plays.

    Returns
    -------
    tuple of numbers
        The payoff of each player.
    """
    plan, bottom = _whole(realization(game, profile))
    reach = _leaf_reach(game, plan, None)
    scale = bottom ** len(game.players)
    return tuple(
        _total(game, (reach * _amounts(game, k)).sum()) / scale for k in range(len(game.players))
    )


def best_response(game: ExtensiveGame, player: str | int, profile: Any) -> TreeBestResponse:
    """The most a player can get against what the others do; the first of equally good moves.

    Parameters
    ----------
    game : ExtensiveGame
        A game with perfect recall.
    player : str or int
        A name, or a position from 0.
    profile : Profile, mapping or solution
        What the others do; tables of probabilities are read.

    Returns
    -------
    TreeBestResponse
        The answer, and what it earns.

    Notes
    -----
    Cost: a pass over the leaves.

    Examples
    --------
    >>> from kibitz import game
    >>> from kibitz.arrows import to_extensive
    >>> kuhn = to_extensive(game("kuhn-poker"))
    >>> best_response(kuhn, "I", kuhn.solve().profile).value
    Fraction(-1, 18)
    """
    if hasattr(game, "as_tree"):
        game = game.as_tree()
    player = game.player(player)
    profile = game._read(profile, player)
    plan, bottom = _whole(realization(game, profile))
    response = respond(game, player, profile, sequence_gains(game, player, plan))
    return replace(response, value=response.value / bottom ** (len(game.players) - 1))


def sequence_gains(game: ExtensiveGame, player: int, plan: Any) -> Any:
    """What each of a player's sequences earns at the leaves where it is the last, others fixed."""
    reach = _leaf_reach(game, plan, player) * _amounts(game, player)
    gains = np.zeros(game.treeplex.sequences + 1, reach.dtype)
    np.add.at(gains, game.treeplex.at_leaf[:, player], reach)
    return gains


def respond(game: ExtensiveGame, player: int, profile: Profile, gains: Any) -> TreeBestResponse:
    """Choose at every information set, the last ones first, what earns most from there on."""
    plex = game.treeplex
    gains = gains.copy()
    weights = profile.weights.copy()
    one = Fraction(1) if profile.exact else 1.0
    for infosets in reversed(plex.rounds):
        mine = infosets[plex.owner[infosets] == player]
        if not len(mine):
            continue
        chosen, starts = plex.spans(mine)
        best = np.maximum.reduceat(gains[chosen], starts)
        weights[chosen] = 0 * one
        weights[_first_best(gains, chosen, starts, best)] = one
        np.add.at(gains, plex.parent[mine], best)
    return TreeBestResponse(player, _total(game, gains[-1]), Profile(game, weights))


def _first_best(gains: Any, chosen: Any, starts: Any, best: Any) -> Any:
    """At each information set the first sequence that earns the most."""
    sizes = np.diff(np.append(starts, len(chosen)))
    hits = np.flatnonzero(gains[chosen] == np.repeat(best, sizes))
    which = np.repeat(np.arange(len(starts)), sizes)[hits]
    _, once = np.unique(which, return_index=True)
    return chosen[hits[once]]


def regrets(game: ExtensiveGame, profile: Profile) -> tuple[Number, ...]:
    """What each player could gain by answering the others best."""
    plan = realization(game, profile)
    reach = _leaf_reach(game, plan, None)
    gains = []
    for player in range(len(game.players)):
        best = respond(game, player, profile, sequence_gains(game, player, plan)).value
        gains.append(best - _total(game, (reach * _amounts(game, player)).sum()))
    return tuple(gains)


def exploitability(game: ExtensiveGame, profile: Any) -> Number:
    """How much the players could gain in all by answering best: zero exactly at an equilibrium.

    Parameters
    ----------
    game : ExtensiveGame
        A game with perfect recall.
    profile : Profile, mapping or solution
        What everyone does; tables of probabilities are read.

    Returns
    -------
    Number
        The sum of what each could gain.

    Notes
    -----
    Cost: a pass over the leaves for each player.

    Examples
    --------
    >>> from kibitz import game
    >>> kuhn = game("kuhn-poker").as_tree()
    >>> print(exploitability(kuhn, kuhn.solve()))
    0
    """
    if hasattr(game, "as_tree"):
        game = game.as_tree()
    result: Number = sum(regrets(game, game._read(profile)))
    return result


def _whole(plan: Any) -> tuple[Any, int]:
    """An exact plan as whole numbers, which add and multiply sooner, and what to divide them by."""
    if plan.dtype != object:
        return plan, 1
    bottom = 1
    for p in set(plan.tolist()):
        bottom = lcm(bottom, p.denominator)
        if bottom.bit_length() > LONGEST:
            return plan, 1
    tops = np.empty(len(plan), object)
    tops[:] = [p.numerator * (bottom // p.denominator) for p in plan.tolist()]
    return tops, bottom


def _leaf_reach(game: ExtensiveGame, plan: Any, without: int | None) -> Any:
    weights, _ = game.chance_weights
    reach = weights.astype(object) if plan.dtype == object else weights.astype(float)
    for player in range(len(game.players)):
        if player != without:
            reach = reach * plan[game.treeplex.at_leaf[:, player]]
    return reach


def _amounts(game: ExtensiveGame, player: int) -> Any:
    column = game.amounts[:, player]
    return column.astype(object) if game.exact else column


def _total(game: ExtensiveGame, amount: Any) -> Number:
    """An amount in the game's own money."""
    if game.unit is None or isinstance(amount, (float, np.floating)):
        unit = 1.0 if game.unit is None else float(game.unit)
        return float(amount) * unit / game.chance_weights[1]
    return Fraction(amount) * game.unit / game.chance_weights[1]
