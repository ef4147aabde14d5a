"""Games made of one idea: everyone works alone, or nothing is done without some players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import subset_sums, tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import read_coalition, read_listed, read_players
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number


def additive_game(
    values: Sequence[Number], players: tuple[str, ...], title: str = ""
) -> CoalitionalGame:
    """The game in which every coalition earns what its members earn alone.

    Parameters
    ----------
    values : sequence of numbers
        What each player earns alone.
    players : tuple of str
        Names of the players.
    title : str, optional
        A title for output.

    Returns
    -------
    CoalitionalGame
        The game.
    """
    return CoalitionalGame(subset_sums(values), players, title)


def unanimity_game(players: Sequence[Any], needed: Iterable[Any]) -> CoalitionalGame:
    """The game in which a coalition is worth 1 when it holds all the players that are needed.

    Parameters
    ----------
    players : sequence of str
        Names of the players.
    needed : iterable
        The players that a coalition needs.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> unanimity_game("A B C", ["A", "C"]).worth("A", "C")
    Fraction(1, 1)
    """
    names = read_players(players)
    carrier = read_coalition((tuple(read_listed(needed, "needed")),), names)
    masks = np.arange(1 << len(names), dtype=np.int64)
    wins = (masks & carrier) == carrier
    if carrier == 0:
        raise GameError("needed: it is empty; a unanimity game needs at least one player")
    return CoalitionalGame(tensor_over(wins.astype(np.int64)), names)
