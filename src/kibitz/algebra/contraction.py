"""Contractions: iterate toward the one fixed point, with bounds on how far it still is.

A map T with d(Tx, Ty) <= c d(x, y) for a factor c < 1 has exactly one fixed point x* (Banach 1922).
After n steps from x0

    d(x_n, x*) <= c^n / (1 - c) * d(x_1, x_0)          known beforehand (a priori),
    d(x_n, x*) <= c / (1 - c) * d(x_n, x_{n-1})        known afterwards (a posteriori).

Maps are Python functions, formulas such as ``"x/2 + 1"``, or affine, given by a matrix and a
vector. Exact numbers stay exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.contraction_bounds import (
    contraction_factor,
    distance,
    metric_name,
    read_factor,
)
from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.flint_numbers import to_flint
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, number, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of, parted

Vector = tuple[Number, ...]
MOST_STEPS = 1_000_000
MOST_BITS = 100_000
NAMES = ("x", "y", "z", "u", "v", "w")


@dataclass(frozen=True)
class Contraction(Solution, kind="contraction"):
    """The iterates of a contraction, and what they prove about its fixed point.

    >>> run = contract("x/2 + 1", start=0, factor="1/2", steps=4)
    >>> print(run)
    after 4 steps 15/8, within 1/8 of the fixed point
    a priori within 1/8, a posteriori within 1/8
    >>> print(*(show(p[0]) for p in run.points), run.fixed_point)
    0 1 3/2 7/4 15/8 None
    >>> contract(matrix=[["1/2"]], vector=[1], start=0, steps=4).fixed_point
    (Fraction(2, 1),)
    """

    game: ClassVar[None] = None
    how: ClassVar[str] = "iteration"

    points: tuple[Vector, ...]
    factor: Number
    metric: str
    function: Callable[[Vector], Vector] = field(compare=False)
    fixed_point: Vector | Any = None
    """The fixed point itself, where the map is affine."""
    formulas: tuple[str, ...] = ()
    """The map, where it is given by formulas."""

    @property
    def steps(self) -> int:
        return len(self.points) - 1

    @property
    def point(self) -> Vector:
        """The last iterate."""
        return self.points[-1]

    @property
    def exact(self) -> bool:
        return self.metric != "euclid" and all(isinstance(x, Fraction) for x in self.point)

    def distance(self, x: Sequence[Number], y: Sequence[Number]) -> Number:
        """The distance of two points in the metric of this run.

        Parameters
        ----------
        x, y : sequence of numbers
            Two points, a number for each coordinate.
        """
        return distance(x, y, self.metric)

    @property
    def distances(self) -> tuple[Number, ...]:
        """How far each step went."""
        pairs = zip(self.points, self.points[1:], strict=False)
        return tuple(self.distance(x, y) for x, y in pairs)

    def a_priori(self, n: int | None = None) -> Number:
        """The bound after n steps that the first step alone gives.

        Parameters
        ----------
        n : int, optional
            The number of steps; as many as were made if None.
        """
        k = self.steps if n is None else n
        if not self.distances:
            raise GameError("no step was made, so there is no bound yet")
        return self.factor**k / (1 - self.factor) * self.distances[0]

    def a_posteriori(self, n: int | None = None) -> Number:
        """The bound after n steps that the n-th step gives.

        Parameters
        ----------
        n : int, optional
            The number of steps; as many as were made if None.
        """
        k = self.steps if n is None else n
        if not 1 <= k <= self.steps:
            raise GameError(f"step {k}: this run has the steps 1 to {self.steps}")
        return self.factor / (1 - self.factor) * self.distances[k - 1]

    @property
    def bound(self) -> Number:
        """How far the last iterate can be from the fixed point."""
        return min(self.a_priori(), self.a_posteriori())

    @property
    def error(self) -> Number | None:
        """How far it really is, where the fixed point is known."""
        return None if self.fixed_point is None else self.distance(self.point, self.fixed_point)

    def steps_needed(self, tolerance: Any) -> int:
        """The number of steps after which the a-priori bound is at most the tolerance.

        Parameters
        ----------
        tolerance : number
            The largest distance from the fixed point, positive.
        """
        wanted = number(tolerance, "tolerance")
        if wanted <= 0:
            raise GameError(f"tolerance: {show(wanted)}; it must be positive")
        first = self.a_priori(0)
        if first <= wanted:
            return 0
        if self.factor == 0:
            return 1
        guess = math.log(float(wanted) / float(first)) / math.log(float(self.factor))
        n = max(0, math.floor(guess) - 2)
        while self.a_priori(n) > wanted:
            n += 1
        return n

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
            **({"map": list(self.formulas)} if self.formulas else {}),
            "steps": self.steps,
            "point": [plain(x) for x in self.point],
            "factor": plain(self.factor),
            "metric": self.metric,
            "a_priori": plain(self.a_priori()),
            "a_posteriori": plain(self.a_posteriori()),
            "bound": plain(self.bound),
            "points": [[plain(x) for x in p] for p in self.points],
        }
        if self.fixed_point is not None:
            data["fixed_point"] = [plain(x) for x in self.fixed_point]
            data["error"] = None if self.error is None else plain(self.error)
        return data

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> Contraction:
        """The run that some JSON describes; its map is known where it is given by formulas."""
        claim = Claim(data)
        points, formulas = claim.table("points"), tuple(map(str, data.get("map", ())))
        if not points:
            raise GameError("points: there must be at least one")
        step = _map(list(formulas), None, None, len(points[0]))[0] if formulas else _unknown
        fixed = tuple(claim.numbers("fixed_point")) if "fixed_point" in claim else None
        return cls(points, claim.number("factor"), claim.text("metric"), step, fixed, formulas)

    def __str__(self) -> str:
        point = show(self.point[0]) if len(self.point) == 1 else show_all(self.point)
        lines = [
            f"after {count_of(self.steps, 'step')} {point}, within {show(self.bound)} of the "
            "fixed point",
            f"a priori within {show(self.a_priori())}, a posteriori within "
            f"{show(self.a_posteriori())}",
        ]
        if self.fixed_point is not None:
            error = "" if self.error is None else f", {show(self.error)} away"
            lines.append(f"the fixed point is {show_all(self.fixed_point)}{error}")
        return "\n".join(lines)


def contract(
    function: Any = None,
    start: Any = 0,
    factor: Any = None,
    *,
    matrix: Any = None,
    vector: Any = None,
    steps: int | None = None,
    tolerance: Any = None,
    metric: str = "sup",
) -> Contraction:
    """Iterate a contraction, a number of steps or until the a-posteriori bound is small enough.

    Parameters
    ----------
    function : str or callable, optional
        The map.
    start : number or sequence of numbers, default 0
        The start; one number stands for all coordinates.
    factor : number, optional
        The c < 1 of the map; computed for an affine map if omitted.
    matrix : sequence of rows, optional
        The matrix of an affine map, in place of ``function``.
    vector : sequence of numbers, optional
        The constant of an affine map.
    steps : int, optional
        The number of steps.
    tolerance : number, optional
        The a-posteriori bound at which to stop.
    metric : {"sup", "l1", "euclid"}, default "sup"
        The metric.

    Returns
    -------
    Contraction
        The iterates, with bounds.

    References
    ----------
    Banach 1922.

    Examples
    --------
    >>> contract("cos(x)/2", start=1.0, factor=0.5, tolerance=1e-9).point[0]
    0.4501836...
    >>> contract("2x", start=1, factor=2, steps=3)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: factor is 2; a contraction has one of at least 0 and below 1
    """
    kind = metric_name(metric)
    first = _vector(start)
    if len(first) == 1:
        first *= _coordinates(function, matrix)
    step, limit = _map(function, matrix, vector, len(first))
    given = () if function is None or callable(function) else _formulas(function)
    formulas = tuple(_right_side(f).strip() for f in given)
    if factor is None:
        if matrix is None:
            raise GameError("no factor; give the c < 1 by which the map contracts, such as 1/2")
        rate: Number = contraction_factor(matrix, kind)
    else:
        rate = number(factor, "factor")
    read_factor(rate)
    if (steps is None) == (tolerance is None):
        raise GameError("give either steps or a tolerance, to say when to stop")
    points = _iterate(step, first, rate, kind, steps, tolerance)
    return Contraction(tuple(points), rate, kind, step, limit, formulas)


def _iterate(
    step: Callable[[Vector], Vector],
    first: Vector,
    rate: Number,
    metric: str,
    steps: int | None,
    tolerance: Any,
) -> list[Vector]:
    wanted = None if tolerance is None else number(tolerance, "tolerance")
    if steps is not None and not 1 <= steps <= MOST_STEPS:
        raise GameError(f"steps is {steps}; it must be from 1 to {MOST_STEPS}")
    if wanted is not None and wanted <= 0:
        raise GameError(f"tolerance: {show(wanted)}; it must be positive")
    points, last = [first], None
    for _ in range(steps if steps is not None else MOST_STEPS):
        after = step(points[-1])
        gone = distance(points[-1], after, metric)
        slack = 0 if isinstance(gone, Fraction) else 1e-9
        if last is not None and gone > rate * last * (1 + slack) + slack:
            raise GameError(
                f"step {len(points)} goes {show(gone)} after {show(last)}: the map does not "
                f"contract by {show(rate)} in the {metric} metric"
            )
        points.append(after)
        last = gone
        bits = max(
            (x.denominator.bit_length() for x in after if isinstance(x, Fraction)), default=0
        )
        if bits > MOST_BITS:
            raise GameError(
                f"after {count_of(len(points) - 1, 'step')} a number has {bits} bits; start "
                "from a float"
            )
        if wanted is not None and rate / (1 - rate) * gone <= wanted:
            break
    return points


def _coordinates(function: Any, matrix: Any) -> int:
    """The number of coordinates of a map, where it can be inferred; otherwise 1."""
    if matrix is not None:
        return len(matrix) if hasattr(matrix, "__len__") and len(matrix) else 1
    if function is None or callable(function):
        return 1
    return len(_formulas(function)) or 1


def _formulas(given: Any) -> list[Any]:
    """One formula for each coordinate, from a list or from text with semicolons or commas.

    >>> _formulas("y/2; x/3"), _formulas("(max(y, 1)/2, x/3)")
    (['y/2', 'x/3'], ['max(y, 1)/2', 'x/3'])
    """
    formulas = [given] if isinstance(given, str) else list(given)
    if len(formulas) != 1 or not isinstance(formulas[0], str):
        return formulas
    text = formulas[0].strip()
    if text[:1] == "(" and text[-1:] == ")" and len(parted(text[1:-1])) > 1:
        text = text[1:-1]
    return [formula for formula in parted(text, ";" if ";" in text else ",") if formula]


def _map(
    function: Any, matrix: Any, vector: Any, size: int
) -> tuple[Callable[[Vector], Vector], Vector | None]:
    if matrix is not None:
        if function is not None:
            raise GameError("give a function or a matrix with a vector, not both")
        return _affine(matrix, vector, size)
    if callable(function):
        return _python(function, size), None
    if function is None:
        raise GameError("which map? give a function, a formula such as 'x/2 + 1', or a matrix")
    formulas = _formulas(function)
    if len(formulas) != size:
        raise GameError(f"{len(formulas)} formulas for a start with {size} coordinates")
    names = list(NAMES[:size]) if size <= len(NAMES) else [f"x{k}" for k in range(1, size + 1)]
    read = [read_formula(_right_side(f), names, f"formula {k}") for k, f in enumerate(formulas, 1)]

    def apply(point: Vector) -> Vector:
        values = dict(zip(names, point, strict=True))
        return tuple(_value(f, values) for f in read)

    return apply, None


def _unknown(point: Vector) -> Vector:
    raise GameError("this run does not name its map")


def _right_side(formula: Any) -> str:
    text = str(formula)
    for sign in ("->", "↦", "="):
        text = text.rpartition(sign)[2] if sign in text else text
    return text


def _value(formula: Expression, values: Mapping[str, Number]) -> Number:
    if formula.is_rational() and all(isinstance(x, Fraction) for x in values.values()):
        try:
            exactly: Fraction = formula.at(values)
        except ZeroDivisionError:
            raise GameError("the map divides by zero at one of the iterates") from None
        return exactly
    found = formula.float_at({name: float(x) for name, x in values.items()})
    if not math.isfinite(found):
        raise GameError("the map is undefined at one of the iterates")
    return found


def _python(function: Callable[..., Any], size: int) -> Callable[[Vector], Vector]:
    def apply(point: Vector) -> Vector:
        found = function(point[0]) if size == 1 else function(point)
        after = _vector(found)
        if len(after) != size:
            raise GameError(f"the map leads from {size} to {len(after)} coordinates")
        return after

    return apply


def _affine(
    matrix: Any, vector: Any, size: int
) -> tuple[Callable[[Vector], Vector], Vector | None]:
    rows = [tuple(number(x, "matrix") for x in row) for row in matrix]
    shift = _vector([0] * len(rows) if vector is None else vector)
    if len(rows) != size or len(shift) != size or any(len(row) != size for row in rows):
        raise GameError(
            f"the matrix and the vector must have {count_of(size, 'row')} and columns, as the start"
        )

    def apply(point: Vector) -> Vector:
        return tuple(
            sum((a * x for a, x in zip(row, point, strict=True)), b)
            for row, b in zip(rows, shift, strict=True)
        )

    return apply, _solve([list(row) for row in rows], list(shift))


def _solve(rows: list[list[Number]], shift: list[Number]) -> Vector | None:
    """The x with x = A x + b, by elimination; None when it is not unique."""
    from flint import fmpq, fmpq_mat

    n = len(rows)
    spelled = [[exact(x) for x in row] for row in rows]
    right = [exact(b) for b in shift]
    left = fmpq_mat(
        [
            [fmpq(int(i == j)) - to_flint(x) for j, x in enumerate(row)]
            for i, row in enumerate(spelled)
        ]
    )
    try:
        found = left.solve(fmpq_mat([[to_flint(b)] for b in right]))
    except ZeroDivisionError:
        return None
    solved = [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(n)]
    if any(isinstance(x, float) for row in rows for x in row):
        return tuple(float(x) for x in solved)
    return tuple(solved)


def _vector(given: Any) -> Vector:
    if isinstance(given, str):
        given = given.replace(",", " ").split()
    if hasattr(given, "__iter__"):
        read = tuple(number(x, f"coordinate {k}") for k, x in enumerate(given, 1))
    else:
        read = (number(given, "start"),)
    if not read:
        raise GameError("a point needs at least one coordinate")
    if any(isinstance(x, float) for x in read):
        return tuple(float(x) for x in read)
    return read
