"""Several solutions of one bargaining problem, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.solution import BargainingSolution
from kibitz.bargaining.solutions.lambda_transfer import LambdaTransfer
from kibitz.bargaining.solutions.tu_solution import TuSolution
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import find
from kibitz.core.solution import Solution
from kibitz.pictures import Picture

AnySolution = BargainingSolution | TuSolution | LambdaTransfer


@dataclass(frozen=True)
class BargainingSolutions(Solution, kind="bargaining"):
    """Each concept with what it says.

    >>> from kibitz.bargaining.game import bargaining
    >>> found = bargaining([(0, 0), (0, 1), (3, 0)], (0, 0)).solve("all")
    >>> list(found)
    ['nash', 'kalai-smorodinsky', 'egalitarian', 'utilitarian']
    >>> found["nash"].point, found["ks"].point
    ((Fraction(3, 2), Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 2)))
    """

    problem: BargainingProblem
    solutions: Mapping[str, AnySolution]

    def __getitem__(self, concept: str) -> BargainingSolution | Any:
        name = find(self.problem, concept)[0].name
        if name not in self.solutions:
            raise GameError(f"unknown solution {name} here{did_you_mean(name, self.solutions)}")
        return self.solutions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)

    def items(self) -> Any:
        return self.solutions.items()

    @property
    def game(self) -> BargainingProblem:
        """The problem that they answer."""
        return self.problem

    @property
    def method(self) -> str:
        """How they were found."""
        return "each concept in turn"

    @property
    def exact(self) -> bool:
        """Whether all of them are exact."""
        return all(one.exact for one in self.solutions.values())

    @classmethod
    def from_json(cls, problem: Any, data: dict[str, Any]) -> BargainingSolutions:
        found: dict[str, AnySolution] = {}
        for name, part in data.items():
            if name in ("kind", "certificate", "certificates", "method", "exact"):
                continue
            kinds: dict[str, Any] = {"tu": TuSolution, "lambda-transfer": LambdaTransfer}
            one = {"concept": name, **Claim(part, name).data}
            found[name] = kinds.get(name, BargainingSolution).from_json(problem, one)
        return cls(problem, found)

    def explain(self) -> Explanation:
        """All derivations, one after the other."""
        steps: list[Step] = []
        for name, one in self.solutions.items():
            steps += [replace(s, heading=f"{name}: {s.heading}") for s in one.explain().steps]
        return Explanation("Solutions of a bargaining problem", tuple(steps))

    def draw(self) -> Picture:
        """The first one's picture."""
        return next(iter(self.solutions.values())).draw()

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            **{name: one.to_json() for name, one in self.solutions.items()},
        }

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.solutions.values()))
