"""Several answers about one game, its properties, and where its worths come from."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import halves, integers_within, sizes, subset_sums
from kibitz.coalitional.families.assignment import AssignmentGame
from kibitz.coalitional.families.linear_production import LinearProduction
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.certificate import check
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.proof.kernel.coalitions import Worths, header, is_convex, payoffs, shown, weights

MOST_PAIRED = 15
"""Players up to which all pairs of disjoint coalitions are compared."""
MOST_TABLED = 14
MOST_NODES = 200_000
FROM_STRATEGIES = ("coalition-readings", "coalition-values")
"""Kinds of answers about the strategic game that a coalitional one comes from."""


@checks("coalitional-solution", of=CoalitionalGame)
def coalitional_solution(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Each answer holds, of this very game."""
    parts = claim.raw("answers")
    if not isinstance(parts, dict) or not parts:
        raise GameError("answers: expected an object with an answer for each name")
    proof.states(f"{', '.join(parts)}: as answered", "the theorem of each")
    proof.says(claim, "players", list(game.players))
    for name, part in parts.items():
        if isinstance(part, dict) and part.get("kind") in FROM_STRATEGIES:
            _from_strategies(game, name, part, proof)
        else:
            proof.includes(name, check(game, part))


def _from_strategies(game: CoalitionalGame, name: str, part: dict[str, Any], proof: Proof) -> None:
    """One of the readings of a strategic game must give the worths of this game."""
    readings = part.get("readings")
    tables = readings.values() if isinstance(readings, dict) else [part.get("worths")]
    found = []
    for table in tables:
        if not isinstance(table, dict):
            raise GameError(f"{name}: expected a worth for each coalition")
        given = Claim({"worths": table}, name)
        found.append(weights(game, given, "worths"))
    worths = Worths(game)
    proof.within(worths.ends, [x for table in found for x in table.values()])
    good = any(
        all(abs(Fraction(x) - worths[m]) <= proof.tolerance for m, x in table.items())
        and len(table) == game.grand
        for table in found
    )
    proof.that(f"{name}: one reading gives the worths of this game", good)
    proof.leaves(f"{name}: that the strategies give these worths")


