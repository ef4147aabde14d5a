"""Families of games as JSON.

``{"kind": "stochastic-family", "games": {"G(n)": [["n+3", "n+2"], ["n+1", "G(n+1)"]]},
"payoff_if_never_ends": "0", "n": 0}``; members that are given by themselves are called ``"G(0)"``.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.formats.json_files.keys import check_keys, label, one_of
from kibitz.stochastic.families.family import GameFamily, game_family

ENDLESS = ("payoff_if_never_ends", "endless", "Q")
"""The keys for what endless play pays."""
_KEYS = ("games", "states", *ENDLESS, "n", "title", "entry_format")


def to_json(family: GameFamily) -> dict[str, Any]:
    """Everything about a family."""
    data: dict[str, Any] = {"title": family.title, "n": family.n}
    if family.endless is not None:
        pays = family.endless
        data["payoff_if_never_ends"] = pays if isinstance(pays, str) else plain(pays)
    data["games"] = {
        f"{name}(n)": [[cell.write() for cell in row] for row in stage]
        for name, stage in family.rules.items()
    }
    for (name, k), rows in family.members.items():
        data["games"][f"{name}({k})"] = [[plain(x) for x in row] for row in rows]
    return data


def from_json(data: dict[str, Any]) -> GameFamily:
    """The family that this data describes."""
    check_keys(data, _KEYS, [])
    games, endless = one_of(data, ("games", "states")), one_of(data, ENDLESS)
    if games is None:
        raise GameError('games: give the rule, such as {"G(n)": [["n+3", "G(n+1)"]]}')
    return game_family(
        data[games],
        None if endless is None else data[endless],
        data.get("n", 0),
        label(data.get("title", ""), "title"),
    )
