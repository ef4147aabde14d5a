"""Trees with three players, two of whom play against the first."""

from __future__ import annotations

from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.search.three_players import ThreePlayers
from kibitz.rules.trees.game_tree import GameTree


@exercise(
    "paranoid",
    "search",
    book="Glenn 5.3",
    levels=("2 x 2 moves", "2 x 2 x 2 moves", "3 x 2 x 2 moves"),
)
def paranoid(draft: Draft) -> Problem:
    """Paranoid search."""
    trees = ThreePlayers(draft)

    def candidate() -> GameTree | None:
        game = trees.tree()
        kind = exact(game.solve("max-n").to_json()["value"][0])
        return game if kind != exact(game.solve("paranoid").to_json()["value"]) else None

    game, properties = draft.find(candidate)
    solution = game.solve("paranoid")
    selfish = game.solve("max-n").to_json()["value"][0]
    parts = (
        Part(
            "What does A get by max^n, when every player maximizes their own payoff?",
            NumberJudge(exact(selfish), "A's payoff"),
            "At each node the player to move takes the child with their largest number.",
        ),
        Part(
            "What can A guarantee when all others play against A?",
            NumberJudge(exact(solution.to_json()["value"]), "A's payoff"),
            "Look only at A's payoffs: A maximizes them, all others minimize them.",
        ),
    )
    return Problem(
        "Paranoid search",
        f"{trees.prose} Among equal children, the first is chosen.",
        game,
        parts,
        (solution,),
        properties,
        picture=game.draw(layout="down"),
        derive=lambda found: found.explain(method="paranoid"),
    )
