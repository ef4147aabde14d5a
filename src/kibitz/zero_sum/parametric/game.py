"""The noun: matrix games whose entries are polynomials or quotients of them in a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import ONE, RationalFunction
from kibitz.algebra.real_root import Point, RealRoot, rational_between
from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact
from kibitz.core.spelling import count_of
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.read_payoffs import read_rows

if TYPE_CHECKING:
    from kibitz.zero_sum.parametric.solution import ParametricSolution

MOST_CELLS = 2500


@dataclass(frozen=True)
class ParametricMatrixGame(Noun):
    """A matrix game whose entries are polynomials in a parameter, over an interval of it.

    ``start`` and ``end`` bound the parameter; None leaves that side open to infinity.

    >>> game = parametric_game([[0, 2], ["t", 1]])
    >>> game.at("1/2")
    matrix('0 2; 1/2 1')
    """

    kind: ClassVar[str] = "parametric"
    plural: ClassVar[str] = "games with a parameter"
    usual_answer: ClassVar[str] = "parametric-solution"
    exact: ClassVar[bool] = True

    entries: tuple[tuple[Polynomial, ...], ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    start: Fraction | None = None
    end: Fraction | None = None
    parameter: str = "t"
    title: str = ""
    below: Polynomial = ONE
    """What all entries are divided by; positive on the interval."""
    note: str = ""
    """What else is known of V(t), in words."""

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.columns)

    def at(self, t: Any) -> MatrixGame:
        """The matrix game for one value of the parameter."""
        point = self.point(t)
        scale = 1 / self.below(point)
        payoffs = [[entry(point) * scale for entry in row] for row in self.entries]
        return matrix(payoffs, self.rows, self.columns, self.title)

    def written(self) -> list[list[str]]:
        """The entries as formulas in the parameter."""
        return [
            [
                entry.write(self.parameter, spaced=False)
                if self.below == ONE
                else RationalFunction.of(entry, self.below).write(self.parameter)
                for entry in row
            ]
            for row in self.entries
        ]

    def point(self, t: Any) -> Fraction:
        """Read a value of the parameter and check that it lies in the interval."""
        read = exact(t, self.parameter)
        below = self.start is not None and read < self.start
        if below or (self.end is not None and read > self.end):
            raise GameError(
                f"{self.parameter} = {read} lies outside {interval_text(self.start, self.end)}"
            )
        return read

    if TYPE_CHECKING:

        def solve(
            self, method: str = "auto", *, exact: bool | None = None, **options: Any
        ) -> ParametricSolution: ...

    def __str__(self) -> str:
        name = self.title or "matrix game with a parameter"
        return f"{name}, {self.parameter} in {interval_text(self.start, self.end)}\n" + "\n".join(
            "  ".join(row) for row in self.written()
        )


def parametric_game(
    entries: Any,
    interval: tuple[Any, Any] = (None, None),
    parameter: str = "t",
    rows: Sequence[Any] | None = None,
    columns: Sequence[Any] | None = None,
    title: str = "",
) -> ParametricMatrixGame:
    """A game from numbers, text such as ``"2-t"``, or lists of coefficients (constant first).

    >>> parametric_game("0 2; t 1") == parametric_game([[0, 2], [[0, 1], 1]])
    True
    >>> parametric_game("1/(1+t) 1", interval=(0, 1)).at(1)
    matrix('1/2 1')
    >>> parametric_game([["s", 1]])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: row 1, column 1: 's': the letter 's' is not the parameter 't'; ...
    """
    if not (isinstance(parameter, str) and len(parameter) == 1 and parameter.isalpha()):
        raise GameError(f"the parameter is {parameter!r}; it must be one letter, such as 't'")
    table = read_rows(entries) if isinstance(entries, str) else _nested(entries)
    width = len(table[0])
    for i, row in enumerate(table, 1):
        if len(row) != width or width == 0:
            raise GameError(f"row {i} has {count_of(len(row), 'entry')}, row 1 has {width}")
    if len(table) * width > MOST_CELLS:
        raise GameError(
            f"{len(table)} x {count_of(width, 'entry')}; the limit for games with a parameter is "
            f"{MOST_CELLS}: fix the parameter, or eliminate dominated strategies"
        )
    read = [
        [_entry(x, parameter, f"row {i}, column {j}") for j, x in enumerate(row, 1)]
        for i, row in enumerate(table, 1)
    ]
    start, end = _read_interval(interval)
    tops, below = _over_one(read, start, end, parameter)
    labeled = matrix([[0] * width] * len(read), rows, columns)
    ends = start, end
    return ParametricMatrixGame(tops, labeled.rows, labeled.columns, *ends, parameter, title, below)


def _entry(given: Any, parameter: str, where: str) -> RationalFunction:
    try:
        return RationalFunction.of(Polynomial.read(given, parameter, where))
    except GameError:
        if not isinstance(given, str) or "/" not in given:
            raise
    return RationalFunction.read(given, parameter, where)


def _over_one(
    read: list[list[RationalFunction]], start: Fraction | None, end: Fraction | None, name: str
) -> tuple[tuple[tuple[Polynomial, ...], ...], Polynomial]:
    """All entries over one denominator, which must be positive on the whole interval."""
    below = ONE
    for entry in (x for row in read for x in row):
        below = below * (entry.denominator // below.gcd(entry.denominator))
    if below != ONE and not RationalFunction(ONE, below).defined_on(start, end):
        raise GameError(
            f"an entry divides by 0 for some {name} in {interval_text(start, end)}; use an "
            f"interval without such points"
        )
    if below(rational_between(start, end)) < 0:
        below = -below
    tops = tuple(tuple(x.numerator * (below // x.denominator) for x in row) for row in read)
    return tops, below


def interval_text(start: Point | None, end: Point | None, name: str = "t") -> str:
    """Write an interval.

    >>> interval_text(None, Fraction(1, 2))
    '(-∞, 1/2]'
    """
    left = "(-∞" if start is None else f"[{point_text(start, name)}"
    right = "∞)" if end is None else f"{point_text(end, name)}]"
    return f"{left}, {right}"


def range_text(start: Point | None, end: Point | None, name: str) -> str:
    """Write an interval as inequalities.

    >>> range_text(Fraction(1), None, "t")
    't >= 1'
    """
    if start is None and end is None:
        return f"all {name}"
    if start is None:
        return f"{name} <= {point_text(end, name)}"
    if end is None:
        return f"{name} >= {point_text(start, name)}"
    return f"{point_text(start, name)} <= {name} <= {point_text(end, name)}"


def point_text(point: Point | None, name: str) -> str:
    return point.write(name) if isinstance(point, RealRoot) else str(point)


def _nested(entries: Any) -> list[list[Any]]:
    if not hasattr(entries, "__iter__"):
        raise GameError(f"{entries!r} is not a table; write rows such as [[0, 2], ['t', 1]]")
    table = []
    for i, row in enumerate(entries, 1):
        if isinstance(row, str) or not hasattr(row, "__iter__"):
            raise GameError(f"row {i} is {row!r}, not a list; write [[0, 2], ['t', 1]]")
        table.append(list(row))
    if not table:
        raise GameError("the table is empty; write rows such as [[0, 2], ['t', 1]]")
    return table


def _read_interval(interval: tuple[Any, Any]) -> tuple[Fraction | None, Fraction | None]:
    try:
        first, last = interval
    except (TypeError, ValueError):
        raise GameError(
            f"the interval is {interval!r}; write a pair such as (0, 1), with None for infinity"
        ) from None
    start = None if first is None else exact(first, "start of the interval")
    end = None if last is None else exact(last, "end of the interval")
    if start is not None and end is not None and start >= end:
        raise GameError(
            f"the interval from {start} to {end} is empty or a point; its start must "
            "lie below its end"
        )
    return start, end
