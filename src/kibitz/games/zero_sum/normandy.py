"""A battle as a matrix game: six plans on either side."""

from __future__ import annotations

from kibitz.core.registry import named
from kibitz.games.zero_sum.build import zero_sum
from kibitz.zero_sum.game import MatrixGame

_OUTCOMES = (
    (13, 29, 8, 12, 16, 23),
    (18, 22, 21, 22, 29, 31),
    (18, 22, 31, 31, 27, 37),
    (11, 22, 12, 21, 21, 26),
    (18, 16, 19, 14, 19, 28),
    (23, 22, 19, 23, 30, 34),
)


@named("normandy", family="zero-sum")
def normandy() -> MatrixGame:
    """A model of the invasion of Normandy: where to land, and where to defend.

    Dominance leaves two plans of each side.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(normandy().solve().value)
    371/17
    """
    return zero_sum(
        "Normandy", _OUTCOMES, range(1, 7), "ABCDEF", ("Allied command", "German command")
    )
