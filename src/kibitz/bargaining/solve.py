"""Choosing a concept: what the problem leaves open decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.transferable import TransferableSet
from kibitz.bargaining.several import AnySolution, BargainingSolutions
from kibitz.bargaining.solutions.egalitarian import egalitarian
from kibitz.bargaining.solutions.kalai_smorodinsky import kalai_smorodinsky
from kibitz.bargaining.solutions.lambda_transfer import lambda_transfer
from kibitz.bargaining.solutions.nash import nash
from kibitz.bargaining.solutions.tu_solution import tu_solution
from kibitz.bargaining.solutions.utilitarian import utilitarian
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.verbs import solve

CONCEPTS = {
    "nash": nash,
    "kalai-smorodinsky": kalai_smorodinsky,
    "egalitarian": egalitarian,
    "utilitarian": utilitarian,
}
OF_GAMES = {"tu": tu_solution, "lambda-transfer": lambda_transfer}
ALSO = {
    "ks": "kalai-smorodinsky",
    "kalai": "egalitarian",
    "ntu": "lambda-transfer",
    "lambda": "lambda-transfer",
    "nbs": "nash",
    "side-payments": "tu",
    "arbitrated": "tu",
    "arbitrated-threat": "tu",
    "threat": "tu",
    "threats": "tu",
    "transferable": "tu",
    "maximin": "egalitarian",
}


def concept_name(concept: str) -> str:
    """The full name of a concept.

    >>> concept_name("KS"), concept_name("ntu")
    ('kalai-smorodinsky', 'lambda-transfer')
    """
    name = str(concept).strip().lower().replace("_", "-").replace(" ", "-").replace("–", "-")
    name = ALSO.get(name, name)
    known = [*CONCEPTS, *OF_GAMES]
    if name not in known:
        near = did_you_mean(name, [*known, "all"])
        raise GameError(f"no solution concept is called {concept!r}{near}")
    return name


def solve_bargaining(
    problem: BargainingProblem, concept: str = "auto", weights: Any = None
) -> AnySolution | BargainingSolutions:
    """The solution by a concept: nash, kalai-smorodinsky, egalitarian, utilitarian, tu, or
    lambda-transfer; ``all`` gives every one that the problem has.

    ``auto`` takes Nash's where there is a disagreement point; for a game whose threats are open it
    takes tu with side payments and lambda-transfer without.

    >>> from kibitz import bimatrix
    >>> from kibitz.bargaining.game import bargaining
    >>> print(bargaining(bimatrix("5 0; 0 3", "3 -4; 0 6")).solve())
    lambda-transfer solution (29/6, 13/4) at rate 3/2
    """
    if str(concept).strip().lower() == "all":
        return all_solutions(problem, weights)
    name = concept
    if concept == "auto":
        name = "nash"
        if problem.disagreement is None:
            shared = isinstance(problem.feasible, TransferableSet)
            name = "tu" if shared else "lambda-transfer"
    return one_solution(problem, concept_name(name), weights)


def one_solution(problem: BargainingProblem, name: str, weights: Any = None) -> AnySolution:
    """The solution by one concept, given by its full name."""
    if weights is not None and name != "nash":
        raise GameError(f"weights are for the Nash solution, not for {name}")
    if name == "tu":
        return problem.tu()
    if name == "lambda-transfer":
        return problem.lambda_transfer()
    if name == "nash":
        return nash(problem, weights)
    return CONCEPTS[name](problem)


def all_solutions(problem: BargainingProblem, weights: Any = None) -> BargainingSolutions:
    """Every solution that a problem has: those of a set with a disagreement point, and a game's."""
    names = [*CONCEPTS] if problem.disagreement is not None else []
    names += [*OF_GAMES] if problem.game is not None else []
    return solutions_by_name(problem, names, weights)


def solutions_by_name(
    problem: BargainingProblem, names: Sequence[str], weights: Any = None
) -> BargainingSolutions:
    """Several solutions side by side; weights go to Nash's."""
    return BargainingSolutions(
        problem,
        {n: one_solution(problem, n, weights if n == "nash" else None) for n in names},
    )


@solve.register
def _(
    problem: BargainingProblem, method: str = "auto", weights: Any = None
) -> AnySolution | BargainingSolutions:
    return solve_bargaining(problem, method, weights)
