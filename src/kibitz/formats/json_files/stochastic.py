"""Stochastic games as JSON.

``{"kind": "stochastic", "games": {"G": [[{"pay": "0", "go": {"G": "1"}}, {"pay": "1"}],
[{"pay": "1"}, {"pay": "0"}]]}, "payoff_if_never_ends": "0"}``. A cell may also be a number or text
such as ``"1 + G/2"``; ``neg_go`` continues with the roles exchanged; ``pay`` may be a list with one
number for each player; ``prize`` is what plays that stop there are paid besides, times their
probability. A state may be an object with ``cells``, ``rows`` and ``columns`` (labels).
``"discount"``, ``"start"``, ``"players"`` and ``"title"`` can be added; ``"states"`` is another
word for ``"games"``, ``"endless"`` and ``"Q"`` for ``"payoff_if_never_ends"``. What a run of the
iteration would add, ``"v0"``, ``"iterations"`` and ``"entry_format"``, is read over. ``"criterion":
"average"`` asks for the average payment. Instead of ``"games"`` there may be ``"payoffs"`` and
``"transitions"``, arrays by state, row and column. States called ``G(n)`` or ``G_n`` make a family,
:mod:`~kibitz.formats.json_files.family`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.formats.json_files import family as json_family
from kibitz.formats.json_files.keys import check_keys, label, one_of
from kibitz.stochastic.families.family import GameFamily, is_family
from kibitz.stochastic.game import AVERAGE, StochasticGame, is_average, stochastic_game
from kibitz.stochastic.tensors import shapley_game

_KEYS = (
    "games",
    "states",
    *json_family.ENDLESS,
    "discount",
    "start",
    "players",
    "title",
    "entry_format",
    "v0",
    "iterations",
    "criterion",
    "payoffs",
    "rewards",
    "transitions",
)
MOST_WRITTEN = 200_000


def to_json(game: StochasticGame) -> dict[str, Any]:
    """Everything about a stochastic game."""
    if game.table.cells > MOST_WRITTEN:
        raise GameError(
            f"{game.table.cells:,} cells are too many for a file; keep the Python file instead"
        )
    data: dict[str, Any] = {"title": game.title, "players": list(game.players)}
    if game.endless is not None:
        pays = game.endless
        data["payoff_if_never_ends"] = pays if isinstance(pays, str) else plain(pays)
    if game.discount != 1:
        data["discount"] = plain(game.discount)
    if game.start:
        data["start"] = str(game.states[game.start])
    data["games"] = {
        str(name): {
            "rows": list(game.row_names(s)),
            "columns": list(game.column_names(s)),
            "cells": [
                [_cell(game, game.table.cell(s, i, j)) for j in range(int(game.table.columns[s]))]
                for i in range(int(game.table.rows[s]))
            ],
        }
        for s, name in enumerate(game.states)
    }
    return data


def _cell(game: StochasticGame, cell: int) -> dict[str, Any]:
    pays, prize = game.table.pay[cell], game.table.prize
    cell_data: dict[str, Any] = {}
    if prize is not None and any(prize[cell]) and game.table.stay[cell]:
        pays, cell_data["prize"] = pays - prize[cell], _paid(prize[cell])
    if "prize" not in cell_data or any(pays):
        cell_data["pay"] = _paid(pays)
    for target, weight in game.table.go(cell):
        key = "neg_go" if weight < 0 else "go"
        cell_data.setdefault(key, {})[str(game.states[target])] = plain(abs(weight))
    return cell_data


def _paid(pays: Any) -> Any:
    return plain(pays[0]) if len(pays) == 1 else [plain(x) for x in pays]


def from_json(data: dict[str, Any]) -> StochasticGame | GameFamily:
    """The stochastic game, or the family of games, that this data describes."""
    if is_family(data.get("games", data.get("states"))):
        return json_family.from_json(data)
    check_keys(data, _KEYS, [])
    if "transitions" in data:
        return _from_arrays(data)
    named = one_of(data, ("games", "states"))
    if named is None:
        raise GameError('games: give the states, such as {"G": [["G", 1], [1, 0]]}')
    if pays := one_of(data, ("payoffs", "rewards")):
        raise GameError(f"{pays}: this goes with transitions; {named} hold what is paid")
    return stochastic_game(
        data[named],
        endless=_endless(data),
        discount=data.get("discount", 1),
        start=data.get("start"),
        players=data.get("players"),
        title=label(data.get("title", ""), "title"),
    )


def _endless(data: dict[str, Any]) -> Any:
    """What endless play pays; the criterion says whether it is the average."""
    key = one_of(data, json_family.ENDLESS)
    given = None if key is None else data[key]
    criterion = data.get("criterion")
    if criterion is None:
        return given
    average = is_average(criterion)
    if not average and str(criterion).lower() not in ("total", "discounted"):
        raise GameError(f"criterion: {criterion!r}; use total, discounted or average")
    if given is not None and is_average(given) != average:
        raise GameError(f"{key}: {given!r:.40} contradicts the criterion {criterion}")
    return AVERAGE if average else given


def _from_arrays(data: dict[str, Any]) -> StochasticGame:
    """Payoffs and transitions by state, row and column."""
    if "games" in data:
        raise GameError("games: give the cells by games, or by payoffs and transitions, not both")
    pays = one_of(data, ("payoffs", "rewards"))
    if pays is None:
        raise GameError("transitions: the payoffs are missing")
    made = shapley_game(
        data[pays],
        data["transitions"],
        data.get("discount", 1),
        data.get("states"),
        _endless(data),
        data.get("players"),
        label(data.get("title", ""), "title"),
    )
    return made if data.get("start") is None else replace(made, start=made.index(data["start"]))
