"""Claims about cost games: payments that cover the cost, and savings behind them."""

from __future__ import annotations

from fractions import Fraction

from kibitz.coalitional.coalitions import halves, subset_sums, tensor_difference
from kibitz.coalitional.cost_game import CostGame
from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.numbers import Number
from kibitz.proof.kernel.coalitions import (
    Point,
    Worths,
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
    proof.states("these are payments and savings", "the theorem of each answer")
    proof.says(claim, "players", list(game.players))
    proof.includes("savings", check(savings, inner))
    worths = Worths(savings)
    alone = [Fraction(c) for c in game.alone]
    answers = inner.get("answers", {}) if isinstance(inner, dict) else {}
    known = {}
    for answer in answers.values():
        if isinstance(answer, dict) and "payoffs" in answer:
            name = str(answer.get("kind"))
            known[name] = [Fraction(x) for x in payoffs(savings, Claim(answer))]
    paid = claim.part("payments")
    for concept in paid.data:
        given = payoffs(savings, paid, concept)
        proof.within([*worths.ends, *game.alone], given)
        found = known.get(concept.lower().replace(" ", "-"))
        if found is None:
            proof.that(f"payments by {concept}", False, "no savings are claimed for it")
            continue
        right = [c - x for c, x in zip(alone, found, strict=True)]
        proof.equal(f"payments by {concept}", given, right)
    if "core_payments" in claim:
        core = answers.get("core")
        known_core = isinstance(core, dict) and core.get("empty") is not True
        listed = points(savings, Claim(core), "vertices") if known_core else []
        wanted = [[c - Fraction(x) for c, x in zip(alone, v, strict=True)] for v in listed]
        paid_in_core = points(savings, claim, "core_payments")
        proof.within([*worths.ends, *game.alone], [x for v in paid_in_core for x in v])
        proof.that("payments in the core", same_points(proof, paid_in_core, wanted))


@checks("cost-shares", of=CostGame)
def cost_shares(game: CostGame, claim: Claim, proof: Proof) -> None:
    """The payments cover the cost, and are what a general rule says."""
    rule = claim.text("rule")
    given = _payments(game, claim, "payments")
    proof.states(f"{rule}: {spelled(given)}", "its definition")
    proof.says(claim, "players", list(game.players))
    proof.says(claim, "exact", not any(isinstance(x, float) for x in given))
    _shares(game, rule, given, proof)
    if rule == "nucleolus" and "rounds" not in claim:
        proof.leaves("nucleolus: that the payments are what the rule says")
    if "rounds" in claim:
        saved = [c - x for c, x in zip(game.alone, given, strict=True)]
        inner = {"kind": "nucleolus", "payoffs": saved, "rounds": claim.raw("rounds")}
        proof.includes("savings", check(game.savings(), inner))


def _payments(game: CostGame, claim: Claim, key: str) -> list[Number]:
    return claim.numbers(key, game.n)


def _shares(game: CostGame, rule: str, given: list[Number], proof: Proof) -> None:
    total = getattr(game, "total", None)
    if total is None:
        total = game.costs[(1 << game.n) - 1,]
    proof.within([Fraction(0), *game.alone], given)
    x = [Fraction(v) for v in given]
    close = proof.tolerance * game.n
    proof.that(
        f"{rule}: the payments cover the cost of all", abs(sum(x) - Fraction(total)) <= close
    )
    right = None
    if game.n <= MOST_TABLED:
        if rule == SHAPLEY:
            worths = Worths(game.savings())
            alone = [Fraction(c) for c in game.alone]
            right = [c - s for c, s in zip(alone, shapley(worths), strict=True)]
        else:
            right = proportional(game, rule)
    if right is None and rule != "nucleolus":
        proof.leaves(f"{rule}: that the payments are what the rule says")
    elif right is not None:
        good = all(abs(a - b) <= close for a, b in zip(x, right, strict=True))
        proof.that(f"{rule}: each player pays what the rule says", good)


def proportional(game: CostGame, rule: str) -> Point | None:
    """Everyone pays something of their own, and the rest in proportion to some parts."""
    costs = exact_tensor(game.costs)
    n, zero = game.n, Fraction(0)
    alone = [Fraction(c) for c in game.alone]
    total = Fraction(int(costs.array[-1]), costs.denominator)
    last = (1 << n) - 1
    own = [total - Fraction(int(costs.array[last ^ 1 << i]), costs.denominator) for i in range(n)]
    gaps = tensor_difference(costs, subset_sums(own))
    least = [Fraction(int(halves(gaps.array, i)[1].min()), gaps.denominator) for i in range(n)]
    avoided = [c - m for c, m in zip(alone, own, strict=True)]
    known = {
        "equal charge": ([zero] * n, [Fraction(1)] * n),
        "proportional to the cost alone": ([zero] * n, alone),
        "equal nonseparable costs (ENSC)": (own, [Fraction(1)] * n),
        "alternate cost avoided (ACA)": (own, avoided),
        "cost gap (CGA), the tau-value": (own, least),
    }
    if rule not in known:
        return None
    mine, parts = known[rule]
    rest, whole = total - sum(mine), sum(parts)
    if not whole:
        return [m + rest / n for m in mine]
    return [m + rest * p / whole for m, p in zip(mine, parts, strict=True)]


@checks("cost-allocation", of=CostGame)
def cost_allocation(game: CostGame, claim: Claim, proof: Proof) -> None:
    """What each player pays by each rule, and whether a coalition pays more than alone."""
    costs = exact_tensor(game.costs)
    total = Fraction(int(costs.array[-1]), costs.denominator)
    last = (1 << game.n) - 1
    own = [
        total - Fraction(int(costs.array[last ^ 1 << i]), costs.denominator) for i in range(game.n)
    ]
    proof.states("these are the cost shares", "the definition of each rule")
    proof.says(claim, players=list(game.players), exact=game.exact)
    paid, inside = claim.part("payments"), claim.part("in_core")
    given = {rule: _payments(game, paid, rule) for rule in paid.data}
    proof.within([Fraction(0), *game.alone], [x for row in given.values() for x in row])
    proof.says(claim, cost=total, separable=own)
    for rule, row in given.items():
        _shares(game, CALLED.get(rule, rule), row, proof)
        if rule == "nucleolus":
            proof.leaves("nucleolus: that the payments are what the rule says")
        x = [Fraction(v) for v in row]
        over = tensor_difference(subset_sums(x), costs)
        most = Fraction(int(over.array.max()), over.denominator)
        proof.equal(f"in_core by {rule}", inside.raw(rule), most <= proof.tolerance * game.n)
