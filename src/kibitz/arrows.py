"""Arrows between sibling forms: each form works its half out, and here the halves meet.

Forms do not import each other. What an arrow computes lives in the package it starts from; these
few lines hand it to the noun it leads to.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from kibitz.coalitional.convert_strategic import naming_game
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.tensor import Tensor
from kibitz.strategic.convert_coalitional import coalition_values
from kibitz.strategic.game import MatrixGame, StrategicGame


@singledispatch
def to_coalitional(game: Any, reading: str = "security") -> CoalitionalGame:
    """The coalitional form of a game: what every coalition can make sure of against the others.

    When payoffs do not add up to a constant, this has several readings; see
    :mod:`kibitz.strategic.convert_coalitional`.

    >>> from kibitz import bimatrix
    >>> to_coalitional(bimatrix("3 0; 4 1", "3 4; 0 1"))
    coalition({'I': 1, 'II': 1, 'I,II': 6})
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to coalitional form; give it a strategic game"
    )


@to_coalitional.register
def _(game: StrategicGame, reading: str = "security") -> CoalitionalGame:
    found = coalition_values(game, reading)
    return CoalitionalGame(Tensor.read(found.worths, 1, "worths"), game.players, game.title)


@to_coalitional.register
def _(game: MatrixGame, reading: str = "security") -> CoalitionalGame:
    return to_coalitional(game.strategic(), reading)


@singledispatch
def to_strategic(game: Any) -> StrategicGame:
    """The strategic form of a game.

    >>> from kibitz import coalition
    >>> superadditive = coalition({"A": 1, "B": 3, "A,B": 6})
    >>> to_coalitional(to_strategic(superadditive)) == superadditive
    True
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to strategic form; give it a coalitional game"
    )


@to_strategic.register
def _(game: CoalitionalGame) -> StrategicGame:
    form = naming_game(game)
    return StrategicGame(form.payoffs, form.players, form.strategies, game.title)
