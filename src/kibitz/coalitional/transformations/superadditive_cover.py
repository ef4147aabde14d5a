"""The superadditive cover: what coalitions earn when they may split into smaller ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.coalitional.coalitions import integers_within, tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import magnitude
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

MOST_PLAYERS = 17


@extends(CoalitionalGame)
def superadditive_cover(game: CoalitionalGame) -> CoalitionalGame:
    """The least superadditive game with no smaller worths: the best partition of each coalition.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    CoalitionalGame
        The game.

    Notes
    -----
    Cost: O(3^n).

    Examples
    --------
    >>> from kibitz import coalition
    >>> superadditive_cover(coalition({"A": 2, "B": 3, "A,B": 4})).worth("A", "B")
    Fraction(5, 1)
    """
    return CoalitionalGame(_covered(game.worths), game.players, game.title)


def cover_of_known(worths: list[Any]) -> Tensor:
    """The cover of a table with gaps (None): gaps earn only by splitting, single players 0."""
    for i in range(len(worths).bit_length() - 1):
        if worths[1 << i] is None:
            worths[1 << i] = Fraction(0)
    known = sum((magnitude(x) for x in worths if x is not None), Fraction(0))
    never = -2 * known - 1
    return _covered(Tensor.read([never if x is None else x for x in worths], 1, "worths"))


def _covered(worths: Tensor) -> Tensor:
    n = worths.shape[0].bit_length() - 1
    if n > MOST_PLAYERS:
        raise GameError(
            f"{count_of(n, 'player')}: the cover compares 3^{n} = {3**n} pairs; it is "
            "computed for at most "
            f"{MOST_PLAYERS} players"
        )
    array = integers_within(worths.array, 2 * n).copy()
    from kibitz.coalitional.kernels import cover

    (cover.py_func if array.dtype == object else cover)(array)
    return tensor_over(array, worths.denominator)
