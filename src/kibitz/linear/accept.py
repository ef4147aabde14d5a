"""Whether a solver keeps an answer: quick tests, in the numbers that it has. Cost O(mn).

They decide whether to look further; what is claimed in the end is checked apart from the solvers.
"""

from __future__ import annotations

from kibitz.core.numbers import magnitude
from kibitz.linear.duality import aggregate, needs_sign
from kibitz.linear.evaluation import evaluate, row_violation
from kibitz.linear.program import activities, combination, inner
from kibitz.linear.solution import Infeasible, Optimum, Unbounded
from kibitz.linear.tolerance import column_noise, noise, row_noise, sum_noise


def is_optimal(answer: Optimum) -> bool:
    """Whether the point is feasible and the multipliers bound the objective by the same value."""
    program = answer.program
    point, bound = evaluate(program, answer.x), aggregate(program, answer.dual).bound
    slack = sum_noise(answer.x, program.costs) + sum_noise(answer.dual, program.limits)
    if not point.feasible or bound is None:
        return False
    gaps = (point.objective - answer.value, bound - answer.value)
    return all(magnitude(gap) <= slack for gap in gaps)


def is_infeasible(answer: Infeasible) -> bool:
    """Whether the multipliers lead to 0 <= negative."""
    program, slack = answer.program, noise(answer.farkas)
    pairs = zip(answer.farkas, program.relations, strict=True)
    if any(needs_sign(relation, maximize=True) * y < -slack for y, relation in pairs):
        return False
    for multipliers, bounds in ((answer.lower, program.lower), (answer.upper, program.upper)):
        sides = zip(multipliers, bounds, strict=True)
        if any(p < -slack or (p > 0 and bound is None) for p, bound in sides):
            return False
    left, allowed = combination(answer.farkas, program.matrix), column_noise(program, answer.farkas)
    rest = [z + p - q for z, p, q in zip(left, answer.upper, answer.lower, strict=True)]
    if any(magnitude(r) > a for r, a in zip(rest, allowed, strict=True)):
        return False
    multipliers = (*answer.farkas, *answer.lower, *answer.upper)
    rounding = sum_noise(multipliers, (*program.limits, *program.lower, *program.upper))
    return bool(answer.total < -rounding)


def is_unbounded(answer: Unbounded) -> bool:
    """Whether the ray stays feasible and improves the objective."""
    program, ray = answer.program, answer.ray
    gain, slack = inner(program.costs, ray), sum_noise(ray, program.costs)
    improves = gain > slack if program.sense == "max" else gain < -slack
    if not (improves and evaluate(program, answer.point).feasible):
        return False
    allowed, small = row_noise(program, ray), noise(ray)
    rates = zip(program.relations, activities(program.matrix, ray), allowed, strict=True)
    if any(row_violation(relation, -rate) > most for relation, rate, most in rates):
        return False
    bounds = zip(program.lower, program.upper, ray, strict=True)
    return not any(
        (low is not None and r < -small) or (high is not None and r > small)
        for low, high, r in bounds
    )
