"""Betting structures: what may be bet in each round, and how often.

A round has a menu of bets. A bet is a fixed number of chips, a fraction of the pot, or everything;
a raise adds it to what must be called first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, number, show

ALL_IN = "all-in"
MOST_RAISES = 1000
"""Bets and raises in a round: a tree of betting has a node for each."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One line of a menu: chips, and a fraction of the pot after calling; both 0: everything."""

    chips: Number = Fraction(0)
    pot: Fraction = Fraction(0)

    @property
    def name(self) -> str:
        if self.pot:
            return "pot" if self.pot == 1 else f"{show(self.pot)} pot"
        return show(self.chips) if self.chips else ALL_IN


@dataclass(frozen=True, slots=True)
class Betting:
    """The ante, a menu for each round, how many bets and raises a round allows, and the stack."""

    ante: Number
    menus: tuple[tuple[Bet, ...], ...]
    raises: int
    """Bets and raises in one round, by all players together; 1 means a bet and no raise."""
    stack: Number | None = None
    """What each player has, the ante included; None: as much as the betting can ever take."""

    def __post_init__(self) -> None:
        _positive(self.ante, "the ante")
        if self.raises < 1:
            raise GameError(f"{self.raises} bets a round; at least 1 is needed")
        if self.raises > MOST_RAISES:
            raise GameError(
                f"{self.raises:,} bets a round; the limit is {MOST_RAISES:,}, so allow fewer"
            )
        if self.stack is not None and self.stack <= self.ante:
            raise GameError(
                f"a stack of {show(self.stack)} is too small after an ante of {show(self.ante)}"
            )
        for menu in self.menus:
            for bet in menu:
                if bet.name == ALL_IN and self.stack is None:
                    raise GameError("all-in bets need a stack; give stack=")

    @property
    def rounds(self) -> int:
        return len(self.menus)

    @property
    def unit(self) -> Number:
        """What one chip is worth so that all stakes are whole numbers of chips."""
        amounts = [self.ante, *(bet.chips for menu in self.menus for bet in menu)]
        amounts += [] if self.stack is None else [self.stack]
        bottom = lcm(*(exact(amount).denominator for amount in amounts))
        if any(isinstance(amount, float) for amount in amounts):
            return 1.0 / bottom
        return Fraction(1, bottom)

    def in_chips(self, amount: Number) -> int:
        """An amount in whole chips.

        Parameters
        ----------
        amount : number
            An amount of money.
        """
        return int(exact(amount) / exact(self.unit))


def limit(ante: Any = 1, bets: Any = 1, raises: int = 1) -> Betting:
    """Fixed bets, one for each round, with this many bets and raises in a round.

    Parameters
    ----------
    ante : number, default 1
        What everybody puts in first.
    bets : number or sequence, default 1
        The bet of each round.
    raises : int, default 1
        How many bets and raises there are in a round.

    Returns
    -------
    Betting
        The betting.

    Examples
    --------
    >>> limit(1, [2, 4], raises=2).menus[1][0].name
    '4'
    """
    sizes = [bets] if not isinstance(bets, Iterable) or isinstance(bets, str) else list(bets)
    if not sizes:
        raise GameError("limit betting needs a bet for at least one round")
    menus = [
        (Bet(_positive(number(size, f"bet {k}"), f"bet {k}")),) for k, size in enumerate(sizes, 1)
    ]
    return Betting(number(ante, "the ante"), tuple(menus), raises)


def pot_limit(
    ante: Any = 1,
    fractions: Sequence[Any] = (1,),
    rounds: int = 1,
    raises: int = 2,
    stack: Any = None,
) -> Betting:
    """Bets that are fractions of the pot, the whole pot at most; rounded down to whole chips.

    Parameters
    ----------
    ante : number, default 1
        What everybody puts in first.
    fractions : sequence of numbers, optional
        What may be bet, in fractions of the pot.
    rounds : int, default 1
        The number of rounds.
    raises : int, default 2
        How many bets and raises there are in a round.
    stack : number, optional
        What everybody has to bet with.

    Returns
    -------
    Betting
        The betting.

    Examples
    --------
    >>> [bet.name for bet in pot_limit(fractions=["1/2", 1]).menus[0]]
    ['1/2 pot', 'pot']
    """
    for fraction in fractions:
        if exact(fraction) > 1:
            raise GameError(f"a bet of {fraction} times the pot is above the limit, the pot")
    return _of_pot(ante, fractions, False, rounds, raises, stack)


def no_limit(
    ante: Any = 1,
    fractions: Sequence[Any] = (1,),
    rounds: int = 1,
    raises: int = 2,
    stack: Any = 10,
) -> Betting:
    """A menu of fractions of the pot, and going all-in.

    Parameters
    ----------
    ante : number, default 1
        What everybody puts in first.
    fractions : sequence of numbers, optional
        What may be bet, in fractions of the pot.
    rounds : int, default 1
        The number of rounds.
    raises : int, default 2
        How many bets and raises there are in a round.
    stack : number, optional
        What everybody has to bet with.

    Returns
    -------
    Betting
        The betting.

    Examples
    --------
    >>> [bet.name for bet in no_limit(fractions=["1/2", 2]).menus[0]]
    ['1/2 pot', '2 pot', 'all-in']
    """
    return _of_pot(ante, fractions, True, rounds, raises, stack)


def _of_pot(
    ante: Any, fractions: Sequence[Any], all_in: bool, rounds: int, raises: int, stack: Any
) -> Betting:
    menu = tuple(
        Bet(pot=Fraction(_positive(exact(f, "a fraction of the pot"), "a fraction of the pot")))
        for f in fractions
    )
    menu += (Bet(),) if all_in else ()
    if not menu:
        raise GameError("the menu of bets is empty; give fractions of the pot")
    worth = None if stack is None else number(stack, "the stack")
    return Betting(number(ante, "the ante"), (menu,) * rounds, raises, worth)


def _positive(amount: Number, what: str) -> Number:
    if amount <= 0:
        raise GameError(f"{what} is {show(amount)}; it must be positive")
    return amount
