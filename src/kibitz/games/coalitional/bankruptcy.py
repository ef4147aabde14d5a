"""Estates that do not cover the claims on them, on the shelf."""

from __future__ import annotations

from kibitz.coalitional import families
from kibitz.coalitional.families import Bankruptcy
from kibitz.core.numbers import Number
from kibitz.core.registry import named


@named("bankruptcy", family="bankruptcy")
def bankruptcy(
    estate: Number = 200,
    claims: tuple[Number, ...] = (100, 200, 300),
    *,
    players: tuple[str, ...] = (),
    title: str = "Bankruptcy",
) -> Bankruptcy:
    """Claims that exceed the estate, divided by all classical rules.

    Parameters
    ----------
    estate : number, default 200
        The amount to divide.
    claims : tuple of numbers, default (100, 200, 300)
        The claims.
    players : tuple of str, optional
        Names of the players.
    title : str, default "Bankruptcy"
        A title for output.

    Returns
    -------
    Bankruptcy
        The problem.

    Examples
    --------
    >>> [str(x) for x in bankruptcy(36, (10, 20, 30)).award("nucleolus")]
    ['5', '21/2', '41/2']
    """
    return families.bankruptcy(estate, claims, players or None, title)
