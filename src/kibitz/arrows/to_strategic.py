"""Arrows to the strategic form."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.noun import Noun
from kibitz.core.verbs import Verb
from kibitz.strategic.game import StrategicGame


@extends(Noun)
@Verb
def to_strategic(game: Any, reduced: bool = True, merge: bool = False) -> StrategicGame:
    """The strategic form of a game.

    Of a tree, the ``reduced`` one leaves out moves that own moves make needless; ``merge`` makes
    one of strategies that always pay the same.

    Parameters
    ----------
    game : Any
        A game of any form.
    reduced : bool, default True
        Whether to leave out moves that the player's own earlier moves exclude.
    merge : bool, default False
        Whether strategies that always pay the same become one.

    Returns
    -------
    StrategicGame
        The strategic form.

    Examples
    --------
    >>> from kibitz import coalition, to_coalitional
    >>> superadditive = coalition({"A": 1, "B": 3, "A,B": 6})
    >>> to_coalitional(to_strategic(superadditive)) == superadditive
    True
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to strategic form; give it a tree or a coalitional "
        "game"
    )


@extends(Noun)
def strategic_form(game: Any, reduced: bool = True, merge: bool = False) -> StrategicGame:
    """The strategic form of a game, as :func:`to_strategic` gives it.

    Parameters
    ----------
    game : Any
        A game of any form.
    reduced : bool, default True
        Whether to leave out moves that the player's own earlier moves exclude.
    merge : bool, default False
        Whether strategies that always pay the same become one.

    Returns
    -------
    StrategicGame
        The strategic form.

    Examples
    --------
    >>> from kibitz import game
    >>> game("centipede", 2).strategic_form().shape
    (3, 3)
    >>> game("centipede", 2).strategic_form(reduced=False).shape
    (4, 4)
    """
    return to_strategic(game, reduced, merge)


@extends(Noun)
def reduced_normal_form(game: Any, merge: bool = False) -> StrategicGame:
    """The strategic form without moves that the player's own earlier moves exclude.

    Parameters
    ----------
    game : Any
        A game of any form.
    merge : bool, default False
        Whether strategies that always pay the same become one.

    Returns
    -------
    StrategicGame
        The strategic form.
    """
    return to_strategic(game, True, merge)


@to_strategic.register
def _(game: StrategicGame, reduced: bool = True, merge: bool = False) -> StrategicGame:
    return game
