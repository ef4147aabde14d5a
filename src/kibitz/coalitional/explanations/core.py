"""The core on the blackboard: the inequalities, whether all can be kept, and how they bind."""

from __future__ import annotations

from kibitz.coalitional.explain import explain_answers, steps_of
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.sets.payoff_set import MOST_RANGED, PayoffSet
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show, show_all
from kibitz.core.verbs import explain

MOST_LISTED = 32
MOST_VERTICES = 24


@extends(PayoffSet)
@explain.register
def explain_set(payoff_set: PayoffSet) -> Explanation:
    """The derivation of the core or one of its relatives.

    Parameters
    ----------
    payoff_set : PayoffSet
        The core, or one of its relatives.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    return explain_answers(payoff_set.game, (payoff_set,))


@steps_of.register
def _(payoff_set: PayoffSet) -> tuple[Step, ...]:
    game = payoff_set.game
    steps = [_demands_step(payoff_set), _balance_step(payoff_set)]
    if not payoff_set.empty and game.n <= 5:
        steps.append(_vertices_step(payoff_set))
    if not payoff_set.empty and game.n <= MOST_RANGED:
        steps.append(_ranges_step(payoff_set))
    if game.n in (3, 4):
        picture = payoff_set.draw()
        steps.append(Step("The picture", picture=picture))
    return tuple(steps)


def _demands_step(payoff_set: PayoffSet) -> Step:
    """The inequalities; with those of three players turned into bounds on single payoffs."""
    game = payoff_set.demands
    masks = list(game.coalitions())[:-1][:MOST_LISTED]
    rows = []
    for mask in masks:
        row = [_sum(game, mask), f"≥ {show(game.value(mask))}"]
        others = game.grand ^ mask
        if game.n == 3:
            most = show(game.total - game.value(mask))
            row.append(f"{_sum(game, others)} ≤ {most}")
        rows.append(tuple(row))
    header = ("sum", "at least", "so the others") if game.n == 3 else ("sum", "at least")
    more = game.grand - 1 - len(rows)
    prose = (
        f"Payoffs are in the {payoff_set.concept} when {_sum(game, game.grand)} = "
        f"{show(game.total)} and no coalition gets less than it demands:"
    )
    if more:
        prose += f" (the first {len(rows)} of {game.grand - 1} are shown)"
    return Step("The inequalities", prose, Table(header, tuple(rows)))


def _sum(game: CoalitionalGame, mask: int) -> str:
    if mask.bit_count() > 6:
        return f"x({game.spell(mask)})"
    return " + ".join(f"x({name})" for name in game.members(mask))


def _balance_step(payoff_set: PayoffSet) -> Step:
    """Balanced weights: what the coalitions they weigh would need."""
    balance, game = payoff_set.balance, payoff_set.demands
    total = sum(w * game.value(mask) for mask, w in balance.weights)
    rows = []
    for mask, w in balance.weights:
        marks = [show(w) if mask >> i & 1 else "" for i in range(game.n)]
        demand = game.value(mask)
        rows.append((game.spell(mask), show(w), *marks, show(demand), show(w * demand)))
    ones = ["1"] * game.n
    rows.append(("total", "", *ones, "", show(total)))
    table = Table(("coalition", "weight", *game.players, "demand", "weighted"), tuple(rows))
    if payoff_set.empty:
        prose = (
            "Add up the inequalities of these coalitions with these weights. For every player the "
            f"weights add up to one, so the sum says: all players together need {show(total)}. "
            f"But v(N) is only {show(game.total)}: the {payoff_set.concept} is empty."
        )
        return Step("Balanced weights that demand too much", prose, table)
    assert payoff_set.point is not None
    prose = (
        "Among all balanced weights on coalitions, which add up to one for every player, these "
        f"demand the most: {show(total)}. v(N) = {show(game.total)} is enough; "
        f"{show_all(payoff_set.point)} satisfies every inequality."
    )
    return Step("What coalitions need together", prose, table)


def _vertices_step(payoff_set: PayoffSet) -> Step:
    """The vertices, each with the coalitions that get just what they demand there."""
    listed = payoff_set.vertex_list
    pairs = list(zip(payoff_set.vertices, listed.tight, strict=True))[:MOST_VERTICES]
    rows = tuple(
        (show_all(x), "  ".join(listed.game.spell(mask) for mask in masks)) for x, masks in pairs
    )
    count = len(payoff_set.vertices)
    kind = {0: "a point", 1: "a segment", 2: "a polygon"}.get(payoff_set.dimension, "a polytope")
    prose = (
        f"The {payoff_set.concept} is {kind}, of dimension {payoff_set.dimension}, with {count} "
    )
    prose += "vertex." if count == 1 else "vertices."
    if count > MOST_VERTICES:
        prose += f" The first {MOST_VERTICES} are shown."
    return Step("Where the inequalities bind", prose, Table(("vertex", "binding"), rows))


def _ranges_step(payoff_set: PayoffSet) -> Step:
    rows = tuple(
        (name, show(low), show(high))
        for name, (low, high) in zip(payoff_set.game.players, payoff_set.ranges, strict=True)
    )
    prose = f"The least and the most that each player gets in the {payoff_set.concept}."
    return Step("Ranges", prose, Table(("player", "least", "most"), rows))
