"""Cost games on the blackboard, in costs: who pays what, and who would rather be served alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.explain import MOST_LISTED, check_step, steps_of
from kibitz.coalitional.families.cost_shares import CostShares
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.allocation import LexicographicAllocation
from kibitz.coalitional.lexicographic.complaints import Complaints, Excesses
from kibitz.coalitional.lexicographic.kohlberg import weighted_text
from kibitz.coalitional.sets.core import Core
from kibitz.coalitional.sets.payoff_set import MOST_RANGED
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.solve import CostSolution
from kibitz.coalitional.values.shapley import ShapleyValue, marginals_by_order
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of

MOST_ORDERED = 4
"""Players up to which all orders of arrival are written out."""
MOST_VERTICES = 24


@extends(CostSolution)
def explain_costs(solution: CostSolution) -> Explanation:
    """The costs, and how each answer divides them.

    Parameters
    ----------
    solution : CostSolution
        Answers to a cost game.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    game = solution.game
    steps = [_costs_step(game)]
    for answer in solution:
        check = replace(check_step(answer), heading="Check, by the savings")
        steps += [*_steps_of(game, answer), check]
    return Explanation(game.title or "A cost game", tuple(steps))


@extends(CostShares)
def explain_shares(shares: CostShares) -> Explanation:
    """The costs, who pays what, and whether a coalition pays more than it would alone.

    Parameters
    ----------
    shares : CostShares
        Payments by one rule.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    game = shares.game
    steps = [_costs_step(game)]
    if shares.rule.lower().startswith("shapley") and game.n <= MOST_ORDERED:
        steps.append(_orders_step(game))
    steps.append(_payments_step(game, shares.rule, shares.payments))
    return Explanation(game.title or "A cost game", (*steps, check_step(shares)))


def _steps_of(game: CostGame, answer: Solution) -> tuple[Step, ...]:
    """How one answer divides the costs."""
    if isinstance(answer, ShapleyValue) and game.n <= MOST_ORDERED:
        return (_orders_step(game), _payments_step(game, answer.concept, _paid(game, answer)))
    if isinstance(answer, LexicographicAllocation):
        complaints = answer.complaints_in(answer.game)
        if type(complaints) is Excesses:
            rounds = _rounds(game, answer, complaints)
            return (*rounds, _payments_step(game, answer.concept, _paid(game, answer)))
    if isinstance(answer, Core):
        return _core_steps(game, answer)
    steps = _of_savings(answer)
    if isinstance(answer, Allocation):
        steps += (_payments_step(game, answer.concept, _paid(game, answer)),)
    return steps


def _of_savings(answer: Solution) -> tuple[Step, ...]:
    """The steps of an answer about the savings game."""
    note = "What follows is about the savings v(S); a player who is given x of them pays c(i) - x."
    return (Step("In savings", note), *steps_of(answer))


def _paid(game: CostGame, point: Allocation) -> tuple[Number, ...]:
    return game.payments(point.payoffs)


def _costs_step(game: CostGame) -> Step:
    """What every coalition costs, together and apart."""
    costs = game.as_worths()
    masks = list(costs.coalitions())
    if costs.grand > MOST_LISTED:
        masks = [costs.grand ^ (1 << i) for i in reversed(range(game.n))] + [costs.grand]
    rows = []
    for mask in masks:
        together, apart = costs.value(mask), _sum(game.alone, mask)
        rows.append((costs.spell(mask), show(together), show(apart), show(apart - together)))
    prose = (
        "c(S) is what it costs to serve the players of S together. Served apart they would pay the "
        "sum of c(i); the difference is what they save, v(S)."
    )
    if costs.grand > MOST_LISTED:
        prose += f" There are {count_of(costs.grand, 'coalition')}; the largest few are shown."
    table = Table(("coalition", "c(S)", "apart", "saved"), tuple(rows))
    return Step(f"The costs, {count_of(game.n, 'player')}", prose, table)


def _sum(numbers: Sequence[Number], mask: int) -> Number:
    return sum((numbers[i] for i in members(mask)), start=numbers[0] * 0)


def _orders_step(game: CostGame) -> Step:
    """All orders of arrival, with the cost that each player adds."""
    costs = game.as_worths()
    rows, totals = [], [costs.value(0)] * game.n
    for order, added in marginals_by_order(costs):
        rows.append((" ".join(game.players[i] for i in order), *map(show, added)))
        totals = [t + x for t, x in zip(totals, added, strict=True)]
    ways = math.factorial(game.n)
    rows.append(("total", *map(show, totals)))
    rows.append((f"total / {ways}", *(show(t / ways) for t in totals)))
    return Step(
        "Costs added, by orders of arrival",
        "The players arrive one by one, and each pays what the arrival adds to the cost. There are "
        f"{game.n}! = {count_of(ways, 'order')}, all equally likely; the average is the "
        "Shapley value.",
        Table(("order", *game.players), tuple(rows)),
    )


def _payments_step(game: CostGame, concept: str, paid: Sequence[Number]) -> Step:
    rows = [
        (name, show(alone), show(x), show(alone - x))
        for name, alone, x in zip(game.players, game.alone, paid, strict=True)
    ]
    rows.append(
        ("total", show(sum(game.alone)), show(sum(paid)), show(sum(game.alone) - sum(paid)))
    )
    return Step(
        f"What each player pays: {concept}",
        f"The payments add up to c(N) = {show(game.as_worths().total)}.",
        Table(("player", "alone", "pays", "saves"), tuple(rows)),
    )


def _core_steps(game: CostGame, core: Core) -> tuple[Step, ...]:
    """No coalition pays more than serving it alone would cost: the inequalities and corners."""
    costs = game.as_worths()
    masks = list(costs.coalitions())[:-1][:MOST_LISTED]
    total = costs.total
    rows = tuple(
        (
            _letters(costs, mask),
            f"≤ {show(costs.value(mask))}",
            f"{_letters(costs, costs.grand ^ mask)} ≥ {show(total - costs.value(mask))}",
        )
        for mask in masks
    )
    more = costs.grand - 1 - len(rows)
    prose = (
        f"Payments are in the core when {_letters(costs, costs.grand)} = {show(total)} and no "
        "coalition pays more than serving it alone would cost:"
    )
    prose += f" (the first {len(rows)} of {costs.grand - 1} are shown)" if more else ""
    header = ("sum", "at most", "so the others")
    steps = [Step("The inequalities", prose, Table(header, rows)), _balance_step(game, core)]
    if not core.empty and game.n <= 5:
        steps.append(_vertices_step(game, core))
    if not core.empty and game.n <= MOST_RANGED:
        ranges = tuple(
            (name, show(alone - high), show(alone - low))
            for name, alone, (low, high) in zip(game.players, game.alone, core.ranges, strict=True)
        )
        words = "The least and the most that each player pays in the core."
        steps.append(Step("Ranges", words, Table(("player", "least", "most"), ranges)))
    return tuple(steps)


def _letters(game: CoalitionalGame, mask: int) -> str:
    if mask.bit_count() > 6:
        return f"y({game.spell(mask)})"
    return " + ".join(f"y({name})" for name in game.members(mask))


def _balance_step(game: CostGame, core: Core) -> Step:
    """Balanced weights: what the coalitions they weigh would pay at most."""
    costs = game.as_worths()
    rows = []
    most = costs.value(0)
    for mask, w in core.balance.weights:
        cost = costs.value(mask)
        most = most + w * cost
        marks = [show(w) if mask >> i & 1 else "" for i in range(game.n)]
        rows.append((costs.spell(mask), show(w), *marks, show(cost), show(w * cost)))
    rows.append(("total", "", *["1"] * game.n, "", show(most)))
    table = Table(("coalition", "weight", *game.players, "cost", "weighted"), tuple(rows))
    total = show(costs.total)
    start = (
        "Add up the inequalities of these coalitions with these weights. For every player the "
        f"weights add up to one, so the sum says: all players together pay at most {show(most)}. "
    )
    if core.empty:
        prose = f"{start}But serving all costs {total}: the core is empty."
        return Step("Balanced weights that pay too little", prose, table)
    assert core.point is not None
    prose = (
        f"{start}No other balanced weights give a smaller bound, and serving all costs {total}, "
        f"which does not exceed it; {show_all(game.payments(core.point))} satisfies every "
        "inequality."
    )
    return Step("What coalitions pay together", prose, table)


def _vertices_step(game: CostGame, core: Core) -> Step:
    """The corners as payments, each with the coalitions that pay just what they cost."""
    listed = core.vertex_list
    pairs = list(zip(core.vertices, listed.tight, strict=True))[:MOST_VERTICES]
    rows = tuple(
        (show_all(game.payments(x)), "  ".join(listed.game.spell(mask) for mask in masks))
        for x, masks in pairs
    )
    count = len(core.vertices)
    noun = "vertex" if count == 1 else "vertices"
    prose = f"The core has dimension {core.dimension} and {count} {noun}, here as payments."
    header = ("payments", "pay what they cost")
    return Step("Where the inequalities bind", prose, Table(header, rows))


def _rounds(
    game: CostGame, solution: LexicographicAllocation, complaints: Complaints
) -> tuple[Step, ...]:
    """The linear programs of a nucleolus, complaints being payments beyond the cost."""
    bounded = any(low is not None for low in solution.lower_bounds(solution.game))
    whom = "payments of no more than each player's cost alone" if bounded else "all payments"
    steps = [
        Step(
            f"What the {solution.concept} asks for",
            "A coalition complains by what it pays beyond its own cost, y(S) - c(S). Among "
            f"{whom} that cover c(N), find those whose greatest complaint is least; of these those "
            "whose next is least, and so on, until one is left. Each round is a linear program.",
        )
    ]
    costs = game.as_worths()
    for k, r in enumerate(solution.rounds, 1):
        paid = game.payments(r.point)
        rows = []
        for index, weight in zip(r.tight, r.weights, strict=True):
            mask = sum(1 << i for i, a in enumerate(complaints.rows([index])[0].tolist()) if a)
            cost, sum_paid = costs.value(mask), _sum(paid, mask)
            cells = (show(cost), show(sum_paid), show(sum_paid - cost), show(weight))
            rows.append((complaints.spell(index), *cells))
        left = f"The payments are settled: {show_all(paid)}."
        if r.dimension:
            left = (
                f"What is left open has dimension {r.dimension}; one optimum is {show_all(paid)}."
            )
        prose = (
            f"The smallest possible greatest complaint is {show(r.level)}. The weights "
            f"{weighted_text(complaints, r)} prove it: none of these complaints can fall without "
            f"another rising. {left}"
        )
        table = Table(("coalition", "c(S)", "y(S)", "y(S) - c(S)", "weight"), tuple(rows))
        steps.append(Step(f"Linear program {k}", prose, table))
    return tuple(steps)
