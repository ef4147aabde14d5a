"""Claims about linear programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.core.claim import CLOSE, Claim, Proof, checks, rounded
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, exact, show
from kibitz.linear.program import LinearProgram
from kibitz.proof.kernel.arithmetic import fractions, rank, summed, times, whole

STATUSES = ("optimal", "infeasible", "unbounded")
MOST_BASIC = 150
"""The largest basis whose rank is computed."""


@checks("linear-program-solution", of=LinearProgram)
def linear_program_solution(program: LinearProgram, claim: Claim, proof: Proof) -> None:
    """An optimum by strong duality, or that there is none by Farkas' lemma or by a ray. O(mn).

    Everything is checked exactly. The floats of a program are the decimals that they are written
    as; an answer in floats is compared with the exact one in its witness.
    """
    status = str(claim.raw("status")) if "status" in claim else "optimal"
    if status not in STATUSES:
        raise GameError(f"status: {status!r:.40} is not one{did_you_mean(status, STATUSES)}")
    look = {"optimal": _optimal, "infeasible": _infeasible, "unbounded": _unbounded}[status]
    look(_Exactly(program.rational()), claim, proof)
    proof.says(claim, variables=program.variables, rows=program.rows)
    if not program.exact:
        proof.theorem += ", its floats read as decimals"


class _Exactly:
    """A program in exact numbers, with what a checker asks of it."""

    def __init__(self, program: LinearProgram) -> None:
        self.program = program
        self.matrix, self.bottom = whole(program.matrix)
        self.costs, self.limits = map(list, (program.costs, program.limits))
        self.sign = 1 if program.sense == "max" else -1

    def activities(self, x: Sequence[Fraction]) -> list[Fraction]:
        return times(x, self.matrix.T, self.bottom)

    def broken(self, x: Sequence[Fraction]) -> str:
        """The first constraint that a point breaks; nothing if it is feasible."""
        for i, spent in enumerate(self.activities(x)):
            gap = Fraction(self.limits[i]) - spent
            relation = self.program.relations[i]
            if (relation != ">=" and gap < 0) or (relation != "<=" and gap > 0):
                return self.program.rows[i]
        for j, value in enumerate(x):
            low, high = self.program.lower[j], self.program.upper[j]
            if (low is not None and value < low) or (high is not None and value > high):
                return f"the bounds of {self.program.variables[j]}"
        return ""

    def units(self) -> list[Fraction]:
        """How large points and multipliers are, by the numbers of the program alone."""
        bounds = [b for b in (*self.program.lower, *self.program.upper) if b is not None]
        least = min((abs(int(a)) for a in self.matrix.ravel() if a), default=self.bottom)
        sides = ([*self.limits, *bounds], self.costs)
        largest = [max(map(abs, fractions(side)), default=Fraction(0)) for side in sides]
        return [x * Fraction(self.bottom, least) for x in largest]

    def misdirected(self, y: Sequence[Fraction]) -> list[str]:
        """Rows whose multiplier turns their inequality round, adding up rows for a bound above."""
        signs = {"<=": 1, ">=": -1, "=": 0}
        pairs = zip(self.program.rows, self.program.relations, y, strict=True)
        return [name for name, relation, w in pairs if signs[relation] * w < 0]


def _optimal(exactly: _Exactly, claim: Claim, proof: Proof) -> None:
    program, (m, n) = exactly.program, exactly.program.shape
    units = exactly.units()
    x, dual = _witnessed(claim, proof, {"x": ("x", n), "dual": ("dual", m)}, units)
    constant = Fraction(program.constant)
    value = sum((Fraction(c) * v for c, v in zip(exactly.costs, x, strict=True)), constant)
    best = "maximum" if program.sense == "max" else "minimum"
    proof.states(f"the {best} is {show(claim.number('value'))}", "strong duality")
    size = max(abs(value), abs(constant), *(abs(Fraction(c)) for c in exactly.costs))
    _near("value", [claim.number("value")], [value], proof, [size])
    broken = exactly.broken(x)
    proof.that("the point satisfies every row and bound", not broken, broken)
    wrong = exactly.misdirected([exactly.sign * y for y in dual])
    proof.that("every multiplier keeps the direction of its row", not wrong, ", ".join(wrong[:3]))
    spent = times(dual, exactly.matrix, exactly.bottom)
    reduced = [Fraction(c) - z for c, z in zip(exactly.costs, spent, strict=True)]
    bound = sum((y * b for y, b in zip(dual, fractions(exactly.limits), strict=True)), constant)
    free = []
    for j, d in enumerate(reduced):
        end = program.upper[j] if exactly.sign * d > 0 else program.lower[j]
        if d and end is None:
            free.append(program.variables[j])
        elif d and end is not None:
            bound += d * Fraction(end)
    proof.that("the multipliers bound the objective", not free, ", ".join(free[:3]))
    proof.that("the bound is the value", bound == value, show(bound))
    if "reduced_costs" in claim:
        most = max(abs(x) for x in (*fractions(exactly.costs), *reduced))
        _near("reduced_costs", claim.numbers("reduced_costs", n), reduced, proof, [most] * n)
    slacks = [Fraction(b) - a for a, b in zip(exactly.activities(x), exactly.limits, strict=True)]
    proof.says(claim, "active_rows", [i for i, s in enumerate(slacks) if s == 0])
    if "basis" in claim and claim.raw("basis") is not None:
        _basis(exactly, claim.part("basis"), x, slacks, proof)
    proof.says(claim, "exact", not rounded(claim.data))


def _basis(
    exactly: _Exactly, part: Claim, x: list[Fraction], slacks: list[Fraction], proof: Proof
) -> None:
    """Every variable that is not basic rests where it says, and the basis is regular."""
    program, (m, n) = exactly.program, exactly.program.shape
    columns, rows = part.items("columns", n), part.items("rows", m)
    known = ("basic", "lower", "upper", "free")
    if not all(c in known for c in columns) or not all(r in ("basic", "active") for r in rows):
        raise GameError(f"{part.where}: expected basic, lower, upper, free; basic, active")
    ends = zip(x, program.lower, program.upper, columns, strict=True)
    resting = all(
        {"basic": True, "lower": v == low, "upper": v == high, "free": v == 0}[status]
        and (status != "free" or (low is None and high is None))
        for v, low, high, status in ends
    )
    tight = all(slacks[i] == 0 for i, status in enumerate(rows) if status == "active")
    basic = [j for j, status in enumerate(columns) if status == "basic"]
    active = [i for i, status in enumerate(rows) if status == "active"]
    good = resting and tight and len(basic) == len(active)
    if len(basic) > MOST_BASIC:
        proof.leaves("that the basis is regular")
    elif good and basic:
        good = rank(exactly.matrix[active][:, basic].tolist()) == len(basic)
    proof.that("the basis gives the point", good)


def _infeasible(exactly: _Exactly, claim: Claim, proof: Proof) -> None:
    program, (m, n) = exactly.program, exactly.program.shape
    keys = {
        "farkas_certificate": ("farkas", m),
        "lower_multipliers": ("lower", n),
        "upper_multipliers": ("upper", n),
    }
    if "lower_multipliers" in claim:
        farkas, lower, upper = _witnessed(claim, proof, keys)
    else:
        (farkas,) = _witnessed(claim, proof, {"farkas_certificate": ("farkas", m)})
        left = times(farkas, exactly.matrix, exactly.bottom)
        lower, upper = [max(z, Fraction(0)) for z in left], [max(-z, Fraction(0)) for z in left]
    proof.states("the program is infeasible", "Farkas' lemma, since its constraints contradict")
    wrong = exactly.misdirected(farkas)
    sides = ((lower, program.lower), (upper, program.upper))
    for multipliers, bounds in sides:
        pairs = zip(multipliers, bounds, program.variables, strict=True)
        wrong += [name for w, bound, name in pairs if w < 0 or (w and bound is None)]
    proof.that("every multiplier keeps the direction of its constraint", not wrong)
    spent = times(farkas, exactly.matrix, exactly.bottom)
    rest = [z + p - q for z, p, q in zip(spent, upper, lower, strict=True)]
    proof.that("every variable cancels", not any(rest))
    total = summed(w * Fraction(b) for w, b in zip(farkas, exactly.limits, strict=True))
    for sign, (multipliers, bounds) in zip((-1, 1), sides, strict=True):
        ends = zip(multipliers, bounds, strict=True)
        total += sign * summed(w * Fraction(b) for w, b in ends if b is not None)
    proof.that("the right-hand sides add up to a negative number", total < 0, f"0 ≤ {show(total)}")
    if "total" in claim:
        size = max((abs(Fraction(b)) for b in exactly.limits), default=Fraction(1))
        _near("total", [claim.number("total")], [total], proof, [max(abs(total), size)])
    proof.says(claim, "exact", not rounded(claim.data))


def _unbounded(exactly: _Exactly, claim: Claim, proof: Proof) -> None:
    program, n = exactly.program, exactly.program.shape[1]
    point, ray = _witnessed(claim, proof, {"feasible_point": ("point", n), "ray": ("ray", n)})
    proof.states("the objective is unbounded", "a ray of feasible points along which it improves")
    broken = exactly.broken(point)
    proof.that("the point satisfies every row and bound", not broken, broken)
    rates = zip(program.rows, program.relations, exactly.activities(ray), strict=True)
    stops = [name for name, rel, r in rates if (rel != ">=" and r > 0) or (rel != "<=" and r < 0)]
    bounds = zip(program.variables, program.lower, program.upper, ray, strict=True)
    stops += [
        v for v, lo, hi, r in bounds if (lo is not None and r < 0) or (hi is not None and r > 0)
    ]
    proof.that("no row or bound ever stops the ray", not stops, ", ".join(stops[:3]))
    gain = summed(Fraction(c) * r for c, r in zip(exactly.costs, ray, strict=True))
    proof.that("the objective improves along the ray", exactly.sign * gain > 0, show(gain))
    proof.says(claim, "exact", not rounded(claim.data))


def _witnessed(
    claim: Claim, proof: Proof, keys: dict[str, tuple[str, int]], units: Sequence[Fraction] = ()
) -> list[list[Fraction]]:
    """The vectors of a claim, exactly: those of the witness that floats are rounded from.

    Directions are compared by the largest of their numbers, points in units that the claim does
    not choose.
    """
    witness = claim.part("witness") if "witness" in claim else None
    found = []
    for k, (key, (short, size)) in enumerate(keys.items()):
        given = claim.numbers(key, size)
        if witness is None:
            found.append([exact(x) for x in given])
        else:
            sure = [exact(x) for x in witness.numbers(short, size)]
            largest = max(map(abs, sure), default=Fraction(0))
            sizes = [min(largest, abs(x) + units[k]) if units else largest for x in sure]
            _near(key, given, sure, proof, sizes)
            found.append(sure)
    return found


def _near(
    what: str, given: list[Number], sure: list[Fraction], proof: Proof, sizes: list[Fraction]
) -> None:
    """Floats agree with exact numbers to a billionth of their sizes; exact ones are equal."""
    for x, right, size in zip(given, sure, sizes, strict=True):
        slack = CLOSE * size if isinstance(x, float) else 0
        if abs(Fraction(x) - right) > slack:
            proof.that(what, False, f"{show(x)} is claimed, {show(right)} is right")
            return
    proof.agreed = True
