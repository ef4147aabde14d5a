"""Claims about matrix games: a value with a strategy for each player, or all optimal strategies."""

from __future__ import annotations

from typing import Any

from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import NONE, Reader
from kibitz.formats.answers.stated import stated
from kibitz.formats.answers.strategic import elimination
from kibitz.formats.json_files.keys import number_at, numbers_at
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.evaluation import evaluation
from kibitz.zero_sum.strategies.optimal_strategies import OptimalStrategies


def _solution(game: MatrixGame, data: dict[str, Any]) -> MatrixSolution:
    m, n = game.shape
    value = number_at(data, "value")
    row, column = numbers_at(data, "row", m), numbers_at(data, "column", n)
    if any(isinstance(x, float) for x in (value, *row, *column)):
        value, row, column = float(value), [float(x) for x in row], [float(x) for x in column]
    method = str(data.get("method", "unknown"))
    return MatrixSolution(game, value, tuple(row), tuple(column), method)


def _evaluation(game: MatrixGame, data: dict[str, Any]) -> Solution:
    sides = (data.get(side) for side in ("row", "column"))
    row, column = (s.get("strategy") if isinstance(s, dict) else s for s in sides)
    return evaluation(game, row, column)


CLAIMS: dict[str, Reader] = {
    NONE: _solution,
    "matrix-solution": _solution,
    "optimal-strategies": stated(OptimalStrategies.from_json),
    "elimination": stated(elimination),
    "evaluation": stated(_evaluation),
}
