"""Linear programs with a row for every complaint, of which only a few are ever written down.

    minimize  cost . (x, t)   such that   row[k] . x + divisor[k] t >= worth[k]   for all k,

with some sums of payoffs given and some payoffs bounded below. The dual simplex method solves the
program in floating point, and looks rows up when they are violated. An exact program is then
settled in rationals: the final basis gives the point and the multipliers, which are checked against
every complaint; where that fails, the rows found so far are solved exactly and the search
continues.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from kibitz.algebra.flint_numbers import from_flint, to_flint
from kibitz.coalitional.lexicographic.complaints import Complaints, Flags, Floats
from kibitz.coalitional.lexicographic.row_simplex import FULL, OPTIMAL, dual_simplex
from kibitz.core.compiling.background import in_background
from kibitz.core.numbers import Number, exact
from kibitz.core.tensor import Tensor
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

Payoffs = tuple[Number, ...]

BLOCKS = 64
"""How many rows are looked for at a time: the most violated one in each block of complaints."""
POSITIVE = 1e-9
"""A floating-point multiplier above this counts as positive."""
EQUATION, BOUND = -1, -2
"""Stand for an equation and for the first player's bound where rows are numbered by complaints."""
FEW = 1 << 6
"""Complaints that Python goes through before a compiler is loaded."""
SMALL = 1 << 22
"""Numbers in the rows, times complaints, that Python goes through in a fraction of a second."""
MANY = 1 << 18
"""Complaints that take long enough for Ctrl-C."""
PATIENCE = 0.3
"""Seconds of Python that are worth loading a compiler for."""


class NumericalFailure(ArithmeticError):
    """Floating point did not find an answer; exact arithmetic will."""


@dataclass(frozen=True)
class RowOptimum:
    """An optimal point and the positive multipliers of complaints and of lower bounds."""

    x: Payoffs
    t: Number
    weights: dict[int, Number]
    bounds: dict[int, Number]

    @classmethod
    def of(
        cls, x: Payoffs, t: Number, basis: list[int], prices: Sequence[Number], noise: float = 0
    ) -> RowOptimum:
        """The optimum at a basis, with the multipliers that are above the noise."""
        positive = [(k, y) for k, y in zip(basis, prices, strict=True) if y > noise]
        bounds = {BOUND - k: y for k, y in positive if k <= BOUND}
        return cls(x, t, {k: y for k, y in positive if k >= 0}, bounds)


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
        self._equations = list(equations)
        self._free = np.ones(complaints.count, bool)
        self._engine = _Engine(complaints, lower, cost, level)
        for equation in equations:
            self._engine.fix(equation)

    def fix(self, equation: Equation) -> None:
        """Demand a given sum of payoffs."""
        self._equations.append(equation)
        self._engine.fix(equation)

    def release(self, which: Flags) -> None:
        """Take complaints out, for they can no longer change."""
        self._free &= ~which
        self._engine.release(which)

    def solve(self) -> RowOptimum:
        """The optimum, exact when the complaints are."""
        try:
            self._engine.run()
        except NumericalFailure:
            if not self._complaints.worths.exact:
                raise
            return self._pivoted()
        if not self._complaints.worths.exact:
            return self._engine.answer()
        return self._certified() or self._pivoted()

    def _certified(self) -> RowOptimum | None:
        """The optimum at the final basis, None if it is not one in exact arithmetic."""
        from flint import fmpq_mat, fmpz_mat

        rows, right, codes = self._basis()
        m = len(rows)
        try:
            inverse: Any = fmpz_mat(rows).inv()
        except ZeroDivisionError:
            return None
        given = fmpq_mat(m, 1, [to_flint(w) for w in map(exact, right)])
        prices = (fmpq_mat(1, m, list(self._cost)) * inverse).entries()
        if any(y < 0 for y, k in zip(prices, codes, strict=True) if k != EQUATION):
            return None
        *x, t = (from_flint(e) for e in (inverse * given).entries())
        weights = [from_flint(y) for y in prices]
        answer = RowOptimum.of(tuple(x), t, codes, weights)
        if any(low is not None and xi < low for xi, low in zip(x, self._lower, strict=True)):
            return None
        return None if self._overshooting(answer) else answer

    def _basis(self) -> tuple[list[list[int]], list[Number], list[int]]:
        """The rows of the final basis, their right-hand sides, and what they stand for."""
        n = self._complaints.game.n
        rows, right, codes = [], [], self._engine.basis()
        equations = iter(
            [([0] * n + [1], self._level)] * (self._level is not None)
            + [([*e.row, 0], e.value) for e in self._equations]
        )
        for k in codes:
            if k == EQUATION:
                row, value = next(equations)
            elif k < 0:
                i = BOUND - k
                row, value = [int(i == j) for j in range(n + 1)], self._lower[i]
            else:
                divisor = int(self._complaints.divisors_of([k])[0])
                row = [*self._complaints.rows([k])[0].tolist(), divisor]
                value = self._complaints.worth(k)
            assert value is not None
            rows.append(row)
            right.append(value)
        return rows, right, codes

    def _pivoted(self) -> RowOptimum:
        """The optimum by exact linear programs over the rows found, adding those it violates."""
        rows = [k for k in self._engine.written() if self._free[k]]
        while True:
            optimum = self._program(rows).solve()
            assert isinstance(optimum, Optimum), f"a program over payoffs is {optimum.status}"
            answer = self._answer(optimum, rows)
            new = set(self._overshooting(answer)) - set(rows)
            if not new:
                return answer
            rows += sorted(new)

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
        blocks = over.reshape(_blocks(len(over)), -1)
        best = blocks.argmax(axis=1)
        places = np.arange(len(best)) * blocks.shape[1] + best
        return [int(k) for k in places[over[places] > 0]]


