"""The answers to a linear program: an optimum, or a proof that there is none."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, common_denominator, exact, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.linear.duality import reduced_costs
from kibitz.linear.evaluation import evaluate
from kibitz.linear.program import LinearProgram, Vector, combination, inner, magnitude
from kibitz.linear.tolerance import column_noise, noise, row_noise

if TYPE_CHECKING:
    from kibitz.linear.polyhedra.vertices import Polyhedron

SHOWN = 12


@dataclass(frozen=True, slots=True)
class Basis:
    """Which variables a vertex solves for, and where the others rest.

    ``columns`` holds "basic", "lower", "upper" or "free" (resting at zero) for each variable,
    ``rows`` holds "active" or "basic" for each row; a basic row has slack to spare. There are as
    many basic variables as active rows.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]

    @property
    def basic(self) -> tuple[int, ...]:
        """The positions of the basic variables."""
        return tuple(j for j, status in enumerate(self.columns) if status == "basic")

    @property
    def active(self) -> tuple[int, ...]:
        """The positions of the active rows."""
        return tuple(i for i, status in enumerate(self.rows) if status == "active")


@dataclass(frozen=True, slots=True)
class Active:
    """The positions of the rows and bounds that hold with equality."""

    rows: tuple[int, ...]
    lower: tuple[int, ...]
    upper: tuple[int, ...]


class LinearAnswer(Solution, kind="linear-program-solution"):
    """What all answers to a linear program share."""

    program: LinearProgram
    rounded_from: Any

    @property
    def game(self) -> LinearProgram:
        """The program that it answers."""
        return self.program

    @cached_property
    def sure(self) -> Any:
        """The exact answer: itself, or the one that its floats are rounded from; None if none is.

        The floats of a program are read as decimals.
        """
        if self.program.exact:
            return self
        if self.rounded_from is not None:
            return self.rounded_from
        exactly = self.program.rational()
        basis = getattr(self, "basis", None)
        same: Any = None if basis is None else call(exactly, "certify_basis", basis)
        found = exactly.solve() if same is None else same
        return found if type(found) is type(self) else None

    @classmethod
    def from_json(cls, program: LinearProgram, data: dict[str, Any]) -> LinearAnswer:
        claim, (m, n) = Claim(data), program.shape
        status, method = str(data.get("status", "optimal")), str(data.get("method", ""))
        if status == "optimal":
            given = data.get("basis")
            basis = None
            if given is not None:
                part = claim.part("basis")
                basis = Basis(tuple(part.items("columns", n)), tuple(part.items("rows", m)))
            x, dual = claim.numbers("x", n), claim.numbers("dual", m)
            value = claim.number("value")
            return Optimum(program, value, tuple(x), tuple(dual), basis, method)
        if status == "infeasible":
            rows = tuple(claim.numbers("farkas_certificate", m))
            return Infeasible.from_rows(program, rows, method)
        point, ray = claim.numbers("feasible_point", n), claim.numbers("ray", n)
        return Unbounded(program, tuple(point), tuple(ray), method)


def _witness(answer: LinearAnswer, **parts: str) -> dict[str, Any]:
    """The exact vectors behind the floats of an answer, for its JSON."""
    if answer.program.exact or answer.sure is None:
        return {}
    sure = {key: [plain(v) for v in getattr(answer.sure, name)] for key, name in parts.items()}
    return {"witness": sure}


