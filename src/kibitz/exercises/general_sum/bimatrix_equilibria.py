"""All equilibria of a bimatrix game."""

from __future__ import annotations

from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.equilibria import EquilibriaJudge
from kibitz.exercises.judges.number import whole
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished


@exercise(
    "equilibria",
    "general-sum",
    book="Ferguson III.2.2, Glenn 4.3, Leon B",
    levels=("2 x 2, three equilibria", "2 x 3, three equilibria", "3 x 3, three equilibria"),
)
def bimatrix_equilibria(draft: Draft) -> Problem:
    """All equilibria."""
    rows, columns = [(2, 2), (2, 3), (3, 3)][draft.level - 1]
    game, properties = draft.find(
        lambda: random_bimatrix(draft, rows, columns, 0, 6),
        wished("{} equilibria", 3),
        wished("probabilities with denominators below {}", 15),
    )
    solution = game.solve("equilibria")
    number = int(solution.to_json()["number"])
    hint = "Find the pure ones first; in a mixed one each player makes the other indifferent."
    parts = (
        Part("How many equilibria are there?", whole(number, "the number"), "Usually it is odd."),
        Part("Find all equilibria.", EquilibriaJudge(solution), hint, points=3),
    )
    return bimatrix_problem("All equilibria", game, parts, (solution,), properties)
