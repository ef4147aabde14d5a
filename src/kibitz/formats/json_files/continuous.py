"""Games on intervals as JSON.

``{"kind": "continuous", "model": MODEL, ...}``; expressions are text. What else there is depends on
the model:

- ``game``: ``payoffs``, ``variables``, ``intervals`` (pairs, null for infinity), ``players``;
- ``cournot``, ``monopoly``: ``demand`` (of Q), ``costs`` (of q), ``capacities``, ``players``;
- ``bertrand``: ``demand`` (of p) or ``sales`` (of p1, p2, ...), ``costs``, ``players``;
- ``advertising``: ``prize``, ``costs``, ``players``;
- ``stackelberg``: ``base``, another of these objects, or what ``cournot`` has, and ``order``, the
  players in turn;
- ``entry``: ``demand``, ``costs``, ``capacities``, ``fixed``, ``players``.
"""

from __future__ import annotations

from typing import Any

from kibitz.continuous.game import ContinuousGame, continuous_game
from kibitz.continuous.markets.advertising import Contest, advertising
from kibitz.continuous.markets.bertrand import Bertrand, bertrand
from kibitz.continuous.markets.cournot import Cournot, cournot
from kibitz.continuous.markets.entry import Entry, entry
from kibitz.continuous.markets.stackelberg import Stackelberg, stackelberg_of
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import plain
from kibitz.formats.json_files.keys import array, check_keys, label

KEYS = {
    "game": (["payoffs", "variables", "intervals"], ["players"]),
    "cournot": (["demand", "costs"], ["capacities", "firms", "players"]),
    "monopoly": (["demand", "costs"], ["capacities", "players"]),
    "bertrand": (["costs"], ["demand", "sales", "players"]),
    "advertising": (["prize", "costs"], ["players"]),
    "stackelberg": (["base"], ["order"]),
    "entry": (["demand", "costs"], ["capacities", "fixed", "players"]),
}
"""For each model what it needs, and what it may have; a title may be anywhere."""
_ALSO = {"price": "demand", "cost": "costs", "capacity": "capacities", "n": "firms"}
_MODELS = {"entry-deterrence": "entry", "cournot-duopoly": "cournot", "contest": "advertising"}
"""Other words for keys and models."""


def to_json(noun: ContinuousGame | Stackelberg | Entry) -> dict[str, Any]:
    """Everything about a game on intervals."""
    head = {"model": noun.model, "title": noun.title}
    if isinstance(noun, Stackelberg):
        return {**head, "order": list(noun.players), "base": to_json(noun.base)}
    if isinstance(noun, Entry):
        return {**head, **_market(noun.market), "fixed": noun.fixed}
    return {**head, **_simultaneous(noun)}


def _simultaneous(game: ContinuousGame) -> dict[str, Any]:
    if isinstance(game, Cournot):
        return _market(game)
    players = list(game.players)
    if isinstance(game, Bertrand):
        costs = [str(c) for c in game.costs]
        if game.differentiated:
            return {"sales": [str(s) for s in game.sales], "costs": costs, "players": players}
        return {"demand": str(game.demand), "costs": costs, "players": players}
    if isinstance(game, Contest):
        costs = [str(c) for c in game.costs]
        return {"prize": str(game.prize), "costs": costs, "players": players}
    return {
        "players": players,
        "variables": list(game.variables),
        "intervals": [[None if e is None else plain(e) for e in pair] for pair in game.intervals],
        "payoffs": [str(u) for u in game.payoffs],
    }


def _market(game: Cournot) -> dict[str, Any]:
    return {
        "demand": str(game.demand),
        "costs": [str(c) for c in game.costs],
        "capacities": [None if high is None else plain(high) for _, high in game.intervals],
        "players": list(game.players),
    }


def from_json(data: dict[str, Any]) -> ContinuousGame | Stackelberg | Entry:
    """The game on intervals that this data describes.

    >>> print(from_json({"model": "cournot", "demand": "17-Q", "costs": ["q"]}).solve().price)
    19/3
    """
    for also, key in _ALSO.items():
        if also in data and key in data:
            raise GameError(f"{also}: it means the same as {key}, which is also given")
    data = {_ALSO.get(key, key): value for key, value in data.items()}
    model = data.get("model", "game")
    model = _MODELS.get(model, model) if isinstance(model, str) else model
    if not isinstance(model, str) or model not in KEYS:
        near = did_you_mean(str(model), KEYS)
        raise GameError(f"model: unknown model {model!r:.40}{near}")
    needed, more = KEYS[model]
    if model == "stackelberg" and "base" not in data:
        base = {
            key: data.pop(key)
            for key in ("demand", "costs", "capacities", "firms", "players")
            if key in data
        }
        data["base"] = {"model": "cournot", **base}
    if "costs" in data and not isinstance(data["costs"], list):
        data["costs"] = [data["costs"]]
    check_keys(data, ["model", "title", *needed, *more], needed)
    title = label(data.get("title", ""), "title")
    players = None if data.get("players") is None else _names(data["players"], "players")
    if model == "stackelberg":
        return _in_order(data)
    if model == "game":
        return continuous_game(
            _texts(data["payoffs"], "payoffs"),
            array(data["intervals"], "intervals"),
            _names(data["variables"], "variables"),
            players,
            title=title,
        )
    costs = _texts(data["costs"], "costs")
    if model == "advertising":
        return advertising(_text(data["prize"], "prize"), costs, players=players, title=title)
    if model == "bertrand":
        return _prices(data, costs, players, title)
    demand, capacity = _text(data["demand"], "demand"), data.get("capacities")
    if model == "entry":
        fixed = label(data.get("fixed", "avoidable"), "fixed")
        return entry(
            demand,
            costs,
            fixed=fixed,  # type: ignore[arg-type]
            capacity=capacity,
            players=players,
            title=title,
        )
    firms = 1 if model == "monopoly" else data.get("firms")
    return cournot(demand, costs, firms, capacity=capacity, players=players, title=title)


def _prices(
    data: dict[str, Any], costs: list[Any], players: list[str] | None, title: str
) -> Bertrand:
    given = [key for key in ("demand", "sales") if key in data]
    if len(given) != 1:
        raise GameError("give one of demand (for equal goods) and sales (for different ones)")
    if given == ["demand"]:
        demand: Any = _text(data["demand"], "demand")
    else:
        demand = _texts(data["sales"], "sales")
    firms = len(costs) if len(costs) > 1 else None
    return bertrand(demand, costs, firms, players=players, title=title)


def _in_order(data: dict[str, Any]) -> Stackelberg:
    base = data["base"]
    if not isinstance(base, dict):
        raise GameError(f"base: expected an object, found {base!r:.40}")
    game = from_json({k: v for k, v in base.items() if k != "kind"})
    if not isinstance(game, ContinuousGame):
        raise GameError("base: expected a game without an order")
    order = data.get("order")
    made = stackelberg_of(game, None if order is None else _names(order, "order"))
    return Stackelberg(made.base, made.order, label(data.get("title", ""), "title"))


def _text(value: Any, path: str) -> Any:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise GameError(f"{path}: expected a formula in quotes, found {value!r:.40}")
    return value


def _texts(value: Any, path: str) -> list[Any]:
    return [_text(v, f"{path}[{k}]") for k, v in enumerate(array(value, path))]


def _names(value: Any, path: str) -> list[str]:
    return [label(v, f"{path}[{k}]") for k, v in enumerate(array(value, path))]
