"""Trees with chance nodes."""

from __future__ import annotations

from typing import Any

from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.search.questions import has_one_best_move, move_part, value_part
from kibitz.exercises.search.random_tree import bracketed, nested
from kibitz.rules.trees.build import game_tree
from kibitz.rules.trees.game_tree import GameTree

CHANCES = (("1/2", "1/2"), ("1/3", "2/3"), ("1/4", "3/4"), ("2/5", "3/5"))


@exercise(
    "expectiminimax",
    "search",
    book="Leon A.6.5, Glenn 3.1",
    levels=("two moves", "three moves", "MIN below the chance nodes"),
)
def expectiminimax(draft: Draft) -> Problem:
    """Chance nodes."""
    dice = draft.dice
    widths = [(2, 2), (3, 2), (2, 2, 2)][draft.level - 1]
    odds = dice.choice(CHANCES)
    tree: list[Any] = []

    def candidate() -> GameTree | None:
        tree[:] = nested(dice, widths)
        game = game_tree(_with_chance(tree, odds), title="The tree")
        return game if has_one_best_move(game.solve("expectiminimax")) else None

    game, properties = draft.find(candidate)
    solution = game.solve("expectiminimax")
    averaged = "A chance node is worth the average of its children."
    parts = (value_part(solution, averaged), move_part(solution))
    below = ", and below it MIN moves" if draft.level == 3 else ""
    prose = (
        f"MAX moves at the root. The tree, in brackets: {bracketed(tree)}. Below every move "
        f"of MAX is a "
        f"chance node, which goes left with probability {odds[0]} and right with {odds[1]}{below}."
    )
    return Problem(
        "Chance nodes",
        prose,
        game,
        parts,
        (solution,),
        properties,
        picture=game.draw(layout="down"),
        derive=lambda found: found.explain(method="expectiminimax"),
    )


def _with_chance(tree: list[Any], odds: tuple[str, str]) -> dict[str, Any]:
    def below(node: Any) -> dict[str, Any]:
        if isinstance(node, list):
            return {"player": "min", "children": node}
        return {"value": node}

    moves = [
        {
            "type": "chance",
            "children": [{"p": p, **below(child)} for p, child in zip(odds, node, strict=True)],
        }
        for node in tree
    ]
    return {"player": "max", "children": moves}
