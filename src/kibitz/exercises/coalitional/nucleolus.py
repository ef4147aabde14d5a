"""The nucleolus."""

from __future__ import annotations

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.numbers import exact
from kibitz.exercises.coalitional.worths import PROSE, random_worths, worths_table
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished


@exercise(
    "nucleolus",
    "coalitional",
    book="Ferguson IV.4",
    levels=("three players, whole payoffs", "three players, fractions", "four players"),
)
def nucleolus(draft: Draft) -> Problem:
    """The nucleolus."""
    names = "ABCD" if draft.level == 3 else "ABC"
    bound = [2, 7, 7][draft.level - 1]

    def candidate() -> CoalitionalGame | None:
        game = random_worths(draft, names, 2, 8, 16)
        payoffs = game.solve("nucleolus")["nucleolus"].to_json()["payoffs"]
        small = all(exact(x).denominator < bound for x in payoffs)
        return game if small and len(set(payoffs)) > 1 else None

    game, properties = draft.find(candidate, wished("superadditive"))
    solution = game.solve("nucleolus")["nucleolus"]
    payoffs = tuple(exact(x) for x in solution.to_json()["payoffs"])
    hint = "Make the largest complaint of a coalition as small as possible, then the next one."
    parts = (Part("Find the nucleolus.", VectorJudge(game.players, payoffs), hint, points=3),)
    return Problem(
        "The nucleolus",
        PROSE,
        game,
        parts,
        (solution,),
        properties,
        worths_table(game),
        derive=lambda found: found.explain(method="nucleolus"),
    )
