"""Derivations: the frontier, the threats, the split, as they were really found."""

from __future__ import annotations

from itertools import pairwise

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.surd import write_point
from kibitz.bargaining.explain_product import power, product_words
from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.feasible import ChainSet, Pair, show_pair
from kibitz.bargaining.sets.ideal import ideal_point
from kibitz.bargaining.sets.region import Region
from kibitz.bargaining.solution import TITLES, BargainingSolution
from kibitz.bargaining.solutions.lambda_transfer import (
    LambdaTransfer,
    threat_values,
    transfer_value,
)
from kibitz.bargaining.solutions.tu_solution import TuSolution, mixture_text, payment_words
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.verbs import explain
from kibitz.zero_sum.explain import steps_in_place


@explain.register
def explain_bargaining(problem: BargainingProblem, method: str = "auto") -> Explanation:
    """The derivation of the solution by a concept.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.
    method : str, default "auto"
        The name of a method.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    explanation: Explanation = problem.solve(method).explain()
    return explanation


@extends(BargainingSolution)
def explain_solution(solution: BargainingSolution) -> Explanation:
    """How a solution is singled out on its set."""
    problem = solution.problem
    d = problem.point
    steps = [
        Step(
            "The set and the disagreement point",
            f"The feasible set is {problem.feasible.words()}. Without agreement the players get "
            f"{show_pair(d)}.",
        )
    ]
    if isinstance(problem.feasible, ChainSet):
        steps.append(_frontier_step(problem.feasible.gains(d)))
    steps.append(_concept_step(solution))
    steps.append(Step("The solution", str(solution), picture=solution.draw()))
    concept = TITLES[solution.concept]
    return Explanation(problem.title or concept[0].upper() + concept[1:], tuple(steps))


def _frontier_step(chain: tuple[Pair, ...]) -> Step:
    if len(chain) == 1:
        return Step(
            "The Pareto frontier",
            f"Only {show_pair(chain[0])} is Pareto-optimal and leaves neither player worse off "
            "than disagreement.",
        )
    rows = tuple(
        (show_pair(p), show_pair(q), show((q[1] - p[1]) / (q[0] - p[0])))
        for p, q in pairwise(chain)
    )
    prose = "The Pareto-optimal points at which neither player loses by agreeing."
    return Step("The Pareto frontier", prose, Table(("from", "to", "slope"), rows))


def _concept_step(solution: BargainingSolution) -> Step:
    if solution.degenerate:
        return Step(
            "Neither player can gain without loss to the other",
            "No pair is strictly better for both, so every product of gains is zero; Pareto "
            "optimality alone decides.",
        )
    return _STEPS[solution.concept](solution)


def _nash_step(solution: BargainingSolution) -> Step:
    slope = solution.slope
    shown = "" if slope is None else write_point(slope)
    a, b = solution.weights
    what = "(u - u*)(v - v*)" if a == b else f"{power('u - u*', a)} {power('v - v*', b)}"
    return Step(
        "The greatest product of gains",
        f"The Nash solution maximizes the product of gains, {what}, over the frontier. "
        f"{_then(product_words(solution))}The segment from the disagreement point to it has slope "
        f"{shown}. {_touching(solution)}",
    )


def _then(words: str) -> str:
    return f"{words} " if words else ""


def _touching(solution: BargainingSolution) -> str:
    """How the frontier lies at the solution."""
    side, feasible = solution.slope_of_boundary, solution.problem.feasible
    if side is not None:
        opposite = ", the opposite" if solution.slope == -side else ""
        return (
            f"The side through it has slope {show(side)}{opposite}: the curve of equal products "
            "touches the side there."
        )
    if isinstance(feasible, Region) and solution.place is not None:
        corner = len(feasible.active(solution.place)) > 1
    else:
        corner = isinstance(feasible, ChainSet)
    if corner:
        return "It is a corner: the frontier is flatter on its left and steeper on its right."
    return "The frontier touches the curve of equal products there."


def _ideal_step(solution: BargainingSolution) -> Step:
    ideal = show_pair(ideal_point(solution.problem.feasible, solution.problem.point))
    return Step(
        "The ideal point",
        f"The ideal point, the most that each can get without loss to the other, is {ideal}. The "
        "solution is where the segment toward it leaves the set.",
    )


def _equal_step(solution: BargainingSolution) -> Step:
    return Step(
        "Equal gains",
        "From the disagreement point both gain equally until the frontier is reached; if the line "
        "of equal gains misses it, the end of the frontier where the smaller gain is larger is "
        "taken.",
    )


def _sum_step(solution: BargainingSolution) -> Step:
    return Step(
        "The greatest sum", "Lines u + v = const are moved outward until they leave the set."
    )


_STEPS = {
    "nash": _nash_step,
    "kalai-smorodinsky": _ideal_step,
    "egalitarian": _equal_step,
    "utilitarian": _sum_step,
}


@extends(TuSolution)
def explain_tu(solution: TuSolution) -> Explanation:
    """The total, the threat game, the split and the side payment."""
    game = solution.game
    rows, columns = game.strategies
    cells = ", ".join(f"({rows[i]}, {columns[j]})" for i, j in solution.cooperative_cells)
    first, second = game.players
    u, v = solution.value
    points = ", ".join(map(show_pair, solution.disagreement_points[:4]))
    payments = "\n".join(
        f"At ({rows[i]}, {columns[j]}): {payment_words(x, game.players)}."
        for (i, j), x in solution.side_payments.items()
    )
    mine, theirs = (
        " or ".join(mixture_text(w, labels) for w in side)
        for side, labels in (
            (solution.first_threats, rows),
            (solution.second_threats, columns),
        )
    )
    threats = f"{first} threatens {mine}; {second} threatens {theirs}." if mine else ""
    return Explanation(
        game.title or "Cooperation with side payments",
        (
            Step(
                "The most to share",
                f"The greatest total of a cell is sigma = "
                f"{show(solution.sigma)}, at {cells}. They will play it and pay each other.",
            ),
            *_threat_steps(solution, threats, points),
            Step(
                "The split",
                f"(sigma + delta)/2 = {show(u)} for {first} and "
                f"(sigma - delta)/2 = {show(v)} for {second}.",
                picture=solution.draw(),
            ),
            Step("The side payment", payments),
        ),
    )


def _threat_steps(solution: TuSolution, threats: str, points: str) -> tuple[Step, ...]:
    """Where the disagreement point comes from: it is given, or threats are played in A - B."""
    if solution.given is not None:
        words = f"{threats}\n" if threats else ""
        return (
            Step(
                "The disagreement point",
                f"{words}Without agreement they get {points}, as given. What is left over is "
                f"halved, so only the difference there matters: delta = {show(solution.delta)}.",
            ),
        )
    game = solution.difference
    prose = (
        "If they disagree, each carries out a threat, and what is left over is halved. So only "
        "the difference of what both would get matters: the threats are optimal strategies of the "
        "matrix game A - B."
    )
    return (
        *steps_in_place(game.solve(), "The threat game A - B", prose),
        Step(
            "The threats",
            f"The value of the threat game is delta = {show(solution.delta)}.\n{threats}\n"
            f"They lead to {points}.",
        ),
    )


@extends(LambdaTransfer)
def explain_lambda(solution: LambdaTransfer) -> Explanation:
    """Sides and corners of the frontier, each with the rates that were tried."""
    chain = solution.feasible.pareto
    steps = [
        Step(
            "Without side payments",
            "Let one unit of the first utility be worth t of the second's. With transfers at that "
            "rate the solution is phi(t); it can be reached without a transfer only on the side "
            "or at the corner of the Pareto frontier that t singles out.",
        )
    ]
    fixed = solution.fixed
    if fixed.point is not None:
        steps.append(
            Step(
                "A fixed threat",
                f"The same threats are best at every rate: they lead "
                f"to {show_pair(fixed.point)}, so the solution is Nash's with that "
                f"disagreement point.",
            )
        )
    steps.append(_sides(solution, chain))
    steps.append(_corners(solution, chain))
    words = "\n".join([*_corner_equations(solution, chain), str(solution)])
    steps.append(Step("The solution", words, picture=solution.draw()))
    return Explanation(solution.game.title or "Cooperation without side payments", tuple(steps))


def _sides(solution: LambdaTransfer, chain: tuple[Pair, ...]) -> Step:
    rows = []
    for p, q in pairwise(chain):
        rate = (p[1] - q[1]) / (q[0] - p[0])
        phi = transfer_value(solution.game, rate)
        inside = "yes" if p[0] <= phi[0] <= q[0] else "no"
        rows.append((f"{show_pair(p)} to {show_pair(q)}", show(rate), show_pair(phi), inside))
    prose = "" if rows else "The frontier is a single point, so there is no side to try."
    table = Table(("side", "t", "phi(t)", "inside"), tuple(rows)) if rows else None
    return Step("The sides", prose, table)


def _corners(solution: LambdaTransfer, chain: tuple[Pair, ...]) -> Step:
    pieces = [
        (
            p.value.write("t"),
            "0" if p.start is None else write_point(p.start),
            "∞" if p.end is None else write_point(p.end),
        )
        for p in threat_values(solution.game)
    ]
    corners = ", ".join(map(show_pair, chain))
    return Step(
        "The corners",
        f"A corner (a, b) is a solution at a rate t where threats are worth what the corner is, "
        f"Val(tA - B) = ta - b. The corners are {corners}; the value of the threat game is, piece "
        "by piece:",
        Table(("Val(tA - B)", "from t =", "to t ="), tuple(pieces)),
    )


def _corner_equations(solution: LambdaTransfer, chain: tuple[Pair, ...]) -> list[str]:
    """For each solution at a corner the equation that its rate solves."""
    told = []
    for found in solution.solutions:
        rate = found.rate
        if found.payoff not in chain or rate is None or rate <= 0:
            continue
        a, b = found.payoff
        corner = RationalFunction.of(Polynomial.of([-b, a])).write("t")
        piece = next(
            p
            for p in threat_values(solution.game)
            if (p.start is None or p.start <= rate) and (p.end is None or rate <= p.end)
        )
        equation = f"{piece.value.write('t')} = {corner}"
        told.append(
            f"At the corner {show_pair(found.payoff)}: {equation} at t = {write_point(rate)}."
        )
    return told
