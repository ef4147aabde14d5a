"""Arrows to the coalitional form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.noun import Noun
from kibitz.core.verbs import Verb


@extends(Noun)
@Verb
def to_coalitional(
    game: Any, reading: str = "security", order: Sequence[Any] | str | None = None
) -> CoalitionalGame:
    """The coalitional form of a game: what every coalition can guarantee against the others.

    When payoffs do not add up to a constant, this has several readings; see
    :mod:`kibitz.strategic.coalitions.coalition_values`. With an ``order`` the players move one
    after the other and see what was chosen before, so minimax takes the place of linear programs.

    Parameters
    ----------
    game : Any
        A game of any form.
    reading : str, default "security"
        What a coalition can earn: security, alpha, beta, threat or nash.
    order : sequence or str, optional
        The players in the order in which they move.

    Returns
    -------
    CoalitionalGame
        The coalitional game.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> dilemma = bimatrix("3 0; 4 1", "3 4; 0 1")
    >>> to_coalitional(dilemma)
    coalition({'I': 1, 'II': 1, 'I,II': 6})
    >>> to_coalitional(dilemma, "threat")
    coalition({'I': 3, 'II': 3, 'I,II': 6})
    >>> to_coalitional(bimatrix("1 -1; -1 1", "-1 1; 1 -1"), order="I II")
    coalition({'I': -1, 'II': 1, 'I,II': 0})
    """
    raise GameError(
        f"cannot bring a {type(game).__name__} to coalitional form; give it a strategic game"
    )
