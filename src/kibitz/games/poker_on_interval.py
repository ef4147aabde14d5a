"""Poker with hands from [0, 1]."""

from __future__ import annotations

from fractions import Fraction

from kibitz.continuous.poker import ContinuousPoker, continuous_poker
from kibitz.core.registry import named


@named("la-relance", family="poker")
def la_relance(bet: Fraction = Fraction(2), ante: Fraction = Fraction(1)) -> ContinuousPoker:
    """Borel's poker on [0, 1]: bet or fold, call or fold.

    >>> print(la_relance(2).solve().value)
    -1/4
    """
    return continuous_poker("la-relance", bet, ante)


@named("von-neumann-poker", family="poker")
def von_neumann_poker(bet: Fraction = Fraction(2), ante: Fraction = Fraction(1)) -> ContinuousPoker:
    """Von Neumann's poker on [0, 1]: bet or check, call or fold.

    >>> print(von_neumann_poker(2).solve().value)
    1/9
    """
    return continuous_poker("von-neumann", bet, ante)


@named("check-call-poker", family="poker")
def check_call_poker(bet: Fraction = Fraction(2), ante: Fraction = Fraction(1)) -> ContinuousPoker:
    """Poker on [0, 1] in which a check may be passed or called.

    >>> print(check_call_poker(2).solve().value)
    -2/33
    """
    return continuous_poker("check-call", bet, ante)


@named("newman-poker", family="poker")
def newman_poker(ante: Fraction = Fraction(1)) -> ContinuousPoker:
    """Newman's poker on [0, 1]: bet any amount.

    >>> print(newman_poker().solve().value)
    1/7
    """
    return continuous_poker("newman", 2, ante)


@named("bet-sizes-poker", family="poker")
def bet_sizes_poker(bets: list[Fraction] = [Fraction(1), Fraction(3)]) -> ContinuousPoker:  # noqa: B006
    """Von Neumann's poker with several bet sizes, solved by a certified finite deck."""
    return continuous_poker("von-neumann", bets)
