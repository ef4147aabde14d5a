"""Whether a solver keeps an answer: a quick test, in the numbers that it has. Cost O(mn).

It decides whether to look further; what is claimed in the end is checked apart from the solvers.
"""

from __future__ import annotations

from kibitz.core.numbers import magnitude
from kibitz.linear.duality import aggregate
from kibitz.linear.evaluation import evaluate
from kibitz.linear.solution import Optimum
from kibitz.linear.tolerance import sum_noise


def is_optimal(answer: Optimum) -> bool:
    """Whether the point is feasible and the multipliers bound the objective by the same value."""
    program = answer.program
    point, bound = evaluate(program, answer.x), aggregate(program, answer.dual).bound
    slack = sum_noise(answer.x, program.costs) + sum_noise(answer.dual, program.limits)
    if not point.feasible or bound is None:
        return False
    gaps = (point.objective - answer.value, bound - answer.value)
    return all(magnitude(gap) <= slack for gap in gaps)
