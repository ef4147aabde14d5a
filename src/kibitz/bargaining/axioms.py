"""Nash's axioms, tried out on one problem: which of them a solution concept satisfies here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.feasible import Pair, show_pair
from kibitz.bargaining.sets.polygon import Polygon
from kibitz.bargaining.solution import TITLES as CONCEPTS
from kibitz.bargaining.solution import BargainingSolution
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import find
from kibitz.core.solution import Check, Solution
from kibitz.linear.polyhedra.convex_hull import convex_hull

SCALES = (((2, 1), (1, 0)), ((1, 0), (3, -2)), ((Fraction(1, 2), 5), (4, 1)))
"""Changes of scale that are tried: factor and shift, of either player."""
AXIOMS = (
    "feasibility",
    "Pareto optimality",
    "symmetry",
    "independence of irrelevant alternatives",
    "invariance under change of scale",
)


@dataclass(frozen=True)
class AxiomReport(Solution, kind="axioms"):
    """Each axiom with what was found; ``failed`` names those with a counterexample.

    >>> from kibitz.bargaining.game import bargaining
    >>> print(axioms(bargaining([(0, 0), (0, 4), (2, 0)]), "egalitarian"))
    egalitarian: 4 of 5 axioms hold here
      ✓ feasibility: (4/3, 4/3)
      ✓ Pareto optimality
      ✓ symmetry: the set is not symmetric, so the axiom does not apply
      ✓ independence of irrelevant alternatives: the same in 2 smaller sets
      ✗ invariance under change of scale: with 2u + 1 it becomes (3, 2), not (11/3, 4/3)
    """

    how = "trying them"
    game: BargainingProblem
    solution: BargainingSolution
    smaller: tuple[BargainingSolution, ...]
    """Solutions without one corner after another, up to the first that differs."""
    scaled: tuple[BargainingSolution, ...]
    """Solutions after changes of scale, up to the first that is another point."""

    @property
    def concept(self) -> str:
        return self.solution.concept

    @property
    def checks(self) -> tuple[Check, ...]:
        """The axioms, each with what was found."""
        feasible, point = _polygon(self.game), _rational(self.solution)
        return (
            Check(AXIOMS[0], feasible.contains(point), show_pair(point)),
            Check(AXIOMS[1], feasible.gains(point) == (point,)),
            self._symmetry(feasible, point),
            self._independence(point),
            self._invariance(point),
        )

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(c.what for c in self.checks if not c.passed)

    def __bool__(self) -> bool:
        return not self.failed

    def _symmetry(self, feasible: Polygon, point: Pair) -> Check:
        if not is_symmetric(self.game):
            return Check(AXIOMS[2], True, "the set is not symmetric, so the axiom does not apply")
        return Check(AXIOMS[2], point[0] == point[1], show_pair(point))

    def _independence(self, point: Pair) -> Check:
        if self.smaller and (found := self.smaller[-1].point) != point:
            cuts = smaller_sets(self.game, point)
            corner = cuts[len(self.smaller) - 1][0]
            where = f"without {show_pair(corner)} it becomes {show_pair(found)}"
            return Check(AXIOMS[3], False, where)
        return Check(AXIOMS[3], True, f"the same in {len(self.smaller)} smaller sets")

    def _invariance(self, point: Pair) -> Check:
        scale = SCALES[len(self.scaled) - 1]
        found, right = self.scaled[-1].point, moved(point, scale)
        if found == right:
            return Check(AXIOMS[4], True, "the same under three changes of scale")
        (a, b), (c, e) = scale
        words = f"{a}u + {b}" if c == 1 else f"{a}u + {b}, {c}v + {e}"
        sentence = f"with {words} it becomes {show_pair(found)}, not {show_pair(right)}"
        return Check(AXIOMS[4], False, sentence)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "concept": self.concept,
            "axioms": {c.what: c.passed for c in self.checks},
            "solution": self.solution.to_json(),
            "smaller": [found.to_json() for found in self.smaller],
            "scaled": [found.to_json() for found in self.scaled],
        }

    @classmethod
    def from_json(cls, game: BargainingProblem, data: dict[str, Any]) -> AxiomReport:
        claim = Claim(data)
        solution = BargainingSolution.from_json(game, dict(claim.part("solution").data))
        cuts = [problem for _, problem in smaller_sets(game, _rational(solution))]
        turned = [in_scale(game, scale) for scale in SCALES]
        tried = []
        for key, problems in (("smaller", cuts), ("scaled", turned)):
            parts = claim.parts(key)
            if len(parts) > len(problems):
                raise GameError(f"{key}: there are at most {len(problems)}")
            pairs = zip(problems, parts, strict=False)
            tried.append(tuple(BargainingSolution.from_json(p, dict(x.data)) for p, x in pairs))
        if not tried[1]:
            raise GameError("scaled: there must be one")
        return cls(game, solution, *tried)

    def __str__(self) -> str:
        found = self.checks
        good = sum(c.passed for c in found)
        head = f"{self.concept}: {good} of {len(found)} axioms hold here"
        return "\n".join([head, *(f"  {c}" for c in found)])


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
    solution = _solution(problem, name)
    point = _rational(solution)
    smaller = _until(
        lambda found: found.point != point,
        [_solution(cut, name) for _, cut in smaller_sets(problem, point)],
    )
    scaled = []
    for scale in SCALES:
        scaled.append(_solution(in_scale(problem, scale), name))
        if scaled[-1].point != moved(point, scale):
            break
    return AxiomReport(problem, solution, smaller, tuple(scaled))


def _until(
    different: Callable[[BargainingSolution], bool], solutions: list[BargainingSolution]
) -> tuple[BargainingSolution, ...]:
    """Those up to the first that is different."""
    last = next((k for k, one in enumerate(solutions) if different(one)), len(solutions) - 1)
    return tuple(solutions[: last + 1])


def _solution(problem: BargainingProblem, name: str) -> BargainingSolution:
    found: Any = problem.solve(name)
    return found  # type: ignore[no-any-return]


def _rational(solution: BargainingSolution) -> Pair:
    x, y = solution.point
    if not isinstance(x, Fraction) or not isinstance(y, Fraction):
        raise GameError("solution: its utilities must be fractions")
    return x, y


def _polygon(problem: BargainingProblem) -> Polygon:
    if not isinstance(problem.feasible, Polygon):
        raise GameError("the axioms are tested for polygons")
    return problem.feasible


def is_symmetric(problem: BargainingProblem) -> bool:
    """Whether exchanging the players leaves the problem as it is."""
    feasible, d = _polygon(problem), problem.point
    return {(v, u) for u, v in feasible.vertices} == set(feasible.vertices) and d[0] == d[1]


def smaller_sets(problem: BargainingProblem, point: Pair) -> list[tuple[Pair, BargainingProblem]]:
    """What is left when a corner is cut off, other than a point and the disagreement point."""
    feasible, d = _polygon(problem), problem.point
    found = []
    for corner in feasible.vertices:
        if corner not in (point, d):
            rest = [p for p in feasible.vertices if p != corner]
            cut = Polygon(convex_hull([*rest, point, d]))
            if cut != feasible:
                found.append((corner, BargainingProblem(cut, d)))
    return found


def moved(point: Pair, scale: Any) -> Pair:
    """A point after a change of scale."""
    (a, b), (c, e) = scale
    return a * point[0] + b, c * point[1] + e


def in_scale(problem: BargainingProblem, scale: Any) -> BargainingProblem:
    """The problem after a change of scale."""
    turned = Polygon(convex_hull([moved(p, scale) for p in _polygon(problem).vertices]))
    return BargainingProblem(turned, moved(problem.point, scale))
