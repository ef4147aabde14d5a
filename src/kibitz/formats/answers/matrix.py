"""Claims about matrix games: a value with a strategy for each player, or all optimal strategies."""

from __future__ import annotations

from typing import Any

from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import stated
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.evaluation import evaluation
from kibitz.zero_sum.strategies.optimal_strategies import OptimalStrategies


def _evaluation(game: MatrixGame, data: dict[str, Any]) -> Solution:
    sides = (data.get(side) for side in ("row", "column"))
    row, column = (s.get("strategy") if isinstance(s, dict) else s for s in sides)
    return evaluation(game, row, column)


CLAIMS: dict[str, Reader] = {
    "optimal-strategies": stated(OptimalStrategies.from_json),
    "evaluation": stated(_evaluation),
}
