"""How each rule comes to its awards, on the blackboard."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.coalitional.bankruptcy.division import Award, Division
from kibitz.coalitional.bankruptcy.game import Bankruptcy
from kibitz.coalitional.bankruptcy.hydraulic import MOST_VESSELS, draw_hydraulic
from kibitz.coalitional.bankruptcy.rules import (
    RULES,
    Awards,
    minimal_rights,
    overlap_level,
)
from kibitz.coalitional.explain import check_step, worths_table
from kibitz.coalitional.explanations.shapley import orders_step
from kibitz.coalitional.transformations.transform import dual
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show, show_all

MOST_ORDERED = 4
"""Claimants up to which all orders of arrival are written out."""
MOST_TABLED = 5
"""Claimants up to which all coalitions are written out."""


@extends(Division)
def explain_division(division: Division) -> Explanation:
    """The problem, the game, every rule with its working, and the checks."""
    problem = division.problem
    steps = [_problem_step(problem)]
    if problem.n <= MOST_TABLED:
        steps.append(_game_step(problem))
    steps += [step for award in division.awards for step in _rule_steps(award)]
    steps.append(Step("Side by side", "", division.table()))
    steps.append(check_step(division))
    return Explanation(problem.title or "Sharing an estate", tuple(steps))


def _problem_step(problem: Bankruptcy) -> Step:
    total = sum(problem.claims)
    prose = (
        f"The estate is {show(problem.estate)} and {show(total)} is claimed, so "
        f"{show(problem.shortfall)} will be lost. Half of the claims is {show(total / 2)}."
    )
    rows = tuple((p, show(c)) for p, c in zip(problem.players, problem.claims, strict=True))
    return Step("The problem", prose, Table(("claimant", "claim"), rows))


def _game_step(problem: Bankruptcy) -> Step:
    prose = (
        "A coalition can be sure of what is left when all others are paid in full: "
        "v(S) = max(0, E - claims outside S)."
    )
    return Step("The game", prose, worths_table(problem))


def _rule_steps(award: Award) -> tuple[Step, ...]:
    problem, x = award.problem, award.payoffs
    prose = WORDS[award.rule](problem, x)
    heading = RULES[award.rule][0]
    steps = [Step(heading[0].upper() + heading[1:], f"{prose} Awards: {show_all(x)}.")]
    if award.rule == "talmud" and problem.n <= MOST_VESSELS:
        steps[0] = Step(steps[0].heading, steps[0].prose, None, draw_hydraulic(problem))
    if award.rule == "random-arrival" and problem.n <= MOST_ORDERED:
        steps[0] = Step(steps[0].heading, steps[0].prose, orders_step(dual(problem)).table)
    return tuple(steps)


def _half(problem: Bankruptcy) -> bool:
    return problem.estate <= sum(problem.claims) / 2


def _proportional(problem: Bankruptcy, x: Awards) -> str:
    part = problem.estate / sum(problem.claims) if sum(problem.claims) else problem.estate
    return f"Each claimant gets {show(part)} of the claim."


def _equal_awards(problem: Bankruptcy, x: Awards) -> str:
    return f"Each claimant gets {show(max(x))}, or the claim if it is smaller."


def _equal_losses(problem: Bankruptcy, x: Awards) -> str:
    loss = max(c - y for c, y in zip(problem.claims, x, strict=True))
    return f"Each claimant loses {show(loss)}, or the claim if it is smaller."


def _talmud(problem: Bankruptcy, x: Awards) -> str:
    if _half(problem):
        return (
            "The estate is at most half of the claims, so awards are equal within half-claims: "
            f"each claimant gets {show(max(x))}, or half the claim if it is smaller."
        )
    loss = max(c - y for c, y in zip(problem.claims, x, strict=True))
    return (
        "The estate is more than half of the claims, so losses are equal within half-claims: each "
        f"claimant loses {show(loss)}, or half the claim if it is smaller."
    )


def _random_arrival(problem: Bankruptcy, x: Awards) -> str:
    return (
        "Claimants come in a random order, and each takes the claim, or what is left. The average "
        "over all orders is the Shapley value."
    )


def _adjusted(problem: Bankruptcy, x: Awards) -> str:
    rights = minimal_rights(problem.estate, problem.claims)
    left = problem.estate - sum(rights)
    return (
        f"When all others are paid in full {show_all(rights)} is left, and goes to each first. "
        f"The other {show(left)} is shared in proportion to what is still claimed, up to that."
    )


def _minimal_overlap(problem: Bankruptcy, x: Awards) -> str:
    if problem.estate <= max(problem.claims):
        return (
            "One claim covers the whole estate, so the others overlap it; every slice is shared "
            "by those whose claims reach it."
        )
    level = overlap_level(problem.estate, problem.claims)
    return (
        f"The parts of claims beyond {show(level)}, together with {show(level)}, make up the "
        f"estate; below it every slice is shared by those whose claims reach it."
    )


def _ibn_ezra(problem: Bankruptcy, x: Awards) -> str:
    return "Every slice of the estate is shared equally by those whose claims reach it."


def _piniles(problem: Bankruptcy, x: Awards) -> str:
    if _half(problem):
        return "The estate is at most half of the claims: awards are equal within half-claims."
    return "Each claimant gets half the claim, and the rest is shared equally within half-claims."


def _egalitarian(problem: Bankruptcy, x: Awards) -> str:
    if _half(problem):
        return "The estate is at most half of the claims: awards are equal within half-claims."
    return "Each claimant gets at least half the claim; within that, awards are as equal as can be."


def _reverse(problem: Bankruptcy, x: Awards) -> str:
    if _half(problem):
        return "The estate is at most half of the claims: losses are equal within half-claims."
    return "Each claimant gets half the claim, and the rest is shared equally within half-claims."


WORDS: dict[str, Callable[[Bankruptcy, Awards], str]] = {
    "proportional": _proportional,
    "equal-awards": _equal_awards,
    "equal-losses": _equal_losses,
    "talmud": _talmud,
    "random-arrival": _random_arrival,
    "adjusted-proportional": _adjusted,
    "minimal-overlap": _minimal_overlap,
    "ibn-ezra": _ibn_ezra,
    "piniles": _piniles,
    "constrained-egalitarian": _egalitarian,
    "reverse-talmud": _reverse,
}
