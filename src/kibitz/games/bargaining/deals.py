"""Bargaining on the shelf: sharing a sum, and the games of the literature that end in a deal."""

from __future__ import annotations

from fractions import Fraction

from kibitz.bargaining.all_in import all_in_endgame
from kibitz.bargaining.game import BargainingProblem, bargaining
from kibitz.core.registry import named
from kibitz.strategic.game import StrategicGame


@named("all-in-endgame", "bargaining")
def all_in(
    pot: Fraction = Fraction(100), bet: Fraction = Fraction(10), p: Fraction = Fraction(1, 10)
) -> StrategicGame:
    """Poker with an all-in player: a successful bluff gives the pot to the third player.

    Parameters
    ----------
    pot : number, default 100
        The pot.
    bet : number, default 10
        The bet.
    p : number, default 1/10
        A probability.

    Returns
    -------
    StrategicGame
        The game.

    Examples
    --------
    >>> all_in().payoff(1, 1, 0)
    (Fraction(10, 1), Fraction(0, 1), Fraction(90, 1))
    """
    return all_in_endgame(pot, bet, p).game


@named("share-a-sum", "bargaining")
def share(
    sigma: Fraction = Fraction(1), first: Fraction = Fraction(0), second: Fraction = Fraction(0)
) -> BargainingProblem:
    """Share a sum; without agreement the players get their outside options.

    Parameters
    ----------
    sigma : number, default 1
        The sum.
    first : number, default 0
        What the first player has outside.
    second : number, default 0
        What the second player has outside.

    Returns
    -------
    BargainingProblem
        The problem.

    Examples
    --------
    >>> print(share(Fraction(10), Fraction(1), Fraction(3)).nash().point)
    (Fraction(4, 1), Fraction(6, 1))
    """
    return bargaining(sigma=sigma, disagreement=(first, second), title="Share a sum")


@named("bargaining-triangle", "bargaining")
def triangle(first: Fraction = Fraction(3), second: Fraction = Fraction(1)) -> BargainingProblem:
    """Lotteries between the best outcome for one player, the best for the other, and nothing.

    Parameters
    ----------
    first : number, default 3
        What the best outcome is worth to the first player.
    second : number, default 1
        What the best outcome is worth to the second player.

    Returns
    -------
    BargainingProblem
        The problem.

    Examples
    --------
    >>> print(triangle().nash().point)
    (Fraction(3, 2), Fraction(1, 2))
    """
    return bargaining([(0, 0), (0, second), (first, 0)], (0, 0), title="A triangle")
