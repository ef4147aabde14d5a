"""What solve, explain, draw and describe do with stochastic games."""

from __future__ import annotations

from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.spelling import canonical_name
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture
from kibitz.stochastic.describe import describe_game
from kibitz.stochastic.draw import MOST_DRAWN, draw_game
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.grid_picture import grid_of


@explain.register
def _(game: StochasticGame, method: str = "auto", steps: int = 6) -> Explanation:
    if canonical_name(method) in ("shapley-iteration", "shapley"):
        return game.iterate(steps).explain()
    explanation: Explanation = game.solve(method).explain()
    return explanation


@draw.register
def _(game: StochasticGame, what: str | None = None) -> Picture:
    if what not in (None, "graph", "solution"):
        raise GameError(f"no picture {what!r} of a stochastic game; there are graph and solution")
    large = game.table.states > MOST_DRAWN and grid_of(game) is None
    if what == "graph" or (what is None and large):
        return draw_game(game)
    picture: Picture = game.solve().draw()
    return picture


@describe.register
def _(game: StochasticGame) -> Description:
    return describe_game(game)
