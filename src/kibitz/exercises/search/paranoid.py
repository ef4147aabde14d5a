"""Trees with three players, two of whom play against the first."""

from __future__ import annotations

from typing import Any

from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.rules.trees.build import game_tree
from kibitz.rules.trees.game_tree import GameTree


@exercise(
    "paranoid",
    "search",
    book="Glenn 5.3",
    levels=("2 x 2 moves", "2 x 2 x 2 moves", "3 x 2 x 2 moves"),
)
def paranoid(draft: Draft) -> Problem:
    """Paranoid search."""
    widths = [(2, 2), (2, 2, 2), (3, 2, 2)][draft.level - 1]
    leaves: list[tuple[int, ...]] = []

    def node(level: int) -> Any:
        if level == len(widths):
            leaves.append(tuple(draft.dice.sample(range(10), 3)))
            return leaves[-1]
        return {"player": level % 3, "children": [node(level + 1) for _ in range(widths[level])]}

    def candidate() -> GameTree | None:
        leaves.clear()
        game = game_tree(node(0), players=("A", "B", "C"), title="The tree")
        kind = exact(game.solve("max-n").to_json()["value"][0])
        return game if kind != exact(game.solve("paranoid").to_json()["value"]) else None

    game, properties = draft.find(candidate)
    solution = game.solve("paranoid")
    selfish = game.solve("max-n").to_json()["value"][0]
    parts = (
        Part(
            "What does A get by max^n, when everybody takes the best for themselves?",
            NumberJudge(exact(selfish), "A's payoff"),
            "At each node the player to move takes the child with the largest own number.",
        ),
        Part(
            "What can A be sure of, when all others play against A?",
            NumberJudge(exact(solution.to_json()["value"]), "A's payoff"),
            "Look at A's payoffs alone: A maximizes them, everybody else minimizes them.",
        ),
    )
    told = " ".join("(" + ", ".join(map(str, leaf)) + ")" for leaf in leaves)
    shape = " x ".join(map(str, widths))
    prose = (
        f"A moves at the root, then B{', then C' if len(widths) > 2 else ''}; the numbers of moves "
        f"on each level are {shape}. The payoffs of A, B and C at the leaves, from left to right, "
        f"are {told}. Of equal children the first is chosen."
    )
    return Problem(
        "Paranoid search",
        prose,
        game,
        parts,
        (solution,),
        properties,
        picture=game.draw(layout="down"),
        derive=lambda found: found.explain(method="paranoid"),
    )
