"""Choosing a concept: what the problem leaves open decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.transferable import TransferableSet
from kibitz.bargaining.several import AnySolution, BargainingSolutions
from kibitz.core.errors import GameError
from kibitz.core.method import method, methods


@method(
    BargainingProblem,
    "auto",
    finds="the solution that suits what the problem leaves open",
    cost="same as the chosen concept",
)
def automatic(
    problem: BargainingProblem, concept: str | None = None, weights: Any = None
) -> AnySolution | BargainingSolutions:
    """Nash's solution where there is a disagreement point, else one that chooses threats.

    Parameters
    ----------
    problem : BargainingProblem
        The problem; its threats may be open.
    concept : str, optional
        The concept, if another one is wanted.
    weights : pair of numbers, optional
        Bargaining powers for Nash's solution.

    Returns
    -------
    BargainingSolution, TuSolution or LambdaTransfer
        Nash's solution; for open threats that with side payments if they are allowed, else the
        lambda-transfer solution.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> from kibitz.bargaining.game import bargaining
    >>> print(bargaining(bimatrix("5 0; 0 3", "3 -4; 0 6")).solve())
    lambda-transfer solution (29/6, 13/4) at rate 3/2
    """
    if concept is not None and concept != "auto":
        return solve_bargaining(problem, concept, weights)
    return solve_bargaining(problem, _suitable(problem)[-1], weights)


def _suitable(problem: BargainingProblem) -> list[str]:
    """The concepts that suit what a problem leaves open, the most suitable last."""
    if problem.disagreement is not None:
        return ["nash"]
    shared = isinstance(problem.feasible, TransferableSet)
    return ["tu"] if shared else ["tu", "lambda-transfer"]


@method(
    BargainingProblem,
    "all",
    finds="the solution by every concept that applies",
    cost="all concepts together",
)
def all_solutions(problem: BargainingProblem, weights: Any = None) -> BargainingSolutions:
    """Every solution that a problem has: those of a set with a disagreement point, and a game's.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.
    weights : pair of numbers, optional
        Bargaining powers for the Nash solution.

    Returns
    -------
    BargainingSolutions
        The solution by every concept that applies.

    Notes
    -----
    Cost: that of all concepts together.

    Examples
    --------
    >>> from kibitz.bargaining.game import bargaining
    >>> list(all_solutions(bargaining([(0, 0), (0, 1), (3, 0)], (0, 0))))
    ['nash', 'kalai-smorodinsky', 'egalitarian', 'utilitarian']
    """
    order = ("nash", "kalai-smorodinsky", "egalitarian", "utilitarian", "tu", "lambda-transfer")
    usable = {m.name for m in methods(problem) if m.why_not(problem) is None}
    return solutions_by_name(problem, [name for name in order if name in usable], weights)


def suitable_solutions(problem: BargainingProblem, weights: Any = None) -> BargainingSolutions:
    """Nash's solution; with open threats those with side payments and without them.

    >>> from kibitz import bimatrix
    >>> from kibitz.bargaining.game import bargaining
    >>> list(suitable_solutions(bargaining(bimatrix("5 0; 0 3", "3 -4; 0 6"))))
    ['tu', 'lambda-transfer']
    """
    return solutions_by_name(problem, _suitable(problem), weights)


def solve_bargaining(
    problem: BargainingProblem, concept: str = "auto", weights: Any = None
) -> AnySolution | BargainingSolutions:
    """The solution by a concept.

    The concepts are nash, kalai-smorodinsky, egalitarian, utilitarian, tu and lambda-transfer;
    ``all`` gives every one that applies.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.
    concept : str, default "auto"
        The name of a method.
    weights : pair of numbers, optional
        Bargaining powers for the Nash solution.

    Returns
    -------
    AnySolution or BargainingSolutions
        The solution, or all of them.

    Examples
    --------
    >>> from kibitz.bargaining.game import bargaining
    >>> solve_bargaining(bargaining([(0, 0), (0, 1), (3, 0)]), "KS").concept
    'kalai-smorodinsky'
    """
    found: AnySolution | BargainingSolutions = one_solution(problem, concept, weights)
    return found


def one_solution(problem: BargainingProblem, name: str, weights: Any = None) -> Any:
    """The solution by one concept; weights are for Nash's."""
    return problem.solve(name, **({} if weights is None else {"weights": weights}))


def solutions_by_name(
    problem: BargainingProblem, names: Sequence[str], weights: Any = None
) -> BargainingSolutions:
    """Several solutions side by side; weights go to Nash's."""
    if weights is not None and "nash" not in names:
        raise GameError(f"weights are for the Nash solution, not for {' and '.join(names)}")
    return BargainingSolutions(
        problem,
        {n: one_solution(problem, n, weights if n == "nash" else None) for n in names},
    )
