"""Several answers about one game, its properties, and where its worths come from."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import halves, integers_within, sizes, subset_sums
from kibitz.coalitional.families.assignment import AssignmentGame
from kibitz.coalitional.families.linear_production import LinearProduction
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.claim import LAST, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.proof.kernel.arithmetic import dot, fractions, mixture, near, summed
from kibitz.proof.kernel.coalitions import (
    Worths,
    entry,
    is_convex,
    payoffs,
    shown,
    sum_over,
    weights,
)

MOST_PAIRED = 15
"""Players up to which all pairs of disjoint coalitions are compared."""
MOST_TABLED = 14
MOST_NODES = 200_000


@checks("properties", of=CoalitionalGame)
def properties(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Every property by its definition; those of balance only where convexity proves them."""
    worths = Worths(game)
    proof.states("these are the properties", "the definition of each")
    proof.within(worths.ends)
    slack = int(4 * proof.tolerance * worths.tensor.denominator)
    proof.found(claim, "why", words="the wording of the reasons")
    convex = is_convex(worths, slack)
    for name, right in _definitions(worths, slack, convex).items():
        if right is not None:
            proof.says(claim, name, right)
    for name in ("balanced", "totally_balanced"):
        if name in claim and convex:
            proof.says(claim, name, True)
        elif name in claim:
            claim.flag(name)
            proof.leaves(f"whether it is {name.replace('_', ' ')}")


def _definitions(worths: Worths, slack: int, convex: bool) -> dict[str, Any]:
    """What is right, by name; None where it is too much to look at."""
    n, names = worths.n, worths.game.players
    v = integers_within(worths.tensor.array, 4 * n + 4)
    unit = worths.tensor.denominator
    alone = [v[1 << i] for i in range(n)]
    sums = subset_sums([Fraction(int(a)) for a in alone]).array.astype(object)
    gains = [halves(v, i)[1] - halves(v, i)[0] for i in range(n)]
    monotone = all(g.min() >= -slack for g in gains)
    size = sizes(n)
    simple = bool(((v == 0) | (v == unit)).all() and v[-1] != 0 and monotone)
    inner, outer = v[1:-1], v[::-1][1:-1]
    return {
        "superadditive": _superadditive(v, n, slack) if n <= MOST_PAIRED else None,
        "monotone": monotone,
        "zero_monotone": all(g.min() >= a - slack for g, a in zip(gains, alone, strict=True)),
        "convex": convex,
        "additive": bool((abs(v - sums) <= slack).all()),
        "constant_sum": bool((abs(v + v[::-1] - v[-1]) <= slack).all()),
        "symmetric": all(max(x) - min(x) <= slack for x in (v[size == s] for s in range(1, n + 1))),
        "essential": bool(v[-1] - sums[-1] > slack),
        "simple": simple,
        "proper": simple and not bool(((inner != 0) & (outer != 0)).any()),
        "strong": simple and not bool(((inner == 0) & (outer == 0)).any()),
        "veto_players": [names[i] for i in range(n) if bool((abs(halves(v, i)[0]) <= slack).all())],
        "dummies": [names[i] for i in range(n) if bool((abs(gains[i] - alone[i]) <= slack).all())],
        "null_players": [names[i] for i in range(n) if bool((abs(gains[i]) <= slack).all())],
    }


def _superadditive(v: Any, n: int, slack: int) -> bool:
    """Whether two coalitions without common players never lose by joining. O(3^n)."""
    masks = np.arange(1 << n)
    for s in range(1, 1 << n):
        apart = masks[(masks & s) == 0]
        if (v[apart | s] - v[apart] - v[s]).min() < -slack:
            return False
    return True


