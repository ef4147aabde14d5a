"""Kuhn poker on the shelf."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.poker.kuhn import Kuhn

_ONE = Fraction(1)


@named("kuhn-poker", "poker")
def kuhn_poker(
    cards: int | None = None, ante: Number = _ONE, bet: Number = _ONE, players: int = 2
) -> Kuhn:
    """Kuhn poker: one card each, one bet, no raise; any number of cards and players.

    Parameters
    ----------
    cards : int, optional
        The number of cards.
    ante : number, optional
        The ante.
    bet : number, optional
        The bet.
    players : int, default 2
        The number of players.

    Returns
    -------
    Kuhn
        The game.

    Examples
    --------
    >>> from kibitz import game
    >>> print(game("kuhn-poker").solve().value)
    -1/18
    """
    return Kuhn(cards, ante, bet, players)
