"""The least core, where the core is empty."""

from __future__ import annotations

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.make import coalition
from kibitz.core.numbers import exact
from kibitz.exercises.coalitional.worths import PROSE, worths_table
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished


@exercise(
    "least-core",
    "coalitional",
    book="Leon F, Ferguson IV.4",
    levels=("equal pairs", "different pairs", "different pairs, single worths"),
)
def least_core(draft: Draft) -> Problem:
    """The least core."""
    dice = draft.dice

    def candidate() -> CoalitionalGame | None:
        whole = dice.integer(9, 15)
        pairs = [dice.integer(5, 11)] * 3 if draft.level == 1 else dice.integers(3, 5, 11)
        single = [0, 0, 0] if draft.level < 3 else dice.integers(3, 0, 2)
        if sum(pairs) <= 2 * whole or max(pairs) > whole:
            return None
        names = ("A", "B", "C", "A,B", "A,C", "B,C", "A,B,C")
        game = coalition(dict(zip(names, [*single, *pairs, whole], strict=True)))
        found = game.solve("least-core").to_json()["answers"]["least-core"]
        return game if found["dimension"] == 0 else None

    game, properties = draft.find(candidate, wished("empty core"))
    solution = game.solve("least-core")
    data = solution.to_json()["answers"]["least-core"]
    parts = (
        Part(
            "Find the least ε for which some payoffs give every coalition its worth less ε.",
            NumberJudge(exact(data["epsilon"]), "ε"),
            "Add up the inequalities of the three pairs.",
        ),
        Part(
            "Find the payoffs of the least core.",
            VectorJudge(game.players, tuple(map(exact, data["point"])), exact(game.worth("A,B,C"))),
            "At them the three pairs get exactly their worth less ε.",
            points=2,
        ),
    )
    return Problem(
        "The least core",
        f"{PROSE} The core is empty.",
        game,
        parts,
        (solution,),
        properties,
        worths_table(game),
        derive=lambda found: found.explain(method="least-core"),
    )
