"""What explain, draw and describe do with games on intervals."""

from __future__ import annotations

from kibitz.continuous.describe import describe_game, describe_order
from kibitz.continuous.draw import draw_game, typical_values
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.any_number import MarketFamily
from kibitz.continuous.markets.entry import Entry, solve_entry
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.continuous.sequential.subgame_perfect import solve_stages
from kibitz.core.explanation import Description, Explanation
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture


@explain.register
def _(
    game: ContinuousGame | Stackelberg | Entry | MarketFamily, method: str = "auto"
) -> Explanation:
    found: Explanation = game.solve(method).explain()
    return found


@draw.register
def _(game: ContinuousGame, what: str | None = None) -> Picture:
    return draw_game(game, what)


@draw.register
def _(game: Stackelberg, what: str | None = None) -> Picture:
    if what == "reaction":
        return draw_game(game.base, what)
    if game.parameters:
        game = game.at(**typical_values(game))
    return solve_stages(game).draw()


@draw.register
def _(game: Entry, what: str | None = None) -> Picture:
    if what == "reaction":
        return draw_game(game.market, what)
    if game.parameters:
        game = game.at(**typical_values(game))
    return solve_entry(game).draw()


@describe.register
def _(game: ContinuousGame) -> Description:
    return describe_game(game)


@describe.register
def _(game: Stackelberg) -> Description:
    return describe_order(game)


@describe.register
def _(game: Entry) -> Description:
    return describe_order(game)
