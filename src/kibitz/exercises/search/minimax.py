"""Minimax by hand."""

from __future__ import annotations

from typing import Any

from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.several import OneOfJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.search.random_tree import nested, searched, told
from kibitz.rules.trees.build import game_tree
from kibitz.rules.trees.game_tree import GameTree


@exercise(
    "minimax",
    "search",
    book="Leon A.6.2, Glenn 1.2",
    levels=("depth 2", "depth 3", "depth 4"),
)
def minimax(draft: Draft) -> Problem:
    """Minimax."""
    widths = [(3, 2), (2, 2, 2), (2, 2, 2, 2)][draft.level - 1]
    tree: list[Any] = []

    def candidate() -> GameTree | None:
        tree[:] = nested(draft.dice, widths)
        game = game_tree(tree, players=("MAX", "MIN"), title="The tree")
        moves = game.solve("minimax").to_json()["moves"]
        best = max(map(exact, moves.values()))
        return game if sum(exact(x) == best for x in moves.values()) == 1 else None

    game, properties = draft.find(candidate)
    solution = game.solve("minimax")
    data = solution.to_json()
    parts = (
        Part(
            "What is the value of the tree?",
            NumberJudge(exact(data["value"]), "the value"),
            "Replace the nodes above the leaves by their least or largest child, and go up.",
        ),
        Part(
            "Which move does MAX make? Count from 1 at the left.",
            OneOfJudge((str(data["move"]),), "the number of the move"),
            "The move to the child with the largest value.",
        ),
    )
    prose = (
        f"MAX moves at the root, then MIN, and so on by turns. The tree, in brackets: {told(tree)}."
    )
    return Problem(
        "Minimax",
        prose,
        game,
        parts,
        (solution,),
        properties,
        picture=game.draw(layout="down"),
        derive=lambda found: searched(found, "minimax"),
    )
