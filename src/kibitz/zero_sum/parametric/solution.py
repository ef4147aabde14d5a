"""The answer to a matrix game with a parameter: V(t) in pieces, with strategies on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.algebra.rational_function import RationalFunction, combination
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.algebra.surd import point_from_json
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.solution import Solution
from kibitz.pictures import Picture
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, interval_text, range_text
from kibitz.zero_sum.solution import MatrixSolution


@dataclass(frozen=True)
class KernelInterval:
    """An interval with one kernel: its rows and columns (from 0) and the mixtures they give."""

    start: Point | None
    end: Point | None
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    row: tuple[RationalFunction, ...]
    column: tuple[RationalFunction, ...]


@dataclass(frozen=True)
class ValueInterval:
    """An interval on which V(t) is one rational function; one part or more hold its strategies."""

    start: Point | None
    end: Point | None
    value: RationalFunction
    parts: tuple[KernelInterval, ...]


@dataclass(frozen=True)
class ParametricSolution(Solution, kind="parametric-solution"):
    """V(t) in pieces, with optimal strategies on each.

    >>> from kibitz.zero_sum.parametric.game import parametric_game
    >>> solution = parametric_game([[0, 2], ["t", 1]]).solve()
    >>> print(solution)
    V(t) = 0          for t <= 0
           t          for 0 <= t <= 1
           2t/(t+1)   for t >= 1
    >>> solution.value_at(3), solution.verify().holds
    (Fraction(3, 2), True)
    """

    exact: ClassVar[bool] = True
    method: ClassVar[str] = "kernels that stay optimal on intervals"

    game: ParametricMatrixGame
    pieces: tuple[ValueInterval, ...]

    @property
    def breakpoints(self) -> tuple[Point, ...]:
        """Where V(t) passes from one function to the next."""
        return tuple(piece.start for piece in self.pieces[1:] if piece.start is not None)

    def value_at(self, t: Any) -> Point:
        """The value of the game for one value of the parameter; algebraic at algebraic ones."""
        point = t if isinstance(t, RealRoot) else self.game.point(t)
        return self._piece(point).value.at(point)

    def solution_at(self, t: Any) -> MatrixSolution:
        """The solution of the game for one value of the parameter, read off its piece."""
        point = self.game.point(t)
        piece = self._piece(point)
        part = next(p for p in piece.parts if _holds(p.start, p.end, point))
        return MatrixSolution(
            self.game.at(point),
            piece.value(point),
            tuple(f(point) for f in part.row),
            tuple(f(point) for f in part.column),
            "a kernel of the parametric solution",
        )

    def _piece(self, point: Point) -> ValueInterval:
        piece = next((p for p in self.pieces if _holds(p.start, p.end, point)), None)
        if piece is None:
            raise GameError(
                f"{self.game.parameter} = {point} lies outside "
                f"{interval_text(self.game.start, self.game.end)}"
            )
        return piece

    def explain(self) -> Explanation:
        return call(self, "explain_parametric")

    def draw(self) -> Picture:
        return call(self, "draw_parametric")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "parameter": self.game.parameter,
            "pieces": [_piece_json(piece, self.game) for piece in self.pieces],
            "breakpoints": [_point_json(t) for t in self.breakpoints],
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ParametricMatrixGame, data: dict[str, Any]) -> ParametricSolution:
        parts = Claim(data).parts("pieces")
        return cls(game, tuple(_read_piece(game, part) for part in parts))

    def __str__(self) -> str:
        name = self.game.parameter
        values = [piece.value.write(name) for piece in self.pieces]
        width = max(map(len, values))
        head = f"V({name}) = "
        lines = []
        for piece, value in zip(self.pieces, values, strict=True):
            where = range_text(piece.start, piece.end, name)
            lines.append(f"{head:<{len(head)}}{value:<{width}}   for {where}")
            head = " " * len(head)
        return "\n".join([*lines, *([self.game.note] if self.game.note else [])])


def conditions(
    game: ParametricMatrixGame,
    row: Sequence[RationalFunction],
    column: Sequence[RationalFunction],
    value: RationalFunction,
) -> Iterator[tuple[str, RationalFunction]]:
    """What must not be negative for the mixtures to be optimal: probabilities and slacks."""
    value = value * RationalFunction(game.below)
    for label, weight in zip(game.rows, row, strict=True):
        if weight:
            yield f"the probability of row {label}", weight
    for label, weight in zip(game.columns, column, strict=True):
        if weight:
            yield f"the probability of column {label}", weight
    for j, label in enumerate(game.columns):
        payoff = combination(row, [line[j] for line in game.entries])
        if slack := payoff - value:
            yield f"what column {label} concedes above the value", slack
    for i, label in enumerate(game.rows):
        if slack := value - combination(column, game.entries[i]):
            yield f"what row {label} earns below the value", slack


def _holds(start: Point | None, end: Point | None, t: Point) -> bool:
    return (start is None or bool(start <= t)) and (end is None or bool(end >= t))


def _point_json(point: Point | None) -> Any:
    if isinstance(point, RealRoot):
        return point.to_json()
    return None if point is None else str(point)


def _piece_json(piece: ValueInterval, game: ParametricMatrixGame) -> dict[str, Any]:
    name = game.parameter
    return {
        "start": _point_json(piece.start),
        "end": _point_json(piece.end),
        "value": piece.value.write(name),
        "value_coefficients": piece.value.to_json(),
        "strategies": [
            {
                "start": _point_json(part.start),
                "end": _point_json(part.end),
                "rows": [game.rows[i] for i in part.rows],
                "columns": [game.columns[j] for j in part.columns],
                "row": [f.write(name) for f in part.row],
                "column": [f.write(name) for f in part.column],
            }
            for part in piece.parts
        ],
    }


def _read_piece(game: ParametricMatrixGame, data: Claim) -> ValueInterval:
    value = RationalFunction.read(data.raw("value"), game.parameter, data.path("value"))
    parts = tuple(_read_part(game, part) for part in data.parts("strategies"))
    return ValueInterval(read_end(data, "start"), read_end(data, "end"), value, parts)


def _read_part(game: ParametricMatrixGame, data: Claim) -> KernelInterval:
    row, column = (
        tuple(RationalFunction.read(x, game.parameter, data.path(side)) for x in data.items(side))
        for side in ("row", "column")
    )
    rows, columns = (tuple(k for k, weight in enumerate(side) if weight) for side in (row, column))
    ends = read_end(data, "start"), read_end(data, "end")
    return KernelInterval(*ends, rows, columns, row, column)


def read_end(data: Claim, key: str) -> Point | None:
    """The end of an interval in a claim; None, or left out, is infinity."""
    given = data.raw(key) if key in data else None
    return None if given is None else point_from_json(given, data.path(key))
