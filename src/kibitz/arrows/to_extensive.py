"""Arrows to trees."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.noun import Noun
from kibitz.core.verbs import Verb
from kibitz.extensive.game import ExtensiveGame


@extends(Noun)
@Verb
def to_extensive(game: Any) -> ExtensiveGame:
    """A game as a tree: rules are unfolded, in a strategic game all choose without seeing others.

    Parameters
    ----------
    game : Any
        A game of any form.

    Returns
    -------
    ExtensiveGame
        The tree.

    Examples
    --------
    >>> from kibitz import bimatrix, to_strategic
    >>> tree = to_extensive(bimatrix("3 0; 4 1", "3 4; 0 1"))
    >>> tree
    <ExtensiveGame: 2 players, 7 nodes, 2 information sets>
    >>> to_strategic(tree).payoffs == bimatrix("3 0; 4 1", "3 4; 0 1").payoffs
    True
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to extensive form; give it rules or a strategic game"
    )


@to_extensive.register
def _(game: ExtensiveGame) -> ExtensiveGame:
    return game
