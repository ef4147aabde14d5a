"""Teach the verbs about matrix games with a parameter."""

from __future__ import annotations

from kibitz.core.explanation import Description, Explanation
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, interval_text


@explain.register
def _(game: ParametricMatrixGame, method: str = "auto") -> Explanation:
    return game.solve(method).explain()


@draw.register
def _(game: ParametricMatrixGame) -> Picture:
    return game.solve().draw()


@describe.register
def _(game: ParametricMatrixGame) -> Description:
    m, n = game.shape
    degree = max(entry.degree for row in game.entries for entry in row)
    return Description(
        game.title or "Matrix game with a parameter",
        (
            ("size", f"{m} x {n}"),
            ("parameter", f"{game.parameter} in {interval_text(game.start, game.end)}"),
            ("degree", str(max(degree, 0))),
        ),
    )
