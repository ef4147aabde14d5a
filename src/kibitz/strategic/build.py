"""Strategic games from arrays, text, mappings and functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.files.nested_text import read_nested
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.labels import player_names, read_labels
from kibitz.zero_sum.read_payoffs import cells, read_payoffs


def bimatrix(
    first: Any,
    second: Any = None,
    rows: Sequence[Any] | None = None,
    columns: Sequence[Any] | None = None,
    title: str = "",
    players: Sequence[Any] | None = None,
    cost: bool = False,
) -> StrategicGame:
    """A two-person game from the payoff matrices of both, or from one matrix of pairs.

    Parameters
    ----------
    first : array_like or str
        The payoffs of the row player, or pairs of payoffs.
    second : array_like or str, optional
        The payoffs of the column player.
    rows : sequence, optional
        Labels of the rows.
    columns : sequence, optional
        Labels of the columns.
    title : str, optional
        A title for the game.
    players : sequence, optional
        The names of the players.
    cost : bool, default False
        Whether the numbers are costs.

    Returns
    -------
    StrategicGame
        The game, checked.

    Examples
    --------
    >>> bimatrix("3 0; 4 1", "3 4; 0 1") == bimatrix([[[3, 3], [0, 4]], [[4, 0], [1, 1]]])
    True
    """
    given = [first, second] if second is not None else _pairs(first)
    return strategic_game(given, players, [rows, columns], title, cost)


def _pairs(given: Any) -> Any:
    """The two arrays that are given as one, cell by cell."""
    nested = read_nested(given) if isinstance(given, str) else given
    if isinstance(nested, (list, tuple, np.ndarray)):
        return cells(nested, 2)
    if not isinstance(given, str):
        return given
    read = read_payoffs(given).tensors
    if len(read) != 2:
        raise GameError(
            f"payoffs: each cell holds {count_of(len(read), 'number')}; a bimatrix game has 2 "
            "players, a strategic game can have more"
        )
    return read


def strategic_game(
    payoffs: Any,
    players: Sequence[Any] | None = None,
    strategies: Sequence[Sequence[Any] | None] | None = None,
    title: str = "",
    cost: bool = False,
) -> StrategicGame:
    """A game of n players from payoffs, or from costs when ``cost`` is true.

    Payoffs may be one array for each player (a list, or a mapping from their names), nested lists
    with a tuple of payoffs in each cell, text (``"3,3 0,5; 5,0 1,1"``, with ``|`` between the
    strategies of a third player and ``||`` between those of a fourth), a mapping from profiles to
    payoffs, or a function of the strategies.

    Parameters
    ----------
    payoffs : array_like, mapping, str or callable
        The payoffs of all players.
    players : sequence, optional
        The names of the players.
    strategies : sequence of sequences, optional
        Labels of the strategies of each player.
    title : str, optional
        A title for the game.
    cost : bool, default False
        Whether the numbers are costs.

    Returns
    -------
    StrategicGame
        The game, checked.

    Examples
    --------
    >>> strategic_game([[[1, 0], [0, 1]], [[0, 1], [1, 0]]]).shape
    (2, 2)
    >>> strategic_game({("C", "C"): (3, 3), ("C", "D"): (0, 5), ("D", "C"): (5, 0)})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: payoffs: missing for (D, D)
    """
    if cost not in (True, False):
        raise GameError(f"cost is {cost!r}; it must be True or False")
    if isinstance(players, np.ndarray) and players.ndim > 1:
        raise GameError("players: this is an array; put the arrays of all players in one list")
    read = read_payoffs(payoffs, strategies)
    tensors = tuple(-t for t in read.tensors) if cost else read.tensors
    count = len(tensors)
    named = player_names(players if players is not None else read.players, count)
    if read.players is not None:
        tensors = _in_order(tensors, read.players, named)
    lists = read.strategies if read.strategies is not None else strategies
    lists = lists if lists is not None else [None] * count
    if len(lists) != count:
        raise GameError(
            f"{count_of(len(lists), 'list')} of strategies for {count_of(count, 'player')}"
        )
    labels = tuple(
        read_labels(given, size) for given, size in zip(lists, tensors[0].shape, strict=True)
    )
    return StrategicGame(tensors, named, labels, title, cost)


def _in_order(
    tensors: tuple[Tensor, ...], given: Sequence[str], players: Sequence[str]
) -> tuple[Tensor, ...]:
    """Arrays that were given by player, in the order of the players, who own the axes in it."""
    if sorted(given) != sorted(players):
        raise GameError(
            f"payoffs are given for {', '.join(given)}, but the players are {', '.join(players)}"
        )
    return tuple(tensors[list(given).index(name)] for name in players)
