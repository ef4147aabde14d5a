"""Minimax by hand."""

from __future__ import annotations

from typing import Any

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.search.questions import BACKED_UP, has_one_best_move, move_part, value_part
from kibitz.exercises.search.random_tree import bracketed, nested, searched
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
        return game if has_one_best_move(game.solve("minimax")) else None

    game, properties = draft.find(candidate)
    solution = game.solve("minimax")
    parts = (value_part(solution, BACKED_UP), move_part(solution))
    prose = (
        f"MAX moves at the root, then MIN, and so on in alternation. The tree, in brackets: "
        f"{bracketed(tree)}."
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
