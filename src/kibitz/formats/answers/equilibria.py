"""Claimed equilibria of games of any number of players, read back from JSON.

``{"kind": "equilibrium", "strategies": [...]}`` claims one, ``{"kind": "equilibria", ...}`` claims
all extreme ones of a bimatrix game (``"extreme"``), or those of a game of more players
(``"equilibria"``), and that there are no others when ``"complete"`` is true. A weight is a number,
or an object with ``about``: the root of the indifference equations next to it is meant. A claim in
fractions is checked exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.formats.answers.solution import NONE, Reader, solution_from_json
from kibitz.formats.answers.stated import Together, stated
from kibitz.formats.json_files.keys import array, numbers_at
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.algebraic_point import AlgebraicPoint, rational_weights
from kibitz.strategic.n_player.certify_profile import ApproximateEquilibrium
from kibitz.strategic.n_player.equilibria import all_equilibria
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium
from kibitz.strategic.n_player.indifference_system import IndifferenceSystem, Supports
from kibitz.strategic.n_player.nash_regions import NashRegion, curved_like, flat_region
from kibitz.strategic.n_player.solution import NPlayerEquilibria, Undecided
from kibitz.strategic.profile import read_profile
from kibitz.strategic.two_player.equilibria import equilibria
from kibitz.strategic.two_player.equilibrium import Equilibrium, claimed
from kibitz.strategic.two_player.lemke_howson import lemke_howson_all
from kibitz.zero_sum.strategies.mixture import TOLERANCE, mixture


def _one(game: StrategicGame, data: dict[str, Any]) -> Solution:
    """One equilibrium.

    >>> from kibitz import strategic_game
    >>> game = strategic_game("2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1")
    >>> claim = {"kind": "equilibrium", "strategies": [["1", "0"], ["0", "1"], ["1", "0"]]}
    >>> solution_from_json(game, claim).verify().holds
    False
    """
    if len(game.players) != 2:
        return _of_n_players(game, data, "strategies")
    return Equilibrium.of(game, _profile(data, "strategies"))


def _all(game: StrategicGame, data: dict[str, Any]) -> Solution:
    if len(game.players) != 2:
        return _all_of_n_players(game, data)
    if not game.exact:
        return equilibria(game)
    key = "extreme" if "extreme" in data else "equilibria"
    listed = [_object(item, f"{key}[{k}]") for k, item in enumerate(array(data.get(key, []), key))]
    return claimed(game, [_profile(x, f"{key}[{k}].strategies") for k, x in enumerate(listed)])


def _without_kind(game: StrategicGame, data: dict[str, Any]) -> Solution:
    """A claim that does not say of which kind it is: equilibria, or the value of a matrix game."""
    if "extreme" in data or "equilibria" in data:
        return _all(game, data)
    if "value" in data or "row" in data:
        return solution_from_json(game.matrix_game(), data)
    return _one(game, data)


def _all_of_n_players(game: StrategicGame, data: dict[str, Any]) -> NPlayerEquilibria:
    if data.get("complete") is True and not game.exact:
        return all_equilibria(game)
    found = []
    for k, item in enumerate(array(data.get("equilibria", []), "equilibria")):
        where = f"equilibria[{k}]"
        found.append(_of_n_players(game, _object(item, where), f"{where}.strategies"))
    undecided = [_open(game, item) for item in array(data.get("undecided", []), "undecided")]
    searched = data.get("complete") is True or bool(undecided)
    regions = tuple(_regions(game, data))
    return NPlayerEquilibria(game, tuple(found), "a claim", tuple(undecided), searched, regions)


def _regions(game: StrategicGame, data: dict[str, Any]) -> Iterator[NashRegion]:
    """The products of polytopes of all components; curved ones are found again."""
    for item in array(data.get("components", []), "components"):
        for subset in array(_object(item, "components").get("nash_subsets", []), "nash_subsets"):
            sides = _profile(_object(subset, "nash_subsets"), "nash_subsets.strategies")
            polytopes = [
                tuple(mixture(x, names, "nash_subsets") for x in array(side, "nash_subsets"))
                for side, names in zip(sides, game.strategies, strict=False)
            ]
            if len(polytopes) != len(game.players) or not all(polytopes):
                raise GameError("nash_subsets: each needs strategies for every player")
            if "conditions" in subset:
                yield from curved_like(game, _named(game, subset.get("supports")), polytopes)
            else:
                yield flat_region(game, polytopes)


def _named(game: StrategicGame, given: Any) -> Supports:
    """Supports by the names of their strategies."""
    lists = array(given, "supports")
    pairs = list(zip(lists, game.strategies, strict=False))
    if len(lists) != len(game.players) or any(
        x not in own for played, own in pairs for x in played
    ):
        raise GameError("supports: each player needs a list of own strategies")
    return tuple(tuple(own.index(x) for x in played) for played, own in pairs)


def _open(game: StrategicGame, item: Any) -> Undecided:
    """A support profile that somebody could not decide, with a point near which it was left."""
    data = _object(item, "undecided")
    supports = tuple(
        tuple(int(number(s, "undecided")) for s in array(played, "undecided"))
        for played in array(data.get("supports"), "undecided")
    )
    return Undecided(supports, read_profile(game, data.get("sample")))


def _of_n_players(game: StrategicGame, data: dict[str, Any], where: str) -> NPlayerEquilibrium:
    lists = _profile(data, where)
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
    regular = data.get("regular", True) is True
    exact = _exact(game, supports, kept)
    return NPlayerEquilibrium(game, supports, point, "a claim", regular, exact)


def _exact(game: StrategicGame, supports: Any, kept: Any) -> AlgebraicPoint | None:
    if not game.exact or not all(isinstance(w, Fraction) for part in kept for w in part):
        return None
    return rational_weights(IndifferenceSystem(game, supports), kept)


def _approximate(game: StrategicGame, data: dict[str, Any]) -> ApproximateEquilibrium:
    """A profile with a small regret: where a path or a rule of learning has led."""
    key = "strategies" if "strategies" in data else "profile"
    lists = array(data.get(key), key)
    pairs = zip(lists, game.strategies, strict=False)
    profile = tuple(mixture(w, names, f"{key}[{k}]") for k, (w, names) in enumerate(pairs))
    if len(lists) != len(game.players):
        raise GameError(f"{key}: {len(lists)} strategies for {len(game.players)} players")
    return ApproximateEquilibrium(game, profile, "a claim")


@dataclass(frozen=True)
class _ValueBounds(Solution):
    """What the value of a game of constant sum is said to lie between."""

    game: StrategicGame
    low: Number
    high: Number

    def verify(self) -> Certificate:
        value = self.game.matrix_game().solve().value
        slack = 1e-9 * (1 + abs(float(value)))
        inside = self.low - slack <= value <= self.high + slack
        check = Check("the value lies between them", inside, show(value))
        claim = f"the value lies between {show(self.low)} and {show(self.high)}"
        return Certificate(claim, "the minimax theorem", (check,))

    def to_json(self) -> dict[str, Any]:
        return {"value_bounds": [plain(self.low), plain(self.high)]}


def _trajectory(game: StrategicGame, data: dict[str, Any]) -> Solution:
    """Where a rule of learning has led, and what it proves about the value."""
    end = stated(_approximate)(game, data)
    if "value_bounds" not in data:
        return end
    low, high = numbers_at(data, "value_bounds", 2)
    return Together((end, _ValueBounds(game, low, high)))


def _object(item: Any, where: str) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise GameError(f"{where}: expected an object with 'strategies'")
    return item


def _profile(data: dict[str, Any], where: str) -> list[Any]:
    if "strategies" not in data:
        raise GameError(f"{where}: it is missing")
    return array(data["strategies"], where)


def _weight(given: Any, where: str) -> Number:
    if isinstance(given, dict):
        if "about" not in given:
            raise GameError(f"{where}: an object needs 'about', a number")
        return float(number(given["about"], where))
    return number(given, where)


CLAIMS: dict[str, Reader] = {
    NONE: stated(_without_kind),
    "equilibrium": stated(_one),
    "equilibria": stated(_all),
    "approximate-equilibrium": stated(_approximate),
    "trajectory": _trajectory,
    "lemke-howson": stated(lambda game, data: lemke_howson_all(game)),
}
