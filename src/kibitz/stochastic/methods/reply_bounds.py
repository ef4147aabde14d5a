"""What the stationary strategies of both players guarantee, whatever the other side does."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.stochastic.game import ANY, StochasticGame
from kibitz.stochastic.methods.best_reply import best_reply
from kibitz.stochastic.mirror import exchanges, mirrored


def reply_bounds(game: StochasticGame, rows: Any, columns: Any) -> tuple[Any, Any]:
    """What the row strategies guarantee and the column strategies concede, state by state."""
    whole = mirrored(game)
    count = game.table.states
    if exchanges(game.table):
        rows, columns = [*rows, *columns], [*columns, *rows]
    table = whole.effective.floats
    endless = None if game.endless is None else 0.0 if game.endless == ANY else float(game.endless)
    try:
        low = best_reply(table, rows, True, endless)[:count]
        high = best_reply(table, columns, False, endless)[:count]
    except GameError:
        return np.full(count, -np.inf), np.full(count, np.inf)
    return low, high


def reply_error(game: StochasticGame, values: Any, rows: Any, columns: Any) -> float:
    """How far values can be from the value of the game, by what both strategies secure."""
    low, high = reply_bounds(game, rows, columns)
    return float(max((values - low).max(), (high - values).max(), 1e-15))
