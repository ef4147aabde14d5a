"""Cooperative games without side payments: the lambda-transfer solution."""

from __future__ import annotations

from kibitz.arrows import to_bargaining
from kibitz.bargaining.game import BargainingProblem
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.strategic.game import StrategicGame

PROSE = (
    "I chooses a row and II a column; the first number of a cell is what I gets, the second what "
    "II gets. They may agree on what to play, also on a lottery, but cannot pay each other; each "
    "may threaten with a strategy of their own."
)


@exercise(
    "lambda-transfer",
    "general-sum",
    book="Ferguson III.4.4",
    levels=("2 x 2, small payoffs", "2 x 2", "2 x 3"),
)
def lambda_transfer(draft: Draft) -> Problem:
    """Agreement without side payments."""
    columns = 3 if draft.level == 3 else 2
    high = 4 if draft.level == 1 else 7

    def candidate() -> StrategicGame | None:
        game = random_bimatrix(draft, 2, columns, 0, high)
        try:
            found = _problem(game).solve("lambda-transfer").to_json()["solutions"]
        except GameError:
            return None
        if len(found) != 1 or not isinstance(found[0].get("lambda"), str):
            return None
        numbers = [*found[0]["payoff"], found[0]["lambda"]]
        if not all(isinstance(x, str) and "sqrt" not in x for x in numbers):
            return None
        if exact(found[0]["lambda"]) == 0:  # what I gets would count for nothing
            return None
        return game if all(exact(x).denominator < 12 for x in numbers) else None

    game, properties = draft.find(candidate)
    problem = _problem(game)
    solution = problem.solve("lambda-transfer")
    (found,) = solution.to_json()["solutions"]
    parts = (
        Part(
            "At which exchange rate lambda is no transfer made?",
            NumberJudge(exact(found["lambda"]), "lambda"),
            "Multiply I's payoffs by lambda; the TU solution of that game must be feasible.",
        ),
        Part(
            "Find the lambda-transfer solution.",
            VectorJudge(game.players, tuple(exact(x) for x in found["payoff"])),
            "On a side of the Pareto frontier lambda is minus its slope.",
            points=2,
        ),
    )
    return bimatrix_problem(
        "Agreement without side payments",
        game,
        parts,
        (solution,),
        properties,
        PROSE,
        derive=lambda found: found.explain(method="lambda-transfer"),
        explained=problem,
    )


def _problem(game: StrategicGame) -> BargainingProblem:
    found: BargainingProblem = to_bargaining(game)
    return found
