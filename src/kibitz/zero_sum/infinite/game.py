"""The noun: a zero-sum game in which each player names a positive integer.

A payoff function alone proves nothing about infinitely many strategies. So a rule also says how the
payoffs continue: from some opponent on, each line moves one way toward a limit. Such claims belong
to the definition of the game; they are tried on a sample when the game is built.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, exact, number, show

if TYPE_CHECKING:
    from kibitz._types import SolveInfiniteGame
    from kibitz.zero_sum.game import MatrixGame

SAMPLE = 10
"""How many numbers of each player are tried when a game is built."""


@dataclass(frozen=True, slots=True)
class Tail:
    """From opponent ``start`` on, a line of payoffs moves one way toward ``limit``.

    A line that is at its limit from ``start`` on is constant there. The limit may be infinite.
    """

    start: int
    limit: Number

    def __neg__(self) -> Tail:
        return Tail(self.start, -self.limit)


@dataclass(frozen=True, slots=True)
class Growth:
    """Between different numbers i and j the stake is between ``least`` and ``most`` times
    ``base ** min(i, j)``; between equal ones it is at most the latter."""

    base: Fraction
    least: Fraction
    most: Fraction


class PayoffRule(ABC):
    """What the row player's number i receives from the column player's number j."""

    @abstractmethod
    def payoff(self, i: int, j: int) -> Fraction:
        """What the column player pays when i meets j.

        Parameters
        ----------
        i : int
            The number of the row player, from 1.
        j : int
            The number of the column player, from 1.
        """

    @abstractmethod
    def row_tail(self, i: int) -> Tail:
        """How ``payoff(i, j)`` continues as j grows.

        Parameters
        ----------
        i : int
            The number of the row player, from 1.
        """

    @abstractmethod
    def column_tail(self, j: int) -> Tail:
        """How ``payoff(i, j)`` continues as i grows.

        Parameters
        ----------
        j : int
            The number of the column player, from 1.
        """

    @property
    def bounds(self) -> tuple[Fraction, Fraction] | None:
        """Numbers between which all payoffs lie, or None when there are none."""
        return None

    @property
    def limits(self) -> tuple[Fraction, Fraction] | None:
        """The supremum of the limits of rows and the infimum of the limits of columns, if known."""
        return None

    @property
    def growth(self) -> Growth | None:
        """How unbounded stakes grow, if known."""
        return None


@dataclass(frozen=True)
class InfiniteGame(Noun):
    """Both players name a positive integer; a rule says what the column player then pays.

    >>> from kibitz.zero_sum.infinite import larger_integer
    >>> game = larger_integer()
    >>> game.payoff(7, 3), game.payoff(3, 3)
    (Fraction(1, 1), Fraction(0, 1))
    """

    kind: ClassVar[str] = "infinite"
    usual_answer: ClassVar[str] = "infinite-solution"
    exact: ClassVar[bool] = True

    rule: PayoffRule
    title: str = ""
    players: tuple[str, str] = ("I", "II")

    def __post_init__(self) -> None:
        _try_tails(self.rule, "row")
        _try_tails(Reversed(self.rule), "column")
        _try_bounds(self.rule)

    def payoff(self, i: int, j: int) -> Fraction:
        """What the column player pays when i meets j.

        Parameters
        ----------
        i : int
            The number of the row player, from 1.
        j : int
            The number of the column player, from 1.
        """
        return self.rule.payoff(positive(i), positive(j))

    def reversed(self) -> InfiniteGame:
        """The same game seen by the column player."""
        rule = self.rule.rule if isinstance(self.rule, Reversed) else Reversed(self.rule)
        return InfiniteGame(rule, self.title, self.players[::-1])

    if TYPE_CHECKING:
        solve: ClassVar[SolveInfiniteGame]

    def __str__(self) -> str:
        name = self.title or "infinite game"
        corner: MatrixGame = call(self, "truncation", 6)
        return f"{name}, on the positive integers; it begins\n" + "\n".join(
            "  ".join(f"{show(x):>4}" for x in row) for row in corner.matrix.numbers()
        )


@dataclass(frozen=True)
class Reversed(PayoffRule):
    """A rule with the players exchanged."""

    rule: PayoffRule

    def payoff(self, i: int, j: int) -> Fraction:
        return -self.rule.payoff(j, i)

    def row_tail(self, i: int) -> Tail:
        return -self.rule.column_tail(i)

    def column_tail(self, j: int) -> Tail:
        return -self.rule.row_tail(j)

    @property
    def bounds(self) -> tuple[Fraction, Fraction] | None:
        return _flipped(self.rule.bounds)

    @property
    def limits(self) -> tuple[Fraction, Fraction] | None:
        return _flipped(self.rule.limits)

    @property
    def growth(self) -> Growth | None:
        return self.rule.growth


def _flipped(pair: tuple[Fraction, Fraction] | None) -> tuple[Fraction, Fraction] | None:
    return None if pair is None else (-pair[1], -pair[0])


@dataclass(frozen=True)
class FunctionRule(PayoffRule):
    """A rule made of functions."""

    function: Callable[[int, int], Any]
    row: Callable[[int], Any]
    column: Callable[[int], Any]
    within: tuple[Fraction, Fraction] | None = None
    ends: tuple[Fraction, Fraction] | None = None

    def payoff(self, i: int, j: int) -> Fraction:
        return exact(self.function(i, j), f"payoff of {i} against {j}")

    def row_tail(self, i: int) -> Tail:
        return _read_tail(self.row(i), f"tail of row {i}")

    def column_tail(self, j: int) -> Tail:
        return _read_tail(self.column(j), f"tail of column {j}")

    @property
    def bounds(self) -> tuple[Fraction, Fraction] | None:
        return self.within

    @property
    def limits(self) -> tuple[Fraction, Fraction] | None:
        return self.ends


def infinite_game(
    payoff: Callable[[int, int], Any],
    row_tail: Callable[[int], Any],
    column_tail: Callable[[int], Any],
    bounds: tuple[Any, Any] | None = None,
    limits: tuple[Any, Any] | None = None,
    title: str = "",
) -> InfiniteGame:
    """A game from functions. A tail is a pair: the first opponent it holds from, and the limit.

    ``bounds`` holds the least and the greatest payoff, ``limits`` the supremum over all rows of
    their limits and the infimum over all columns of theirs.

    Parameters
    ----------
    payoff : callable[[int, int], Any]
        What the row player gets when the numbers i and j are named.
    row_tail : callable[[int], Any]
        For each row, where its payoffs become monotone and their limit.
    column_tail : callable[[int], Any]
        The same for each column.
    bounds : pair of numbers, optional
        The least and the greatest payoff.
    limits : pair of numbers, optional
        The supremum of the limits of the rows and the infimum of those of the columns.
    title : str, optional
        A title for the game.

    Returns
    -------
    InfiniteGame
        The game.

    Examples
    --------
    >>> game = infinite_game(lambda i, j: (i > j) - (i < j), lambda i: (i + 1, -1),
    ...                      lambda j: (j + 1, 1), bounds=(-1, 1), limits=(-1, 1))
    >>> game.payoff(2, 1)
    Fraction(1, 1)
    """
    rule = FunctionRule(
        payoff, row_tail, column_tail, _read_pair(bounds, "bounds"), _read_pair(limits, "limits")
    )
    return InfiniteGame(rule, title)


def positive(k: Any, what: str = "a number named") -> int:
    """Read a positive integer."""
    value = number(k, what)
    if value != int(value) or value < 1:
        raise GameError(f"{what} is {show(value)}; it must be a positive integer")
    return int(value)


def _read_tail(given: Any, where: str) -> Tail:
    if isinstance(given, Tail):
        return given
    try:
        start, limit = given
    except (TypeError, ValueError):
        raise GameError(f"{where} is {given!r}; write (start, limit)") from None
    if isinstance(limit, float) and math.isinf(limit):
        return Tail(positive(start, where), limit)
    return Tail(positive(start, where), exact(limit, where))


def _read_pair(given: tuple[Any, Any] | None, what: str) -> tuple[Fraction, Fraction] | None:
    if given is None:
        return None
    try:
        first, second = given
    except (TypeError, ValueError):
        raise GameError(f"{what} is {given!r}; write a pair of numbers") from None
    return exact(first, what), exact(second, what)


def _try_tails(rule: PayoffRule, side: str) -> None:
    """Refuse a rule whose lines do not continue as it says, as far as a sample shows."""
    for i in range(1, SAMPLE + 1):
        tail = rule.row_tail(i)
        seen: list[Number] = [rule.payoff(i, tail.start + k) for k in range(SAMPLE)]
        seen.append(tail.limit)
        rising, falling = sorted(seen), sorted(seen, reverse=True)
        if seen not in (rising, falling):
            raise GameError(
                f"{side} {i} is declared monotone with limit {show(tail.limit)} from opponent "
                f"{tail.start} on, but its payoffs are not"
            )


def _try_bounds(rule: PayoffRule) -> None:
    numbers = range(1, SAMPLE + 1)
    cells = [(i, j, rule.payoff(i, j)) for i in numbers for j in numbers]
    if rule.bounds is not None:
        low, high = rule.bounds
        for i, j, x in cells:
            if not low <= x <= high:
                raise GameError(
                    f"{i} against {j} pays {show(x)}, outside the bounds "
                    f"{show(low)} and {show(high)}"
                )
    if rule.limits is not None:
        top, bottom = rule.limits
        for k in numbers:
            if rule.row_tail(k).limit > top or rule.column_tail(k).limit < bottom:
                raise GameError(
                    f"the limits of row or column {k} contradict the declared limits: rows at most "
                    f"{show(top)}, columns at least {show(bottom)}"
                )
    growth = rule.growth
    if growth is not None:
        for i, j, x in cells:
            scale = growth.base ** min(i, j)
            if abs(x) > growth.most * scale or (i != j and abs(x) < growth.least * scale):
                raise GameError(
                    f"{i} against {j} pays {show(x)}, which contradicts the declared growth"
                )
