"""Mendelsohn games: be one larger than the opponent, but not more."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.core.tensor import Tensor
from kibitz.games.zero_sum.build import fits, not_negative, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

_WIN, _LOSS = Fraction(1), Fraction(2)


@named("mendelsohn", family="zero-sum")
def mendelsohn(n: int = 100, win: Number = _WIN, loss: Number = _LOSS) -> MatrixGame:
    """Both name a number up to n; being larger by one wins, by two or more loses.

    Parameters
    ----------
    n : int, default 100
        The largest number.
    win : number, optional
        What a win pays.
    loss : number, optional
        What a loss costs.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> game = mendelsohn(100)
    >>> [str(x) for x in game.solve().row[:4]]
    ['1/4', '1/2', '1/4', '0']
    >>> [str(x) for x in mendelsohn(5, win=2, loss=1).solve().row]
    ['1/16', '5/16', '1/4', '5/16', '1/16']
    """
    size = whole(n, "n", 1)
    fits(size, size, "mendelsohn", "take a smaller n")
    won, lost = not_negative(win, "win"), not_negative(loss, "loss")
    lead = np.subtract.outer(np.arange(size), np.arange(size))
    by_lead = Tensor.read([lost, -won, Fraction(0), won, -lost], 1)
    payoffs = by_lead.array[np.clip(lead, -2, 2) + 2]
    numbers = range(1, size + 1)
    game = zero_sum(f"Mendelsohn's game on 1..{size}", payoffs, numbers, numbers)
    if by_lead.denominator == 1:
        return game
    return game.affine(Fraction(1, by_lead.denominator), Fraction(0))
