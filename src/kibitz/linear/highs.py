"""Linear programs in floating point, solved by HiGHS, with the basis in which it ended.

Rows and columns are scaled by powers of two first, so that the absolute tolerances of the solver
mean the same for every program; such scaling rounds nothing and leaves the basis as it is.
Huangfu and Hall, *Parallelizing the dual revised simplex method* (2018).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.compiling.background import in_background
from kibitz.core.errors import GameError
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Basis

Floats = npt.NDArray[np.float64]

TOLERANCE = 1e-9
PARALLEL_COLUMNS = 1 << 13
"""The presolve rule that merges parallel columns; undoing it prints to the terminal."""
LONG = 100_000
"""Entries of a program that may take a second or more."""
WELL_SCALED = 2.0**10
"""Matrices whose entries differ from one by less than this factor are left as they are."""


def load_highs() -> Any:
    """The module of HiGHS, unless another package of this process has brought its own library."""
    try:
        import highspy
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError):
            raise
        raise GameError(
            "HiGHS cannot be loaded beside the library of it that another package, such as "
            "OR-Tools, has loaded here; use Kibitz in a process of its own"
        ) from error
    return highspy


@dataclass(frozen=True, slots=True)
class Data:
    """Everything but the matrix, as floats: a minimization with intervals for rows and columns."""

    costs: Floats
    lower: Floats
    upper: Floats
    row_lower: Floats
    row_upper: Floats

    @staticmethod
    def of(program: LinearProgram) -> Data:
        """The numbers of a program; a maximization has its costs negated."""
        costs = program.objective.floats()
        right = program.right.floats()
        relations = np.array(program.relations, dtype="U2")
        return Data(
            costs if program.sense == "min" else -costs,
            np.array([-np.inf if x is None else float(x) for x in program.lower]),
            np.array([np.inf if x is None else float(x) for x in program.upper]),
            np.where(relations == "<=", -np.inf, right),
            np.where(relations == ">=", np.inf, right),
        )


@dataclass(frozen=True, slots=True)
class FloatResult:
    """What HiGHS says: "optimal", "infeasible", "unbounded" or "unknown", and where it ended."""

    status: str
    x: Floats
    multipliers: Floats
    basis: Basis | None


class FloatModel:
    """A matrix handed to HiGHS once, to be solved for one or several sets of costs and bounds.

    >>> program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    >>> found = FloatModel(program).solve(Data.of(program))
    >>> found.status, found.basis.basic, found.basis.active
    ('optimal', (0, 2), (0, 2))
    """

    def __init__(self, program: LinearProgram) -> None:
        highspy = load_highs()
        matrix = program.matrix.floats()
        self._rows, self._columns = _scales(matrix)
        self._matrix = _sparse(matrix * self._rows[:, None] * self._columns)
        self._shape = program.shape
        self._engine: Any = highspy.Highs()
        options: dict[str, bool | float | str] = {
            "output_flag": False,
            "parallel": "off",
            "presolve_rule_off": PARALLEL_COLUMNS,
            "primal_feasibility_tolerance": TOLERANCE,
            "dual_feasibility_tolerance": TOLERANCE,
            "small_matrix_value": 1e-12,
        }
        for name, value in options.items():
            self._engine.setOptionValue(name, value)

    def solve(self, data: Data, start: Basis | None = None) -> FloatResult:
        """Minimize; the multipliers found are those of the minimization.

        A fresh solve brings costs and bounds to size one; one that starts from a basis takes them
        as they are, since their size then carries meaning.
        """
        m, n = self._shape
        costs = data.costs * self._columns
        sides = (
            data.lower / self._columns,
            data.upper / self._columns,
            data.row_lower * self._rows,
            data.row_upper * self._rows,
        )
        weight = size = 1.0
        if start is None:
            weight = _power(float(np.abs(costs).max()))
            size = _power(max(float(np.abs(s[np.isfinite(s)]).max(initial=0.0)) for s in sides))
        begins, indices, values = self._matrix
        lower, upper, row_lower, row_upper = (side / size for side in sides)
        self._engine.passModel(
            n,
            m,
            len(values),
            2,
            1,
            0.0,
            costs / weight,
            lower,
            upper,
            row_lower,
            row_upper,
            begins,
            indices,
            values,
            np.zeros(n, np.int32),
        )
        if start is not None:
            self._engine.setBasis(_to_highs(start))
        if m * n < LONG:
            self._engine.run()
        else:
            in_background(self._engine.run)
        found, basis = self._engine.getSolution(), self._engine.getBasis()
        x = np.array(found.col_value) if found.value_valid else np.zeros(n)
        multipliers = np.array(found.row_dual) if found.dual_valid else np.zeros(m)
        return FloatResult(
            _status(self._engine.getModelStatus()),
            x * self._columns * size,
            multipliers * self._rows * weight,
            _from_highs(basis, data) if basis.valid else None,
        )


def _power(x: float) -> float:
    """The power of two next to a size, 1 for zero."""
    return float(2.0 ** np.round(np.log2(x))) if x > 0 else 1.0


def _scales(matrix: Floats) -> tuple[Floats, Floats]:
    """Powers of two for rows and columns that bring the entries near one, geometrically."""
    m, n = matrix.shape
    rows, columns = np.ones(m), np.ones(n)
    sizes = np.abs(matrix)
    entries = sizes[sizes > 0]
    if (entries < WELL_SCALED).all() and (entries > 1 / WELL_SCALED).all():
        return rows, columns
    for _ in range(3):
        rows *= _geometric(sizes * rows[:, None] * columns, axis=1)
        columns *= _geometric(sizes * rows[:, None] * columns, axis=0)
    return np.exp2(np.round(np.log2(rows))), np.exp2(np.round(np.log2(columns)))


def _geometric(sizes: Floats, axis: int) -> Floats:
    """One over the geometric mean of the largest and the least nonzero entry, else one."""
    largest = sizes.max(axis=axis, initial=0.0)
    least = np.where(sizes > 0, sizes, np.inf).min(axis=axis, initial=np.inf)
    some = largest > 0
    middle: Floats = np.sqrt(np.where(some, largest, 1.0)) * np.sqrt(np.where(some, least, 1.0))
    return 1 / middle


def _sparse(matrix: Floats) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], Floats]:
    """Starts, column indices and values, row by row."""
    places = np.nonzero(matrix)
    counts = np.bincount(places[0], minlength=matrix.shape[0])
    begins = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return begins, places[1].astype(np.int32), matrix[places]


def _status(found: Any) -> str:
    Status = load_highs().HighsModelStatus
    names = {
        Status.kOptimal: "optimal",
        Status.kModelEmpty: "optimal",
        Status.kInfeasible: "infeasible",
        Status.kUnbounded: "unbounded",
    }
    return names.get(found, "unknown")


def _from_highs(basis: Any, data: Data) -> Basis:
    highspy = load_highs()
    kind = highspy.HighsBasisStatus
    columns = []
    for j, status in enumerate(basis.col_status):
        if status == kind.kBasic:
            columns.append("basic")
        elif np.isinf(data.lower[j]) and np.isinf(data.upper[j]):
            columns.append("free")
        elif np.isinf(data.lower[j]) or (status == kind.kUpper and np.isfinite(data.upper[j])):
            columns.append("upper")
        else:
            columns.append("lower")
    rows = ["basic" if status == kind.kBasic else "active" for status in basis.row_status]
    return Basis(tuple(columns), tuple(rows))


def _to_highs(basis: Basis) -> Any:
    highspy = load_highs()
    kind = highspy.HighsBasisStatus
    spelled = {
        "basic": kind.kBasic,
        "lower": kind.kLower,
        "upper": kind.kUpper,
        "free": kind.kZero,
        "active": kind.kNonbasic,
    }
    start = highspy.HighsBasis()
    start.col_status = [spelled[status] for status in basis.columns]
    start.row_status = [spelled[status] for status in basis.rows]
    start.valid = True
    return start
