"""The first rounds of fictitious play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import exact, show
from kibitz.core.spelling import count_of
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished
from kibitz.exercises.zero_sum.matrix_problem import PROSE, payoff_table, random_matrix
from kibitz.zero_sum.game import MatrixGame


@exercise(
    "fictitious-play",
    "zero-sum",
    book="Ferguson II.4.7",
    levels=("2 x 2, four rounds", "3 x 3, five rounds", "3 x 3, eight rounds"),
)
def fictitious_play(draft: Draft) -> Problem:
    """Fictitious play."""
    n, rounds = [(2, 4), (3, 5), (3, 8)][draft.level - 1]
    game, properties = draft.find(
        lambda: random_matrix(draft, n, n, -3, 6), wished("no saddle point")
    )
    history = _played(game, rounds)
    lower, upper = history[-1][2], history[-1][3]
    solution = game.solve()
    parts = (
        Part(
            f"What do I's choices of the first {count_of(rounds, 'round')} guarantee on average?",
            NumberJudge(lower, "the lower bound"),
            "Add the rows that were played, and divide the least entry by the number of rounds.",
        ),
        Part(
            f"What do II's choices of the first {count_of(rounds, 'round')} concede on average?",
            NumberJudge(upper, "the upper bound"),
            "Add the columns that were played, and divide the largest entry by the number of "
            "rounds.",
        ),
    )

    def derive(_: Any) -> Explanation:
        rows = tuple(
            (str(k), game.rows[r], game.columns[c], show(low), show(high))
            for k, (r, c, low, high) in enumerate(history, 1)
        )
        table = Table(("round", "row", "column", "guarantees", "concedes"), rows)
        sentence = f"The value, {show(solution.value)}, lies between the bounds."
        return Explanation("Fictitious play", (Step("The rounds", sentence, table),))

    prose = (
        f"{PROSE} Both follow fictitious play, in alternation: I begins with row 1; then II "
        f"chooses a "
        "best column against all rows of I so far, I a best row against all columns of II so far, "
        "and so on; ties go to the first."
    )
    return Problem(
        "Fictitious play",
        prose,
        game,
        parts,
        (solution,),
        properties,
        payoff_table(game),
        derive=derive,
    )


def _played(game: MatrixGame, rounds: int) -> list[tuple[int, int, Fraction, Fraction]]:
    """Row, column and both bounds after each round.

    >>> from kibitz import matrix
    >>> [step[:2] for step in _played(matrix("2 0; 0 1"), 3)]
    [(0, 1), (1, 1), (1, 0)]
    """
    payoffs = [[exact(x) for x in line] for line in game.matrix.numbers()]
    rows, columns = game.shape
    by_column = [Fraction(0)] * columns
    by_row = [Fraction(0)] * rows
    row, history = 0, []
    for k in range(1, rounds + 1):
        by_column = [total + x for total, x in zip(by_column, payoffs[row], strict=True)]
        column = by_column.index(min(by_column))
        by_row = [total + payoffs[r][column] for r, total in enumerate(by_row)]
        history.append((row, column, min(by_column) / k, max(by_row) / k))
        row = by_row.index(max(by_row))
    return history
