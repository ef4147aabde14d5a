"""The core of a game of three players."""

from __future__ import annotations

from kibitz.core.numbers import exact
from kibitz.exercises.coalitional.worths import PROSE, random_worths, worths_table
from kibitz.exercises.judges.allocation import CoreJudge
from kibitz.exercises.judges.choice import yes_or_no
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished


@exercise(
    "core",
    "coalitional",
    book="Ferguson IV.2, Leon E",
    levels=("a triangle or a quadrilateral", "a pentagon", "a hexagon"),
)
def core(draft: Draft) -> Problem:
    """The core."""
    count = [draft.dice.integer(3, 4), 5, 6][draft.level - 1]
    game, properties = draft.find(
        lambda: random_worths(draft, "ABC", 2, 8, 14),
        wished("superadditive"),
        wished("core with {} corners", count),
    )
    solution = game.core()
    data = solution.to_json()
    point = tuple(exact(x) for x in data["point"])
    corners = tuple(" ".join(vertex) for vertex in data["vertices"])
    parts = (
        Part(
            "Find a payoff vector in the core.",
            CoreJudge(game, point),
            "No coalition may get less than its worth, and all together get the whole.",
        ),
        Part(
            "Find all corners of the core.",
            SetJudge(corners, f"payoffs of {', '.join(game.players)}, such as 1 2 3; 2 2 2"),
            "Each corner meets two of the inequalities with equality.",
            points=3,
        ),
    )
    return Problem(
        "The core",
        PROSE,
        game,
        parts,
        (solution,),
        properties,
        worths_table(game),
        derive=lambda found: found.explain(method="core"),
    )


@exercise(
    "empty-core",
    "coalitional",
    book="Ferguson IV.2.3",
    levels=("three players", "three players, nearly", "four players"),
)
def empty_core(draft: Draft) -> Problem:
    """Is the core empty?"""
    names = "ABCD" if draft.level == 3 else "ABC"
    empty = draft.dice.below(2) == 0
    game, properties = draft.find(
        lambda: random_worths(draft, names, 2, 8 if draft.level < 3 else 6, 12),
        wished("superadditive"),
        wished("empty core" if empty else "nonempty core"),
    )
    solution = game.core()
    hint = "Give each coalition a weight, so that each player is covered once in all."
    parts = (Part("Is the core empty?", yes_or_no(empty), hint),)
    return Problem(
        "Is the core empty?",
        PROSE,
        game,
        parts,
        (solution,),
        properties,
        worths_table(game),
        derive=lambda found: found.explain(method="core"),
    )
