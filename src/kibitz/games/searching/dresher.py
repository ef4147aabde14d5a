"""Dresher's guessing game: find a number by questions answered with higher, lower or right."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, show
from kibitz.core.registry import named
from kibitz.games.searching.game import Answer, SearchGame, Symmetry
from kibitz.games.zero_sum.build import not_negative, whole

MOST_NUMBERS = 80
_ONE = Fraction(1)


@dataclass(frozen=True)
class DresherGame(SearchGame):
    """A number from 1 to n is hidden; every guess is answered and costs 1, or as its answer says.

    ``lower`` is the cost of a guess that is answered "lower", ``higher`` of one answered "higher",
    ``right`` of the last one. Dresher (1961), Johnson (1964).

    >>> print(DresherGame(5).solve().value)
    20/9
    """

    kind: ClassVar[str] = "dresher"

    n: int
    lower: Fraction = _ONE
    higher: Fraction = _ONE
    right: Fraction = _ONE

    def __post_init__(self) -> None:
        if whole(self.n, "n", 1) > MOST_NUMBERS:
            raise GameError(f"n is {self.n}; it must be at most {MOST_NUMBERS}")
        for name in ("lower", "higher", "right"):
            cost = exact(not_negative(getattr(self, name), name))
            object.__setattr__(self, name, cost)

    @property
    def title(self) -> str:
        extra = ", ".join(
            f"{show(getattr(self, name))} for {name}"
            for name in ("lower", "higher", "right")
            if getattr(self, name) != 1
        )
        return f"Dresher's guessing game on 1..{self.n}" + (f" ({extra})" if extra else "")

    @property
    def remark(self) -> str:
        costs = [show(c) for c in (self.lower, self.right, self.higher)]
        if len(set(costs)) == 1:
            return f"Each guess costs {costs[0]}."
        return 'A guess answered "lower", "right", "higher" costs {}, {}, {}.'.format(*costs)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(map(str, range(1, self.n + 1)))

    @property
    def looks(self) -> tuple[str, ...]:
        return self.places

    def answers(self, state: int, look: int) -> tuple[Answer, ...]:
        hit = 1 << look
        if not state & hit:
            return ()
        below, above = state & (hit - 1), state & ~(2 * hit - 1)
        found = (
            Answer("lower", below, self.lower),
            Answer("right", hit, self.right, over=True),
            Answer("higher", above, self.higher),
        )
        return tuple(a for a in found if a.left)

    def knowing(self, state: int) -> str:
        low, high = (state & -state).bit_length(), state.bit_length()
        return f"{low}" if low == high else f"{low}..{high}"

    def symmetries(self) -> tuple[Symmetry, ...]:
        upward = tuple(range(self.n))
        same = Symmetry(upward, upward)
        if self.lower != self.higher or self.n == 1:
            return (same,)
        return same, Symmetry(upward[::-1], upward[::-1])


@named("dresher", family="search")
def dresher(
    n: int = 5, lower: Number = _ONE, higher: Number = _ONE, right: Number = _ONE
) -> DresherGame:
    """Find a number from 1 to n by guesses answered lower, higher or right; II pays each guess.

    Parameters
    ----------
    n : int, default 5
        The largest number.
    lower : number, optional
        The cost of a guess answered lower.
    higher : number, optional
        The cost of a guess answered higher.
    right : number, optional
        The cost of a right guess.

    Returns
    -------
    DresherGame
        The game.

    Examples
    --------
    >>> [str(dresher(n).solve().value) for n in (1, 2, 3, 4)]
    ['1', '3/2', '9/5', '2']
    """
    return DresherGame(whole(n, "n", 1), exact(lower), exact(higher), exact(right))
