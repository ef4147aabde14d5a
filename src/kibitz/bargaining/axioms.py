"""Nash's axioms, tried out on one problem: which of them a solution concept satisfies here."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.feasible import Pair, show_pair
from kibitz.bargaining.sets.polygon import Polygon, hull
from kibitz.bargaining.solution import TITLES as CONCEPTS
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import find
from kibitz.core.solution import Check


@dataclass(frozen=True)
class AxiomReport:
    """Each axiom with what was found; ``failed`` names those with a counterexample.

    >>> from kibitz.bargaining.game import bargaining
    >>> print(axioms(bargaining([(0, 0), (0, 4), (2, 0)]), "egalitarian"))
    egalitarian: 4 of 5 axioms hold here
      ✓ feasibility: (4/3, 4/3)
      ✓ Pareto optimality
      ✓ symmetry: the set is not symmetric, so nothing is asked
      ✓ independence of irrelevant alternatives: the same in 2 smaller sets
      ✗ invariance under change of scale: with 2u + 1 it becomes (3, 2), not (11/3, 4/3)
    """

    problem: BargainingProblem
    concept: str
    checks: tuple[Check, ...]

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(c.what for c in self.checks if not c.passed)

    def __bool__(self) -> bool:
        return not self.failed

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "axioms",
            "concept": self.concept,
            "checks": [{"axiom": c.what, "holds": c.passed, "found": c.found} for c in self.checks],
        }

    def __str__(self) -> str:
        good = sum(c.passed for c in self.checks)
        head = f"{self.concept}: {good} of {len(self.checks)} axioms hold here"
        return "\n".join([head, *(f"  {c}" for c in self.checks)])


@extends(BargainingProblem)
def axioms(problem: BargainingProblem, concept: str = "nash") -> AxiomReport:
    """Try Nash's five axioms on a polygon with a disagreement point.

    Independence is tried by cutting off every corner that is neither the solution nor the
    disagreement point, invariance by three changes of scale. Passing does not prove that the
    concept satisfies an axiom everywhere; failing is a counterexample.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.
    concept : str, default "nash"
        The name of a bargaining solution.

    Returns
    -------
    AxiomReport
        Each axiom, with a counterexample where it fails.

    References
    ----------
    Nash 1950.
    """
    name = find(problem, concept)[0].name
    if name not in CONCEPTS or not isinstance(problem.feasible, Polygon):
        raise GameError(
            "the axioms are tested for polygons and nash, kalai-smorodinsky, egalitarian or "
            "utilitarian"
        )
    point = _solution(problem, name)
    return AxiomReport(
        problem,
        name,
        (
            Check("feasibility", problem.feasible.contains(point), show_pair(point)),
            Check("Pareto optimality", not _dominated(problem.feasible, point)),
            _symmetry(problem, name, point),
            _independence(problem, name, point),
            _invariance(problem, name, point),
        ),
    )


def _solution(problem: BargainingProblem, name: str) -> Pair:
    x, y = problem.solve(name).point
    assert isinstance(x, Fraction)
    assert isinstance(y, Fraction)
    return x, y


def _polygon(problem: BargainingProblem) -> Polygon:
    assert isinstance(problem.feasible, Polygon)
    return problem.feasible


def _dominated(feasible: Polygon, point: Pair) -> bool:
    return feasible.gains(point) != (point,)


def _symmetry(problem: BargainingProblem, name: str, point: Pair) -> Check:
    feasible, d = _polygon(problem), problem.point
    mirrored = {(v, u) for u, v in feasible.vertices}
    if mirrored != set(feasible.vertices) or d[0] != d[1]:
        return Check("symmetry", True, "the set is not symmetric, so nothing is asked")
    return Check("symmetry", point[0] == point[1], show_pair(point))


def _independence(problem: BargainingProblem, name: str, point: Pair) -> Check:
    feasible, d = _polygon(problem), problem.point
    what, tried = "independence of irrelevant alternatives", 0
    for corner in feasible.vertices:
        if corner in (point, d):
            continue
        rest = [p for p in feasible.vertices if p != corner]
        smaller = Polygon(hull([*rest, point, d]))
        if smaller == feasible:
            continue
        tried += 1
        found = _solution(BargainingProblem(smaller, d), name)
        if found != point:
            where = f"without {show_pair(corner)} it becomes {show_pair(found)}"
            return Check(what, False, where)
    return Check(what, True, f"the same in {tried} smaller sets")


def _invariance(problem: BargainingProblem, name: str, point: Pair) -> Check:
    what = "invariance under change of scale"
    scales = (((2, 1), (1, 0)), ((1, 0), (3, -2)), ((Fraction(1, 2), 5), (4, 1)))
    for (a, b), (c, e) in scales:

        def moved(p: Pair, a: Any = a, b: Any = b, c: Any = c, e: Any = e) -> Pair:
            return a * p[0] + b, c * p[1] + e

        turned = Polygon(hull([moved(p) for p in _polygon(problem).vertices]))
        found = _solution(BargainingProblem(turned, moved(problem.point)), name)
        if found != moved(point):
            scale = f"{a}u + {b}" if c == 1 else f"{a}u + {b}, {c}v + {e}"
            return Check(
                what,
                False,
                f"with {scale} it becomes {show_pair(found)}, not {show_pair(moved(point))}",
            )
    return Check(what, True, "the same under three changes of scale")
