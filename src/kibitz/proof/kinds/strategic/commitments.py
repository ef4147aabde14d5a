"""Claims about strategic games that linear programs answer: each with the prices that prove it."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from kibitz.core.claim import Claim, Proof, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Array
from kibitz.proof.kernel.arithmetic import dot, fractions, mixture
from kibitz.proof.kernel.corners import extreme_equilibria
from kibitz.proof.kernel.minimax import guarantees, optimal_corners
from kibitz.proof.kernel.profiles import (
    cell_at,
    cell_named,
    exact_lines,
    extremes,
    lines,
    named,
    nested,
    numbers_of,
    places,
    slacks,
    two_players,
    vector,
    whole,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sentences import OUT_LOUD, READINGS, coalition_remark

MOST_PLAYERS = 14


@checks("safety-levels", of=StrategicGame)
def safety_levels(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each mixture guarantees the level, and the others can hold the player down to it."""
    count = len(game.players)
    levels = claim.numbers("levels", count)
    proof.states(f"the safety levels are {show_all(levels)}", "the minimax theorem")
    sides, replies = claim.items("strategies", count), claim.items("punishments", count)
    for k, name in enumerate(game.players):
        own = exact_lines(game, k)
        m, n = own.shape
        if not isinstance(sides[k], list) or not sides[k]:
            raise GameError(f"strategies: {name} needs a list of mixtures")
        read = [numbers_of(w, m, "strategies") for w in sides[k]]
        what = "no strategy is listed twice"
        proof.also(what, all(w not in read[:i] for i, w in enumerate(read)))
        reply = numbers_of(replies[k], n, "punishments")
        proof.within(extremes(game), [levels[k], *reply, *(w for side in read for w in side)])
        slack, level = slacks(game, proof)[k], Fraction(game.reported(levels[k]))
        sure = all(
            proof.distribution(f"a strategy of {name}", w) and _least(w, own) >= level - slack
            for w in read
        )
        proof.that(f"{name} can guarantee it", sure, show(levels[k]))
        held = proof.distribution(f"what holds {name} down", reply)
        most = max(own @ vector(mixture(reply)))
        proof.that(f"the others can hold {name} to it", held and most <= level + slack)
        if slack or isinstance(levels[k], float) or not proof.holds:
            continue
        try:
            every = [*map(tuple, read)] == optimal_corners(
                *lines(game, k), level, [fractions(reply)]
            )
            proof.that(f"no extreme maxmin strategy of {name} is missing", every)
        except OverflowError:
            proof.leaves(f"that the maxmin strategies of {name} are all the extreme ones")
    if proof.tolerance or any(isinstance(x, float) for x in levels):
        proof.leaves("that there are no other extreme maxmin strategies")


def _least(weights: list[Number], own: Array) -> Fraction:
    """What a mixture gets at least."""
    found: Fraction = min(vector(mixture(weights)) @ own)
    return found


