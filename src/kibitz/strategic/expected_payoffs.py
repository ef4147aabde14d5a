"""Expected payoffs and best responses in games of n players. Cost O(n) times the cells played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, common_denominator, is_root, number, over
from kibitz.core.tensor import Tensor
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, read_profile
from kibitz.zero_sum.strategies.best_response import PureBestResponses, extreme
from kibitz.zero_sum.strategies.mixture import Mixture, support


@extends(StrategicGame)
def expected_payoffs(game: StrategicGame, profile: Any) -> tuple[Number, ...]:
    """What each player expects, or pays in a game of costs.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    profile : profile
        A strategy for each player: labels, positions from 0, or probabilities.

    Returns
    -------
    tuple[Number, ...]
        A payoff for each player.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> expected_payoffs(bimatrix("2,1 0,0; 0,0 1,2"), [["2/3", "1/3"], ["1/3", "2/3"]])
    (Fraction(2, 3), Fraction(2, 3))
    """
    read = read_profile(game, profile)
    return tuple(game.reported(x) for x in utilities(game, read))


def payoffs_by_strategy(game: StrategicGame, player: Any, profile: Any) -> Mixture:
    """What each strategy of a player brings against what the others do in a profile.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    player : int or str
        The player, by name or by position from 0.
    profile : profile
        A strategy for each player: labels, positions from 0, or probabilities.

    Returns
    -------
    Mixture
        A payoff for each strategy of the player.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> payoffs_by_strategy(bimatrix("4,1 0,0; 0,0 1,4"), "I", [0, ["1/5", "4/5"]])
    (Fraction(4, 5), Fraction(4, 5))
    """
    k = game.player(player)
    read = read_profile(game, against(game, k, profile))
    return tuple(game.reported(x) for x in utility_by_strategy(game, k, read))


def against(game: StrategicGame, k: int, given: Any) -> Any:
    """A profile from what the others do: player k, whose part does not matter, may be left out.

    >>> from kibitz import bimatrix
    >>> against(bimatrix("4,1 0,0; 0,0 1,4"), 0, ["1/5", "4/5"])
    [0, ['1/5', '4/5']]
    """
    if isinstance(given, Mapping) and game.players[k] not in given:
        if len(game.players) > 2 or set(given) & set(game.players):
            return {**given, game.players[k]: 0}
        return _with(k, [given])
    if isinstance(given, str) and len(game.players) == 2 and given in game.strategies[1 - k]:
        return _with(k, [given])
    if not isinstance(given, (list, tuple, np.ndarray)):
        return given
    if len(game.players) == 2 and len(given) == game.shape[1 - k] and _mixes(given):
        return _with(k, [given])
    if len(given) == len(game.players) - 1:
        return _with(k, list(given))
    if len(given) == len(game.players) and given[k] is None:
        return _with(k, [*given[:k], *given[k + 1 :]])
    return given


def _with(k: int, others: list[Any]) -> list[Any]:
    return [*others[:k], 0, *others[k:]]


def _mixes(given: Any) -> bool:
    """Whether a list holds the weights of one mixture; whole numbers may be positions instead."""
    try:
        weights = [x if is_root(x) else number(x) for x in given]
    except GameError:
        return False
    return any(is_root(x) or 0 < x < 1 for x in weights)


@extends(StrategicGame)
def best_responses(game: StrategicGame, player: Any, profile: Any) -> PureBestResponses:
    """The strategies (positions from 0) that are best for a player against the others.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    player : int or str
        The player, by name or by position from 0.
    profile : profile
        A strategy for each player: labels, positions from 0, or probabilities.

    Returns
    -------
    PureBestResponses
        The best strategies, and what they pay.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> best_responses(bimatrix("4,1 0,0; 0,0 1,4"), "I", [0, ["1/5", "4/5"]]).responses
    (0, 1)
    """
    by_strategy = payoffs_by_strategy(game, player, profile)
    best = min(by_strategy) if game.costs else max(by_strategy)
    return extreme(by_strategy, best, game.strategies[game.player(player)], game.word)


def utilities(game: StrategicGame, profile: Profile) -> tuple[Number, ...]:
    """What each player wants more of, expected."""
    return tuple(_contract(tensor, profile)[0] for tensor in game.payoffs)


def utility_by_strategy(game: StrategicGame, k: int, profile: Profile) -> Mixture:
    """What player k wants more of, for each strategy, against what the others do."""
    others: list[Mixture | None] = list(profile)
    others[k] = None
    return tuple(_contract(game.payoffs[k], others))


def _contract(tensor: Tensor, weights: Sequence[Mixture | None]) -> list[Number]:
    """The expectation over every axis that has weights; at most one axis is left."""
    played = [
        range(size) if w is None else support_or_all(w)
        for w, size in zip(weights, tensor.shape, strict=True)
    ]
    if tensor.exact and _in_roots(weights):
        return _in_one_field(tensor, weights)
    exact = tensor.exact and all(type(x) is Fraction for w in weights if w for x in w)
    box = tensor.array if exact else tensor.floats()
    array = box[np.ix_(*played)].astype(object if exact else float)
    bottom = tensor.denominator
    for axis in reversed(range(len(weights))):
        chosen = weights[axis]
        if chosen is None:
            continue
        kept = [chosen[i] for i in played[axis]]
        if exact:
            numerators, denominator = common_denominator(kept)  # type: ignore[arg-type]
            factors = np.array(numerators, object)
            bottom *= denominator
        else:
            factors = np.array([float(x) for x in kept])
        array = np.tensordot(array, factors, axes=([axis], [0]))
    flat = np.asarray(array).ravel().tolist()
    return list(over(flat, bottom)) if exact else [float(x) for x in flat]


def _in_roots(weights: Sequence[Mixture | None]) -> bool:
    """Whether some weights are roots and none is a float."""
    every = [x for w in weights if w for x in w]
    return any(map(is_root, every)) and not any(isinstance(x, float) for x in every)


def _in_one_field(tensor: Tensor, weights: Sequence[Mixture | None]) -> list[Number]:
    """The same in the field of all the weights."""
    from kibitz.algebra.field_number import in_one_field

    every: list[Any] = in_one_field([x for w in weights if w for x in w])  # type: ignore[misc]
    array, end = tensor.array.astype(object), len(every)
    for axis in reversed(range(len(weights))):
        chosen = weights[axis]
        if chosen is not None:
            start = end - len(chosen)
            factors = np.array(every[start:end], object)
            array, end = np.tensordot(array, factors, axes=([axis], [0])), start
    scale = Fraction(1, tensor.denominator)
    return [(x * scale).point() for x in np.asarray(array).ravel()]


def support_or_all(weights: Mixture) -> Sequence[int]:
    """Where an exact mixture has weight; every position of a floating one."""
    return support(weights) if not isinstance(weights[0], float) else range(len(weights))
