"""Iterated strict dominance in a bimatrix game."""

from __future__ import annotations

from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.several import OneOfJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished
from kibitz.strategic.game import StrategicGame


@exercise(
    "iterated-dominance",
    "general-sum",
    book="Ferguson III.2.3, CO456 L9",
    levels=("2 x 3", "3 x 3", "4 x 4"),
)
def iterated_dominance(draft: Draft) -> Problem:
    """Iterated dominance."""
    rows, columns = [(2, 3), (3, 3), (4, 4)][draft.level - 1]

    def candidate() -> StrategicGame | None:
        game = random_bimatrix(draft, rows, columns, 0, 7)
        removed = game.eliminate(mixed=False)
        solved = removed.to_json()["solved"]
        own = {removal.player for removal in removed.removals}
        return game if solved and len(own) == 2 else None

    game, properties = draft.find(candidate, wished("solved by dominance"))
    solution = game.eliminate()
    found = solution.to_json()["strategies"]
    parts = (
        Part(
            "Remove strictly dominated strategies until one cell is left: which row and column?",
            OneOfJudge((f"{found[0][0]} {found[1][0]}",), "a row and a column, such as 2 3"),
            "Look for a row that is worse than another in every column, then at the columns.",
            points=2,
        ),
    )
    return bimatrix_problem("Iterated dominance", game, parts, (solution,), properties)
