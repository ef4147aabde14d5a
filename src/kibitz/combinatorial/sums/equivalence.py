"""Equivalence: two games are the same when they are worth the same in every sum."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.star import Star, star
from kibitz.core.errors import GameError
from kibitz.core.extension import extends


@dataclass(frozen=True)
class Equivalence:
    """Whether two games are equivalent; when not, a game that distinguishes them.

    >>> comparison = compare(star(2) + star(1), star(3))
    >>> print(comparison)
    equivalent: both are worth 3
    >>> print(compare(star(3), star(4)))
    not equivalent: added to *3 the first is P, the second N
    """

    first: ImpartialGame
    second: ImpartialGame
    values: tuple[LoopyValue, LoopyValue]
    separator: Star | None
    outcomes: tuple[str, str] | None

    @property
    def equivalent(self) -> bool:
        return self.separator is None

    def __bool__(self) -> bool:
        return self.equivalent

    def __str__(self) -> str:
        if self.separator is None or self.outcomes is None:
            return f"equivalent: both are worth {self.values[0]}"
        return (
            f"not equivalent: added to {self.separator.name} the first is {self.outcomes[0]}, the "
            f"second {self.outcomes[1]}"
        )


def compare(first: ImpartialGame, second: ImpartialGame) -> Equivalence:
    """Compare two games in normal play by their values; a nim heap separates them if they differ.

    Games that end are equivalent when their nimbers agree, that is when their sum is P. Games that
    can cycle are equivalent when their infinite values reach the same nimbers.

    Parameters
    ----------
    first : ImpartialGame
        A game.
    second : ImpartialGame
        Another game.

    Returns
    -------
    Equivalence
        Whether they are equivalent, with a nim heap that separates them if not.
    """
    for game in (first, second):
        if game.is_misere:
            raise GameError(
                f"{game.name}: equivalence is decided in normal play only; in misère play nimbers "
                "do not determine it"
            )
    values = first.loopy_value(), second.loopy_value()
    size = _separating_size(*values)
    if size is None:
        return Equivalence(first, second, values, None, None)
    heap = LoopyValue(size)
    outcomes = (values[0] + heap).outcome, (values[1] + heap).outcome
    return Equivalence(first, second, values, star(size), outcomes)


@extends(ImpartialGame)
def equivalent(first: ImpartialGame, second: ImpartialGame) -> bool:
    """Whether two games are worth the same in every sum.

    Parameters
    ----------
    first : ImpartialGame
        A game.
    second : ImpartialGame
        Another game.

    Returns
    -------
    bool
        True when they are.
    """
    return compare(first, second).equivalent


def separating_game(first: ImpartialGame, second: ImpartialGame) -> Star | None:
    """A game whose sums with the two have different outcomes; None when they are equivalent.

    Parameters
    ----------
    first : ImpartialGame
        A game.
    second : ImpartialGame
        Another game.

    Returns
    -------
    Star
        The nim heap, or None.
    """
    return compare(first, second).separator


def _separating_size(a: LoopyValue, b: LoopyValue) -> int | None:
    if a == b:
        return None
    if a.finite is not None:
        return a.finite
    if b.finite is not None:
        return b.finite
    return min(a.reach ^ b.reach)
