"""Correlated equilibria: the best one for both together."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import exact
from kibitz.exercises.general_sum.bimatrix_problem import PROSE, bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame


@exercise(
    "correlated",
    "general-sum",
    book="CO456 L9, Leon B",
    levels=("2 x 2", "2 x 2, better than every equilibrium", "3 x 3"),
)
def correlated(draft: Draft) -> Problem:
    """Correlated equilibrium."""
    n = 3 if draft.level == 3 else 2

    def candidate() -> StrategicGame | None:
        game = _chicken(draft) if draft.level == 2 else random_bimatrix(draft, n, n, 0, 7)
        found = game.correlated_equilibrium().to_json()
        mixed = len(found["distribution"]) > 1
        small = exact(found["value"]).denominator < 15
        return game if small and (draft.level == 1 or mixed) else None

    wishes = [wished("{} equilibria", 3)] if n == 2 else []
    game, properties = draft.find(candidate, *wishes)
    solution = game.correlated_equilibrium()
    value = exact(solution.to_json()["value"])
    parts = (
        Part(
            "What is the largest sum of payoffs in a correlated equilibrium?",
            NumberJudge(value, "the sum"),
            "Maximize the expected sum, such that no one gains by disobeying a recommendation.",
            points=2,
        ),
    )
    return bimatrix_problem(
        "Correlated equilibrium",
        game,
        parts,
        (solution,),
        properties,
        f"{PROSE} A referee draws a cell and tells each player in private what to play.",
        derive=_derivation,
    )


def _chicken(draft: Draft) -> StrategicGame:
    """Both want to be the one who does not give way, and most of all not to crash."""
    crash, lose, tie, win = sorted(draft.dice.sample(range(10), 4))
    other = sorted(draft.dice.sample(range(10), 4))
    first = [[tie, lose], [win, crash]]
    return bimatrix(first, [[other[2], other[3]], [other[1], other[0]]])


def _derivation(game: StrategicGame) -> Explanation:
    """The distribution, and what disobedience would cost."""
    found = game.correlated_equilibrium()
    data = found.to_json()
    cells = tuple((", ".join(c["strategies"]), c["probability"]) for c in data["distribution"])
    sentence = "A linear program: a probability for each cell, and a constraint for each deviation."
    proof = Step("Check", found.verify().prose())
    table = Table(("cell", "probability"), cells)
    return Explanation("Correlated equilibrium", (Step("The distribution", sentence, table), proof))
