"""The simplex method in exact arithmetic: two phases, integer pivoting, Bland's rule.

All entries of the tableau are integers over one denominator, the last pivot, so a pivot divides
without remainder and no fraction is ever reduced (Edmonds 1967, Bareiss 1968). Always entering the
first column that improves, and breaking ties toward the first row, the method cannot cycle
(Bland, *New finite pivoting rules for the simplex method*, 1977). A pivot costs O(mn); there can
be exponentially many, as a rule there are a few times m.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import common_denominator, exact
from kibitz.core.progress import work
from kibitz.core.spelling import count_of
from kibitz.linear.convert import boxed_variables, boxes_as_rows, directions, origin
from kibitz.linear.program import LinearProgram, Vector, activities, inner
from kibitz.linear.solution import Basis, Infeasible, Optimum, Unbounded

METHOD = "the exact simplex method"
CELLS = 4_000_000
"""Larger tableaux are refused: one pivot would take many seconds."""

Answer = Optimum | Infeasible | Unbounded


@dataclass(frozen=True, slots=True)
class Pivot:
    """One exchange: who entered, who left, and the objective of its phase afterwards."""

    phase: int
    entering: str
    leaving: str
    objective: Fraction


def exact_simplex(program: LinearProgram) -> Answer:
    """Solve an exact program by pivoting; the answer's working is the list of pivots.

    Parameters
    ----------
    program : LinearProgram
        A linear program in exact numbers.

    Returns
    -------
    Answer
        An optimum, or a proof that the program is infeasible or unbounded.

    Notes
    -----
    Cost: O(mn) exact operations per pivot; exponentially many pivots in the worst case.

    References
    ----------
    Dantzig 1951; Bland 1977.

    Examples
    --------
    >>> beale = LinearProgram.read(
    ...     c=["3/4", -150, "1/50", -6],
    ...     A=[["1/4", -60, "-1/25", 9], ["1/2", -90, "-1/50", 3], [0, 0, 1, 0]],
    ...     b=[0, 0, 1],
    ... )
    >>> exact_simplex(beale).value
    Fraction(1, 20)
    """
    if not program.exact:
        raise GameError("the exact simplex method needs exact numbers; use program.rational()")
    crossed = crossed_bounds(program)
    if crossed is not None:
        return crossed
    tableau = _Tableau.of(program)
    with work("pivoting") as task:
        while tableau.pivot_once(phase=1):
            task.advance()
            _check_stopped(task.stopped, task.done)
        if tableau.objective(1) != 0:
            farkas = tuple(-y for y in tableau.multipliers(1))
            return Infeasible.from_rows(program, farkas, METHOD, tuple(tableau.trace))
        tableau.expel_artificials()
        while tableau.pivot_once(phase=2):
            task.advance()
            _check_stopped(task.stopped, task.done)
    point = tableau.point()
    if tableau.endless is not None:
        return Unbounded.along(program, point, tableau.ray(), METHOD, tuple(tableau.trace))
    value = inner(program.costs, point) + program.constant
    sign = 1 if program.sense == "max" else -1
    dual = tuple(sign * y for y in tableau.multipliers(2))
    return Optimum(program, value, point, dual, tableau.basis(), METHOD, tuple(tableau.trace))


def crossed_bounds(program: LinearProgram) -> Infeasible | None:
    """The proof that no point exists when some lower bound exceeds its upper bound."""
    nothing = (type(program.constant)(0),) * program.shape[0]
    proof = Infeasible.from_rows(program, nothing, "comparing the bounds")
    return proof if any(proof.lower) else None


def _check_stopped(stopped: bool, pivots: int) -> None:
    if stopped:
        raise GameError(f"stopped after {count_of(pivots, 'pivot')}, before an answer was proved")


@dataclass(slots=True)
class _Tableau:
    """Rows in integers over ``bottom``: variables, slacks, artificials, right-hand side.

    The last two lines are the objectives: reduced costs of phase one (minimize the artificials)
    and of phase two (maximize), negative where entering improves. A multiplier is read off where
    its row's unit vector stood at the beginning, at ``units``.
    """

    program: LinearProgram
    lines: list[list[int]]
    scales: list[int]
    cost_scale: int
    names: list[str]
    moves: list[tuple[int, int]]
    slacks: dict[int, int]
    units: list[int]
    first_artificial: int
    bottom: int = 1
    heads: list[int] = field(default_factory=list)
    endless: int | None = None
    trace: list[Pivot] = field(default_factory=list)

    @staticmethod
    def of(program: LinearProgram) -> _Tableau:
        boxed = boxes_as_rows(program)
        columns, signs, names = directions(boxed)
        moves = list(zip(columns, signs, strict=True))
        _refuse_large(boxed, len(moves))
        lines, scales = _integer_rows(boxed, moves)
        turned = {"<=": 1, ">=": -1, "=": 0}
        slack_signs = [
            turned[r] * (1 if s > 0 else -1) for r, s in zip(boxed.relations, scales, strict=True)
        ]
        loose = [i for i, sign in enumerate(slack_signs) if sign]
        helped = [i for i, sign in enumerate(slack_signs) if sign != 1]
        slacks = {i: k for k, i in enumerate(loose, len(moves))}
        first_artificial = len(moves) + len(loose)
        artificials = {i: k for k, i in enumerate(helped, first_artificial)}
        units = [artificials[i] if i in artificials else slacks[i] for i in range(len(lines))]
        for i, line in enumerate(lines):
            line[-1:] = [0] * (len(loose) + len(helped)) + line[-1:]
            if i in slacks:
                line[slacks[i]] = slack_signs[i]
            line[units[i]] = 1
        costs, cost_scale = _integer_costs(boxed, moves)
        costs += [0] * (len(loose) + len(helped) + 1)
        titles = [*names, *(f"s{i + 1}" for i in loose), *(f"a{i + 1}" for i in helped)]
        return _Tableau(
            program,
            [*lines, _phase_one_costs(lines, artificials, len(costs)), costs],
            scales,
            cost_scale,
            titles,
            moves,
            slacks,
            units,
            first_artificial,
            heads=list(units),
        )

    def pivot_once(self, phase: int) -> bool:
        """One step of Bland's rule; False at the optimum of the phase, or on an endless column."""
        costs = self.lines[phase - 3]
        column = next((k for k in range(self.first_artificial) if costs[k] < 0), None)
        if column is None:
            return False
        row = self._leaving(column)
        if row is None:
            self.endless = column
            return False
        self._exchange(row, column, phase)
        return True

    def _leaving(self, column: int) -> int | None:
        """The row with the least ratio, the least basic column among ties."""
        best: int | None = None
        for i, head in enumerate(self.heads):
            line = self.lines[i]
            if line[column] <= 0:
                continue
            if best is None:
                best = i
                continue
            rival = self.lines[best]
            order = line[-1] * rival[column] - rival[-1] * line[column]
            if order < 0 or (order == 0 and head < self.heads[best]):
                best = i
        return best

    def _exchange(self, row: int, column: int, phase: int) -> None:
        chosen = self.lines[row]
        if chosen[column] < 0:
            chosen = self.lines[row] = [-x for x in chosen]
        pivot, bottom = chosen[column], self.bottom
        for i, line in enumerate(self.lines):
            factor = line[column]
            if i != row:
                self.lines[i] = [
                    (pivot * a - factor * b) // bottom for a, b in zip(line, chosen, strict=True)
                ]
        self.bottom = pivot
        left = self.heads[row]
        self.heads[row] = column
        value = self.objective(phase)
        self.trace.append(Pivot(phase, self.names[column], self.names[left], value))

    def expel_artificials(self) -> None:
        """Exchange artificials still basic at zero; those that cannot go mark redundant rows."""
        for i, head in enumerate(self.heads):
            if head >= self.first_artificial:
                line = self.lines[i]
                column = next((k for k in range(self.first_artificial) if line[k]), None)
                if column is not None:
                    self._exchange(i, column, 1)

    def objective(self, phase: int) -> Fraction:
        """What is left of the artificials in phase one; the program's objective in phase two."""
        corner = Fraction(self.lines[phase - 3][-1], self.bottom)
        if phase == 1:
            return -corner
        program = self.program
        sign = 1 if program.sense == "max" else -1
        start = inner(program.costs, origin(program)) + program.constant
        return sign * corner / self.cost_scale + exact(start)

    def multipliers(self, phase: int) -> Vector:
        """The multipliers of the program's own rows, with the scaling undone."""
        costs = self.lines[phase - 3]
        prices = []
        for k, scale in zip(self.units[: self.program.shape[0]], self.scales, strict=False):
            reduced = Fraction(costs[k], self.bottom)
            if phase == 1:
                prices.append((int(k >= self.first_artificial) - reduced) * scale)
            else:
                prices.append(reduced / self.cost_scale * scale)
        return tuple(prices)

    def point(self) -> Vector:
        """The program's variables at the current vertex."""
        point = [exact(v) for v in origin(self.program)]
        for i, head in enumerate(self.heads):
            if head < len(self.moves):
                j, sign = self.moves[head]
                point[j] += sign * Fraction(self.lines[i][-1], self.bottom)
        return tuple(point)

    def ray(self) -> Vector:
        """The direction in which the endless column leads."""
        assert self.endless is not None
        ray = [Fraction(0)] * self.program.shape[1]
        if self.endless < len(self.moves):
            j, sign = self.moves[self.endless]
            ray[j] += sign
        for i, head in enumerate(self.heads):
            if head < len(self.moves):
                j, sign = self.moves[head]
                ray[j] -= sign * Fraction(self.lines[i][self.endless], self.bottom)
        return tuple(ray)

    def basis(self) -> Basis:
        """The basis in the program's own variables and rows."""
        program = self.program
        heads = set(self.heads)
        columns = [
            "lower" if low is not None else "upper" if high is not None else "free"
            for low, high in zip(program.lower, program.upper, strict=True)
        ]
        for k, (j, _) in enumerate(self.moves):
            if k in heads:
                columns[j] = "basic"
        m = program.shape[0]
        for i, j in enumerate(boxed_variables(program), m):
            if self.slacks[i] not in heads:
                columns[j] = "upper"
        rows = [
            "basic" if {self.slacks.get(i), self.units[i]} & heads else "active" for i in range(m)
        ]
        return Basis(tuple(columns), tuple(rows))


