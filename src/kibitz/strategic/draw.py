"""Pictures of strategic games by name: tables, graphs of lines, tableaux, best responses."""

from __future__ import annotations

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of
from kibitz.core.verbs import draw
from kibitz.pictures import Picture
from kibitz.strategic.concepts.movement_diagram import movement_diagram
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.logit import quantal_response
from kibitz.strategic.pictures.blocks import draw_blocks
from kibitz.strategic.pictures.cube import draw_cube, refuse_others
from kibitz.strategic.pictures.movement import draw_movement
from kibitz.strategic.pictures.two_player import draw_equilibria, draw_path, draw_regions
from kibitz.strategic.sequential.repeated import RepeatedGame
from kibitz.strategic.two_player.equilibria import equilibria
from kibitz.strategic.two_player.lemke_howson import lemke_howson
from kibitz.zero_sum.draw import MATRIX_PICTURES
from kibitz.zero_sum.pictures.table import draw_bimatrix

BIMATRIX_PICTURES = {
    "equilibria": lambda game: draw_equilibria(equilibria(game)),
    "regions": lambda game: draw_regions(game, equilibria(game)),
    "path": lambda game: draw_path(lemke_howson(game).working),
}


@draw.register
def _(game: StrategicGame, what: str = "table") -> Picture:
    if what == "table" and len(game.players) == 2:
        return draw_bimatrix(game)
    if what == "movement":
        return draw_movement(movement_diagram(game))
    if what == "logit":
        return quantal_response(game).draw()
    if len(game.players) != 2:
        return _draw_n_player(game, what)
    if what in BIMATRIX_PICTURES:
        return BIMATRIX_PICTURES[what](game)
    if what in MATRIX_PICTURES:
        return game.matrix_game().draw(what=what)
    known = ["table", "movement", "logit", *BIMATRIX_PICTURES]
    raise GameError(f"cannot draw the {what!r} of a strategic game{did_you_mean(str(what), known)}")


@draw.register
def _(game: RepeatedGame, what: str = "table") -> Picture:
    """The game of one round."""
    return draw(game.stage, what=what)


def _draw_n_player(game: StrategicGame, what: str) -> Picture:
    if what == "table":
        return draw_blocks(game)
    if what == "equilibria":
        solution = game.equilibria()
        return draw_cube(solution) if game.shape == (2, 2, 2) else draw_blocks(game, solution)
    if what in ("cube", "regions"):
        refuse_others(game)
        return draw_cube(game.equilibria())
    known = ["table", "movement", "logit", "equilibria", "cube"]
    near = did_you_mean(str(what), known)
    raise GameError(f"cannot draw the {what!r} of {count_of(len(game.players), 'player')}{near}")
