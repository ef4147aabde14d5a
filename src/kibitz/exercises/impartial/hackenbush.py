"""Green Hackenbush: trees by the colon principle, circuits by fusion."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import named_moves_part, nimber_part, outcome_part
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Problem
from kibitz.exercises.wish import wished

VERTICES = ascii_lowercase.replace("g", "")
"""Names of vertices; g would be the ground."""


@exercise(
    "hackenbush",
    "impartial",
    book="Ferguson I.6",
    levels=("a tree and a stalk", "two trees", "a picture with circuits"),
)
def hackenbush(draft: Draft) -> Problem:
    """Green Hackenbush."""
    dice = draft.dice
    size = [7, 9, 9][draft.level - 1]

    def candidate() -> ImpartialGame:
        stalk = dice.integer(1, 3) if draft.level == 1 else 0
        edges = [f"{VERTICES[k - 1] if k else 0}-{VERTICES[k]}" for k in range(stalk)]
        roots = 1 if stalk else 2
        for k in range(stalk, size):
            at = "0" if k < stalk + roots else dice.choice(VERTICES[stalk:k])
            edges.append(f"{at}-{VERTICES[k]}")
        if draft.level == 3:
            for _ in range(2):
                first, second = dice.sample("0" + VERTICES[:size], 2)
                edges.append(f"{first}-{second}")
        found: ImpartialGame = game("hackenbush", " ".join(edges))
        return found

    found, properties = draft.find(candidate, wished("{} winning moves", 1))
    solution = found.solve()
    hint = (
        "By the fusion principle the vertices of a circuit may be fused; each edge of it "
        "becomes a loop."
        if draft.level == 3
        else "By the colon principle branches at a vertex may be replaced by a stalk of their "
        "nim-sum."
    )
    parts = (
        nimber_part(solution, hint),
        outcome_part(solution),
        named_moves_part(solution, "the edges to chop", "chop "),
    )
    prose = (
        f"Green Hackenbush on the edges {found.show(found.position)}, where 0 is the ground. A "
        "move chops an edge, and whatever is no longer connected to the ground falls. The "
        "player who moves last wins."
    )
    return Problem(
        "Green Hackenbush",
        prose,
        found,
        parts,
        (solution,),
        properties,
        picture=replace(found.draw(what="position"), caption="The picture"),
    )