@checks("correlated-equilibrium", "coarse-correlated-equilibrium", of=StrategicGame)
def correlated_equilibrium(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """No one gains by disobeying; and prices of disobedience bound what any such plan is worth."""
    coarse = str(claim.data.get("kind")).startswith("coarse")
    concept = "coarse correlated equilibrium" if coarse else "correlated equilibrium"
    weights = np.full(game.shape, Fraction(0), object)
    given: list[Number] = []
    cells: list[tuple[int, ...]] = []
    for part in claim.parts("distribution"):
        if "cell" in part:
            cell = cell_at(part.raw("cell"), game.shape, part.path("cell"))
        else:
            cell = cell_named(part.raw("strategies"), game, part.where)
        if cells and cell <= cells[-1]:
            raise GameError("distribution: each cell is listed once, in order")
        cells.append(cell)
        proof.says(part, "strategies", named(game, cell))
        given.append(part.number("probability"))
    for cell, weight in zip(cells, mixture(given), strict=True):
        weights[cell] = Fraction(weight)
    proof.within(extremes(game), given)
    slack = proof.tolerance
    proof.distribution("the plan", given)
    gain, paid, stable = Fraction(0), [], True
    for k, allowed in enumerate(slacks(game, proof)):
        own = exact_lines(game, k)
        told = np.moveaxis(weights, k, 0).reshape(own.shape)
        table = told @ own.T
        gaps = table - np.diag(table)[:, None]
        more = max((gaps.sum(axis=0) if coarse else gaps).ravel().tolist())
        gain, stable = max(gain, more), stable and more <= allowed
        paid.append(np.diag(table).sum())
    if not claim.flag("equilibrium", True) and gain > 0:
        stable = False
    proof.states(f"this is {'' if stable else 'not '}a {concept}", "the definition")
    what = f"disobeying gains {'nothing' if stable else 'something'}"
    proof.that(what, True, show(_as(gain, slack)))
    if "equilibrium" in claim:
        proof.says(claim, "equilibrium", stable)
    else:
        proof.that("no player gains by disobeying", stable)
    right = [game.reported(x) for x in paid]
    proof.each(claim, f"{game.word}s", right, slacks(game, proof))
    if "objective" in claim:
        proof.that("it is an equilibrium", stable)
        _best(game, claim, proof, weights, coarse, concept)


def _as(x: Fraction, slack: Fraction) -> Number:
    return float(x) if slack else x


def _best(
    game: StrategicGame, claim: Claim, proof: Proof, weights: Array, coarse: bool, concept: str
) -> None:
    """No plan that no one disobeys is worth more: w - sum of price x gain is at most the value."""
    name, value = claim.text("objective"), claim.number("value")
    up = 1 if claim.choice("sense", ("max", "min"), "max") == "max" else -1
    worth, level = _worth(game, claim, proof, name, weights, up)
    mine = Proof()  # what is rounded is relative to the objective, which a claim may bring
    mine.within(worth.ravel().tolist(), [0.0])
    told = f"the {'best' if up == 1 else 'worst'} {concept} for {name} has {show(value)}"
    proof.states(told, "strong duality, since a plan and a bound meet")
    slack = min(proof.tolerance * len(game.players), mine.tolerance)
    inside = Fraction(game.reported(value))
    proof.that("the plan is worth that", abs(level - inside) <= slack, show(_as(level, slack)))
    prices = claim.exacts("prices")
    if min(prices, default=Fraction(0)) < 0:
        raise GameError("prices: none may be negative")
    rest, bound = iter(prices), up * worth
    for k, size in enumerate(game.shape):
        own, table = exact_lines(game, k), np.full((size, size), Fraction(0), object)
        for b in range(size):
            for a in [slice(None)] if coarse else [a for a in range(size) if a != b]:
                table[a, b] = next(rest, Fraction(0))
        gains = table @ own - table.sum(axis=1)[:, None] * own
        order = (size, *(s for i, s in enumerate(game.shape) if i != k))
        bound = bound - np.moveaxis(gains.reshape(order), 0, k)
    most = up * max(bound.ravel().tolist())
    what = f"no plan is {'better' if up == 1 else 'worse'}"
    found = f"the prices bound it by {show(_as(Fraction(game.reported(most)), slack))}"
    proof.that(what, up * (most - inside) <= slack and next(rest, None) is None, found)


def _worth(
    game: StrategicGame, claim: Claim, proof: Proof, name: str, weights: Array, up: int
) -> tuple[Array, Fraction]:
    """What each cell is worth to the objective, and what the plan is."""
    count = len(game.players)
    own = np.stack([array * Fraction(1, b) for array, b in (whole(game, k) for k in range(count))])
    if name in game.players or name == "welfare":
        by = vector([int(name in (player, "welfare")) for player in game.players])
    elif name == "egalitarian":
        by = vector(claim.numbers("shares", count))
        if min(by) < 0 or not any(by):
            raise GameError("shares: they must not be negative, and not all 0")
        paid = [(table * weights).sum() for table in own]
        return np.tensordot(by / sum(by), own, 1), min(paid) if up == 1 else max(paid)
    elif "worth" not in claim:
        raise GameError(f"objective: {name!r:.40} needs 'worth', a number for each cell")
    else:
        flat, said = nested(claim.raw("worth"), game.shape, "worth"), "cells"
        if "by_player" in claim:
            shares = claim.numbers("by_player", count)
            right = np.tensordot(vector(shares), own, 1).ravel().tolist()
            what = "worth is the weighted sum of payoffs"
            proof.that(what, same(flat, right, proof.tolerance * count))
            terms = [f"{show(w)} {p}" for p, w in zip(game.players, shares, strict=True) if w]
            said = " + ".join(terms) or "nothing"
        proof.equal("objective", name, said)
        worth = vector(flat).reshape(game.shape)
        return worth, (worth * weights).sum()
    worth = np.tensordot(by, own, 1)
    return worth, (worth * weights).sum()


@checks("commitment", of=StrategicGame)
def commitment(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The answer is a best one, and whatever is answered, prices bound what a leader can get."""
    two_players(game, "a leader and a follower are")
    k = game.player(claim.raw("leader"))
    own, other = exact_lines(game, k), exact_lines(game, 1 - k).T
    m, n = own.shape
    read = claim.numbers("strategy", m)
    j = places(game.strategies[1 - k], [claim.raw("answer")], "answer")[0]
    value, mixed = claim.number("value"), claim.flag("mixed")
    proof.within(extremes(game), [value, *read])
    allowed, x = slacks(game, proof), vector(mixture(read))
    slack, theirs = allowed[k], allowed[1 - k]
    theorem = "linear programming duality, once for each reply" if mixed else "the definition"
    proof.states(f"{game.players[k]} gets {show(value)} by commitment", theorem)
    proof.distribution("the commitment", read)
    replies = x @ other
    proof.that("the follower has no better answer", max(replies) - replies[j] <= theirs)
    paid = [(x @ own)[j], replies[j]] if k == 0 else [replies[j], (x @ own)[j]]
    proof.each(claim, f"{game.word}s", [game.reported(v) for v in paid], allowed)
    proof.says(claim, "follower", game.players[1 - k])
    proof.tolerance = slack
    proof.equal("value", claim.raw("value"), game.reported((x @ own)[j]))
    level = Fraction(game.reported(value))
    if not mixed:
        proof.that("the commitment is pure", sum(w != 0 for w in read) == 1)
        _pure_commitment(game, claim, proof, (own, other), theirs)
        return
    good = True
    for answer, prices in enumerate(claim.items("bounds", n)):
        y = vector(numbers_of(prices, n, "bounds"))
        most = max(own[:, answer] + (other[:, [answer]] - other) @ y)
        good = good and min(y) >= 0 and most <= level + slack
    proof.that("no commitment gives the leader more", good)
    if "weak_value" in claim:
        _weak(game, claim, proof, own, other, theirs)


def _pure_commitment(
    game: StrategicGame, claim: Claim, proof: Proof, tables: tuple[Array, Array], theirs: Fraction
) -> None:
    (own, other), slack = tables, proof.tolerance
    level = Fraction(game.reported(claim.number("value")))
    best = [[j for j, x in enumerate(row) if x >= max(row) - theirs] for row in other]
    kind = max(own[i, j] for i, row in enumerate(best) for j in row)
    proof.that("no commitment gives the leader more", kind <= level + slack)
    against = [min(own[i, j] for j in row) for i, row in enumerate(best)]
    proof.says(claim, weak_value=game.reported(max(against)), weak_reached=True)
    if "weak_strategy" in claim:
        weights = claim.numbers("weak_strategy", len(own))
        sure = sorted(weights) == [0] * (len(own) - 1) + [1]
        reached = sure and against[weights.index(1)] >= max(against) - slack
        proof.that("weak_strategy reaches weak_value", reached)
    proof.says(claim, "bounds", [])


def _weak(
    game: StrategicGame, claim: Claim, proof: Proof, own: Array, other: Array, theirs: Fraction
) -> None:
    """With ties against the leader: a supremum.

    Answers that are alone best somewhere (with their twins, which pay the follower the same
    always) are best, one of them at least, everywhere: so bounds on what the leader gets where one
    of these is best bound all. Near the limit strategy, toward a point where one answer is alone
    best, the leader gets nearly as much as there.
    """
    m, n = own.shape
    slack, value = proof.tolerance, Fraction(game.reported(claim.number("weak_value")))
    read = claim.numbers("weak_strategy", m)
    proof.distribution("the weak commitment", read)
    x, part = vector(mixture(read)), claim.part("weak")
    names = game.strategies[1 - game.player(claim.raw("leader"))]
    j = places(names, [part.raw("answer")], "weak.answer")[0]
    twins = [t for t in range(n) if max(abs(other[:, t] - other[:, j])) <= theirs]
    inside = vector(mixture(part.numbers("inside", m)))
    gaps = [(inside @ other)[j] - (inside @ other)[t] for t in range(n) if t not in twins]
    proof.distribution("where it is the only best one", part.numbers("inside", m))
    proof.that("the answer is the only best one there", min(gaps, default=1) > 0)
    replies, mine = x @ other, x @ own
    proof.that("it is best at the weak commitment", max(replies) - replies[j] <= theirs)
    limit = min(mine[t] for t in twins)
    proof.that("that pays the weak value", abs(limit - value) <= slack, show(_as(limit, slack)))
    bounds = enumerate(part.items("bounds", n))
    good = all(_bounded(own, other, a, bound, value, slack, theirs) for a, bound in bounds)
    proof.that("no commitment gives more if ties go against the leader", good)
    tied = [t for t in range(n) if replies[t] >= max(replies) - theirs]
    proof.says(claim, "weak_reached", min(mine[t] for t in tied) >= value - slack)


def _bounded(
    own: Array, other: Array, a: int, bound: Any, value: Fraction, slack: Fraction, theirs: Fraction
) -> bool:
    n = own.shape[1]
    twins = [t for t in range(n) if max(abs(other[:, t] - other[:, a])) <= theirs]
    if bound is None:
        return twins[0] < a
    if not isinstance(bound, dict) or set(bound) not in ({"dominated_by"}, {"shares", "prices"}):
        raise GameError("weak.bounds: expected dominated_by, or shares and prices")
    if "dominated_by" in bound:
        z: Any = vector(numbers_of(bound["dominated_by"], n, "weak.bounds"))
        total = sum(z)
        fair = min(z) >= 0 and total > 0 and not any(z[t] for t in twins)
        return bool(fair) and bool(((other @ z) / total - other[:, a] >= -theirs).all())
    shares, y = (vector(numbers_of(bound[k], n, "weak.bounds")) for k in ("shares", "prices"))
    total = sum(shares)
    fair = min(shares) >= 0 and total > 0 and min(y) >= 0
    fair = fair and not any(shares[t] for t in range(n) if t not in twins)
    most = max((own @ shares) / total + (other[:, [a]] - other) @ y) if fair else value + 1
    return bool(fair) and most <= value + 2 * slack


@checks("coalition-values", of=StrategicGame)
def coalition_values(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Both sides have strategies that guarantee what a coalition is said to be worth."""
    reading = claim.choice("reading", READINGS)
    proof.states("these are the worths", "the minimax theorem, once for each coalition")
    proof.says(claim, remark=coalition_remark(game, reading))
    plans = claim.raw("plans", {})
    _worths(game, proof, reading, claim.raw("worths"), plans)


@checks("coalition-readings", of=StrategicGame)
def coalition_readings(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """Each reading by its definition."""
    proof.states("these are the worths", "the minimax theorem, once for each coalition and reading")
    proof.within(extremes(game))
    proof.says(claim, constant_sum=game.constant_sum())
    readings, silent, plans = map(claim.entries, ("readings", "silent", "plans"))
    if set(readings) | set(silent) != set(READINGS) or set(silent) - {"nash"}:
        raise GameError(f"readings: expected {', '.join(READINGS)}")
    proof.says(claim, "meaning", {r: OUT_LOUD[r] for r in readings})
    for reading, worths in readings.items():
        _worths(game, proof, reading, worths, plans.get(reading, {}))
    if silent:
        proof.leaves("why the Nash reading says nothing")


def _worths(game: StrategicGame, proof: Proof, reading: str, given: Any, plans: Any) -> None:
    count = len(game.players)
    if count > MOST_PLAYERS:
        raise GameError(f"{count_of(count, 'player')}; at most {MOST_PLAYERS} are looked at")
    full = (1 << count) - 1
    spelled = {
        m: ",".join(p for i, p in enumerate(game.players) if m >> i & 1) for m in range(1, full + 1)
    }
    given, plans = (Claim({"x": x}).entries("x") for x in (given, plans))
    if list(given) != list(spelled.values()):
        raise GameError("worths: expected a number for each coalition")
    worths = {m: numbers_of([given[name]], 1, f"worths.{name}")[0] for m, name in spelled.items()}
    proof.within(extremes(game), worths.values())
    proof.tolerance *= count
    total = game.constant_sum()
    constant = total is not None and reading in ("security", "threat", "nash")
    best = max((_side(game, full, full)).ravel().tolist())
    proof.equal(f"worths.{spelled[full]}", given[spelled[full]], best)
    for mask in range(1, full):
        matrix, worth = _side(game, mask, mask), Fraction(worths[mask])
        name, said = f"v({spelled[mask]})", given[spelled[mask]]
        if constant and mask > full ^ mask:
            proof.equal(name, said, Fraction(total or 0) - Fraction(worths[full ^ mask]))
        elif reading == "alpha":
            proof.equal(name, said, max(min(row) for row in matrix.tolist()))
        elif reading == "beta":
            proof.equal(name, said, min(max(c) for c in matrix.T.tolist()))
        elif reading == "nash" and not constant:
            _nash(game, proof, name, mask, worth)
        else:
            if reading == "threat" and not constant:
                matrix, worth = matrix - _side(game, full ^ mask, mask), 2 * worth - best
            _valued(proof, name, matrix, worth, plans.pop(spelled[mask], None))
    proof.also("every plan proves the worth of a coalition", not plans)
    proof.that(f"the worths of the {reading} reading follow", True)


def _side(game: StrategicGame, mask: int, rows: int) -> Array:
    """What a coalition gets, with the joint strategies of ``rows`` in rows, as exact numbers."""
    every = range(len(game.players))
    tables = [whole(game, i) for i in every if mask >> i & 1]
    first, second = [i for i in every if rows >> i & 1], [i for i in every if not rows >> i & 1]
    paid: Any = sum(array * Fraction(1, bottom) for array, bottom in tables)
    table: Array = paid.transpose(first + second).reshape(prod(game.shape[i] for i in first), -1)
    return table


def _valued(proof: Proof, name: str, matrix: Array, worth: Fraction, plan: Any) -> None:
    part = Claim(Claim({name: plan}, "plans").entries(name, ("inside", "outside")), name)
    x, y = map(part.numbers, ("inside", "outside"), matrix.shape)
    good = proof.distribution(f"{name}, inside", x) and proof.distribution(f"{name}, outside", y)
    (least, most), slack = guarantees(matrix, x, y), proof.tolerance
    holds = good and least >= worth - slack and most <= worth + slack
    proof.that(name, holds, show(_as(worth, slack)))


def _nash(game: StrategicGame, proof: Proof, name: str, mask: int, worth: Fraction) -> None:
    """Every equilibrium between the coalition and the others pays it the same."""
    full = (1 << len(game.players)) - 1
    mine, theirs = _side(game, mask, mask), _side(game, full ^ mask, mask)
    try:
        pairs = extreme_equilibria(mine, theirs)[0]
    except OverflowError:
        proof.leaves(f"{name}: that every equilibrium with the others pays that")
        return
    paid = {dot(x, mine @ np.array(y, object)) for x, y in pairs}
    proof.that(name, all(abs(p - worth) <= proof.tolerance for p in paid), "in every equilibrium")
