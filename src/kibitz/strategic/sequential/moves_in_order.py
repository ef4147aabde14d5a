"""A strategic game played in turn: every player sees what was chosen before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.strategic.game import StrategicGame

MOST_CELLS = 200_000


def moves_in_order(game: StrategicGame, order: Sequence[Any] | str | None = None) -> Any:
    """The tree of moves, nested: ``(player, {strategy: tree})``, payoffs at the ends.

    ``order`` names the players as they move; without it they move as they are listed.

    >>> from kibitz import bimatrix
    >>> moves_in_order(bimatrix("3 0; 4 1", "3 4; 0 1"), "II I")[0]
    'II'
    """
    movers = _order(game, order)
    cells = int(np.prod(game.shape))
    if cells > MOST_CELLS:
        raise GameError(f"{count_of(cells, 'cell')}; the limit for a tree of moves is {MOST_CELLS}")
    return _tree(game, movers, {})


def _tree(game: StrategicGame, movers: tuple[int, ...], chosen: dict[int, int]) -> Any:
    if not movers:
        return game.payoff(*(chosen[i] for i in range(len(game.players))))
    first, *rest = movers
    moves = {
        name: _tree(game, tuple(rest), {**chosen, first: k})
        for k, name in enumerate(game.strategies[first])
    }
    return game.players[first], moves


def _order(game: StrategicGame, order: Sequence[Any] | str | None) -> tuple[int, ...]:
    if order is None:
        return tuple(range(len(game.players)))
    words = order.replace(",", " ").split() if isinstance(order, str) else list(order)
    movers = tuple(game.player(word) for word in words)
    if sorted(movers) != list(range(len(game.players))):
        raise GameError(f"order: {order!r} does not name every player once")
    return movers
