"""Games of two players that are zero-sum after a change of units."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import exact
from kibitz.exercises.general_sum.bimatrix_problem import PROSE, pairs_table
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.strategic.game import StrategicGame, bimatrix

FACTORS = tuple(tuple(map(Fraction, pair)) for pair in (("2", "3"), ("3", "4"), ("1/2", "3/2")))


@exercise(
    "zero-sum-in-disguise",
    "general-sum",
    book="Leon B, Glenn 4.2",
    levels=("2 x 2, a whole factor", "2 x 3, a whole factor", "2 x 3, a fraction"),
)
def zero_sum_in_disguise(draft: Draft) -> Problem:
    """Zero-sum in disguise."""
    dice = draft.dice
    columns = 2 if draft.level == 1 else 3

    def candidate() -> StrategicGame | None:
        first = dice.table(2, columns, -4, 6)
        factor, shift = dice.choice(FACTORS[draft.level - 1]), dice.integer(-5, 5)
        if len({x for row in first for x in row}) < 3:
            return None
        return bimatrix(first, [[-factor * x - shift for x in row] for row in first])

    game, properties = draft.find(candidate)
    solution = game.solve("zero-sum-equivalence")
    data = solution.to_json()
    parts = (
        Part(
            "The payoffs of II are -(αR + β), where R are those of I. Find α.",
            NumberJudge(exact(data["alpha"]), "α"),
            "Take two cells in which I gets different payoffs, and divide the differences.",
        ),
        Part(
            "Find β.",
            NumberJudge(exact(data["beta"]), "β"),
            "Put α into the equation of one cell.",
        ),
        Part(
            "What does I get in equilibrium?",
            NumberJudge(exact(data["payoffs"][0]), "the payoff"),
            "It is the value of the zero-sum game with the payoffs of I.",
        ),
    )
    return Problem(
        "Zero-sum in disguise",
        PROSE,
        game,
        parts,
        (solution,),
        properties,
        pairs_table(game),
        derive=lambda found: found.explain(),
        explained=solution,
    )
