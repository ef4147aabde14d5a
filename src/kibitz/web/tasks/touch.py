"""What a picture that can be touched shows of a game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.learning.dynamics.methods import dynamics
from kibitz.strategic.game import StrategicGame
from kibitz.web.tasks.noun import noun_of
from kibitz.zero_sum.game import MatrixGame

MOST_LINES = 12
LEAST = 1e-3
"""How far from the sides a path begins."""
MOST_SPOTS = 300


def run(text: str, rule: str = "", starts: list[list[float]] | None = None) -> dict[str, Any]:
    """The lines of a 2 x n or m x 2 game, the curves of a 2 x 2 game, or paths in a simplex."""
    noun = noun_of(text)
    if rule:
        return {"kind": "simplex", **_simplex(noun, rule, starts or [])}
    if isinstance(noun, MatrixGame) and 2 in noun.shape and max(noun.shape) <= MOST_LINES:
        return {"kind": "lines", **_lines(noun)}
    if isinstance(noun, MatrixGame) and noun.shape == (3, 3):
        return {"kind": "simplex", **_simplex(noun, "replicator", [])}
    if isinstance(noun, StrategicGame):
        sizes = [len(own) for own in noun.strategies]
        if sizes == [2, 2]:
            return {"kind": "replies", **_replies(noun)}
        if sizes == [3, 3]:
            return {"kind": "simplex", **_simplex(noun, "replicator", [])}
    return {"kind": "none"}


def _lines(game: MatrixGame) -> dict[str, Any]:
    """Each line: its name, and its payoffs where the mixing player plays one of both strategies."""
    mixer = 0 if game.shape[0] == 2 else 1
    own, other = (game.rows, game.columns) if mixer == 0 else (game.columns, game.rows)
    table = [[Fraction(x) for x in row] for row in game.matrix.numbers()]
    lines = [
        [str(name), *(show(table[i][k] if mixer == 0 else table[k][i]) for i in (0, 1))]
        for k, name in enumerate(other)
    ]
    solution = game.solve()
    mixture = (solution.row, solution.column)[mixer]
    return {
        "mixer": mixer,
        "player": str(game.players[mixer]),
        "own": [str(name) for name in own],
        "lines": lines,
        "value": show(solution.value),
        "at": float(mixture[0]),
        "mixture": [show(x) for x in mixture],
        "text": str(solution),
    }


def _replies(game: StrategicGame) -> dict[str, Any]:
    """The payoffs of a 2 x 2 game, and its equilibria as points of the square."""
    found = game.equilibria()
    points = [[float(p[0][1]), float(p[1][1])] for p in (e.profile for e in found)]
    tables = [table.floats().tolist() for table in game.payoffs]
    return {
        "players": [str(p) for p in game.players],
        "strategies": [[str(s) for s in own] for own in game.strategies],
        "tables": tables,
        "points": points,
        "text": str(found),
    }


def _simplex(noun: Any, rule: str, starts: list[list[float]]) -> dict[str, Any]:
    """Paths of a rule of learning or evolution from some mixtures of three strategies."""
    game = noun.strategic() if isinstance(noun, MatrixGame) else noun
    if not isinstance(game, StrategicGame) or [len(s) for s in game.strategies] != [3, 3]:
        raise GameError("the simplex needs two players with three strategies each")
    paths = []
    for start in starts:
        weights = [max(float(x), LEAST) for x in start]
        mixture = [x / sum(weights) for x in weights]
        states = dynamics(game, rule, [mixture, mixture]).states
        every = max(1, len(states) // MOST_SPOTS)
        paths.append([[round(float(x), 5) for x in state[0]] for state in states[::every]])
    return {"labels": [str(s) for s in game.strategies[0]], "paths": paths, "rule": rule}
