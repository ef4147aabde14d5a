"""Games on a digraph: the Sprague-Grundy function."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase
from typing import Any

from kibitz.combinatorial.answers import without_answers
from kibitz.combinatorial.game import ImpartialGame
from kibitz.core import verbs
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import exact
from kibitz.core.shelf import game
from kibitz.exercises.impartial.moves import named_moves_part, outcome_part
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.wish import wished


@exercise(
    "digraph",
    "impartial",
    book="Ferguson I.3.2, CO456 L7",
    levels=("6 vertices", "8 vertices, a value of 3 or more", "10 vertices, a value of 4"),
)
def digraph(draft: Draft) -> Problem:
    """The Sprague-Grundy function."""
    vertices = ascii_lowercase[: 4 + 2 * draft.level]
    least = [2, 3, 4][draft.level - 1]

    def candidate() -> ImpartialGame | None:
        arrows = _arrows(draft, vertices)
        found: ImpartialGame = game("digraph", arrows)
        values = found.solve().to_json()["values"]
        whole = len(values) == len(vertices)
        return found if whole and max(map(int, values.values())) >= least else None

    found, properties = draft.find(candidate, wished("next player wins"))
    solution = found.solve()
    values = solution.to_json()["values"]
    arrows = found.made_by[1]["arrows"] if found.made_by else ""
    arrows_listed = arrows if isinstance(arrows, str) else ", ".join(arrows)
    parts = (
        Part(
            "Find the Sprague-Grundy value of every vertex.",
            VectorJudge(tuple(vertices), tuple(exact(values[v]) for v in vertices)),
            "Start with the vertices without followers; a value is the mex of the followers' "
            "values.",
            points=3,
        ),
        outcome_part(solution, "the start"),
        named_moves_part(solution, "the vertices that they lead to", "to "),
    )
    prose = (
        f"A game is played on a digraph with the arrows {_spaced(arrows_listed)}. "
        "It begins at a, a move follows an arrow, and the player who cannot move loses."
    )

    def derive(game: Any) -> Explanation:
        arrows_listed = verbs.explain(game)
        rest = [step for step in arrows_listed.steps if not step.heading.startswith("Work upwards")]
        return replace(arrows_listed, steps=(_all_values(arrows, values), *rest))

    with without_answers():
        picture = replace(found.draw(), caption="The digraph")
    return Problem(
        "The Sprague-Grundy function",
        prose,
        found,
        parts,
        (solution,),
        properties,
        picture=picture,
        derive=derive,
    )


def _all_values(arrows: Any, values: dict[str, Any]) -> Step:
    """The value of every vertex, also of those that are not reached from the start."""
    listed = arrows.replace(",", " ").split() if isinstance(arrows, str) else list(arrows)
    rows = []
    for vertex in reversed(values):
        below = [arrow.split(">")[1] for arrow in listed if arrow.split(">")[0] == vertex]
        worths = sorted({int(values[v]) for v in below})
        shown = f"{{{', '.join(map(str, worths))}}}"
        rows.append((vertex, ", ".join(below) or "none", shown, str(values[vertex])))
    prose = "Each vertex comes after its followers; its value is the mex of theirs."
    table = Table(("vertex", "followers", "their values", "mex"), tuple(rows))
    return Step("The values of all vertices", prose, table)


def _spaced(arrows: str) -> str:
    return ", ".join(arrow.strip() for arrow in arrows.split(","))


def _arrows(draft: Draft, vertices: str) -> list[str]:
    """Arrows from every vertex but the last to one or more later ones, and to all but the first."""
    dice = draft.dice
    arrows = []
    for k, vertex in enumerate(vertices[:-1]):
        later = vertices[k + 1 :]
        count = min(len(later), dice.integer(1, 3 if draft.level < 3 else 4))
        arrows += [f"{vertex}>{other}" for other in dice.sample(later, count)]
    for k, vertex in enumerate(vertices[1:], 1):
        if not any(arrow.endswith(vertex) for arrow in arrows):
            arrows.append(f"{dice.choice(vertices[:k])}>{vertex}")
    return sorted(arrows)
