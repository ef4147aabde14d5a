"""Claims about the cells and the profiles of strategic games, by their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from kibitz.algebra.field_number import side_by_side
from kibitz.core.certificate import check
from kibitz.core.claim import CLOSE, Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.minimax import guarantees
from kibitz.proof.kernel.profiles import (
    Outcome,
    best_cells,
    cell_at,
    distributions,
    dot,
    extremes,
    lines,
    named,
    nested,
    numbers_of,
    outcome,
    places,
    profile_at,
    pure_cells,
    slacks,
    sorted_out,
    supports,
    values,
    whole,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sentences import not_zero_sum

MOST_COMPARED = 2_000_000_000
MOST_SWAPS = 20_000


@checks("pure-equilibria", of=StrategicGame)
def pure_equilibria(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every cell is looked at."""
    right = pure_cells(game)
    proof.states(
        f"these are the {count_of(len(right), 'equilibrium')} in pure strategies",
        "the definition, at every cell",
    )
    proof.says(claim, "players", game.players)
    parts = claim.parts("equilibria")
    proof.that("no cell is missing, and no other is listed", len(parts) == len(right))
    for part, cell in zip(parts, right, strict=False):
        if "cell" not in part and "strategies" not in part:
            raise GameError(f"{part.where}: expected an object with 'strategies' or a 'cell'")
        proof.says(part, cell=cell, strategies=named(game, cell))
        proof.says(part, f"{game.word}s", game.payoff(*cell))


