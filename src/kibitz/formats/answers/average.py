"""Claims about average payments."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.algebra.real_root import RealRoot
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import Reader
from kibitz.formats.json_files.keys import algebraic, check_keys
from kibitz.stochastic.average.best_reply import guarantee, moves_of
from kibitz.stochastic.average.solution import AverageSolution
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.mirror import mirrored

_KEYS = (
    "kind",
    "criterion",
    "value",
    "values",
    "strategies",
    "guarantees",
    "stationary_optimal",
    "optimal",
    "exact",
    "bound",
    "method",
    "history_strategies",
    "certificate",
)


def average_claim(game: StochasticGame, data: dict[str, Any]) -> Solution:
    """``average-solution``: values and stationary strategies by state."""
    check_keys(data, _KEYS, ["values", "strategies"])
    for key in ("values", "strategies"):
        if not isinstance(data[key], dict):
            raise GameError(f"{key}: expected an object with a member for every state")
    values: list[Any] = []
    sides: tuple[list[Any], list[Any]] = ([], [])
    for s, name in enumerate(map(str, game.states)):
        pair = data["strategies"].get(name)
        if name not in data["values"] or not isinstance(pair, list) or len(pair) != 2:
            raise GameError(f"values and strategies: {name} needs a value and two lists")
        values.append(_point(data["values"][name], name))
        sizes = (int(game.table.rows[s]), int(game.table.columns[s]))
        for side, given, size in zip(sides, pair, sizes, strict=True):
            if not isinstance(given, list) or len(given) != size:
                raise GameError(f"strategies: {name} needs {size} numbers")
            side.append(tuple(_rational(_point(x, name)) for x in given))
    known = data.get("stationary_optimal", {})
    stationary = tuple(known.get(player) for player in game.players)
    bound: Number = number(data.get("bound", 0), "bound")
    method = str(data.get("method", "unknown"))
    return AverageSolution(
        game,
        values,
        sides[0],
        sides[1],
        _secured(game, *sides),
        (stationary[0], stationary[1]),
        method,
        bound,
    )


def _point(given: Any, where: str) -> Any:
    return given if isinstance(given, float) else algebraic(given, where)


def _rational(x: Any) -> Any:
    """Mixtures are played in fractions or floats."""
    return float(x) if isinstance(x, RealRoot) else x


def _secured(game: StochasticGame, rows: list[Any], columns: list[Any]) -> tuple[Any, Any]:
    """What the claimed strategies secure; nothing where they are no distributions."""
    whole = mirrored(game)
    moves = moves_of(whole.table.rational)
    sides = (rows, columns)
    if whole.table.states > game.table.states:
        sides = ([*rows, *columns], [*columns, *rows])
    count = game.table.states
    found = []
    for player, side in enumerate(sides):
        exact = [tuple(Fraction(x) for x in mixture) for mixture in side]
        if any(min(x) < 0 or not sum(x) for x in exact):
            found.append([Fraction(0)] * count)
            continue
        scaled = [tuple(x / sum(mixture) for x in mixture) for mixture in exact]
        found.append(guarantee(moves, scaled, player == 0)[:count])
    return found[0], found[1]


CLAIMS: dict[str, Reader] = {"average-solution": average_claim}
