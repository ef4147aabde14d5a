"""What problems about a matrix game share: the table, and the questions."""

from __future__ import annotations

from typing import Any

from kibitz.core import verbs
from kibitz.core.explanation import Explanation, Table
from kibitz.core.numbers import exact, show
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.strategy import StrategyJudge
from kibitz.exercises.kind import Draft
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.properties import zero_sum  # noqa: F401
from kibitz.exercises.wish import Wish
from kibitz.zero_sum.game import MatrixGame, matrix

PROSE = "I chooses a row and II a column, at the same time; II pays I the entry."
INDIFFERENCE = (
    "Make II indifferent between the columns that are worth playing.",
    "Make I indifferent between the rows that are worth playing.",
)
"""Hints for the strategies of both players."""


def payoff_table(game: MatrixGame) -> Table:
    """The matrix with its labels."""
    rows = tuple(
        (label, *(show(x) for x in line))
        for label, line in zip(game.rows, game.matrix.numbers(), strict=True)
    )
    return Table(("\\".join(game.players), *game.columns), rows)


def matrix_problem(
    title: str,
    game: MatrixGame,
    properties: tuple[Wish, ...],
    hint: str,
    method: str = "auto",
    prose: str = PROSE,
    strategies: tuple[str, str] = INDIFFERENCE,
) -> Problem:
    """Find the value and an optimal strategy of each player."""
    solution = game.solve(method)
    parts = (
        Part("Find the value of the game.", NumberJudge(exact(solution.value), "the value"), hint),
        Part(
            "Find an optimal strategy of I.",
            StrategyJudge(solution, "row"),
            strategies[0],
        ),
        Part(
            "Find an optimal strategy of II.",
            StrategyJudge(solution, "column"),
            strategies[1],
        ),
    )

    def derive(found: Any) -> Explanation:
        return verbs.explain(found) if method == "auto" else verbs.explain(found, method=method)

    return Problem(
        title, prose, game, parts, (solution,), properties, payoff_table(game), derive=derive
    )


def random_matrix(draft: Draft, rows: int, columns: int, low: int, high: int) -> MatrixGame:
    """A matrix game with whole payoffs."""
    return matrix(draft.dice.table(rows, columns, low, high))
