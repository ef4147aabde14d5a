"""Claims about cost games: payments that cover the cost, and savings behind them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kibitz.coalitional.coalitions import halves, subset_sums, tensor_difference
from kibitz.coalitional.cost_game import CostGame
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor
from kibitz.proof.kernel.arithmetic import near, summed
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
    entry,
    exact_tensor,
    payoffs,
    points,
    same_points,
    shapley,
    spelled,
)

MOST_TABLED = 16
"""Players up to which payments are compared with the costs of all coalitions."""
SHAPLEY = "Shapley value"
CALLED = {
    "equal": "equal charge",
    "proportional": "proportional to the cost alone",
    "ensc": "equal nonseparable costs (ENSC)",
    "aca": "alternate cost avoided (ACA)",
    "cga": "cost gap (CGA), the tau-value",
    "shapley": SHAPLEY,
}
"""Short names of the rules."""


@checks("cost-solution", of=CostGame)
def cost_solution(game: CostGame, claim: Claim, proof: Proof) -> None:
    """The savings hold, and payments are the costs alone less the savings."""
    savings = game.savings()
    inner = claim.raw("savings")
    proof.states("these are payments and savings", "the theorem for each answer")
    proof.proves("savings", savings, inner, "coalitional-solution")
    ends = [*Worths(savings).ends, *game.alone]
    answers = inner.get("answers", {}) if isinstance(inner, dict) else {}
    listed = [x for x in answers.values() if isinstance(x, dict) and "payoffs" in x]
    known = {str(x.get("kind")): _less(game, payoffs(savings, Claim(x))) for x in listed}
    paid = claim.part("payments")
    for concept in paid.data:
        given = payoffs(savings, paid, concept)
        proof.within(ends, given)
        right = known.get(concept.lower().replace(" ", "-"), "no savings are claimed for it")
        proof.equal(f"payments by {concept}", given, right)
    if "core_payments" in claim:
        core = answers.get("core")
        known_core = isinstance(core, dict) and core.get("empty") is not True
        corners = points(savings, Claim(core), "vertices") if known_core else []
        inside = points(savings, claim, "core_payments")
        proof.within(ends, [x for v in inside for x in v])
        wanted = [_less(game, v) for v in corners]
        proof.that("payments in the core", same_points(proof, inside, wanted))


@checks("cost-shares", of=CostGame)
def cost_shares(game: CostGame, claim: Claim, proof: Proof) -> None:
    """The payments cover the cost, and are what a general rule says."""
    rule = claim.text("rule")
    given = claim.numbers("payments", game.n)
    proof.states(f"{rule}: {spelled(given)}", "its definition")
    proof.says(claim, "exact", not any(isinstance(x, float) for x in given))
    _shares(game, rule, given, proof)
    if rule == "nucleolus" and "rounds" not in claim:
        proof.leaves("nucleolus: that the payments are what the rule says")
    if "rounds" in claim:
        saved = [c - x for c, x in zip(game.alone, given, strict=True)]
        inner = {"kind": "nucleolus", "payoffs": saved, "rounds": claim.raw("rounds")}
        proof.proves("savings", game.savings(), inner, "nucleolus")


def _shares(game: CostGame, rule: str, given: list[Number], proof: Proof) -> None:
    cost = getattr(game, "total", None)
    if cost is None:
        cost = game.costs[(1 << game.n) - 1,]
    proof.within([Fraction(0), *game.alone], given)
    close, paid = proof.tolerance * game.n, summed(Fraction(x) for x in given)
    proof.that(f"{rule}: the payments cover the cost of all", abs(paid - Fraction(cost)) <= close)
    right = None
    if game.n <= MOST_TABLED and rule == SHAPLEY:
        right = _less(game, shapley(Worths(game.savings())))
    elif game.n <= MOST_TABLED:
        right = proportional(game, rule)
    if right is not None:
        proof.that(f"{rule}: each player pays what the rule says", near(given, right, close))
    elif rule != "nucleolus":
        proof.leaves(f"{rule}: that the payments are what the rule says")


def _less(game: CostGame, saved: Sequence[Number]) -> Point:
    """The costs alone, less savings."""
    return [Fraction(c) - Fraction(x) for c, x in zip(game.alone, saved, strict=True)]


def _separable(costs: Tensor) -> Point:
    """What each player adds to the cost of all others."""
    last = len(costs.array) - 1
    return [entry(costs, last) - entry(costs, last ^ 1 << i) for i in range(last.bit_length())]


def proportional(game: CostGame, rule: str) -> Point | None:
    """Everyone pays something of their own, and the rest in proportion to some parts."""
    costs = exact_tensor(game.costs)
    n, zero = game.n, Fraction(0)
    alone, own = [Fraction(c) for c in game.alone], _separable(costs)
    gaps = tensor_difference(costs, subset_sums(own))
    least = [Fraction(int(halves(gaps.array, i)[1].min()), gaps.denominator) for i in range(n)]
    avoided = [c - m for c, m in zip(alone, own, strict=True)]
    ones, none = [Fraction(1)] * n, [zero] * n
    ways = ((none, ones), (none, alone), (own, ones), (own, avoided), (own, least))
    known = dict(zip(CALLED.values(), ways, strict=False))
    if rule not in known:
        return None
    mine, parts = known[rule]
    rest, whole = entry(costs, (1 << n) - 1) - sum(mine), sum(parts)
    if not whole:
        return [m + rest / n for m in mine]
    return [m + rest * p / whole for m, p in zip(mine, parts, strict=True)]


@checks("cost-allocation", of=CostGame)
def cost_allocation(game: CostGame, claim: Claim, proof: Proof) -> None:
    """What each player pays by each rule, and whether a coalition pays more than alone."""
    costs = exact_tensor(game.costs)
    proof.states("these are the cost shares", "the definition of each rule")
    paid, inside = claim.part("payments"), claim.part("in_core")
    given = {rule: paid.numbers(rule, game.n) for rule in paid.data}
    proof.within([Fraction(0), *game.alone], [x for row in given.values() for x in row])
    proof.says(claim, cost=entry(costs, (1 << game.n) - 1), separable=_separable(costs))
    for rule, row in given.items():
        _shares(game, CALLED.get(rule, rule), row, proof)
        if rule == "nucleolus":
            proof.leaves("nucleolus: that the payments are what the rule says")
        over = tensor_difference(subset_sums([Fraction(v) for v in row]), costs)
        most = Fraction(int(over.array.max()), over.denominator)
        proof.equal(f"in_core by {rule}", inside.raw(rule), most <= proof.tolerance * game.n)
