"""Surpluses of players over players: the most that one could gain without the other.

The surplus of i over j at payoffs x is the greatest excess of a coalition that holds i but not j:
what i can hope for, or must at least lose, by breaking with j.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.sets.excess import excesses
from kibitz.core.explanation import Table
from kibitz.core.numbers import Number, show


@dataclass(frozen=True)
class Surpluses:
    """``values[i][j]`` is the surplus of player i over player j, reached by ``masks[i][j]``.

    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> print(surpluses(game, (Fraction(1), Fraction(2), Fraction(4))).table().text())
    i \\ j       A        B        C
    ───────────────────────────────
    A           -     -1 A     -1 A
    B       0 B,C        -   -1 A,B
    C       0 B,C   -1 A,C        -
    """

    game: CoalitionalGame
    values: tuple[tuple[Number, ...], ...]
    masks: tuple[tuple[int, ...], ...]

    def table(self) -> Table:
        """The surpluses, with the coalitions that reach them."""
        rows = []
        for i, name in enumerate(self.game.players):
            cells = [
                "-" if i == j else f"{show(value)} {self.game.spell(self.masks[i][j])}"
                for j, value in enumerate(self.values[i])
            ]
            rows.append((name, *cells))
        return Table(("i \\ j", *self.game.players), tuple(rows))


def surpluses(game: CoalitionalGame, payoffs: Any) -> Surpluses:
    """The maximum surplus of every player against every other.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    Surpluses
        The surplus of each player against each other player, with the coalition that attains it.

    Notes
    -----
    Cost: O(n^2 2^n), vectorized.

    References
    ----------
    Davis and Maschler 1965.
    """
    excess_of, scale = excesses(game, game.payoffs(payoffs))
    masks = np.arange(1 << game.n)
    values: list[list[Number]] = [[Fraction(0)] * game.n for _ in range(game.n)]
    reached = [[0] * game.n for _ in range(game.n)]
    for i in range(game.n):
        for j in range(game.n):
            if i == j:
                continue
            sides = _with_and_without(masks, i, j)
            best = int(sides[_with_and_without(excess_of, i, j).argmax()])
            reached[i][j] = best
            excess = excess_of[best]
            values[i][j] = (
                float(excess) if excess_of.dtype.kind == "f" else Fraction(int(excess), scale)
            )
    return Surpluses(game, tuple(map(tuple, values)), tuple(map(tuple, reached)))


def _with_and_without(array: np.ndarray, i: int, j: int) -> np.ndarray:
    """The entries of the coalitions that hold player i but not player j."""
    low, high = sorted((i, j))
    box = array.reshape(-1, 2, 1 << (high - low - 1), 2, 1 << low)
    return (box[:, 1, :, 0, :] if i > j else box[:, 0, :, 1, :]).ravel()