@dataclass(frozen=True)
class Optimum(LinearAnswer):
    """An optimal vertex and the multipliers that prove it.

    ``dual[i]`` is the multiplier of row i, its shadow price; signs as in
    :mod:`kibitz.linear.duality`.

    >>> program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    >>> optimum = program.solve()
    >>> print(optimum)
    optimal, max 61/3
    x      x1 = 8/3   x3 = 5
    dual   row 1: 3   row 3: 2/3
    found by the exact simplex method
    >>> print(optimum.verify())
    the maximum is 61/3: proved by strong duality
      ✓ the point satisfies every row and bound
      ✓ every multiplier keeps the direction of its row
      ✓ the multipliers bound the objective
      ✓ the bound is the value: 61/3
      ✓ the basis gives the point
      ✓ the remaining fields follow from these
    >>> optimum.unique
    True
    """

    status: ClassVar[str] = "optimal"

    program: LinearProgram
    value: Number
    x: Vector
    dual: Vector
    basis: Basis | None
    method: str
    working: Any = field(default=None, compare=False, repr=False)
    rounded_from: Any = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        return isinstance(self.value, Fraction)

    @cached_property
    def reduced_costs(self) -> Vector:
        """What each variable would add to the objective beyond what it uses up: c - yA."""
        if self.rounded_from is not None:
            return tuple(float(d) for d in self.rounded_from.reduced_costs)
        return reduced_costs(self.program, self.dual)

    @cached_property
    def active(self) -> Active:
        """The rows and bounds that hold with equality at the point."""
        program = self.program
        slacks, slack = evaluate(program, self.x).slacks, noise(self.x)
        scale = row_noise(program, self.x)
        return Active(
            tuple(i for i, s in enumerate(slacks) if magnitude(s) <= scale[i]),
            tuple(
                j
                for j, low in enumerate(program.lower)
                if low is not None and magnitude(self.x[j] - low) <= slack
            ),
            tuple(
                j
                for j, high in enumerate(program.upper)
                if high is not None and magnitude(self.x[j] - high) <= slack
            ),
        )

    @cached_property
    def unique(self) -> bool:
        """Whether no other point is optimal, decided in exact arithmetic."""
        return call(self, "is_unique")

    def vertices(self) -> tuple[Vector, ...]:
        """Every extreme point of the set of optimal points, in exact arithmetic."""
        return self.face().vertices

    def face(self) -> Polyhedron:
        """The set of optimal points; see :func:`kibitz.linear.optimal_face.optimal_face`."""
        return call(self, "optimal_face")

    def explain(self) -> Explanation:
        """The derivation, from the working of the method that was run."""
        return call(self, "explain_solution")

    def to_json(self) -> dict[str, Any]:
        sure = self.sure or self
        basis = sure.basis
        return {
            "kind": self.kind,
            "status": self.status,
            "value": plain(self.value),
            "x": [plain(v) for v in self.x],
            "dual": [plain(v) for v in self.dual],
            "reduced_costs": [plain(v) for v in self.reduced_costs],
            "basis": None
            if basis is None
            else {"columns": list(basis.columns), "rows": list(basis.rows)},
            "active_rows": list(sure.active.rows),
            "variables": list(self.program.variables),
            "rows": list(self.program.rows),
            "exact": self.exact,
            "method": self.method,
            **_witness(self, x="x", dual="dual"),
        }

    def __str__(self) -> str:
        return "\n".join(
            [
                f"optimal, {self.program.sense} {show(self.value)}",
                f"x      {_named(self.program.variables, self.x, ' = ')}",
                f"dual   {_named(self.program.rows, self.dual, ': ')}",
                f"found by {self.method}",
            ]
        )


@dataclass(frozen=True)
class Infeasible(LinearAnswer):
    """No point satisfies the program, proved by constraints that add up to a contradiction.

    ``farkas[i]`` multiplies row i: nonnegative for ``<=``, nonpositive for ``>=`` (which turns it
    round), either for ``=``. ``upper[j] >= 0`` multiplies ``x[j] <= its upper bound`` and
    ``lower[j] >= 0`` multiplies ``-x[j] <= -(its lower bound)``. Everything added up says
    ``0 <= total`` with a negative total. Farkas (1902). Exact multipliers are coprime integers.

    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [1, 1]], rel=["<=", ">="], b=[3, 4])
    >>> answer = program.solve()
    >>> print(answer)
    infeasible: (row 1) - (row 2) + (x2 ≥ 0) gives 0 ≤ -1
    found by the exact simplex method
    >>> answer.farkas, answer.verify().holds
    ((Fraction(1, 1), Fraction(-1, 1)), True)
    """

    status: ClassVar[str] = "infeasible"

    program: LinearProgram
    farkas: Vector
    lower: Vector
    upper: Vector
    method: str
    working: Any = field(default=None, compare=False, repr=False)
    rounded_from: Any = field(default=None, compare=False, repr=False)

    @staticmethod
    def from_rows(
        program: LinearProgram, farkas: Vector, method: str, working: Any = None
    ) -> Infeasible:
        """Complete multipliers of the rows with those of the bounds that cancel what is left.

        Parameters
        ----------
        program : LinearProgram
            The program that has no feasible point.
        farkas : Vector
            The multipliers of the rows.
        method : str
            How they were found.
        working : object, optional
            The tableaus, for ``explain``.

        References
        ----------
        Farkas 1902
        """
        left_over = combination(farkas, program.matrix)
        allowed = column_noise(program, farkas)
        zero = type(program.constant)(0)
        lower: list[Number] = [zero] * len(left_over)
        upper: list[Number] = [zero] * len(left_over)
        for j, z in enumerate(left_over):
            if z > allowed[j] and program.lower[j] is not None:
                lower[j] = z
            elif z < -allowed[j] and program.upper[j] is not None:
                upper[j] = -z
        if not any(farkas):
            _cross(program, lower, upper)
        m, n = program.shape
        scaled = _coprime((*farkas, *lower, *upper))
        parts = scaled[:m], scaled[m : m + n], scaled[m + n :]
        return Infeasible(program, *parts, method, working)

    @property
    def exact(self) -> bool:
        return self.program.exact

    @property
    def value(self) -> float:
        """The best over no points at all: minus infinity when maximizing, infinity otherwise."""
        return -math.inf if self.program.sense == "max" else math.inf

    @property
    def total(self) -> Number:
        """The right-hand side that everything adds up to: negative."""
        if self.rounded_from is not None:
            return float(self.rounded_from.total)
        total = inner(self.farkas, self.program.limits)
        for q, low in zip(self.lower, self.program.lower, strict=True):
            total = total - (q * low if low is not None else 0)
        for p, high in zip(self.upper, self.program.upper, strict=True):
            total = total + (p * high if high is not None else 0)
        return total

    def explain(self) -> Explanation:
        """Why there is no solution."""
        return call(self, "explain_solution")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "status": self.status,
            "farkas_certificate": [plain(y) for y in self.farkas],
            "lower_multipliers": [plain(y) for y in self.lower],
            "upper_multipliers": [plain(y) for y in self.upper],
            "total": plain(self.total),
            "variables": list(self.program.variables),
            "rows": list(self.program.rows),
            "exact": self.program.exact,
            "method": self.method,
            **_witness(self, farkas="farkas", lower="lower", upper="upper"),
        }

    def __str__(self) -> str:
        return f"infeasible: {self.combination_text()}\nfound by {self.method}"

    def combination_text(self) -> str:
        """The contradiction in a line."""
        program = self.program
        terms = [(y, name) for y, name in zip(self.farkas, program.rows, strict=True) if y]
        for j, name in enumerate(program.variables):
            low, high = program.lower[j], program.upper[j]
            if self.lower[j] and low is not None:
                terms.append((self.lower[j], f"{name} ≥ {show(low)}"))
            if self.upper[j] and high is not None:
                terms.append((self.upper[j], f"{name} ≤ {show(high)}"))
        from kibitz.linear.show import expression

        weights = [weight for weight, _ in terms[:SHOWN]]
        summed = expression(weights, [f"({name})" for _, name in terms[:SHOWN]])
        more = f" + {len(terms) - SHOWN} more" if len(terms) > SHOWN else ""
        return f"{summed}{more} gives 0 ≤ {show(self.total)}"