@checks("properties", of=CoalitionalGame)
def properties(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Every property by its definition; those of balance only where convexity proves them."""
    worths = Worths(game)
    proof.states("these are the properties", "the definition of each")
    header(game, claim, proof, [])
    proof.within(worths.ends)
    slack = int(4 * proof.tolerance * worths.tensor.denominator)
    proof.found(claim, "why", words="the reasons in words")
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
    sums = np.zeros(1, v.dtype)
    for a in alone:
        sums = np.concatenate([sums, sums + a])
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
        "symmetric": all(np.ptp(v[size == s]) <= slack for s in range(1, n + 1)),
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
    worths = Worths(game)
    shifts = payoffs(game, claim, "shifts")
    scale = claim.number("scale")
    second = weights(game, claim, "worths")
    proof.states("the games are strategically equivalent", "the transformation itself")
    header(game, claim, proof, [])
    ends = [*second.values()] or [Fraction(0)]
    proof.within([*worths.ends, min(ends), max(ends)], [scale, *shifts, *second.values()])
    proof.that("the scale is positive", scale > 0, show(scale))
    added = subset_sums([Fraction(x) for x in shifts])
    good = len(second) == game.grand and all(
        abs(
            Fraction(scale) * worths[m]
            + Fraction(int(added.array[m]), added.denominator)
            - Fraction(w)
        )
        <= 4 * proof.tolerance
        for m, w in second.items()
    )
    proof.that("every worth is carried over", good)


@checks("tree-worths", of=CoalitionalGame)
def tree_worths(game: CoalitionalGame, claim: Claim, proof: Proof) -> None:
    """Going back from the ends, a coalition takes its best move and the others its worst."""
    worths = Worths(game)
    given = weights(game, claim, "worths")
    proof.within(worths.ends, given.values())
    proof.states("these are the worths of the tree", "backward induction for each coalition")
    header(game, claim, proof, [])
    nodes = claim.parts("tree")
    proof.equal("nodes", claim.raw("nodes"), len(nodes))
    if not nodes or len(nodes) << game.n > MOST_NODES * 16:
        raise GameError("tree: it is empty, or too large to go through for every coalition")
    read = [_node(game, part, k, len(nodes)) for k, part in enumerate(nodes)]
    good = sorted(given) == list(range(1, game.grand + 1))
    for mask in given:
        value = _back(read, mask)
        close = 4 * proof.tolerance
        good = good and abs(value - worths[mask]) <= close
        good = good and abs(value - Fraction(given[mask])) <= close
    proof.that("every coalition can guarantee its worth, and no more", good)


def _node(game: CoalitionalGame, part: Claim, k: int, count: int) -> tuple[Any, ...]:
    """A node: who moves, what it pays, where it leads, with which chances."""
    children = part.items("moves_to") if "moves_to" in part else []
    if not all(type(c) is int and k < c < count for c in children):
        raise GameError(f"{part.path('moves_to')}: children come after their parents")
    if not children:
        return None, [Fraction(x) for x in part.numbers("payoffs", game.n)], [], []
    if "player" in part:
        return game.position(part.text("player")), [], children, []
    chances = [Fraction(x) for x in part.numbers("chances", len(children))]
    if min(chances) < 0 or abs(sum(chances, Fraction(0)) - 1) > Fraction(1, 10**9):
        raise GameError(f"{part.path('chances')}: they are not a distribution")
    return None, [], children, chances


def _back(nodes: list[tuple[Any, ...]], mask: int) -> Fraction:
    values = [Fraction(0)] * len(nodes)
    for k in range(len(nodes) - 1, -1, -1):
        mover, paid, children, chances = nodes[k]
        if not children:
            values[k] = sum((x for i, x in enumerate(paid) if mask >> i & 1), Fraction(0))
        elif chances:
            pairs = zip(chances, children, strict=True)
            values[k] = sum((p * values[c] for p, c in pairs), Fraction(0))
        else:
            choose = max if mask >> mover & 1 else min
            values[k] = choose(values[c] for c in children)
    return values[0]


@checks("assignment-core", of=AssignmentGame)
def assignment_core(game: AssignmentGame, claim: Claim, proof: Proof) -> None:
    """Both ends give every pair its gain and pay out the matching: they are in the core."""
    gains = [[Fraction(x) for x in row] for row in game.gains.numbers()]
    pairs = claim.items("pairs")
    ends = {key: payoffs(game, claim, key) for key in ("seller_optimal", "buyer_optimal")}
    flat = [x for row in game.gains.numbers() for x in row]
    proof.within([Fraction(0), *flat], [x for end in ends.values() for x in end])
    proof.states("both ends are in the core", "duality (Shapley and Shubik)")
    proof.says(claim, players=list(game.players), exact=game.exact)
    matched, taken = Fraction(0), []
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            raise GameError("pairs: expected a seller and a buyer in each")
        if pair[0] not in game.sellers or pair[1] not in game.buyers:
            raise GameError(f"pairs: {pair} is not a seller and a buyer")
        matched += gains[game.sellers.index(pair[0])][game.buyers.index(pair[1])]
        taken += pair
    proof.that("no one is in two pairs", len(set(taken)) == len(taken))
    close, m = proof.tolerance * game.n, len(game.sellers)
    proof.equal("worth", claim.raw("worth"), matched)
    for key, end in ends.items():
        x = [Fraction(v) for v in end]
        short = any(
            x[i] + x[m + j] < g - close for i, r in enumerate(gains) for j, g in enumerate(r)
        )
        words = key.replace("_", " ")
        proof.that(f"{words}: no pair gets less than its gain", not short)
        proof.that(f"{words}: no one gets less than nothing", min(x) >= -close)
        proof.that(f"{words}: all is paid out", abs(sum(x) - matched) <= close)
    middle = [(Fraction(a) + Fraction(b)) / 2 for a, b in zip(*ends.values(), strict=True)]
    proof.equal("fair_division", claim.raw("fair_division"), middle)
    if game.n > MOST_TABLED:
        proof.leaves("that the ends are the best for either side")
        return
    worths = Worths(game)
    best = [*ends["seller_optimal"][:m], *ends["buyer_optimal"][m:]]
    added = [worths.total - worths[game.grand ^ 1 << i] for i in range(game.n)]
    good = all(abs(Fraction(a) - b) <= close for a, b in zip(best, added, strict=True))
    proof.that("at their best all get what they add", good, shown(worths, worths.total))


@checks("owen-set", of=LinearProduction)
def owen_set(game: LinearProduction, claim: Claim, proof: Proof) -> None:
    """The prices cover every product and pay what all together own: duality."""
    prices, paid = claim.table("prices"), claim.table("payoffs")
    made = [Fraction(x) for x in claim.numbers("production", len(game.prices.numbers()))]
    proof.states("these payoffs are in the core", "duality (Owen)")
    proof.says(claim, players=list(game.players), exact=True)
    needs = [[Fraction(x) for x in row] for row in game.needs.numbers()]
    sold = [Fraction(x) for x in game.prices.numbers()]
    owned = [[Fraction(x) for x in row] for row in game.resources.numbers()]
    have = [sum(column) for column in zip(*owned, strict=True)]
    used = [sum(a * x for a, x in zip(row, made, strict=True)) for row in needs]
    possible = min(made) >= 0 and all(u <= h for u, h in zip(used, have, strict=True))
    worth = sum((c * x for c, x in zip(sold, made, strict=True)), Fraction(0))
    proof.that("the production can be made", possible, show(worth))
    proof.equal("worth", claim.raw("worth"), worth)
    if len(prices) != len(paid) or not prices:
        raise GameError("prices: there must be as many as payoffs, and at least one")
    for row, payoff in zip(prices, paid, strict=True):
        y = [Fraction(p) for p in row]
        if len(y) != len(needs) or len(payoff) != game.n:
            raise GameError("prices: one for each resource, and a payoff for each player")
        costs = [
            sum(a * p for a, p in zip(column, y, strict=True))
            for column in zip(*needs, strict=True)
        ]
        covered = min(y) >= 0 and all(c >= s for c, s in zip(costs, sold, strict=True))
        proof.that("the prices cover every product", covered)
        right = [sum((b * p for b, p in zip(r, y, strict=True)), Fraction(0)) for r in owned]
        proof.equal("payoffs", payoff, right)
        proof.that("they pay out what all earn", sum(right) == worth, show(sum(right)))
    proof.leaves("that there are no other extreme prices")
