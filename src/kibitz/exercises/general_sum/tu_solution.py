"""Cooperative games with side payments: the TU solution."""

from __future__ import annotations

from kibitz.arrows import to_bargaining
from kibitz.bargaining.game import BargainingProblem
from kibitz.core.numbers import exact
from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.strategic.game import StrategicGame

PROSE = (
    "I chooses a row and II a column; the first number of a cell is what I gets, the second what "
    "II gets. They may agree on what to play, and pay each other."
)


@exercise(
    "tu-solution",
    "general-sum",
    book="Ferguson III.4.2, Leon D",
    levels=("2 x 2, pure threats", "2 x 2, mixed threats", "3 x 3"),
)
def tu_solution(draft: Draft) -> Problem:
    """Side payments."""
    rows, columns = [(2, 2), (2, 2), (3, 3)][draft.level - 1]

    def candidate() -> StrategicGame | None:
        game = random_bimatrix(draft, rows, columns, 0, 8)
        found = _problem(game).solve("tu").to_json()
        saddle = bool(found["saddle_points_of_difference"])
        best = len(found["cooperative_strategies"]) == 1
        small = exact(found["delta"]).denominator < 12
        return (
            game if best and small and (draft.level == 3 or saddle == (draft.level == 1)) else None
        )

    game, properties = draft.find(candidate)
    problem = _problem(game)
    solution = problem.solve("tu")
    found = solution.to_json()
    parts = (
        Part(
            "Find sigma, the greatest total payoff.",
            NumberJudge(exact(found["sigma"]), "sigma"),
            "Add the payoffs of each cell.",
        ),
        Part(
            "Find delta, the value of the threat game.",
            NumberJudge(exact(found["delta"]), "delta"),
            "The threats are optimal in the matrix game of the differences, I's minus II's.",
        ),
        Part(
            "Find the TU solution.",
            VectorJudge(game.players, tuple(exact(x) for x in found["tu_value"])),
            "I gets (sigma + delta)/2.",
        ),
    )
    return bimatrix_problem(
        "Side payments",
        game,
        parts,
        (solution,),
        properties,
        PROSE,
        derive=lambda found: found.explain(method="tu"),
        explained=problem,
    )


def _problem(game: StrategicGame) -> BargainingProblem:
    found: BargainingProblem = to_bargaining(game)
    return found
