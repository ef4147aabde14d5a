"""Claimed removals of dominated strategies, read back from JSON."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import number
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.json_files.keys import array, label
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.dominance import Domination, Elimination, Kept

Data = dict[str, Any]


def elimination(game: MatrixGame | StrategicGame, data: Data) -> Elimination:
    """Strategies that are said to go one after another, each with what dominates it.

    >>> from kibitz import matrix
    >>> game = matrix("2 0 4; 1 2 3; 4 1 2")
    >>> claim = {"removals": [{"player": "I", "label": "1", "by": {"3": "1"}, "strict": True}]}
    >>> elimination(game, claim).verify().holds
    False
    """
    names = game.strategies if isinstance(game, StrategicGame) else (game.rows, game.columns)
    removals = []
    for k, item in enumerate(array(data.get("removals", []), "removals")):
        where = f"removals[{k}]"
        if not isinstance(item, dict) or not isinstance(item.get("by"), dict):
            raise GameError(f"{where}: expected an object with 'player', 'label' and 'by'")
        player = _player(game, item.get("player", item.get("side")), where)
        own = names[player]
        index = _position(own, item.get("label"), where)
        pairs = item["by"].items()
        by = tuple((_position(own, name, where), number(w, where)) for name, w in pairs)
        removals.append(Domination(player, index, by, item.get("strict") is True))
    gone = {(d.player, d.index) for d in removals}
    left = tuple(
        tuple(i for i in range(len(own)) if (k, i) not in gone) for k, own in enumerate(names)
    )
    return Elimination(game, tuple(removals), _kept(names, data, left))


def _kept(names: Any, data: Data, left: Kept) -> Kept:
    """What is said to remain, by name; without a word about it, what the removals leave."""
    if "strategies" not in data:
        return left
    listed = array(data["strategies"], "strategies")
    if len(listed) != len(names):
        raise GameError(f"strategies: {len(listed)} lists for {len(names)} players")
    return tuple(
        tuple(_position(own, name, f"strategies[{k}]") for name in array(given, "strategies"))
        for k, (own, given) in enumerate(zip(names, listed, strict=True))
    )


def _player(game: MatrixGame | StrategicGame, given: Any, where: str) -> int:
    if isinstance(game, StrategicGame):
        return game.player(given)
    sides = {**{p: k for k, p in enumerate(game.players)}, "row": 0, "column": 1}
    if given not in sides:
        raise GameError(f"{where}: no player {given!r}{did_you_mean(str(given), sides)}")
    return sides[given]


def _position(names: tuple[str, ...], given: Any, where: str) -> int:
    name = label(given, where)
    if name not in names:
        raise GameError(f"{where}: no strategy {name!r}{did_you_mean(name, names)}")
    return names.index(name)


CLAIMS: dict[str, Reader] = {"elimination": stated(elimination)}
