"""Kuhn poker in normal form: every plan of one player against every plan of the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from kibitz.core.numbers import Number, common_denominator, exact
from kibitz.core.registry import named
from kibitz.core.tensor import Array
from kibitz.games.zero_sum.build import between, fits, positive, whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

_ONE = Fraction(1)
_FIRST = ("BO", "PB", "PP")
"""With one card the first player bets, checks and calls, or checks and folds."""
_SECOND = ("BB", "BP", "PB", "PP")
"""With one card the second player bets or checks after a check, and calls or folds after a bet."""


class Pot(NamedTuple):
    """What a showdown is worth without and with a bet."""

    ante: int
    called: int


@named("kuhn-normal-form", family="poker")
def kuhn_normal_form(cards: int = 3, ante: Number = _ONE, bet: Number = _ONE) -> MatrixGame:
    """Kuhn poker in normal form: one card each, one bet; payoffs per hand to the first player.

    The deck has one card of each rank, three in the original. A plan such as PPB,PBO says, for
    each card from the lowest, what to do first (bet or pass) and then, against a bet, to call (B)
    or fold (P); O marks what cannot arise. The second player's plan answers a check, then a bet.
    Size 3^n x 4^n.

    Parameters
    ----------
    cards : int, default 3
        The number of cards.
    ante : number, optional
        The ante.
    bet : number, optional
        The bet.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> game = kuhn_normal_form()
    >>> game.shape, str(game.solve().value)
    ((27, 64), '-1/18')
    """
    n = whole(cards, "cards", 2)
    between(n, "cards", 2, 60)
    fits(3**n, 4**n, "kuhn-normal-form", "take fewer cards")
    stakes = [exact(positive(ante, "ante")), exact(positive(bet, "bet"))]
    (put_in, raised), bottom = common_denominator(stakes)
    first, second = _plans(_FIRST, n), _plans(_SECOND, n)
    total = _sum_over_deals(first, second, n, Pot(put_in, put_in + raised))
    title = "Kuhn poker" if n == 3 else f"Kuhn poker with {n} cards"
    game = zero_sum(title, total, _names(_FIRST, first), _names(_SECOND, second))
    per_hand = Fraction(1, bottom * n * (n - 1))
    floating = isinstance(ante, float) or isinstance(bet, float)
    return game.affine(float(per_hand) if floating else per_hand, Fraction(0))


def _plans(choices: tuple[str, ...], n: int) -> Array:
    """Every way to choose for each card, as positions in ``choices``, ordered by name."""
    plans = list(product(range(len(choices)), repeat=n))
    plans.sort(key=lambda plan: _name(choices, plan))
    return np.array(plans)


def _name(choices: tuple[str, ...], plan: tuple[int, ...]) -> str:
    return ",".join("".join(choices[k][turn] for k in plan) for turn in range(2))


def _names(choices: tuple[str, ...], plans: Array) -> list[str]:
    return [_name(choices, tuple(plan)) for plan in plans.tolist()]


def _sum_over_deals(first: Array, second: Array, n: int, pot: Pot) -> Array:
    tables = {
        sign: np.array([[_hand(a, b, sign, pot) for b in _SECOND] for a in _FIRST])
        for sign in (1, -1)
    }
    total = np.zeros((len(first), len(second)), tables[1].dtype)
    for mine in range(n):
        for theirs in range(n):
            if mine != theirs:
                table = tables[1 if mine > theirs else -1]
                total += table[np.ix_(first[:, mine], second[:, theirs])]
    return total


def _hand(mine: str, theirs: str, sign: int, pot: Pot) -> int:
    """One hand; ``sign`` is 1 when the first player has the higher card."""
    if mine[0] == "B":
        return sign * pot.called if theirs[1] == "B" else pot.ante
    if theirs[0] == "P":
        return sign * pot.ante
    return sign * pot.called if mine[1] == "B" else -pot.ante
