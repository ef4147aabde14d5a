"""The infinite games of the literature: Silverman's, Mendelsohn's, and two without a value."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, show
from kibitz.zero_sum.infinite.game import Growth, InfiniteGame, PayoffRule, Tail


class SymmetricRule(PayoffRule):
    """A rule that treats both players alike: only the larger number's payoff need be said."""

    def payoff(self, i: int, j: int) -> Fraction:
        if i == j:
            return Fraction(0)
        return self.larger(i, j) if i > j else -self.larger(j, i)

    @abstractmethod
    def larger(self, i: int, j: int) -> Fraction:
        """What i receives from the smaller number j."""

    def column_tail(self, j: int) -> Tail:
        return -self.row_tail(j)


@dataclass(frozen=True)
class ThresholdRule(SymmetricRule):
    """The larger number wins while it is not much larger, and loses beyond."""

    win: Fraction
    loss: Fraction

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        most = max(self.win, self.loss)
        return -most, most

    @property
    def limits(self) -> tuple[Fraction, Fraction]:
        return self.loss, -self.loss


@dataclass(frozen=True)
class SilvermanRule(ThresholdRule):
    """The larger number wins, but loses when it is ``threshold`` times as large or more."""

    threshold: Fraction

    def larger(self, i: int, j: int) -> Fraction:
        return self.win if i < self.threshold * j else -self.loss

    def row_tail(self, i: int) -> Tail:
        return Tail(math.ceil(self.threshold * i), self.loss)


@dataclass(frozen=True)
class MendelsohnRule(ThresholdRule):
    """One larger wins, two or more larger loses."""

    def larger(self, i: int, j: int) -> Fraction:
        return self.win if i == j + 1 else -self.loss

    def row_tail(self, i: int) -> Tail:
        return Tail(i + 2, self.loss)


@dataclass(frozen=True)
class LargerIntegerRule(SymmetricRule):
    """The larger number wins 1."""

    def larger(self, i: int, j: int) -> Fraction:
        return Fraction(1)

    def row_tail(self, i: int) -> Tail:
        return Tail(i + 1, Fraction(-1))

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        return Fraction(-1), Fraction(1)

    @property
    def limits(self) -> tuple[Fraction, Fraction]:
        return Fraction(-1), Fraction(1)


@dataclass(frozen=True)
class GrowingStakesRule(SymmetricRule):
    """The larger number wins ``base ** (smaller - 1)``."""

    base: Fraction

    def larger(self, i: int, j: int) -> Fraction:
        return self.base ** (j - 1)

    def row_tail(self, i: int) -> Tail:
        return Tail(i + 1, -(self.base ** (i - 1)))

    @property
    def limits(self) -> tuple[Fraction, Fraction]:
        return Fraction(-1), Fraction(1)

    @property
    def growth(self) -> Growth:
        return Growth(self.base, 1 / self.base, 1 / self.base)


def silverman_on_integers(
    threshold: Number = Fraction(3), win: Number = Fraction(1), loss: Number = Fraction(2)
) -> InfiniteGame:
    """Silverman's game on all positive integers. Ferguson II.3.7, exercise 10.

    Parameters
    ----------
    threshold : Number, default Fraction(3)
        The ratio at which the larger number loses; above 1.
    win : Number, default Fraction(1)
        What the larger number wins below the threshold.
    loss : Number, default Fraction(2)
        What it loses at or above the threshold.

    Returns
    -------
    InfiniteGame
        The game.

    References
    ----------
    Ferguson II.3.7.

    Examples
    --------
    >>> solution = silverman_on_integers(3).solve()
    >>> print(solution)
    value 0
    I    1: 1/4   2: 1/2   5: 1/4
    II   1: 1/4   2: 1/2   5: 1/4
    found by domination: only the numbers 1, 2, 5 are worth naming
    """
    limit = exact(threshold, "threshold")
    if limit <= 1:
        raise GameError(f"the threshold is {show(limit)}; it must be above 1")
    rule = SilvermanRule(_amount(win, "win"), _amount(loss, "loss"), limit)
    return InfiniteGame(rule, f"Silverman's game, threshold {show(limit)}")


def mendelsohn_on_integers(win: Number = Fraction(1), loss: Number = Fraction(2)) -> InfiniteGame:
    """Mendelsohn's game on all positive integers.

    Parameters
    ----------
    win : Number, default Fraction(1)
        What the number larger by 1 wins.
    loss : Number, default Fraction(2)
        What a number larger by 2 or more loses.

    Returns
    -------
    InfiniteGame
        The game.

    References
    ----------
    Ferguson II.3.5.

    Examples
    --------
    >>> solution = mendelsohn_on_integers(win=2, loss=1).solve()
    >>> [str(weight) for _, weight in solution.row]
    ['1/16', '5/16', '1/4', '5/16', '1/16']
    """
    rule = MendelsohnRule(_amount(win, "win"), _amount(loss, "loss"))
    return InfiniteGame(rule, "Mendelsohn's game")


def larger_integer() -> InfiniteGame:
    """Whoever names the larger integer wins 1: a game without a value. Ferguson II.4.7.3.

    Returns
    -------
    InfiniteGame
        The game.

    Examples
    --------
    >>> print(larger_integer().solve())
    no value: lower value -1, upper value 1
    """
    return InfiniteGame(LargerIntegerRule(), "The larger integer")


def growing_stakes(base: Number = Fraction(4)) -> InfiniteGame:
    """Whoever names the larger integer wins ``base`` to the power of the smaller one less 1.

    The stakes are unbounded, so that expected payoffs need not exist. Ferguson II.4.7.5.

    Parameters
    ----------
    base : Number, default Fraction(4)
        The growth of the stakes; above 1.

    Returns
    -------
    InfiniteGame
        The game.
    """
    read = exact(base, "base")
    if read <= 1:
        raise GameError(f"the base is {show(read)}; it must be above 1 for stakes that grow")
    return InfiniteGame(GrowingStakesRule(read), f"Stakes that grow by {show(read)}")


def _amount(given: Number, what: str) -> Fraction:
    read = exact(given, what)
    if read < 0:
        raise GameError(f"the {what} is {show(read)}; it must not be negative")
    return read
