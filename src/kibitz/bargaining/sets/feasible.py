"""What two players can reach together: the sets of pairs of utilities they bargain over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.real_root import Point, RealRoot
from kibitz.algebra.surd import plain_point, write_point
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact
from kibitz.core.spelling import count_of

Pair = tuple[Fraction, Fraction]
"""A pair of exact utilities."""
Utilities = tuple[Point, Point] | tuple[float, float]
"""A pair of utilities: rational, algebraic, or two floats."""


class FeasibleSet(ABC):
    """A convex set of pairs of utilities; its upper right boundary is the Pareto frontier."""

    kind: ClassVar[str]

    @abstractmethod
    def contains(self, point: Pair) -> bool:
        """Whether the players can reach this pair.

        Parameters
        ----------
        point : pair of Fraction
            A utility for each player.
        """

    @abstractmethod
    def outside(self, point: Pair) -> str:
        """Why a pair that does not belong to the set does not.

        Parameters
        ----------
        point : pair of Fraction
            A utility for each player.
        """

    @abstractmethod
    def reaches(self, point: Pair) -> bool:
        """Whether some pair of the set gives both players at least this much.

        Parameters
        ----------
        point : pair of Fraction
            A utility for each player.
        """

    @abstractmethod
    def outline(self, limits: tuple[float, float, float, float]) -> list[tuple[float, float]]:
        """The boundary inside a box (left, bottom, right, top), for a picture.

        Parameters
        ----------
        limits : tuple of float
            The box: left, bottom, right, top.
        """

    @abstractmethod
    def pareto_line(self, limits: tuple[float, float, float, float]) -> list[tuple[float, float]]:
        """The Pareto frontier inside a box, for a picture.

        Parameters
        ----------
        limits : tuple of float
            The box: left, bottom, right, top.
        """

    @abstractmethod
    def landmarks(self) -> list[tuple[float, float]]:
        """Points that a picture should show."""

    @abstractmethod
    def words(self) -> str:
        """The set in a line of text."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The set as plain data; :func:`kibitz.bargaining.sets.read.read_set` reads it back."""


class ChainSet(FeasibleSet):
    """A set whose Pareto frontier is a chain of segments with rational corners."""

    @abstractmethod
    def gains(self, disagreement: Pair) -> tuple[Pair, ...]:
        """The Pareto frontier where no one gets less than at the disagreement point.

        From the second player's best point to the first player's best; empty when there is none.
        """


def clip(chain: Sequence[Pair], floor: Pair) -> tuple[Pair, ...]:
    """The part of a falling chain (left to right) that lies above and to the right of a point.

    >>> [[str(x) for x in p] for p in clip([(0, 4), (2, 0)], (1, 1))]
    [['1', '2'], ['3/2', '1']]
    """
    u, v = floor
    found: list[Pair] = []
    for k, corner in enumerate(chain):
        if k:
            found += _crossings(chain[k - 1], corner, u, v)
        if corner[0] >= u and corner[1] >= v:
            found.append(corner)
    return tuple(dict.fromkeys(found))


def _crossings(start: Pair, end: Pair, u: Fraction, v: Fraction) -> list[Pair]:
    (x0, y0), (x1, y1) = start, end
    found: list[tuple[Fraction, Pair]] = []
    if x0 < u < x1:
        t = Fraction(u - x0) / (x1 - x0)
        found.append((t, (Fraction(u), y0 + t * (y1 - y0))))
    if y0 > v > y1:
        t = Fraction(y0 - v) / (y0 - y1)
        found.append((t, (x0 + t * (x1 - x0), Fraction(v))))
    return [pair for _, pair in sorted(found) if pair[0] >= u and pair[1] >= v]


def read_pair(given: Any, where: str) -> Pair:
    """Two exact numbers, as a list or as text such as ``"1, 3/2"``.

    >>> read_pair("(1, 3/2)", "point") == read_pair([1, "3/2"], "point")
    True
    """
    if isinstance(given, str):
        given = given.strip().strip("()[]").replace(",", " ").split()
    if isinstance(given, dict):
        given = list(given.values())
    if not isinstance(given, Iterable):
        raise GameError(f"{where}: {given!r} is not a pair of numbers such as (1, 3/2)")
    items = list(given)
    if len(items) != 2:
        raise GameError(
            f"{where}: {count_of(len(items), 'number')}; it needs one for each of two players"
        )
    for item in items:
        if "sqrt" in str(item) or isinstance(item, RealRoot):
            raise GameError(
                f"{where}: {item} is irrational; bargaining is exact over fractions: give one near "
                "it, such as 0.7071"
            )
    return exact(items[0], f"{where}, first player"), exact(items[1], f"{where}, second player")


def show_pair(pair: Sequence[Any]) -> str:
    """A pair on one line.

    Parameters
    ----------
    pair : sequence
        Two numbers.

    Returns
    -------
    str
        The pair as text.

    Examples
    --------
    >>> show_pair((Fraction(1, 2), Fraction(3)))
    '(1/2, 3)'
    """
    return f"({write_point(pair[0])}, {write_point(pair[1])})"


def plain_pair(pair: Sequence[Any]) -> list[Any]:
    """A pair for JSON."""
    return [plain_point(pair[0]), plain_point(pair[1])]