@checks("strategic-equivalence", of=CoalitionalGame)
def strategic_equivalence(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Every worth is carried over: w(S) = scale v(S) + shifts. O(2^n)."""
    worths, second = Worths(game), weights(game, claim, "worths")
    shifts, scale = payoffs(game, claim, "shifts"), claim.number("scale")
    proof.states("the games are strategically equivalent", "the transformation itself")
    proof.within(worths.ends, [scale, *shifts, *second.values()])
    proof.that("the scale is positive", scale > 0, show(scale))
    added = subset_sums([Fraction(x) for x in shifts])
    right = {m: Fraction(scale) * worths[m] + entry(added, m) for m in second}
    slack, last = abs(Fraction(scale)) * proof.tolerance, LAST if proof.tolerance else 0
    pairs = [(Fraction(x), right[m]) for m, x in second.items()]
    close = all(abs(x - y) <= slack + last * abs(y) for x, y in pairs)
    proof.that("every worth is carried over", close and len(second) == game.grand)


@checks("tree-worths", of=CoalitionalGame)
def tree_worths(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Going back from the ends, a coalition takes its best move and the others its worst."""
    worths = Worths(game)
    given = weights(game, claim, "worths")
    proof.within(worths.ends, given.values())
    proof.states("these are the worths of the tree", "backward induction for each coalition")
    nodes = claim.parts("tree")
    proof.equal("nodes", claim.raw("nodes"), len(nodes))
    if not nodes or len(nodes) << game.n > MOST_NODES * 16:
        raise GameError("tree: it is empty, or too large to go through for every coalition")
    read = [_node(game, part, k, len(nodes)) for k, part in enumerate(nodes)]
    good = sorted(given) == list(range(1, game.grand + 1))
    for mask in given:
        value = _back(read, mask)
        good = good and near([given[mask], worths[mask]], [value] * 2, 4 * proof.tolerance)
    proof.that("every coalition can guarantee its worth, and no more", good)


def _node(game: CoalitionalGame, part: Claim, k: int, count: int) -> tuple[Any, ...]:
    """A node: who moves, what it pays, where it leads, with which chances."""
    children = part.items("moves_to", None, [])
    if not all(type(c) is int and k < c < count for c in children):
        raise GameError(f"{part.path('moves_to')}: children come after their parents")
    if not children:
        return None, part.exacts("payoffs", game.n), [], []
    if "player" in part:
        return game.position(part.text("player")), [], children, []
    chances = fractions(mixture(part.numbers("chances", len(children))))
    if min(chances) < 0 or summed(chances) != 1:
        raise GameError(f"{part.path('chances')}: they are not a distribution")
    return None, [], children, chances


def _back(nodes: list[tuple[Any, ...]], mask: int) -> Fraction:
    values = [Fraction(0)] * len(nodes)
    for k in range(len(nodes) - 1, -1, -1):
        mover, paid, children, chances = nodes[k]
        if not children:
            values[k] = sum_over(paid, mask)
        elif chances:
            values[k] = dot(chances, [values[c] for c in children])
        else:
            values[k] = (max if mask >> mover & 1 else min)(values[c] for c in children)
    return values[0]


@checks("assignment-core", of=AssignmentGame)
def assignment_core(game: AssignmentGame, claim: Claim, proof: Proof) -> None:
    """Both ends give every pair its gain and pay out the matching: they are in the core."""
    gains, pairs = game.gains.numbers(), claim.items("pairs")
    ends = {key: payoffs(game, claim, key) for key in ("seller_optimal", "buyer_optimal")}
    flat = [x for row in gains for x in row]
    proof.within([Fraction(0), *flat], [x for end in ends.values() for x in end])
    proof.states("both ends are in the core", "duality (Shapley and Shubik)")
    matched, taken = Fraction(0), []
    for pair in pairs:
        known = isinstance(pair, list) and len(pair) == 2
        if not known or pair[0] not in game.sellers or pair[1] not in game.buyers:
            raise GameError(f"pairs: {pair!r:.40} is not a seller and a buyer")
        matched += Fraction(gains[game.sellers.index(pair[0])][game.buyers.index(pair[1])])
        taken += pair
    proof.that("no one is in two pairs", len(set(taken)) == len(taken))
    close, m = proof.tolerance * game.n, len(game.sellers)
    proof.equal("worth", claim.raw("worth"), matched)
    for key, end in ends.items():
        x, words = [Fraction(v) for v in end], key.replace("_", " ")
        sums = [a + b for a in x[:m] for b in x[m:]]
        short = any(s < Fraction(g) - close for s, g in zip(sums, flat, strict=True))
        proof.that(f"{words}: no pair gets less than its gain", not short)
        proof.that(f"{words}: no payoff is negative", min(x) >= -close)
        proof.that(f"{words}: the whole worth is paid out", abs(sum(x) - matched) <= close)
    middle = [(Fraction(a) + Fraction(b)) / 2 for a, b in zip(*ends.values(), strict=True)]
    proof.equal("fair_division", claim.raw("fair_division"), middle)
    if game.n > MOST_TABLED:
        proof.leaves("that the ends are the best for either side")
        return
    worths, best = Worths(game), [*ends["seller_optimal"][:m], *ends["buyer_optimal"][m:]]
    good = near(best, worths.utopia(), close)
    proof.that("the best payoffs are marginal contributions", good, shown(worths, worths.total))


@checks("owen-set", of=LinearProduction)
def owen_set(game: LinearProduction, claim: Claim, proof: Proof) -> None:
    """The prices cover every product and pay what all together own: duality."""
    prices, paid = claim.table("prices"), claim.table("payoffs")
    sold, needs, owned = (_exactly(t.numbers()) for t in (game.prices, game.needs, game.resources))
    made = claim.exacts("production", len(sold))
    proof.states("these payoffs are in the core", "duality (Owen)")
    proof.says(claim, exact=True)
    have, worth = [sum(column) for column in zip(*owned, strict=True)], dot(sold, made)
    possible = min(made) >= 0 and all(dot(r, made) <= h for r, h in zip(needs, have, strict=True))
    proof.that("the production can be made", possible, show(worth))
    proof.equal("worth", claim.raw("worth"), worth)
    if not 0 < len(prices) == len(set(prices)) == len(paid):
        raise GameError("prices: there must be as many as payoffs, at least one, and each once")
    for row, payoff in zip(prices, paid, strict=True):
        y = _exactly(list(row))
        if len(y) != len(needs) or len(payoff) != game.n:
            raise GameError("prices: one for each resource, and a payoff for each player")
        costs = [dot(column, y) for column in zip(*needs, strict=True)]
        covered = min(y) >= 0 and all(c >= s for c, s in zip(costs, sold, strict=True))
        proof.that("the prices cover every product", covered)
        right = [dot(r, y) for r in owned]
        proof.equal("payoffs", payoff, right)
        proof.that("they pay out what all earn", sum(right) == worth, show(sum(right)))
    proof.leaves("that there are no other extreme prices")


def _exactly(numbers: Any) -> Any:
    return [_exactly(x) if isinstance(x, list) else Fraction(x) for x in numbers]