class _Engine:
    """The rows in floating point: payoffs measured from what players earn alone, in size one."""

    def __init__(
        self,
        complaints: Complaints,
        lower: Sequence[Number | None],
        cost: Sequence[int],
        level: Number | None,
    ) -> None:
        game = complaints.game
        m = game.n + 1
        self._complaints = complaints
        self._cost: Floats = np.array(cost, float)
        self._origin = [game.value(1 << i) for i in range(game.n)]
        self._scale, self._worths = _scaled(complaints.beyond(self._origin))
        divisors = complaints.divisors
        self._divisors: Floats = np.ones(1) if divisors is None else divisors.astype(float)
        self._sums: Floats = np.empty(1 << game.n)
        self._equations: list[tuple[list[int], float]] = []
        self._is_level_given = level is not None
        if level is not None:
            self._equations.append(([0] * game.n + [1], self._float(level)))
        self._lower = [
            None if low is None else self._float(low - start)
            for low, start in zip(lower, self._origin, strict=True)
        ]
        self._held = list(complaints.seeds())
        self._basis: list[int] = []
        self._z: Floats = np.zeros(m)
        self._y: Floats = np.zeros(m)

    def _float(self, x: Number) -> float:
        """A number in units of the scale."""
        return x / float(self._scale) if isinstance(x, float) else float(x / self._scale)

    def fix(self, equation: Equation) -> None:
        """Demand a given sum of payoffs."""
        at_origin = sum(a * x for a, x in zip(equation.row, self._origin, strict=True) if a)
        self._equations.append(([*equation.row, 0], self._float(equation.value - at_origin)))

    def release(self, which: Flags) -> None:
        """Take complaints out."""
        self._worths[which] = -np.inf
        self._held = [k for k in self._held if not which[k]]

    def run(self) -> None:
        """Solve the program over all complaints."""
        first, status = self._first(), FULL
        while status == FULL:
            bounds = [BOUND - i for i, low in enumerate(self._lower) if low is not None]
            status = self._pivot(list(dict.fromkeys([*first, *bounds, *self._held])))
            first = [k for k in self._basis if k != EQUATION]
        if status != OPTIMAL:
            raise NumericalFailure

    def _first(self) -> list[int]:
        """Rows that begin a basis without negative multipliers.

        A complaint and its opposite add up to what all payoffs add up to. Where the level is given,
        the cost is a sum of single payoffs less what all add up to.
        """
        if self._is_level_given:
            singles = sorted(range(len(self._lower)), key=lambda i: -self._cost[i])
            return [1 << i for i in singles[:-1]]
        both = self._worths + self._worths[::-1]
        if len(self._divisors) > 1:
            both /= self._divisors + self._divisors[::-1]
        k = int(both.argmax())
        return [k, len(both) - 1 - k]

    def _pivot(self, begin: list[int]) -> int:
        """Solve the program, with these rows in their order to begin with; how it ended."""
        m, equations = len(self._z), len(self._equations)
        used = equations + len(begin)
        rows, right = np.zeros((2 * used + 2 * BLOCKS, m)), np.zeros(2 * used + 2 * BLOCKS)
        which = np.full(len(right), EQUATION)
        rows[:equations] = [row for row, _ in self._equations]
        right[:equations] = [value for _, value in self._equations]
        which[equations:used] = begin
        complaints = np.flatnonzero(which >= 0)
        asked = which[complaints].tolist()
        rows[complaints, :-1] = self._complaints.rows(asked)
        rows[complaints, -1] = self._complaints.divisors_of(asked)
        right[complaints] = self._worths[asked]
        for r in np.flatnonzero(which < EQUATION):
            i = BOUND - which[r]
            rows[r, i], right[r] = 1.0, self._lower[i]
        basis, self._y[:] = np.zeros(m, np.int64), self._cost
        status, used = _solve(
            *(rows, right, which, used, equations),
            *(self._worths, self._divisors, self._complaints.sign, self._sums),
            _blocks(len(self._worths)),
            *(basis, np.zeros((m, m)), self._z, self._y),
        )
        self._basis = which[basis].tolist()
        self._held = [k for k in which[equations:used].tolist() if k >= 0]
        return int(status)

    def written(self) -> list[int]:
        """The complaints whose rows have been written down and are not taken out."""
        return list(self._held)

    def basis(self) -> list[int]:
        """The rows of the final basis: complaints, equations and bounds."""
        return self._basis

    def answer(self) -> RowOptimum:
        """The optimum in floating point."""
        *steps, t = (self._z * float(self._scale)).tolist()
        x = tuple(float(a) + step for a, step in zip(self._origin, steps, strict=True))
        return RowOptimum.of(x, t, self._basis, self._y.tolist(), POSITIVE)


def _blocks(count: int) -> int:
    return min(BLOCKS, max(1, count // 4))


def _solve(*given: Any) -> Any:
    """The dual simplex method, in Python while that is quicker than loading a compiler."""
    rows, worths = given[0], given[5]
    if len(worths) <= FEW and _SPENT[0] < PATIENCE:
        began = time.perf_counter()
        answer = dual_simplex(*given)
        _SPENT[0] += time.perf_counter() - began
        return answer
    if len(worths) >= MANY:
        return in_background(_compiled(), *given)
    from kibitz.core.compiling.tiered import tiered

    return tiered(_compiled(), *given, small=rows.size * len(worths) <= SMALL)


_SPENT = [0.0]
"""Seconds that Python took so far."""


@cache
def _compiled() -> Any:
    from kibitz.core.compiling.compiled import njit

    return njit(cache=True, nogil=True)(dual_simplex)


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
