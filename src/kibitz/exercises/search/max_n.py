"""Trees with three players: max^n."""

from __future__ import annotations

from typing import Any

from kibitz.core.numbers import exact
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.rules.trees.build import game_tree
from kibitz.rules.trees.game_tree import GameTree


@exercise(
    "max-n",
    "search",
    book="Leon A.6.2, Glenn 5.4",
    levels=("depth 2", "depth 3", "depth 3, three moves at the root"),
)
def max_n(draft: Draft) -> Problem:
    """Three players."""
    widths = [(2, 2), (2, 2, 2), (3, 2, 2)][draft.level - 1]
    leaves: list[tuple[int, ...]] = []

    def node(level: int) -> Any:
        if level == len(widths):
            leaves.append(tuple(draft.dice.sample(range(10), 3)))
            return leaves[-1]
        return {"player": level % 3, "children": [node(level + 1) for _ in range(widths[level])]}

    def candidate() -> GameTree:
        leaves.clear()
        return game_tree(node(0), players=("A", "B", "C"), title="The tree")

    game, properties = draft.find(candidate)
    solution = game.solve("max-n")
    value = tuple(exact(x) for x in solution.to_json()["value"])
    told = " ".join("(" + ", ".join(map(str, leaf)) + ")" for leaf in leaves)
    shape = " x ".join(map(str, widths))
    parts = (
        Part(
            "What do the players get? (Of equal children the first is chosen.)",
            VectorJudge(("A", "B", "C"), value),
            "At each node the player to move takes the child with the largest own number.",
            points=2,
        ),
    )
    prose = (
        f"A moves at the root, then B{', then C' if len(widths) > 2 else ''}; the numbers of moves "
        f"on each level are {shape}. The payoffs of A, B and C at the leaves, from left to right, "
        f"are {told}."
    )
    return Problem(
        "Three players",
        prose,
        game,
        parts,
        (solution,),
        properties,
        picture=game.draw(layout="down"),
        derive=lambda found: found.explain(method="max-n"),
    )
