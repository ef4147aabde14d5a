"""Poker with hands from [0, 1]."""

from __future__ import annotations

from fractions import Fraction

from kibitz.continuous.poker.betting_tree import BettingGame, betting_game
from kibitz.continuous.poker.game import ContinuousPoker, continuous_poker
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.registry import named


@named("la-relance", family="poker")
def la_relance(
    bet: Number | str = Fraction(2), ante: Number | str = Fraction(1)
) -> ContinuousPoker:
    """Borel's poker on [0, 1]: bet or fold, call or fold.

    Parameters
    ----------
    bet : number or letter, default 2
        The bet.
    ante : number or letter, default 1
        The ante.

    Returns
    -------
    ContinuousPoker
        The game.

    Examples
    --------
    >>> print(la_relance(2).solve().value)
    -1/4
    """
    return continuous_poker("la-relance", bet, ante)


@named("von-neumann-poker", family="poker")
def von_neumann_poker(
    bet: Number | str = Fraction(2), ante: Number | str = Fraction(1)
) -> ContinuousPoker:
    """Von Neumann's poker on [0, 1]: bet or check, call or fold.

    Parameters
    ----------
    bet : number or letter, default 2
        The bet.
    ante : number or letter, default 1
        The ante.

    Returns
    -------
    ContinuousPoker
        The game.

    Examples
    --------
    >>> print(von_neumann_poker(2).solve().value)
    1/9
    """
    return continuous_poker("von-neumann", bet, ante)


@named("check-call-poker", family="poker")
def check_call_poker(
    bet: Number | str = Fraction(2), ante: Number | str = Fraction(1)
) -> ContinuousPoker:
    """Poker on [0, 1] in which the second player may fold or call after a check.

    Parameters
    ----------
    bet : number or letter, default 2
        The bet.
    ante : number or letter, default 1
        The ante.

    Returns
    -------
    ContinuousPoker
        The game.

    Examples
    --------
    >>> print(check_call_poker(2).solve().value)
    -2/33
    """
    return continuous_poker("check-call", bet, ante)


@named("newman-poker", family="poker")
def newman_poker(ante: Fraction = Fraction(1)) -> ContinuousPoker:
    """Newman's poker on [0, 1]: bet any amount.

    Parameters
    ----------
    ante : number, default 1
        The ante.

    Returns
    -------
    ContinuousPoker
        The game.

    Examples
    --------
    >>> print(newman_poker().solve().value)
    1/7
    """
    return continuous_poker("newman", 2, ante)


@named("bet-sizes-poker", family="poker")
def bet_sizes_poker(bets: list[Fraction] = [Fraction(1), Fraction(3)]) -> ContinuousPoker:  # noqa: B006
    """Von Neumann's poker with several bet sizes, solved by a certified finite deck.

    Parameters
    ----------
    bets : list of Fraction, optional
        The bet sizes.

    Returns
    -------
    ContinuousPoker
        The game.
    """
    return continuous_poker("von-neumann", bets)


@named("two-sided-poker", family="poker")
def two_sided_poker(bet: Fraction = Fraction(2), ante: Fraction = Fraction(1)) -> BettingGame:
    """Poker on [0, 1] in which the second player may also bet after a check.

    Parameters
    ----------
    bet : number or letter, default 2
        The bet.
    ante : number or letter, default 1
        The ante.

    Returns
    -------
    BettingGame
        The game.

    Examples
    --------
    >>> solved = two_sided_poker(2).solve(hands=12)
    >>> solved.lower < -1 / 12 <= solved.upper
    True
    """
    _positive(bet=bet, ante=ante)
    shown = {"show": ante + bet}
    answer = {"check": {"show": ante}, "bet": {"I": {"fold": -ante, "call": shown}}}
    tree = {"I": {"check": {"II": answer}, "bet": {"II": {"fold": ante, "call": shown}}}}
    return betting_game(tree, "Poker in which both may bet")


@named("raise-poker", family="poker")
def raise_poker(
    bet: Fraction = Fraction(2), more: Fraction = Fraction(6), ante: Fraction = Fraction(1)
) -> BettingGame:
    """Von Neumann's poker on [0, 1] in which a bet may be raised.

    Parameters
    ----------
    bet : number, default 2
        The bet.
    more : number, default 6
        The size of the raise.
    ante : number, default 1
        The ante.

    Returns
    -------
    BettingGame
        The game.

    Examples
    --------
    >>> raise_poker(2, 6).solve(hands=12).verify().holds
    True
    """
    _positive(bet=bet, more=more, ante=ante)
    called, raised = {"show": ante + bet}, {"show": ante + bet + more}
    answer = {"fold": ante, "call": called, "raise": {"I": {"fold": -ante - bet, "call": raised}}}
    tree = {"I": {"check": {"show": ante}, "bet": {"II": answer}}}
    return betting_game(tree, "Poker with a raise")


def _positive(**amounts: Fraction) -> None:
    for name, amount in amounts.items():
        if amount <= 0:
            raise GameError(f"{name}: {show(amount)}; it must be positive")