@dataclass(frozen=True)
class Unbounded(LinearAnswer):
    """The objective improves forever: from a feasible point along a ray.

    >>> answer = LinearProgram.read(c=[1, -6], A=[[-4, 1], [-1, -4]], b=[-1, -2]).solve()
    >>> print(answer)
    unbounded: from (2, 0) along (1, 0)
    found by the exact simplex method
    >>> answer.verify().holds
    True
    """

    status: ClassVar[str] = "unbounded"

    program: LinearProgram
    point: Vector
    ray: Vector
    method: str
    working: Any = field(default=None, compare=False, repr=False)
    rounded_from: Any = field(default=None, compare=False, repr=False)

    @staticmethod
    def along(
        program: LinearProgram, point: Vector, ray: Vector, method: str, working: Any = None
    ) -> Unbounded:
        """The answer with the ray in coprime integers where it is exact.

        Parameters
        ----------
        program : LinearProgram
            The program without an optimum.
        point : Vector
            A feasible point.
        ray : Vector
            A direction in which the objective improves forever.
        method : str
            How they were found.
        working : object, optional
            The tableaus, for ``explain``.
        """
        return Unbounded(program, point, _coprime(ray), method, working)

    @property
    def exact(self) -> bool:
        return self.program.exact

    @property
    def value(self) -> float:
        """Infinity when maximizing, minus infinity otherwise."""
        return math.inf if self.program.sense == "max" else -math.inf

    def explain(self) -> Explanation:
        """Why there is no best solution."""
        return call(self, "explain_solution")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "status": self.status,
            "feasible_point": [plain(v) for v in self.point],
            "ray": [plain(v) for v in self.ray],
            "variables": list(self.program.variables),
            "exact": self.program.exact,
            "method": self.method,
            **_witness(self, point="point", ray="ray"),
        }

    def __str__(self) -> str:
        return (
            f"unbounded: from {_vector(self.point)} along {_vector(self.ray)}\n"
            f"found by {self.method}"
        )


def _cross(program: LinearProgram, lower: list[Number], upper: list[Number]) -> None:
    """Mark a variable whose lower bound exceeds its upper bound, if there is one."""
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        if low is not None and high is not None and low > high:
            lower[j] = upper[j] = type(program.constant)(1)
            return


def _coprime(values: Vector) -> Vector:
    """The same direction in coprime integers, or with largest entry one for floats."""
    if any(isinstance(v, float) for v in values):
        largest = max(map(magnitude, values))
        return tuple(float(v / largest) for v in values) if largest else values
    numerators, _ = common_denominator(map(exact, values))
    common = math.gcd(*numerators) or 1
    return tuple(Fraction(v // common) for v in numerators)


def _vector(values: Vector) -> str:
    if len(values) <= SHOWN:
        return show_all(values)
    return f"{sum(1 for v in values if v)} of {len(values)} not zero"


def _named(names: tuple[str, ...], values: Vector, sign: str) -> str:
    shown = [f"{name}{sign}{show(v)}" for name, v in zip(names, values, strict=True) if v]
    more = f"   ... {len(shown) - SHOWN} more" if len(shown) > SHOWN else ""
    return "   ".join(shown[:SHOWN]) + more if shown else "all 0"
