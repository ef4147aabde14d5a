"""Claimed equilibria of three and more players, read back from JSON.

A weight is a number, or an object with ``about``: the root of the indifference equations next to
it is meant. A claim in fractions is checked exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.formats.json_keys import array
from kibitz.strategic.algebraic_point import AlgebraicPoint, rational_weights
from kibitz.strategic.indifference_system import IndifferenceSystem
from kibitz.strategic.mixture import TOLERANCE, mixture
from kibitz.strategic.n_player_solution import NPlayerEquilibria, NPlayerEquilibrium
from kibitz.strategic.strategic_game import StrategicGame


def n_player_claim(
    game: StrategicGame, data: dict[str, Any]
) -> NPlayerEquilibria | NPlayerEquilibrium:
    """One equilibrium, or several, as somebody claims them.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> claim = {"kind": "equilibrium", "strategies": [["1", "0"], ["0", "1"], ["1", "0"]]}
    >>> n_player_claim(game, claim).verify().holds
    False
    """
    if data["kind"] == "equilibrium":
        return _equilibrium(game, data, "strategies")
    found = []
    for k, item in enumerate(array(data.get("equilibria", []), "equilibria")):
        if not isinstance(item, dict):
            raise GameError(f"equilibria[{k}]: expected an object with 'strategies'")
        found.append(_equilibrium(game, item, f"equilibria[{k}].strategies"))
    complete = data.get("complete") is True
    return NPlayerEquilibria(game, tuple(found), "a claim", (), complete)


def _equilibrium(game: StrategicGame, data: dict[str, Any], where: str) -> NPlayerEquilibrium:
    lists = array(data.get("strategies"), where)
    if len(lists) != len(game.players):
        raise GameError(f"{where}: {len(lists)} strategies for {len(game.players)} players")
    profile = []
    for k, (given, labels) in enumerate(zip(lists, game.strategies, strict=True)):
        read = [_weight(x, f"{where}[{k}][{s}]") for s, x in enumerate(array(given, where))]
        profile.append(mixture(read, labels, f"{where}[{k}]"))
    least = 0 if all(isinstance(x, Fraction) for w in profile for x in w) else TOLERANCE
    supports = tuple(tuple(s for s, w in enumerate(weights) if w > least) for weights in profile)
    kept = tuple(
        tuple(weights[s] for s in played) for weights, played in zip(profile, supports, strict=True)
    )
    point = tuple(tuple(float(w) for w in part) for part in kept)
    return NPlayerEquilibrium(game, supports, point, "a claim", True, _exact(game, supports, kept))


def _exact(game: StrategicGame, supports: Any, kept: Any) -> AlgebraicPoint | None:
    if not game.exact or not all(isinstance(w, Fraction) for part in kept for w in part):
        return None
    return rational_weights(IndifferenceSystem(game, supports), kept)


def _weight(given: Any, where: str) -> Number:
    if isinstance(given, dict):
        if "about" not in given:
            raise GameError(f"{where}: an object needs 'about', a number")
        return float(number(given["about"], where))
    return number(given, where)
