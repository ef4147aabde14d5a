"""What the stationary strategies of both players guarantee, whatever the other side does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.stopping_play import best_policy
from kibitz.core.errors import GameError
from kibitz.stochastic.game import ANY, StochasticGame
from kibitz.stochastic.methods.best_reply import joined_choices, reply_choices
from kibitz.stochastic.mirror import exchanges, mirrored
from kibitz.stochastic.table import TransitionTable

LEAST = Fraction(1, 10**30)
"""What a value that is not exact may be off, as a part of the largest payment; far less is."""


def reply_bounds(game: StochasticGame, rows: Any, columns: Any) -> tuple[Any, Any]:
    """What the row strategies guarantee and the column strategies concede, state by state."""
    whole = mirrored(game)
    count = game.table.states
    if exchanges(game.table):
        rows, columns = [*rows, *columns], [*columns, *rows]
    table = whole.rational
    endless = None if game.endless is None else Fraction(0 if game.endless == ANY else game.endless)
    try:
        low = [_down(x) for x in secured(table, rows, True, endless)[:count]]
        high = [-_down(-x) for x in secured(table, columns, False, endless)[:count]]
    except GameError:
        return np.full(count, -np.inf), np.full(count, np.inf)
    return np.array(low), np.array(high)


def secured(
    table: TransitionTable,
    mixtures: Sequence[Any],
    by_rows: bool,
    endless: Fraction | None,
    payee: int = 0,
) -> list[Fraction]:
    """What a player gets in every state when the side that does not mix replies best for itself.

    As :func:`best_reply` says, but in fractions, and a little to the better of the reply: where
    play lasts long, even the rounding of a probability is paid for in every stage.
    """
    sign = -1 if by_rows and table.zero_sum else 1
    home, merged = joined_choices(reply_choices(table, mixtures, by_rows, payee), endless)
    place = {s: k for k, s in enumerate(merged)}
    choices = [
        [(c.pay, {place[t]: w for t, w in c.go.items()}) for c in line] for line in merged.values()
    ]
    found = best_policy(choices, sign)
    if found is None:
        raise GameError("a strategy stops too rarely to be evaluated")
    if any(
        sign * (pay + sum(w * found[t] for t, w in go.items()) - x) > 0
        for x, line in zip(found, choices, strict=True)
        for pay, go in line
    ):
        size = max(abs(pay) for line in choices for pay, _ in line)
        found = [x + sign * LEAST * size for x in found]
    return [found[place[home[s]]] for s in range(table.states)]


def reply_error(game: StochasticGame, values: Any, rows: Any, columns: Any) -> float:
    """How far values can be from the value of the game, by what both strategies secure."""
    low, high = reply_bounds(game, rows, columns)
    gap = max((values - low).max(), (high - values).max())
    return float(max(np.nextafter(gap, np.inf), 1e-15))


def _down(x: Fraction) -> float:
    """The largest float that is not above a number."""
    near = float(x)
    return near if near <= x else float(np.nextafter(near, -np.inf))
