"""Nash's solution of a bargaining problem."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.bargaining.game import BargainingProblem, bargaining
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.pictures.canvas import Canvas
from kibitz.pictures.picture import Picture
from kibitz.pictures.theme import COLUMN, INK, PALE, ROW


@exercise(
    "nash-bargaining",
    "general-sum",
    book="Ferguson III.4.3",
    levels=("a triangle", "a polygon, the solution on a side", "another disagreement point"),
)
def nash_bargaining(draft: Draft) -> Problem:
    """Nash bargaining."""
    dice = draft.dice

    def candidate() -> BargainingProblem | None:
        count = 2 if draft.level == 1 else 3
        right = sorted({(dice.integer(0, 8), dice.integer(0, 8)) for _ in range(count)})
        away = (dice.integer(0, 2), dice.integer(0, 2)) if draft.level == 3 else (0, 0)
        points = sorted({(0, 0), (right[-1][0] + dice.integer(1, 3), 0), *right})
        try:
            problem = bargaining(points, away)
            found = problem.solve("nash").to_json()
        except GameError:
            return None
        x, y = (exact(u) for u in found["solution"])
        corner = [x, y] in [[*point] for point in points]
        inside = not corner and min(exact(g) for g in found["gains"]) > 0
        small = max(x.denominator, y.denominator) < 10
        return problem if inside and small and not found["degenerate"] else None

    game, properties = draft.find(candidate)
    solution = game.solve("nash")
    found = solution.to_json()
    corners = _corners(game)
    listed = ", ".join(f"({x}, {y})" for x, y in corners)
    start = ", ".join(str(x) for x in found["disagreement"])
    prose = (
        f"Two players can agree on any point of the polygon with the corners {listed}, where the "
        f"coordinates are what they get; without agreement they get ({start})."
    )
    names = ("I", "II")
    hint = (
        "Maximize the product of the gains over the upper right side; there the slope of the side "
        "is opposite to that of the line from the disagreement point."
    )
    parts = (
        Part(
            "Find Nash's solution.",
            VectorJudge(names, tuple(exact(x) for x in found["solution"])),
            hint,
            points=2,
        ),
    )
    return Problem(
        "Nash bargaining",
        prose,
        game,
        parts,
        (solution,),
        properties,
        picture=_polygon(corners, found["disagreement"]),
        derive=lambda problem: problem.explain(method="nash"),
    )


def _polygon(corners: list[tuple[Fraction, Fraction]], start: list[Any]) -> Picture:
    """What can be agreed on, and the disagreement point; the solution is not shown."""
    size = 220
    high = max(float(max(x, y)) for x, y in corners)

    def spot(x: Any, y: Any) -> tuple[float, float]:
        return 36 + size * float(x) / high, 16 + size * (1 - float(y) / high)

    canvas = Canvas(size + 70, size + 50)
    outline = [spot(x, y) for x, y in (*corners, corners[0])]
    canvas.line(*spot(0, 0), *spot(high, 0), INK)
    canvas.line(*spot(0, 0), *spot(0, high), INK)
    canvas.path(outline, COLUMN, 1.5, fill=PALE)
    for x, y in corners:
        canvas.dot(*spot(x, y), 3, COLUMN)
    canvas.dot(*spot(*(exact(x) for x in start)), 4, ROW)
    canvas.text(spot(high, 0)[0], spot(0, 0)[1] + 24, "I", 12)
    canvas.text(spot(0, 0)[0] - 16, spot(0, high)[1] + 10, "II", 12)
    return canvas.finish("what can be agreed on, and the disagreement point")


def _corners(game: BargainingProblem) -> list[tuple[Fraction, Fraction]]:
    return [(exact(x), exact(y)) for x, y in game.feasible.to_json()["polygon"]]
