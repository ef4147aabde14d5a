"""A turn: the coins that are turned in one move."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, NamedTuple


class Turn(NamedTuple):
    """Coins of a row by label, or of a board as (row, column), in order; the last goes to tails."""

    coins: tuple[Any, ...]

    def __str__(self) -> str:
        return "turn " + listed(self.coins)


class TartanTurn(NamedTuple):
    """All coins where one of some rows meets one of some columns.

    >>> TartanTurn((1, 5), (2, 6)).coins
    ((1, 2), (1, 6), (5, 2), (5, 6))
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def coins(self) -> tuple[tuple[int, int], ...]:
        return tuple(product(self.rows, self.columns))

    def __str__(self) -> str:
        rows, columns = _named("row", self.rows), _named("column", self.columns)
        return f"turn {rows} x {columns}"


def listed(coins: Iterable[Any]) -> str:
    """Coins in words; a run of more than three neighbors by its ends.

    >>> listed([2, 5]), listed([3, 4, 5, 6]), listed([7])
    ('2 and 5', '3 to 6', '7')
    """
    words = [str(coin) for coin in coins]
    if len(words) > 3 and _is_run(tuple(coins)):
        return f"{words[0]} to {words[-1]}"
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" and {words[-1]}"


def _named(what: str, labels: tuple[int, ...]) -> str:
    return f"{what}{'s' if len(labels) > 1 else ''} {listed(labels)}"


def _is_run(coins: tuple[Any, ...]) -> bool:
    return all(isinstance(c, int) for c in coins) and coins[-1] - coins[0] + 1 == len(coins)
