"""Claims about the cells and the profiles of strategic games, by their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np

from kibitz.algebra.field_number import side_by_side
from kibitz.core.certificate import check
from kibitz.core.claim import CLOSE, Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of, these
from kibitz.core.tensor import Array
from kibitz.proof.kernel.arithmetic import mixture
from kibitz.proof.kernel.minimax import guarantees
from kibitz.proof.kernel.profiles import (
    Outcome,
    cell_at,
    cell_named,
    distributions,
    exact_lines,
    extremes,
    lines,
    named,
    nested,
    numbers_of,
    outcome,
    places,
    profile_at,
    slacks,
    supports,
    two_players,
    values,
    vector,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sentences import not_zero_sum

MOST_COMPARED = 2_000_000_000
MOST_SWAPS = 20_000
FINE = 1e-12  # of the spread: by how much best cells may differ in floats


def _sorted_out(
    proof: Proof, what: str, listed: Sequence[int], gaps: Sequence[Fraction], slack: Fraction
) -> bool:
    """Record that a list holds, in order, the places without a gap and no others.

    Within the slack a place may be listed or not; one that is exactly level must be.
    """
    chosen = set(listed)
    good = list(listed) == sorted(chosen) and all(
        gap <= slack if k in chosen else gap > 0 for k, gap in enumerate(gaps)
    )
    return good or proof.that(what, False, "a strategy is missing or does not belong")


def _best_cells(game: StrategicGame, player: int) -> Array:
    """Where a player's strategy is best against the others'."""
    array = game.payoffs[player].array
    best = array.max(axis=player, keepdims=True)
    slack = FINE * (float(array.max()) - float(array.min())) if array.dtype.kind == "f" else 0
    return np.asarray(array >= best - slack)


def _by_cells(game: StrategicGame, what: str = "the definition, at every cell") -> str:
    """The theorem, with the tolerance of floats."""
    return what if game.exact else f"{what}, best to {FINE:.0e} of the spread"


def _pure_cells(game: StrategicGame) -> list[list[int]]:
    """All equilibria in pure strategies."""
    masks = [_best_cells(game, k) for k in range(len(game.players))]
    return [list(map(int, cell)) for cell in np.argwhere(np.logical_and.reduce(masks))]


@checks("pure-equilibria", of=StrategicGame)
def pure_equilibria(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every cell is looked at."""
    right, parts = _pure_cells(game), claim.parts("equilibria")
    count = count_of(len(right), "equilibrium")
    proof.states(f"these are the {count} in pure strategies", _by_cells(game))
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
    proof.states("this is the movement diagram", _by_cells(game))
    masks = [_best_cells(game, k) for k in range(len(game.players))]
    right = [
        {"player": game.players[k], "from": cell, "to": end}
        for cell in product(*map(range, game.shape))
        for k, mask in enumerate(masks)
        if not mask[cell]
        for end in ((*cell[:k], i, *cell[k + 1 :]) for i in range(game.shape[k]))
        if mask[end]
    ]
    proof.that("the arrows are those to best responses", same(claim.raw("arrows"), right))
    proof.says(claim, "sinks", _pure_cells(game))


