"""Strategic games as JSON.

``{"kind": "strategic", "payoffs": [A, B, ...]}`` with one nested list for each player, and if
wanted ``"players"``, ``"strategies"`` (a list of names for each player) and ``"title"``. A
two-person game may also be spelled ``"A"`` and ``"B"`` (or ``"R"`` and ``"C"``), or ``"bimatrix"``
(or ``"pairs"``) with a pair in each cell, and its strategies ``"rows"`` and ``"columns"``. Payoffs
may also be an object with a list of payoffs for every profile, ``{"C,D": [0, 5], ...}``. With
``"cost": true``, or ``"objective": "minimize"``, the numbers are costs, which players minimize.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import american, count_of
from kibitz.core.tensor import Tensor
from kibitz.formats.json_files.keys import array, check_keys, label, labels, nested
from kibitz.formats.nfg import MOST_PLAYERS
from kibitz.strategic.build import strategic_game
from kibitz.strategic.game import StrategicGame

_NAMES = ["players", "strategies", "title", "cost"]
_TWO = [*_NAMES, "rows", "columns"]


def to_json(game: StrategicGame) -> dict[str, Any]:
    """Everything about a strategic game."""
    given = [-tensor for tensor in game.payoffs] if game.costs else game.payoffs
    return {
        "title": game.title,
        "players": list(game.players),
        "strategies": [list(names) for names in game.strategies],
        "payoffs": [nested(tensor.numbers()) for tensor in given],
        **({"cost": True} if game.costs else {}),
    }


def from_json(data: dict[str, Any]) -> StrategicGame:
    """The strategic game that this data describes."""
    data, cost = _apart(data)
    title = label(data.get("title", ""), "title")
    if isinstance(data.get("payoffs"), dict):
        check_keys(data, [*_NAMES, "payoffs"], [])
        lists = data.get("strategies")
        players = data.get("players")
        return strategic_game(data["payoffs"], players, lists, title, cost)
    payoffs = _payoffs(data)
    shape = payoffs[0].shape
    given = _given_strategies(data, len(payoffs))
    strategies = tuple(
        labels(names, path, size) for (path, names), size in zip(given, shape, strict=True)
    )
    usual = ["I", "II"] if len(payoffs) == 2 else None
    players = labels(data.get("players", usual), "players", len(payoffs))
    wanted = tuple(-tensor for tensor in payoffs) if cost else payoffs
    return StrategicGame(wanted, players, strategies, title, cost)


def _apart(data: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The game without the words that say whether its numbers are costs, and what they say."""
    rest, said = dict(data), dict[str, bool]()
    for key in [key for key in ("cost", "costs") if key in data]:
        if not isinstance(given := rest.pop(key), bool):
            raise GameError(f"{key}: expected true or false, found {given!r:.40}")
        said[key] = given
    aim = rest.pop("objective", None)
    if aim is not None:
        words = str(aim).lower().split()
        first = american(words[0]) if words else ""
        if first not in ("minimize", "min", "maximize", "max"):
            raise GameError(f"objective: expected minimize or maximize, found {aim!r:.40}")
        said["objective"] = first.startswith("min")
    if len(set(said.values())) > 1:
        one, other = (next(key for key in said if said[key] is yes) for yes in (True, False))
        raise GameError(f"{other}: {data[other]!r:.40} contradicts {one}: {data[one]!r:.40}")
    return rest, any(said.values())


def _payoffs(data: dict[str, Any]) -> tuple[Tensor, ...]:
    for key in ("bimatrix", "pairs"):
        if key in data:
            check_keys(data, [*_TWO, key], [])
            return _from_pairs(array(data[key], key))
    for keys in (("A", "B"), ("R", "C")):
        if keys[0] in data or keys[1] in data:
            check_keys(data, [*_TWO, *keys], list(keys))
            return _same_shape({key: Tensor.read(array(data[key], key), 2, key) for key in keys})
    check_keys(data, [*_TWO, "payoffs"], ["payoffs"])
    given = array(data["payoffs"], "payoffs")
    if not 1 <= len(given) <= MOST_PLAYERS:
        raise GameError(
            f"payoffs: {count_of(len(given), 'player')}; there can be 1 to {MOST_PLAYERS}"
        )
    paths = [f"payoffs[{k}]" for k in range(len(given))]
    return _same_shape(
        {
            path: Tensor.read(array(value, path), len(given), path)
            for path, value in zip(paths, given, strict=True)
        }
    )


def _from_pairs(rows: list[Any]) -> tuple[Tensor, ...]:
    shape = Tensor.read(rows, 3, "bimatrix").shape
    if shape[2] != 2:
        raise GameError(f"bimatrix: each cell holds {count_of(shape[2], 'payoff')}; it needs 2")
    return tuple(Tensor.read([[cell[k] for cell in row] for row in rows]) for k in range(2))


def _same_shape(tensors: dict[str, Tensor]) -> tuple[Tensor, ...]:
    first, *_ = tensors
    for path, tensor in tensors.items():
        if tensor.shape != tensors[first].shape:
            sizes = " x ".join(map(str, tensor.shape))
            wanted = " x ".join(map(str, tensors[first].shape))
            raise GameError(f"{path}: its size is {sizes}, that of {first} is {wanted}")
    return tuple(tensors.values())


def _given_strategies(data: dict[str, Any], players: int) -> list[tuple[str, Any]]:
    if "rows" in data or "columns" in data:
        if players != 2 or "strategies" in data:
            raise GameError("rows: they belong to a game of two players without 'strategies'")
        return [(key, data.get(key)) for key in ("rows", "columns")]
    if data.get("strategies") is None:
        return [("strategies", None)] * players
    given = array(data["strategies"], "strategies")
    if len(given) != players:
        raise GameError(
            f"strategies: {count_of(len(given), 'list')} for {count_of(players, 'player')}"
        )
    return [(f"strategies[{k}]", names) for k, names in enumerate(given)]