def _refuse_large(program: LinearProgram, columns: int) -> None:
    m = program.shape[0]
    width = columns + 2 * m
    if m * width > CELLS:
        raise GameError(
            f"the exact tableau would have {count_of(m, 'row')} and "
            f"{count_of(width, 'column')}, more than {CELLS:,} "
            "entries in all; solve with method='highs' or exact=False"
        )


def _integer_rows(
    program: LinearProgram, moves: list[tuple[int, int]]
) -> tuple[list[list[int]], list[int]]:
    """Each row as integers with its right side, nonnegative, at the end, and the factors used."""
    spent = activities(program.matrix, origin(program))
    lines, scales = [], []
    for row, right, used in zip(program.matrix.numbers(), program.limits, spent, strict=True):
        entries = [sign * row[j] for j, sign in moves] + [exact(right) - exact(used)]
        integers, scale = common_denominator(entries)
        turn = -1 if integers[-1] < 0 else 1
        lines.append([turn * x for x in integers])
        scales.append(turn * scale)
    return lines, scales


def _integer_costs(program: LinearProgram, moves: list[tuple[int, int]]) -> tuple[list[int], int]:
    """The costs to be brought to zero from below when the objective is maximized."""
    costs = program.costs
    sense = -1 if program.sense == "max" else 1
    return common_denominator(sense * sign * exact(costs[j]) for j, sign in moves)


def _phase_one_costs(lines: list[list[int]], artificials: dict[int, int], width: int) -> list[int]:
    """Minus the sum of the rows with an artificial; the artificials begin in the basis."""
    costs = [-sum(lines[i][k] for i in artificials) for k in range(width)]
    for k in artificials.values():
        costs[k] = 0
    return costs