@checks("dominant-strategies", of=StrategicGame)
def dominant_strategies(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each strategy is compared with all others of its player, case by case."""
    proof.states("these strategies are dominant, and no others", "the definition")
    strict: list[str | None] = []
    weak: list[str | None] = []
    for k, names in enumerate(game.strategies):
        own = lines(game, k)[0]
        others = [np.delete(own, i, 0) for i in range(len(names))]
        more = [(x > rest).all() for x, rest in zip(own, others, strict=True)]
        less = [
            (x >= rest).all() and (x > rest).any(axis=1).all()
            for x, rest in zip(own, others, strict=True)
        ]
        strict.append(next((n for n, yes in zip(names, more, strict=True) if yes), None))
        weak.append(next((n for n, yes in zip(names, less, strict=True) if yes), None))
    proof.that("strictly", same(claim.raw("strict"), strict))
    proof.that("weakly", same(claim.raw("weak"), weak))


@checks("pareto-set", of=StrategicGame)
def pareto_set(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """No cell improves on a listed one, and a listed one improves on every other."""
    points = np.stack([t.array.ravel() for t in game.payoffs], axis=1)
    if "cells" in claim:
        listed = [cell_at(c, game.shape, "cells") for c in claim.items("cells")]
    else:
        listed = [cell_named(c, game, "strategies") for c in claim.items("strategies")]
    if len(listed) * len(points) > MOST_COMPARED:
        raise GameError(f"{len(listed):,} of {len(points):,} cells are too many to compare")
    told = f"{these(len(listed), 'cell')} Pareto-optimal, and no others"
    proof.states(told, _by_cells(game, "the definition"))
    proof.that("each cell is listed once, in order", listed == sorted(set(listed)))
    flat = [int(np.ravel_multi_index(cell, game.shape)) for cell in listed]
    beaten, free = np.zeros(len(points), bool), True
    for k in flat:
        free = free and not ((points >= points[k]).all(1) & (points > points[k]).any(1)).any()
        beaten |= (points[k] >= points).all(1) & (points[k] > points).any(1)
    beaten[flat] = True
    proof.that("no cell improves on a listed one", free)
    proof.that("a listed cell improves on every other one", bool(beaten.all()))
    proof.says(claim, "strategies", [named(game, c) for c in listed])
    proof.says(claim, f"{game.word}s", [game.payoff(*cell) for cell in listed])
    verdicts = [{"cell": c, "pareto_optimal": tuple(c) in listed} for c in _pure_cells(game)]
    proof.says(claim, "equilibria", verdicts)


@checks("joint-optimum", of=StrategicGame)
def joint_optimum(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Payoffs are added up in every cell."""
    first, *rest = (t.rational() for t in game.payoffs)
    sums = sum(rest, first)
    sign = -1 if game.costs else 1
    best = sign * Fraction(int(sums.array.max()), sums.denominator)
    proof.states(f"the best total is {show(best)}", _by_cells(game, "the sum in every cell"))
    if "total" not in claim and "cells" not in claim:
        raise GameError("nothing is claimed; write the total, or the cells that have it")
    proof.within(extremes(game))
    proof.tolerance *= len(game.players)
    proof.says(claim, total=best, cells=np.argwhere(sums.array == sums.array.max()).tolist())
    totals = {tuple(c): sign * Fraction(sums[tuple(c)]) for c in _pure_cells(game)}
    proof.says(claim, "equilibria", [{"cell": c, "total": x} for c, x in totals.items()])
    ratios: list[Fraction | None] = [None, None]
    if totals and min(*totals.values(), best, best) > 0:
        parts = [x / best if game.costs else best / x for x in totals.values()]
        ratios = [max(parts), min(parts)]
    for key, ratio in zip(("price_of_anarchy", "price_of_stability"), ratios, strict=True):
        slack = CLOSE * (ratio or 0) if proof.tolerance else Fraction(0)
        proof.says(claim, key, ratio, slack)


@checks("potential", of=StrategicGame)
def potential(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Along every deviation it changes as the payoff does: by as much, or in the same direction."""
    exactly = claim.flag("exact")
    name = "an exact" if exactly else "an ordinal"
    proof.states(f"this is {name} potential", "the definition, along every deviation")
    flat = nested(claim.raw("values"), game.shape, "values")
    proof.within(extremes(game), flat)
    heights = vector(flat).reshape(game.shape)
    for k, (player, slack) in enumerate(zip(game.players, slacks(game, proof), strict=True)):
        own, bottom = lines(game, k)
        other = np.moveaxis(heights, k, 0).reshape(game.shape[k], -1)
        if exactly:
            gap = (own - own[:1]) * Fraction(1, bottom) - (other - other[:1])
            good = bool((abs(gap) <= 2 * slack).all())
        else:
            if prod(game.shape) * game.shape[k] > 20_000_000:
                raise GameError("there are too many deviations to look at")
            pairs = combinations(range(len(own)), 2)
            good = all(
                ((own[a] > own[b]) == (other[a] > other[b])).all()
                and ((own[a] == own[b]) == (other[a] == other[b])).all()
                for a, b in pairs
            )
        proof.that(f"it moves with what {player} gets", good)
    proof.says(claim, "maxima", np.argwhere(heights == heights.max()).tolist())


@checks("zero-sum-equivalence", of=StrategicGame)
def zero_sum_equivalence(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """alpha R + beta is -C in every cell; or the only alpha and beta that could do, do not."""
    two_players(game, "only games become zero-sum that are for")
    reducible = claim.flag("reducible")
    told = "a zero-sum game in disguise" if reducible else "not a zero-sum game in disguise"
    proof.states(told, "a comparison of every cell")
    proof.within(extremes(game))
    first, second = exact_lines(game, 0), exact_lines(game, 1).T
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
        value = claim.exact("value")
        row, column = claim.numbers("row", game.shape[0]), claim.numbers("column", game.shape[1])
        proof.distribution("the row strategy", row)
        proof.distribution("the column strategy", column)
        least, most = guarantees(a * first + b, row, column)
        proof.that("the row guarantees the value", least >= value - slack)
        proof.that("the column concedes no more", most <= value + slack)
        right = [game.reported((value - b) / a), game.reported(-value)] if a > 0 else []
        proof.says(claim, f"{game.word}s", right)


def _not_zero_sum(game: StrategicGame, claim: Claim, proof: Proof, first: Any, second: Any) -> None:
    listed = [cell_at(c, game.shape, "mismatches") for c in claim.items("mismatches", None, [])]
    alpha = beta = scale = shift = None
    right: dict[str, Any] = {"left": [], "required": []}
    if (first == first[0, 0]).all():
        proof.that("only the second player's payoffs vary", bool((second != second[0, 0]).any()))
        right["mismatches"] = []
    else:
        start, other = _two_that_differ(first, set(listed))
        alpha = (second[start] - second[other]) / (first[other] - first[start])
        beta = -second[start] - alpha * first[start]
        mine, theirs = slacks(game, proof)
        slack, gaps = mine * abs(alpha) + theirs, abs(alpha * first + beta + second)
        good = claim.items("mismatches") == [list(c) for c in sorted(set(listed))]
        for cell in np.ndindex(first.shape):
            good = good and (gaps[cell] > 0 if cell in listed else gaps[cell] <= slack)
        proof.that("the cells that fail are those listed", good)
        proof.that("alpha is not positive, or some cell fails", alpha <= 0 or bool(listed))
        right["left"] = [alpha * first[c] + beta for c in listed]
        right["required"] = [-second[c] for c in listed]
    size = max(abs(alpha or 0), abs(beta or 0), 1) if proof.tolerance else 0
    for key, said in {**right, "alpha": alpha, "beta": beta}.items():
        proof.says(claim, key, said, max(proof.tolerance, CLOSE * size))
    if "reason" in claim:
        if alpha is not None:
            scale, shift = claim.number("alpha"), claim.number("beta")
        proof.says(claim, "reason", not_zero_sum(game, scale, shift, listed))


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
    allowed, stable = slacks(game, proof), found.level(proof)
    if not claim.flag("equilibrium", True) and found.regret > 0:
        stable = False
    told = f"this profile is {'' if stable else 'not '}an equilibrium"
    proof.states(told, "the definition, since it is enough to try pure deviations")
    for name in game.players if stable else ():
        proof.that(f"{name} has no better strategy", True)
    proof.says(claim, "equilibrium", stable)
    found.pays(claim, proof)
    proof.each(claim, "regrets", found.regrets, allowed)
    paid = [[found.sign * x for x in line] for line in found.values]
    proof.each(claim, "by_strategy", paid, allowed)
    best = claim.items("best_responses", len(game.players)) if "best_responses" in claim else []
    for names, given, line, slack in zip(game.strategies, best, found.gaps, allowed, strict=False):
        listed = places(names, given, "best_responses")
        _sorted_out(proof, "best_responses", listed, line, slack)
    pairs = zip(found.gaps, allowed, strict=True)
    single = [[i for i, g in enumerate(line) if g <= slack] for line, slack in pairs]
    alone = all(len(s) == 1 for s in single) and single == supports(found.profile)
    proof.says(claim, "strict", stable and alone)
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
        place = rest.pop((part.text("player"), part.text("strategy")), None)
        if place is None:
            raise GameError(f"{part.where}: this deviation does not gain, or is listed before")
        ordered = last is None or last < place or last[0] <= place[0] + proof.tolerance > 0
        proof.also("deviations are listed with the best first", ordered)
        last, (loss, k, i) = place, place
        proof.says(part, game.word, found.sign * found.values[k][i], allowed[k])
        proof.says(part, "gain", -loss, allowed[k])
    missing = any(-loss > allowed[k] for loss, k, _ in rest.values())
    proof.also("no profitable deviation is missing", not missing)


@checks("nash-map", of=StrategicGame)
def nash_map(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Weight moves to the strategies that would pay more, by what they would pay more."""
    found = outcome(game, claim, proof, "profile")
    pairs = zip(found.values, found.own, strict=True)
    gains = [[max(x - own, Fraction(0)) for x in line] for line, own in pairs]
    image = [
        [(w + g) / (1 + sum(more)) for w, g in zip(side, more, strict=True)]
        for side, more in zip(found.profile, gains, strict=True)
    ]
    moved = [abs(a - b) for x in map(zip, found.profile, image) for a, b in x]
    fixed, slack = found.level(proof), CLOSE if proof.tolerance else Fraction(0)
    told = f"the profile is {'fixed' if fixed else 'moved'} by the Nash map"
    proof.states(told, "Nash's argument: a fixed profile leaves nothing to gain")
    proof.that("the image follows from the payoffs", same(claim.raw("image"), image, slack))
    proof.each(claim, "gains", gains, slacks(game, proof))
    proof.says(claim, fixed=fixed, equilibrium=fixed)
    proof.says(claim, "distance", max(moved), slack)


@checks("best-responses", of=StrategicGame)
def best_responses(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Every strategy of the player is paid."""
    k = game.player(claim.raw("player")) if "player" in claim else 0
    sides = claim.items("profile", len(game.players))
    free = [1, *[0] * (game.shape[k] - 1)]
    sides = [free if i == k and s is None else s for i, s in enumerate(sides)]
    read = [numbers_of(s, n, "profile") for s, n in zip(sides, game.shape, strict=True)]
    proof.within(extremes(game), [w for side in read for w in side])
    proof.states("these are the best replies", "the definition")
    distributions(proof, game, read)
    line = values(game, k, side_by_side([mixture(side) for side in read]))
    best = places(game.strategies[k], claim.raw("best_responses"), "best_responses")
    proof.tolerance = slacks(game, proof)[k]
    _sorted_out(proof, "best_responses", best, [max(line) - x for x in line], proof.tolerance)
    proof.says(claim, game.word, game.reported(max(line)))
    proof.says(claim, "by_strategy", [game.reported(x) for x in line])


@checks("quadratic-program", of=StrategicGame)
def quadratic_program(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The objective is minus the sum of the regrets, so 0 exactly at an equilibrium."""
    two_players(game, "the program is for")
    found = outcome(game, claim, proof, "profile")
    optimal = found.level(proof)
    told = "the optimum of the quadratic program" if optimal else "a point below the optimum"
    proof.states(told, "Mangasarian and Stone: the objective is minus the sum of the regrets")
    for key, line, slack in zip("pq", found.values, slacks(game, proof), strict=True):
        proof.says(claim, key, max(line), slack)
    proof.says(claim, objective=-sum(found.regrets), optimal=optimal)


@checks("interchangeability", of=StrategicGame)
def interchangeability(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each one and, as far as it is claimed, each mix of their strategies is an equilibrium."""
    sides, swaps = claim.items("equilibria"), claim.flag("interchangeable")
    listed, word = count_of(len(sides), "equilibrium"), "" if swaps else " not"
    proof.states(f"{listed}:{word} interchangeable", "the definition, for those listed")
    read = [profile_at(Claim({"profile": p}, "equilibria"), "profile", game) for p in sides]
    proof.within(extremes(game), [w for r, _ in read for side in r for w in side])
    for r, _ in read:
        distributions(proof, game, r)
    found, allowed = [Outcome(game, profile) for _, profile in read], slacks(game, proof)
    proof.that("each is an equilibrium", all(o.level(proof) for o in found))
    paid, word = [o.payoffs for o in found], f"{game.word}s"
    if word in claim:
        for told, one in zip(claim.items(word, len(paid)), found, strict=True):
            one.pays(Claim({word: told}), proof)
    if "equivalent" in claim:
        alike, differ = claim.flag("equivalent"), any(o != paid[0] for o in paid)
        level = all(
            abs(x - y) <= s for o in paid for x, y, s in zip(o, paid[0], allowed, strict=True)
        )
        what = "they pay the same" if alike else "they do not pay the same"
        proof.that(what, level if alike else differ)
    own = [list(dict.fromkeys(tuple(p[k]) for _, p in read)) for k in range(len(game.players))]
    failing = claim.raw("failing")
    if swaps:
        if prod(map(len, own)) > MOST_SWAPS:
            raise GameError(f"{prod(map(len, own)):,} swaps are too many to try")
        mixes = (Outcome(game, [list(w) for w in mix]) for mix in product(*own))
        proof.that("every mix is an equilibrium", all(mix.level(proof) for mix in mixes))
        proof.equal("failing", failing, None)
        proof.leaves("that there are no other equilibria")
    elif proof.that("a mix that fails is named", failing is not None):
        _, mix = profile_at(claim, "failing", game)
        taken = all(tuple(w) in mine for w, mine in zip(mix, own, strict=True))
        fails = not Outcome(game, mix).level(proof)
        proof.that("a mix of their strategies is not an equilibrium", taken and fails)


@checks("rationalizable", of=StrategicGame)
def rationalizable(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """What goes is strictly dominated; what stays is best for some belief about what stays."""
    proof.states("these strategies are rationalizable, and no others", "Pearce's lemma")
    sides, removals = claim.items("strategies", len(game.players)), claim.raw("removals")
    pairs = zip(game.strategies, sides, strict=True)
    kept = [places(own, given, "strategies") for own, given in pairs]
    gone = {"kind": "elimination", "removals": removals, "strategies": sides}
    proof.that("what goes is dominated when it goes", check(game, gone).holds)
    strict = isinstance(removals, list) and all(r.get("strict") is True for r in removals)
    proof.that("all of it is strictly dominated", strict)
    proof.says(claim, "solved", all(len(own) == 1 for own in kept))
    small = game.restrict(*kept)
    told = Claim({str(k): x for k, x in enumerate(claim.items("beliefs", len(kept)))}, "beliefs")
    for k, name in enumerate(game.players):
        array, bottom = lines(small, k)
        good = True
        for i, belief in enumerate(told.items(str(k), len(kept[k]))):
            weights = numbers_of(belief, array.shape[1], "beliefs")
            proof.within(extremes(game), weights)
            good = good and proof.distribution("a belief", weights)
            paid = array @ vector(mixture(weights)) / bottom
            good = good and max(paid) - paid[i] <= slacks(game, proof)[k]
        proof.that(f"a belief for every survivor of {name}", good)
