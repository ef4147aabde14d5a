"""Games of odds and evens: Odd-or-Even, Morra, and the card game of two colors."""

from __future__ import annotations

from typing import Literal

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import fits, several, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame


@named("odd-or-even", family="zero-sum")
def odd_or_even(
    stake: Literal["sum", "product"] = "sum", numbers: tuple[int, ...] = (1, 2)
) -> MatrixGame:
    """Both call a number; Odd wins if the sum is odd, and the loser pays the sum (or product).

    Parameters
    ----------
    stake : {"sum", "product"}, default "sum"
        What the loser pays.
    numbers : tuple of int, default (1, 2)
        The numbers to call.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(odd_or_even().solve().value, odd_or_even("product").solve().value)
    1/12 0
    >>> print(odd_or_even(numbers=(0, 1, 2)).solve().value)
    0
    """
    if stake not in ("sum", "product"):
        raise GameError(f"stake is {stake!r}; the loser pays the 'sum' or the 'product'")
    several(numbers, "numbers")
    calls = [whole(x, f"numbers, item {i}", 0) for i, x in enumerate(numbers, 1)]
    amount = int.__add__ if stake == "sum" else int.__mul__
    payoffs = [[amount(i, j) * (1 if (i + j) % 2 else -1) for j in calls] for i in calls]
    return zero_sum(f"Odd or Even for the {stake}", payoffs, calls, calls, ("Odd", "Even"))


@named("morra", family="zero-sum")
def morra(fingers: int = 2) -> MatrixGame:
    """Show up to k fingers and guess the other's; a sole correct guess wins the total shown.

    The strategy "1-2" shows one finger and guesses two. A symmetric game.

    Parameters
    ----------
    fingers : int, default 2
        The largest number of fingers.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(morra(3).solve().value, morra(3).rows[:4])
    0 ('1-1', '1-2', '1-3', '2-1')
    """
    k = whole(fingers, "fingers", 1)
    fits(k * k, k * k, "morra", "show fewer fingers")
    plays = [(shown, guess) for shown in range(1, k + 1) for guess in range(1, k + 1)]
    payoffs = [
        [(a + b) * ((guess == b) - (other == a)) for b, other in plays] for a, guess in plays
    ]
    labels = [f"{shown}-{guess}" for shown, guess in plays]
    return zero_sum(f"Morra with {k} fingers", payoffs, labels, labels)


@named("card-colors", family="zero-sum")
def card_colors(
    first: tuple[str, ...] = ("b1", "r8"), second: tuple[str, ...] = ("r2", "b7")
) -> MatrixGame:
    """Each plays a card; I wins if the colors match, II if not; the winner's card is the stake.

    A card is its color and its number: "b1" is the black ace, "r8" the red eight.

    Parameters
    ----------
    first : tuple of str, default ('b1', 'r8')
        The cards of the first player.
    second : tuple of str, default ('r2', 'b7')
        The cards of the second player.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> print(card_colors().solve().value)
    -1/3
    """
    hands = [[_card(card) for card in hand] for hand in (first, second)]
    payoffs = [[a if black == dark else -b for dark, b in hands[1]] for black, a in hands[0]]
    if not all(hands):
        raise GameError("card-colors: each player needs at least one card, such as b1")
    return zero_sum("The card color game", payoffs, first, second)


def _card(name: str) -> tuple[bool, Number]:
    color, points = name[:1].lower(), name[1:]
    if color not in ("b", "r") or not points.isdecimal():
        raise GameError(
            f"card-colors: {name!r} is not a card; write b1 for the black ace, r8 for the red eight"
        )
    return color == "b", whole(points, f"card-colors: {name}", 0)
