"""Alpha-beta with a given number of cutoffs."""

from __future__ import annotations

from typing import Any

from kibitz.exercises.judges.number import whole
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.properties import trees  # noqa: F401
from kibitz.exercises.search.questions import BACKED_UP, value_part
from kibitz.exercises.search.random_tree import bracketed, nested, searched
from kibitz.exercises.wish import wished
from kibitz.rules.trees.build import game_tree
from kibitz.rules.trees.game_tree import GameTree


@exercise(
    "alpha-beta",
    "search",
    book="Leon A.6.3, Glenn 5.2",
    levels=("depth 2, two cutoffs", "depth 3, three cutoffs", "depth 4, six cutoffs"),
)
def alpha_beta(draft: Draft) -> Problem:
    """Alpha-beta."""
    widths = [(3, 3), (3, 2, 2), (2, 3, 2, 2)][draft.level - 1]
    count = [2, 3, 6][draft.level - 1]
    tree: list[Any] = []

    def candidate() -> GameTree:
        tree[:] = nested(draft.dice, widths)
        return game_tree(tree, players=("MAX", "MIN"), title="The tree")

    game, properties = draft.find(candidate, wished("{} cutoffs", count))
    solution = game.solve("alpha-beta")
    data = solution.to_json()
    parts = (
        value_part(solution, BACKED_UP),
        Part(
            "Search from left to right with alpha-beta: how many leaves are evaluated?",
            whole(int(data["counts"]["leaves"]), "the number"),
            "Keep alpha, what MAX has, and beta, what MIN has; stop at a node where alpha >= beta.",
        ),
        Part(
            "How many cutoffs are there?",
            whole(int(data["counts"]["cutoffs"]), "the number"),
            "Count the nodes at which some children are skipped.",
        ),
    )
    prose = (
        f"MAX moves at the root, then MIN, and so on in alternation. The tree, in brackets: "
        f"{bracketed(tree)}."
    )
    return Problem(
        "Alpha-beta",
        prose,
        game,
        parts,
        (solution,),
        properties,
        picture=game.draw(layout="down"),
        derive=lambda found: searched(found, "alpha-beta"),
    )
