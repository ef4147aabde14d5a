"""Equilibria in pure strategies."""

from __future__ import annotations

from kibitz.core import verbs
from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem, first_steps
from kibitz.exercises.wish import wished


@exercise(
    "pure-equilibria",
    "general-sum",
    book="Ferguson III.2.1, CO456 L9, Leon B",
    levels=("3 x 3, one", "4 x 4, two", "5 x 5, three"),
)
def pure_equilibria(draft: Draft) -> Problem:
    """Pure equilibria."""
    n = draft.level + 2
    game, properties = draft.find(
        lambda: random_bimatrix(draft, n, n, 0, 6), wished("{} pure equilibria", draft.level)
    )
    solution = game.pure_equilibria()
    cells = [" ".join(e["strategies"]) for e in solution.to_json()["equilibria"]]
    parts = (
        Part(
            "Find all equilibria in pure strategies: write the row and the column of each.",
            SetJudge(tuple(cells), "a row and a column each, such as 2 3"),
            "Mark the best payoff of I in every column, and of II in every row.",
            points=3,
        ),
    )
    return bimatrix_problem(
        "Pure equilibria",
        game,
        parts,
        (solution,),
        properties,
        derive=lambda found: first_steps(verbs.explain(found), 2),
    )
