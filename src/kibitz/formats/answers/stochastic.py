"""Claims about stochastic games beside values with mixtures: policies, iterations, equilibria."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.core.solution import Solution
from kibitz.formats.answers.policy import bound, tables
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.json_files.keys import array, check_keys
from kibitz.stochastic.decision.policy import PolicySolution
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.shapley_iteration import ShapleyIteration
from kibitz.stochastic.methods.stationary_equilibrium import StationaryEquilibrium


def policy_claim(game: StochasticGame, data: dict[str, Any]) -> Solution:
    """``policy-solution``: a value and a choice in every state, one player at a time choosing."""
    keys = (
        "kind",
        "value",
        "states",
        "bound",
        "exact",
        "method",
        "sweeps",
        "choice",
        "values",
        "policy",
        "certificate",
    )
    check_keys(data, keys, ["values", "policy"])
    if not game.is_turn_based:
        raise GameError("both players have a choice in some state; claim their mixtures")
    values, policy = tables(game, data)
    method = str(data.get("method", "unknown"))
    sweeps = int(number(data.get("sweeps", 0), "sweeps"))
    return PolicySolution(game, np.array(values), np.array(policy), method, bound(data), sweeps)


def iteration_claim(game: StochasticGame, data: dict[str, Any]) -> Solution:
    """``shapley-iteration``: all iterates, and the strategies at the last one."""
    keys = (
        "kind",
        "steps",
        "values",
        "iterates",
        "strategies",
        "factor",
        "stop_probability",
        "bound",
        "certificate",
    )
    check_keys(data, keys, ["iterates", "strategies"])
    iterates = tuple(
        _numbers(row, game.table.states, f"iterates[{k}]")
        for k, row in enumerate(array(data["iterates"], "iterates"))
    )
    if not iterates:
        raise GameError("iterates: there must be one at least")
    changes: list[Number] = []
    for before, after in pairwise(iterates):
        moved: Any = [abs(b - a) for a, b in zip(before, after, strict=True)]
        changes.append(max(moved))
    rows, columns = _mixtures(game, data)
    steps = int(number(data.get("steps", len(changes)), "steps"))
    return ShapleyIteration(game, iterates, steps, tuple(changes), rows, columns)


def equilibrium_claim(game: StochasticGame, data: dict[str, Any]) -> Solution:
    """``stationary-equilibrium``: payoffs of both players and their mixtures in every state."""
    keys = ("kind", "payoffs", "strategies", "regrets", "method", "certificate")
    check_keys(data, keys, ["payoffs", "strategies"])
    if not isinstance(data["payoffs"], dict):
        raise GameError("payoffs: expected an object with a member for every state")
    paid = []
    for name in map(str, game.states):
        if name not in data["payoffs"]:
            raise GameError(f"payoffs: {name} is missing")
        paid.append(_numbers(data["payoffs"][name], 2, f"payoffs, {name}"))
    rows, columns = _mixtures(game, data)
    method = str(data.get("method", "unknown"))
    return StationaryEquilibrium(game, np.array(paid, float), rows, columns, method)


def _mixtures(game: StochasticGame, data: dict[str, Any]) -> tuple[Any, Any]:
    if not isinstance(data["strategies"], dict):
        raise GameError("strategies: expected an object with a member for every state")
    sides: tuple[list[Any], list[Any]] = ([], [])
    for s, name in enumerate(map(str, game.states)):
        pair = data["strategies"].get(name)
        if not isinstance(pair, list) or len(pair) != 2:
            raise GameError(f"strategies: {name} needs a list for each player")
        sizes = (int(game.table.rows[s]), int(game.table.columns[s]))
        for side, given, size in zip(sides, pair, sizes, strict=True):
            side.append(_numbers(given, size, f"strategies, {name}"))
    return tuple(sides[0]), tuple(sides[1])


def _numbers(given: Any, size: int, where: str) -> tuple[Number, ...]:
    found = tuple(number(x, where) for x in array(given, where))
    if len(found) != size:
        raise GameError(f"{where}: {len(found)} numbers, the game needs {size}")
    return found


CLAIMS: dict[str, Reader] = {
    "policy-solution": stated(policy_claim),
    "shapley-iteration": stated(iteration_claim),
    "stationary-equilibrium": stated(equilibrium_claim),
}
