"""Trees with three players: max^n."""

from __future__ import annotations

from kibitz.core.numbers import exact
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.search.three_players import ThreePlayers


@exercise(
    "max-n",
    "search",
    book="Leon A.6.2, Glenn 5.4",
    levels=("depth 2", "depth 3", "depth 3, three moves at the root"),
)
def max_n(draft: Draft) -> Problem:
    """Three players."""
    trees = ThreePlayers(draft)
    game, properties = draft.find(trees.tree)
    solution = game.solve("max-n")
    value = tuple(exact(x) for x in solution.to_json()["value"])
    parts = (
        Part(
            "What do the players get? (Among equal children, the first is chosen.)",
            VectorJudge(("A", "B", "C"), value),
            "At each node the player to move takes the child with their largest number.",
            points=2,
        ),
    )
    return Problem(
        "Three players",
        trees.prose,
        game,
        parts,
        (solution,),
        properties,
        picture=game.draw(layout="down"),
        derive=lambda found: found.explain(method="max-n"),
    )
