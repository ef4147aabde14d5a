"""Choosing a concept: what the problem leaves open decides."""

from __future__ import annotations

from typing import Any

from kibitz.bargaining.egalitarian import egalitarian
from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.kalai_smorodinsky import kalai_smorodinsky
from kibitz.bargaining.lambda_transfer import lambda_transfer
from kibitz.bargaining.nash import nash
from kibitz.bargaining.transferable_set import TransferableSet
from kibitz.bargaining.tu_solution import tu_solution
from kibitz.bargaining.utilitarian import utilitarian
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.solution import Solution
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
        raise GameError(f"no solution concept is called {concept!r}{did_you_mean(name, known)}")
    return name


def solve_bargaining(
    problem: BargainingProblem, concept: str = "auto", weights: Any = None
) -> Solution:
    """The solution by a concept: nash, kalai-smorodinsky, egalitarian, utilitarian, tu, or
    lambda-transfer.

    ``auto`` takes Nash's where there is a disagreement point; for a game whose threats are open it
    takes tu with side payments and lambda-transfer without.

    >>> from kibitz import bimatrix
    >>> from kibitz.bargaining.game import bargaining
    >>> print(bargaining(bimatrix("5 0; 0 3", "3 -4; 0 6")).solve())
    lambda-transfer solution (29/6, 13/4) at rate 3/2
    """
    name = concept
    if concept == "auto":
        name = "nash"
        if problem.disagreement is None:
            shared = isinstance(problem.feasible, TransferableSet)
            name = "tu" if shared else "lambda-transfer"
    name = concept_name(name)
    if weights is not None and name != "nash":
        raise GameError(f"weights are for the Nash solution, not for {name}")
    if name == "tu":
        return problem.tu()
    if name == "lambda-transfer":
        return problem.lambda_transfer()
    if name == "nash":
        return nash(problem, weights)
    return CONCEPTS[name](problem)


@solve.register
def _(problem: BargainingProblem, method: str = "auto", weights: Any = None) -> Solution:
    return solve_bargaining(problem, method, weights)
