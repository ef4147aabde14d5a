"""Linear programs with a row for every complaint, of which only a few are ever written down.

    minimize  cost . (x, t)   such that   row[k] . x + divisor[k] t >= worth[k]   for all k,

with some sums of payoffs given and some payoffs bounded below. HiGHS solves the program for a few
rows; those most violated at its answer are added, until none is. An exact program is then settled
in rationals: the final basis gives the point and the multipliers, which are checked against every
complaint; where that fails, the rows found so far are solved exactly and the search continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.lexicographic.complaints import Complaints, Flags, Floats
from kibitz.core.numbers import Number, exact
from kibitz.core.tensor import Tensor
from kibitz.linear.certify import certify_basis
from kibitz.linear.highs import TOLERANCE
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Basis, Optimum

Payoffs = tuple[Number, ...]

BLOCKS = 64
"""How many rows are looked for at a time: the most violated one in each block of complaints."""
SLACK = 1e-9
"""A row violated by less, relative to the worths, counts as kept in floating point."""
POSITIVE = 1e-9
"""A floating-point multiplier above this counts as positive."""


class Unsettled(ArithmeticError):
    """Floating point did not find an answer; exact arithmetic will."""


@dataclass(frozen=True)
class RowOptimum:
    """An optimal point and the positive multipliers of complaints and of lower bounds."""

    x: Payoffs
    t: Number
    weights: dict[int, Number]
    bounds: dict[int, Number]


@dataclass(frozen=True)
class Equation:
    """A sum of payoffs that is given: ``row . x = value``."""

    row: tuple[int, ...]
    value: Number


class RowProgram:
    """Minimize a cost over the payoffs that all complaints allow, one round after another.

    Between rounds :meth:`fix` adds equations and :meth:`release` takes complaints out.
    """

    def __init__(
        self,
        complaints: Complaints,
        equations: Sequence[Equation],
        lower: Sequence[Number | None],
        cost: Sequence[int],
        level: Number | None = None,
    ) -> None:
        """``cost`` has an entry for each payoff and one for t; ``level`` fixes t, if given."""
        self._complaints = complaints
        self._lower = tuple(lower)
        self._cost = tuple(cost)
        self._level = level
        self._equations: list[Equation] = []
        self._rows: list[int] = []
        self._written = np.zeros(complaints.count, bool)
        self._free = np.ones(complaints.count, bool)
        self._engine = _Engine(complaints, lower, cost, level)
        for equation in equations:
            self.fix(equation)
        self._write(complaints.seeds())

    def fix(self, equation: Equation) -> None:
        """Demand a given sum of payoffs."""
        self._equations.append(equation)
        self._engine.fix(equation)

    def release(self, which: Flags) -> None:
        """Take complaints out, for they can no longer change."""
        self._free &= ~which
        self._rows = [k for k in self._rows if self._free[k]]
        self._engine.release(which)

    def solve(self) -> RowOptimum:
        """The optimum, exact when the complaints are."""
        try:
            self._generate()
        except Unsettled:
            if not self._complaints.worths.exact:
                raise
            return self._pivoted()
        if not self._complaints.worths.exact:
            return self._engine.answer()
        return self._certified() or self._pivoted()

    def _generate(self) -> None:
        """Add rows in floating point until none is violated."""
        self._engine.run()
        while self._write(self._engine.violated()):
            self._engine.run()

    def _write(self, found: Sequence[int]) -> bool:
        """Write new rows down; whether there were any."""
        new = [k for k in found if self._free[k] and not self._written[k]]
        if new:
            self._written[new] = True
            self._rows += new
            self._engine.write(new)
        return bool(new)

    def _certified(self) -> RowOptimum | None:
        """The optimum at the final basis, None if it is not one in exact arithmetic."""
        basis, active = self._engine.basis(len(self._equations))
        program = self._program(active)
        optimum = certify_basis(program, basis)
        if optimum is None:
            return None
        answer = self._answer(optimum, active)
        return None if self._overshooting(answer) else answer

    def _pivoted(self) -> RowOptimum:
        """The optimum by exact linear programs over the rows found, adding those it violates."""
        while True:
            rows = list(self._rows)
            optimum = self._program(rows).solve()
            assert isinstance(optimum, Optimum), f"a program over payoffs is {optimum.status}"
            answer = self._answer(optimum, rows)
            if not self._write(self._overshooting(answer)):
                return answer

    def _program(self, which: list[int]) -> LinearProgram:
        """The exact program with all equations and these rows."""
        n = self._complaints.game.n
        top = np.array([[*e.row, 0] for e in self._equations], np.int64).reshape(-1, n + 1)
        rows = self._complaints.rows(which)
        divisors = self._complaints.divisors_of(which)
        matrix = np.concatenate([top, np.column_stack([rows, divisors])])
        # Python ints keep systems of this size with FLINT, and Numba from being loaded for them.
        matrix = matrix.astype(object)
        given = [e.value for e in self._equations] + [self._complaints.worth(k) for k in which]
        right = Tensor.read(given, 1) if given else Tensor(np.zeros(0, np.int64))
        return LinearProgram(
            Tensor(np.array(self._cost, np.int64)),
            Tensor(matrix),
            ("=",) * len(top) + (">=",) * len(which),
            right,
            "min",
            (*self._lower, self._level),
            (*(None,) * n, self._level),
        )

    def _answer(self, optimum: Optimum, which: list[int]) -> RowOptimum:
        prices = optimum.dual[len(self._equations) :]
        costs = optimum.reduced_costs[:-1]
        return RowOptimum(
            optimum.x[:-1],
            optimum.x[-1],
            {k: y for k, y in zip(which, prices, strict=True) if y},
            {i: y for i, y in enumerate(costs) if y and self._lower[i] is not None},
        )

    def _overshooting(self, answer: RowOptimum) -> list[int]:
        """The most violated complaint in each block, exactly."""
        over = self._complaints.overshoot(answer.x, answer.t)
        over[~self._free] = 0
        return _worst(over, 0)


class _Engine:
    """The rows as HiGHS has them: payoffs measured from what players earn alone, in size one."""

    def __init__(
        self,
        complaints: Complaints,
        lower: Sequence[Number | None],
        cost: Sequence[int],
        level: Number | None,
    ) -> None:
        import highspy

        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        options: dict[str, bool | float | str] = {
            "output_flag": False,
            "parallel": "off",
            "presolve": "off",
            "primal_feasibility_tolerance": TOLERANCE / 10,
            "dual_feasibility_tolerance": TOLERANCE / 10,
        }
        for name, value in options.items():
            self._highs.setOptionValue(name, value)
        self._complaints = complaints
        game = complaints.game
        self._origin = [game.value(1 << i) for i in range(game.n)]
        self._scale, self._worths = _scaled(complaints.beyond(self._origin))
        self._sought = self._worths.copy()
        self._buffer = np.empty(complaints.count)
        from_origin = [
            None if low is None else low - start
            for low, start in zip(lower, self._origin, strict=True)
        ]
        ends = [(low, None) for low in from_origin] + [(level, level)]
        for i, (low, high) in enumerate(ends):
            self._highs.addVar(
                -np.inf if low is None else self._float(low),
                np.inf if high is None else self._float(high),
            )
            self._highs.changeColCost(i, float(cost[i]))
        self._bounded = [low is not None for low in lower]
        self._which: list[int | None] = []
        self._x: Floats = np.zeros(game.n + 1)
        self._solution: Any = None

    def _float(self, x: Number) -> float:
        """A number in units of the scale."""
        return float(exact(x) / self._scale)

    def fix(self, equation: Equation) -> None:
        at_origin = sum(
            (a * x for a, x in zip(equation.row, self._origin, strict=True)), Fraction(0)
        )
        value = self._float(equation.value - at_origin)
        places = np.flatnonzero(equation.row).astype(np.int32)
        entries = np.array([equation.row[i] for i in places], float)
        self._highs.addRow(value, value, len(places), places, entries)
        self._which.append(None)

    def write(self, which: Sequence[int]) -> None:
        rows = np.column_stack(
            [self._complaints.rows(which), self._complaints.divisors_of(which)]
        ).astype(float)
        places, columns = np.nonzero(rows)
        counts = np.bincount(places, minlength=len(which))
        begins = (np.cumsum(counts) - counts).astype(np.int32)
        self._highs.addRows(
            len(which),
            self._worths[list(which)],
            np.full(len(which), np.inf),
            len(places),
            begins,
            columns.astype(np.int32),
            rows[places, columns],
        )
        self._which += which

    def release(self, which: Flags) -> None:
        self._sought[which] = -np.inf
        gone = [r for r, k in enumerate(self._which) if k is not None and which[k]]
        if gone:
            self._highs.deleteRows(len(gone), np.array(gone, np.int32))
            left = set(range(len(self._which))) - set(gone)
            self._which = [self._which[r] for r in sorted(left)]

    def run(self) -> None:
        import highspy

        self._highs.run()
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise Unsettled
        self._solution = self._highs.getSolution()
        self._x = np.array(self._solution.col_value)

    def violated(self) -> list[int]:
        """The most violated complaint in each block."""
        given = self._complaints.products(self._x[:-1], self._buffer)
        over = np.subtract(self._sought, given, out=self._buffer)
        divisors = self._complaints.divisors
        over -= self._x[-1] if divisors is None else self._x[-1] * divisors
        return _worst(over, SLACK)

    def answer(self) -> RowOptimum:
        scale = float(self._scale)
        prices, costs = self._solution.row_dual, self._solution.col_dual
        weights = {
            k: y for k, y in zip(self._which, prices, strict=True) if k is not None and y > POSITIVE
        }
        bounds = {
            i: costs[i]
            for i, bounded in enumerate(self._bounded)
            if bounded and costs[i] > POSITIVE
        }
        *steps, t = (self._x * scale).tolist()
        x = tuple(float(a) + step for a, step in zip(self._origin, steps, strict=True))
        return RowOptimum(x, t, weights, bounds)

    def basis(self, equations: int) -> tuple[Basis, list[int]]:
        """The final basis over the equations and the active rows, and which rows these are."""
        import highspy

        kind = highspy.HighsBasisStatus
        found = self._highs.getBasis()
        resting = {kind.kLower: "lower", kind.kUpper: "upper", kind.kBasic: "basic"}
        columns = tuple(resting.get(status, "free") for status in found.col_status)
        given, active = [], []
        for k, status in zip(self._which, found.row_status, strict=True):
            if k is None:
                given.append("basic" if status == kind.kBasic else "active")
            elif status != kind.kBasic:
                active.append(k)
        return Basis(columns, (*given, *("active",) * len(active))), active


def _worst(over: Any, slack: float) -> list[int]:
    """The place of the greatest entry of each block that is above the slack."""
    size = len(over)
    blocks = over.reshape(min(BLOCKS, max(1, size // 4)), -1)
    best = blocks.argmax(axis=1)
    places = np.arange(len(best)) * blocks.shape[1] + best
    return [int(k) for k in places[over[places] > slack]]


def _scaled(worths: Tensor) -> tuple[Fraction, Floats]:
    """A power of two near the greatest worth, and the worths divided by it."""
    array = worths.array
    greatest = max(int(array.max()), -int(array.min())) if worths.exact else abs(array).max()
    if not greatest:
        return Fraction(1), np.zeros(len(array))
    largest = exact(float(greatest)) if not worths.exact else Fraction(greatest, worths.denominator)
    scale = Fraction(2) ** (largest.numerator.bit_length() - largest.denominator.bit_length())
    if worths.exact and array.dtype == object:
        return scale, np.array([float(Fraction(x, worths.denominator) / scale) for x in array])
    return scale, worths.floats() / float(scale)