@checks("movement-diagram", of=StrategicGame)
def movement_diagram(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """From each cell arrows lead to the best responses of everyone who has a better one."""
    if prod(game.shape) > 100_000:
        raise GameError(f"{count_of(prod(game.shape), 'cell')}; at most 100,000 are looked at")
    proof.states("this is the movement diagram", "the definition, at every cell")
    masks = [best_cells(game, k) for k in range(len(game.players))]
    right = [
        {"player": game.players[k], "from": cell, "to": end}
        for cell in product(*map(range, game.shape))
        for k, mask in enumerate(masks)
        if not mask[cell]
        for end in ((*cell[:k], i, *cell[k + 1 :]) for i in range(game.shape[k]))
        if mask[end]
    ]
    proof.says(claim, "players", game.players)
    proof.that("the arrows are those to best responses", same(claim.raw("arrows"), right))
    proof.says(claim, "sinks", pure_cells(game))


@checks("dominant-strategies", of=StrategicGame)
def dominant_strategies(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each strategy is compared with all others of its player, case by case."""
    proof.states("these strategies are dominant, and no others", "the definition")
    proof.says(claim, "players", game.players)
    strict: list[str | None] = []
    weak: list[str | None] = []
    for k, names in enumerate(game.strategies):
        own = lines(game, k)[0]
        above = [(own[i] >= np.delete(own, i, 0)) for i in range(len(names))]
        strictly = [bool((own[i] > np.delete(own, i, 0)).all()) for i in range(len(names))]
        weakly = [
            bool(a.all() and (own[i] > np.delete(own, i, 0)).any(axis=1).all())
            for i, a in enumerate(above)
        ]
        strict.append(next((n for n, yes in zip(names, strictly, strict=True) if yes), None))
        weak.append(next((n for n, yes in zip(names, weakly, strict=True) if yes), None))
    proof.that("strictly", same(claim.raw("strict"), strict))
    proof.that("weakly", same(claim.raw("weak"), weak))


@checks("pareto-set", of=StrategicGame)
def pareto_set(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """No cell improves on a listed one, and a listed one improves on every other."""
    points = np.stack([t.array.ravel() for t in game.payoffs], axis=1)
    names = game.strategies
    if "cells" in claim:
        listed = [cell_at(c, game.shape, "cells") for c in claim.items("cells")]
    else:
        given = [
            [places(own, [n], "strategies")[0] for own, n in zip(names, c, strict=True)]
            for c in claim.items("strategies")
            if isinstance(c, list) and len(c) == len(names)
        ]
        listed = [cell_at(c, game.shape, "strategies") for c in given]
    if len(listed) * len(points) > MOST_COMPARED:
        raise GameError(f"{len(listed):,} of {len(points):,} cells are too many to compare")
    cells = "this cell is" if len(listed) == 1 else f"these {len(listed)} cells are"
    proof.states(f"{cells} Pareto-optimal, and no others", "the definition")
    proof.that("each cell is listed once, in order", listed == sorted(set(listed)))
    flat = [int(np.ravel_multi_index(cell, game.shape)) for cell in listed]
    beaten = np.zeros(len(points), bool)
    free = True
    for k in flat:
        above = (points >= points[k]).all(axis=1) & (points > points[k]).any(axis=1)
        free = free and not above.any()
        beaten |= (points[k] >= points).all(axis=1) & (points[k] > points).any(axis=1)
    beaten[flat] = True
    proof.that("no cell improves on a listed one", free)
    proof.that("a listed cell improves on every other one", bool(beaten.all()))
    proof.says(claim, players=game.players, strategies=[named(game, c) for c in listed])
    proof.says(claim, f"{game.word}s", [game.payoff(*cell) for cell in listed])
    verdicts = [{"cell": c, "pareto_optimal": tuple(c) in listed} for c in pure_cells(game)]
    proof.says(claim, "equilibria", verdicts)


@checks("joint-optimum", of=StrategicGame)
def joint_optimum(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Payoffs are added up in every cell."""
    exact = [t.rational() for t in game.payoffs]
    total = exact[0]
    for tensor in exact[1:]:
        total = total + tensor
    sign = -1 if game.costs else 1
    best = sign * Fraction(int(total.array.max()), total.denominator)
    proof.states(f"the best total is {show(best)}", "the sum in every cell")
    if "total" not in claim and "cells" not in claim:
        raise GameError("nothing is claimed; write the total, or the cells that have it")
    proof.within(extremes(game))
    proof.tolerance *= len(game.players)
    proof.says(claim, total=best, cells=np.argwhere(total.array == total.array.max()).tolist())
    totals = {tuple(c): sign * Fraction(total[tuple(c)]) for c in pure_cells(game)}
    proof.says(claim, "equilibria", [{"cell": c, "total": x} for c, x in totals.items()])
    worst = min(totals.values(), default=None)
    kindest = max(totals.values(), default=None)
    if game.costs:
        worst, kindest = kindest, worst
    meaningful = totals and min(*totals.values(), best, best) > 0
    for key, one in (("price_of_anarchy", worst), ("price_of_stability", kindest)):
        if not meaningful or one is None:
            proof.says(claim, key, None)
        else:
            ratio = one / best if game.costs else best / one
            slack = CLOSE * ratio if proof.tolerance else Fraction(0)
            if key in claim and not same(claim.raw(key), ratio, slack):
                proof.that(key, False, f"{show(ratio)} is right")


@checks("potential", of=StrategicGame)
def potential(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Along every deviation it changes as the payoff does: by as much, or in the same direction."""
    exactly = claim.flag("exact")
    name = "an exact" if exactly else "an ordinal"
    proof.states(f"this is {name} potential", "the definition, along every deviation")
    cells = prod(game.shape)
    flat = nested(claim.raw("values"), game.shape, "values")
    proof.within(extremes(game), flat)
    heights = np.array([Fraction(x) for x in flat], object).reshape(game.shape)
    for k, (player, slack) in enumerate(zip(game.players, slacks(game, proof), strict=True)):
        array, bottom = whole(game, k)
        own = np.moveaxis(array, k, 0).reshape(game.shape[k], -1)
        other = np.moveaxis(heights, k, 0).reshape(game.shape[k], -1)
        if exactly:
            gap = (own - own[:1]) * Fraction(1, bottom) - (other - other[:1])
            good = bool((abs(gap) <= 2 * slack).all())
        else:
            if cells * game.shape[k] > 20_000_000:
                raise GameError("there are too many deviations to look at")
            good = all(
                (((own[a] > own[b]) == (other[a] > other[b])).all())
                and (((own[a] == own[b]) == (other[a] == other[b])).all())
                for a in range(len(own))
                for b in range(a)
            )
        proof.that(f"it moves with what {player} gets", good)
    top = max(heights.ravel().tolist())
    proof.says(claim, "maxima", np.argwhere(heights == top).tolist())


@checks("zero-sum-equivalence", of=StrategicGame)
def zero_sum_equivalence(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """alpha R + beta is -C in every cell; or the only alpha and beta that could do, do not."""
    if len(game.players) != 2:
        raise GameError(
            f"{count_of(len(game.players), 'player')}: only two-person games become zero-sum"
        )
    reducible = claim.flag("reducible")
    proof.states(
        "a zero-sum game in disguise" if reducible else "not a zero-sum game in disguise",
        "comparison of every cell",
    )
    proof.within(extremes(game))
    first, second = (
        np.array([Fraction(int(x), b) for x in a.ravel()], object).reshape(game.shape)
        for a, b in (whole(game, 0), whole(game, 1))
    )
    if not reducible:
        _not_zero_sum(game, claim, proof, first, second)
        return
    alpha, beta = claim.number("alpha"), claim.number("beta")
    proof.within(extremes(game), [alpha, beta])
    a, b = Fraction(alpha), Fraction(beta)
    mine, theirs = slacks(game, proof)
    slack = mine * a + theirs
    proof.that("alpha is positive", a > 0)
    proof.that("alpha R + beta = -C", bool((abs(a * first + b + second) <= slack).all()))
    if (first == first.flat[0]).all():
        proof.equal("alpha", alpha, 1)
    if "value" in claim:
        value = Fraction(claim.number("value"))
        row, column = claim.numbers("row", game.shape[0]), claim.numbers("column", game.shape[1])
        proof.distribution("the row strategy", row)
        proof.distribution("the column strategy", column)
        least, most = guarantees(a * first + b, row, column)
        proof.that("the row guarantees the value", least >= value - slack)
        proof.that("the column concedes no more", most <= value + slack)
        right = [game.reported((value - b) / a), game.reported(-value)] if a > 0 else []
        proof.says(claim, f"{game.word}s", right)


def _not_zero_sum(game: StrategicGame, claim: Claim, proof: Proof, first: Any, second: Any) -> None:
    other = next((x for x in np.ndindex(first.shape) if first[x] != first[0, 0]), None)
    if other is None:
        proof.that("only the second player's payoffs vary", bool((second != second[0, 0]).any()))
        right: dict[str, Any] = {"alpha": None, "beta": None, "mismatches": []}
        alpha = beta = None
    else:
        listed = [cell_at(c, game.shape, "mismatches") for c in claim.items("mismatches")]
        start, other = _two_that_differ(first, set(listed))
        alpha = (second[start] - second[other]) / (first[other] - first[start])
        beta = -second[start] - alpha * first[start]
        gaps = abs(alpha * first + beta + second)
        mine, theirs = slacks(game, proof)
        slack = mine * abs(alpha) + theirs
        flat = [int(np.ravel_multi_index(c, game.shape)) for c in listed]
        level = [k for k in range(first.size) if k not in set(flat)]
        good = flat == sorted(set(flat)) and all(gaps.flat[k] > 0 for k in flat)
        good = good and all(gaps.flat[k] <= slack for k in level)
        proof.that("the cells that fail are those listed", good)
        proof.that("alpha is not positive, or some cell fails", alpha <= 0 or bool(listed))
        right = {
            "alpha": alpha,
            "beta": beta,
            "left": [alpha * first[c] + beta for c in listed],
            "required": [-second[c] for c in listed],
        }
    size = max(abs(alpha or 0), abs(beta or 0), 1) if proof.tolerance else 0
    for key in ("alpha", "beta", "mismatches", "left", "required"):
        if key in claim:
            given = claim.raw(key)
            fits = key not in right or same(given, right[key], max(proof.tolerance, CLOSE * size))
            proof.also(key, fits)
    if "reason" in claim:
        cells = [tuple(c) for c in claim.items("mismatches")] if "mismatches" in claim else []
        scale = None if alpha is None else claim.number("alpha")
        shift = None if alpha is None else claim.number("beta")
        proof.equal("reason", claim.raw("reason"), not_zero_sum(game, scale, shift, cells))


def _two_that_differ(first: Any, listed: set[Any]) -> tuple[Any, Any]:
    """Two cells where the trial scale holds, which determine it: payoffs there differ."""
    cells = [x for x in np.ndindex(first.shape) if x not in listed]
    other = next((x for x in cells if first[x] != first[cells[0]]), None)
    if other is None:
        raise GameError("mismatches: the cells that are left determine no alpha and beta")
    return cells[0], other


@checks("equilibrium-test", of=StrategicGame)
def equilibrium_test(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every pure deviation is tried."""
    found = outcome(game, claim, proof, "profile")
    allowed = slacks(game, proof)
    stable = found.level(proof)
    if "equilibrium" in claim and not claim.flag("equilibrium") and found.regret > 0:
        stable = False
    proof.states(
        f"this profile is {'' if stable else 'not '}an equilibrium",
        "the definition, since it is enough to try pure deviations",
    )
    for name in game.players if stable else ():
        proof.that(f"{name} has no better strategy", True)
    proof.says(claim, equilibrium=stable, players=game.players)
    found.pays(claim, proof)
    proof.each(claim, "regrets", found.regrets, allowed)
    lines = [[found.sign * x for x in line] for line in found.values]
    proof.each(claim, "by_strategy", lines, allowed)
    gaps = found.gaps
    if "best_responses" in claim:
        sides = claim.items("best_responses", len(game.players))
        for k, (names, given) in enumerate(zip(game.strategies, sides, strict=True)):
            best = places(names, given, "best_responses")
            sorted_out(proof, "best_responses", best, gaps[k], allowed[k])
    pairs = zip(gaps, allowed, strict=True)
    single = [[i for i, g in enumerate(line) if g <= slack] for line, slack in pairs]
    pure = supports(found.profile)
    proof.says(claim, "strict", stable and all(len(s) == 1 for s in single) and single == pure)
    if "deviations" in claim:
        _deviations(game, claim, proof, found)


def _deviations(game: StrategicGame, claim: Claim, proof: Proof, found: Outcome) -> None:
    """All strategies that pay more, the most profitable first."""
    rest = {
        (game.players[k], game.strategies[k][i]): (found.own[k] - x, k, i)
        for k, line in enumerate(found.values)
        for i, x in enumerate(line)
        if x > found.own[k]
    }
    last: tuple[Fraction, int, int] | None = None
    allowed = slacks(game, proof)
    for part in claim.parts("deviations"):
        key = part.text("player"), part.text("strategy")
        place = rest.pop(key, None)
        if place is None:
            raise GameError(f"{part.where}: this deviation does not gain, or is listed before")
        ordered = last is None or last < place or last[0] <= place[0] + proof.tolerance > 0
        proof.also("deviations are listed with the best first", ordered)
        last, right = place, {game.word: found.sign * found.values[place[1]][place[2]]}
        for field, x in {**right, "gain": -place[0]}.items():
            fits = field not in part or same(part.raw(field), x, allowed[place[1]])
            proof.also(part.path(field), fits, show(x))
    left = [gain for gain, k, _ in rest.values() if -gain > allowed[k]]
    proof.also("no profitable deviation is missing", not left)


@checks("nash-map", of=StrategicGame)
def nash_map(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Weight moves to the strategies that would pay more, by what they would pay more."""
    found = outcome(game, claim, proof, "profile")
    gains = [
        [max(x - own, Fraction(0)) for x in line]
        for line, own in zip(found.values, found.own, strict=True)
    ]
    image = [
        [(w + g) / (1 + sum(more)) for w, g in zip(side, more, strict=True)]
        for side, more in zip(found.profile, gains, strict=True)
    ]
    far = max(
        abs(a - b)
        for x, y in zip(found.profile, image, strict=True)
        for a, b in zip(x, y, strict=True)
    )
    fixed = found.level(proof)
    proof.states(
        f"the profile is {'fixed' if fixed else 'moved'} by the Nash map",
        "Nash's argument: a fixed profile leaves nothing to gain",
    )
    slack = CLOSE if proof.tolerance else Fraction(0)
    proof.that("the image follows from the payoffs", same(claim.raw("image"), image, slack))
    proof.each(claim, "gains", gains, slacks(game, proof))
    proof.says(claim, fixed=fixed, equilibrium=fixed)
    if "distance" in claim and not same(claim.raw("distance"), far, slack):
        proof.that("distance", False, f"{show(far)} is right")


@checks("best-responses", of=StrategicGame)
def best_responses(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every strategy of the player is paid."""
    k = game.player(claim.raw("player")) if "player" in claim else 0
    sides = claim.items("profile", len(game.players))
    sides = [
        [1, *[0] * (game.shape[k] - 1)] if i == k and s is None else s for i, s in enumerate(sides)
    ]
    read = [numbers_of(s, n, "profile") for s, n in zip(sides, game.shape, strict=True)]
    proof.within(extremes(game), [w for side in read for w in side])
    proof.states("these are the best replies", "the definition")
    distributions(proof, game, read)
    line = values(game, k, side_by_side(read))
    best = places(game.strategies[k], claim.raw("best_responses"), "best_responses")
    proof.tolerance = slacks(game, proof)[k]
    sorted_out(proof, "best_responses", best, [max(line) - x for x in line], proof.tolerance)
    proof.says(claim, game.word, game.reported(max(line)))
    proof.says(claim, "by_strategy", [game.reported(x) for x in line])


@checks("quadratic-program", of=StrategicGame)
def quadratic_program(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The objective is minus the sum of the regrets, so 0 exactly at an equilibrium."""
    if len(game.players) != 2:
        raise GameError(f"{count_of(len(game.players), 'player')}: the program is for two")
    found = outcome(game, claim, proof, "profile")
    optimal = found.level(proof)
    proof.states(
        "the optimum of the quadratic program" if optimal else "a point below the optimum",
        "Mangasarian and Stone: the objective is minus the sum of the regrets",
    )
    proof.says(claim, "players", game.players)
    for key, line, slack in zip("pq", found.values, slacks(game, proof), strict=True):
        proof.also(key, key not in claim or same(claim.raw(key), max(line), slack))
    proof.says(claim, objective=-sum(found.regrets), optimal=optimal)


@checks("interchangeability", of=StrategicGame)
def interchangeability(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each one and, as far as it is claimed, each mix of their strategies is an equilibrium."""
    sides = claim.items("equilibria")
    swaps = claim.flag("interchangeable")
    proof.states("interchangeable" if swaps else "not interchangeable", "the definition")
    given = [Claim({"profile": p}, "equilibria") for p in sides]
    read = [profile_at(one, "profile", game) for one in given]
    proof.within(extremes(game), [w for r, _ in read for side in r for w in side])
    found, allowed = [], slacks(game, proof)
    for r, profile in read:
        distributions(proof, game, r)
        found.append(Outcome(game, profile))
    proof.that("each is an equilibrium", all(o.level(proof) for o in found))
    paid, word = [o.payoffs for o in found], f"{game.word}s"
    for told, one in zip(
        claim.items(word, len(paid)) if word in claim else [], found, strict=False
    ):
        one.pays(Claim({word: told}), proof)
    if "equivalent" in claim:
        alike = claim.flag("equivalent")
        proof.that(
            "they pay the same" if alike else "they do not pay the same",
            all(same(p, q, s) for o in paid for p, q, s in zip(o, paid[0], allowed, strict=True))
            if alike
            else any(o != paid[0] for o in paid),
        )
    own = [list(dict.fromkeys(tuple(p[k]) for _, p in read)) for k in range(len(game.players))]
    failing = claim.raw("failing")
    if swaps:
        if prod(map(len, own)) > MOST_SWAPS:
            raise GameError(f"{prod(map(len, own)):,} swaps are too many to try")
        mixes = (Outcome(game, [list(w) for w in mix]) for mix in product(*own))
        proof.that("every mix is an equilibrium", all(mix.level(proof) for mix in mixes))
        proof.equal("failing", failing, None)
    elif failing is None:
        proof.that("a mix that fails is named", False)
    else:
        _, mix = profile_at(Claim({"failing": failing}), "failing", game)
        taken = all(tuple(w) in mine for w, mine in zip(mix, own, strict=True))
        fails = not Outcome(game, mix).level(proof)
        proof.that("a mix of their strategies is not an equilibrium", taken and fails)


@checks("rationalizable", of=StrategicGame)
def rationalizable(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """What goes is strictly dominated; what stays is best for some belief about what stays."""
    proof.states("these strategies are rationalizable, and no others", "Pearce's lemma")
    names, sides = game.strategies, claim.items("strategies", len(game.players))
    kept = [places(own, given, "strategies") for own, given in zip(names, sides, strict=True)]
    removals = claim.raw("removals")
    gone = {"kind": "elimination", "removals": removals, "strategies": claim.raw("strategies")}
    proof.that("what goes is dominated when it goes", check(game, gone).holds)
    strict = isinstance(removals, list) and all(r.get("strict") is True for r in removals)
    proof.that("all of it is strictly dominated", strict)
    proof.says(claim, players=game.players, solved=all(len(own) == 1 for own in kept))
    small = game.restrict(*kept)
    proof.within(extremes(game))
    for k, (name, beliefs) in enumerate(
        zip(game.players, claim.items("beliefs", len(game.players)), strict=True)
    ):
        array, bottom = lines(small, k)
        if not isinstance(beliefs, list) or len(beliefs) != len(kept[k]):
            raise GameError(f"beliefs: {name} needs one for each strategy that stays")
        good = True
        for i, belief in enumerate(beliefs):
            weights = numbers_of(belief, array.shape[1], "beliefs")
            proof.within(extremes(game), weights)
            good = good and proof.distribution("a belief", weights)
            paid = [dot([Fraction(w) for w in weights], line) / bottom for line in array]
            good = good and max(paid) - paid[i] <= slacks(game, proof)[k]
        proof.that(f"a belief for every survivor of {name}", good)
