"""The Shapley value."""

from __future__ import annotations

from kibitz.core.numbers import exact
from kibitz.exercises.coalitional.worths import PROSE, random_worths, worths_table
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished


@exercise(
    "shapley",
    "coalitional",
    book="Ferguson IV.3, Leon G",
    levels=("three players", "three players, fractions", "four players"),
)
def shapley(draft: Draft) -> Problem:
    """The Shapley value."""
    names = "ABCD" if draft.level == 3 else "ABC"
    bound = [2, 7, 13][draft.level - 1]
    game, properties = draft.find(
        lambda: random_worths(draft, names, 3, 9, 18),
        wished("superadditive"),
        wished("payoffs with denominators below {}", bound),
    )
    solution = game.shapley()
    payoffs = tuple(exact(x) for x in solution.to_json()["payoffs"])
    hint = "Let the players arrive in every order; each gets their average contribution."
    parts = (Part("Find the Shapley value.", VectorJudge(game.players, payoffs), hint, points=3),)
    return Problem(
        "The Shapley value",
        PROSE,
        game,
        parts,
        (solution,),
        properties,
        worths_table(game),
        derive=lambda found: found.explain(method="shapley"),
    )
