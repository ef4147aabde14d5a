"""Claims about games in which both players name a positive integer."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, show
from kibitz.proof.kernel.arithmetic import summed
from kibitz.zero_sum.infinite.game import Growth, InfiniteGame, PayoffRule
from kibitz.zero_sum.infinite.truncation import WARNING, truncation

Mixture = list[tuple[int, Fraction]]
PAYOFFS = 2_000_000
"""The most payoffs that are looked at one by one."""
MOST_TRUNCATED = 201
SQUARES = (8, 16, 32, 64, 128)
"""The sides of the squares over which two geometric mixtures are summed."""


@checks("infinite-solution", of=InfiniteGame)
def infinite_solution(game: InfiniteGame, claim: Claim, proof: Proof) -> None:
    """Both mixtures guarantee the value against every positive integer."""
    value = exact(claim.raw("value"), "value")
    told = f"the value is {show(value)}"
    proof.states(told, "guarantees that meet, against every positive integer")
    for side, word in (("row", "guarantees at least"), ("column", "concedes at most")):
        rule, sign = _view(game, side)
        weights = _mixture(claim, side, proof)
        tried, met = _first_tail(rule, weights) - 1, 0
        level = Fraction(0)
        for _ in range(8):
            _refuse_large(tried, weights, side)
            level = min([level if met else sign * value, *_paid(rule, weights, met + 1, tried)])
            met = tried
            if level < sign * value or _beyond(rule, weights, tried + 1) >= sign * value:
                break
            tried = 2 * tried + 1
        good = level >= sign * value and _beyond(rule, weights, met + 1) >= sign * value
        found = f"1..{met} one by one, and beyond"
        proof.that(f"the {side} strategy {word} the value", good, found)
    proof.says(claim, "exact", True)


def _view(game: InfiniteGame, side: str) -> tuple[PayoffRule, int]:
    """The payoffs as a player sees them, and the sign of what they are to the row player."""
    return (game.rule, 1) if side == "row" else (game.reversed().rule, -1)


@checks("guarantee", of=InfiniteGame)
def guarantee(game: InfiniteGame, claim: Claim, proof: Proof) -> None:
    """Opponents one by one as far as was tried, and the rule for the tail beyond."""
    side = claim.choice("side", ("row", "column"))
    words = "at least" if side == "row" else "at most"
    rule, sign = _view(game, side)
    weights, tried = _mixture(claim, "strategy", proof), claim.count("tried")
    level, beyond = _level(claim, "level", -sign), _level(claim, "beyond", -sign)
    told = f"the {side} strategy holds the payoff to {words} {show(level)} against every integer"
    proof.states(told, "a finite check and the rule for the tail")
    _refuse_large(tried, weights, "tried")
    start = _first_tail(rule, weights)
    if not proof.that("every line follows its tail from there on", start <= tried + 1):
        return
    paid, tail = _paid(rule, weights, 1, tried), _beyond(rule, weights, tried + 1)
    proof.that(f"against {tried + 1} and everything above", beyond == sign * tail)
    proof.that(f"against each of 1..{tried}, and beyond", level == sign * min([*paid, tail]))
    limit = sum((w * rule.row_tail(k).limit for k, w in weights), start=Fraction(0))
    sharp = tail == limit or (bool(paid) and min(paid) <= tail)
    proof.says(claim, "exact", sharp)


@checks("no-value", of=InfiniteGame)
def no_value(game: InfiniteGame, claim: Claim, proof: Proof) -> None:
    """The players secure the limits of rows and of columns, no one more, and these differ."""
    bounds, limits = game.rule.bounds, game.rule.limits
    which = "all mixed strategies" if bounds else "mixtures of finitely many numbers"
    told = f"the game has no value in {which}"
    proof.states(told, "bounded convergence" if bounds else "limits of finite sums")
    lower, upper = exact(claim.raw("lower"), "lower"), exact(claim.raw("upper"), "upper")
    found = "they are not known" if limits is None else " and ".join(map(show, limits))
    proof.that("no mixture secures more than the limits of lines", limits == (lower, upper), found)
    proof.that("the lower value is below the upper one", lower < upper)
    _secured(game, claim, "row", lower, proof)
    _secured(game, claim, "column", upper, proof)
    proof.says(claim, "all_mixtures", bounds is not None)
    proof.says(claim, "every_strategy_is_minimax", bounds == (lower, upper))
    if "reasons" in claim:
        claim.items("reasons")
        proof.leaves("the wording of the reasons")


@checks("value-bounds", of=InfiniteGame)
def value_bounds(game: InfiniteGame, claim: Claim, proof: Proof) -> None:
    """A strategy of each player secures the bound."""
    lower, upper = _level(claim, "lower", -1), _level(claim, "upper", 1)
    told = f"the lower value is at least {show(lower)}, the upper at most {show(upper)}"
    proof.states(told, "explicit strategies")
    _secured(game, claim, "row", lower, proof)
    _secured(game, claim, "column", upper, proof)
    proof.says(claim, "exact", False)
    if "searched" in claim:
        claim.count("searched")
        proof.leaves("how far truncations were searched")


def _secured(game: InfiniteGame, claim: Claim, side: str, level: Number, proof: Proof) -> None:
    part = Claim(claim.raw(side), side)
    proof.proves(side, game, {"kind": "guarantee", **part.data}, "guarantee")
    same = part.data.get("kind", "guarantee") == "guarantee" and part.data.get("side") == side
    same = same and _level(part, "level", 0) == level
    proof.that(f"the {side} player secures {show(level)}", same)


@checks("expectation", of=InfiniteGame)
def expectation(game: InfiniteGame, claim: Claim, proof: Proof) -> None:
    """The sum, finite or bounded outside a square; it converges absolutely."""
    low, high = exact(claim.raw("low"), "low"), exact(claim.raw("high"), "high")
    proof.states(f"the expected payoff lies in [{show(low)}, {show(high)}]", "absolute convergence")
    proof.says(claim, "exact", low == high)
    row, column = (_strategy(claim, side, proof) for side in ("row", "column"))
    if isinstance(row, Fraction) and isinstance(column, Fraction):
        growth = _growth(game)
        if not proof.that("the sum converges absolutely", growth.base * row * column < 1):
            return
        found = any(_square(game, growth, row, column, n) == (low, high) for n in SQUARES)
        proof.that("the sum over a square, and a bound for the rest", found)
        return
    if isinstance(row, Fraction):
        assert not isinstance(column, Fraction)
        total = summed(w * _series(game.rule, row, j) for j, w in column)
    elif isinstance(column, Fraction):
        turned = game.reversed().rule
        total = -summed(w * _series(turned, column, i) for i, w in row)
    else:
        pairs = [(i, j, p * q) for i, p in row for j, q in column]
        total = summed(w * game.payoff(i, j) for i, j, w in pairs)
    proof.that("the sum", low == high == total, show(total))


@checks("undefined-expectation", of=InfiniteGame)
def undefined_expectation(game: InfiniteGame, claim: Claim, proof: Proof) -> None:
    """The absolute values of the terms do not even tend to zero."""
    proof.states("the expected payoff is undefined", "divergence of the sum of absolute values")
    row, column = (_ratio(claim.raw(f"{side}_ratio"), side) for side in ("row", "column"))
    growth = _growth(game)
    factor = growth.base * row * column
    proof.that("the absolute sum diverges", growth.least > 0 and factor >= 1, show(factor))
    mine, theirs = claim.items("against_columns"), claim.items("against_rows")
    if max(len(mine), len(theirs)) > 1_000 or not mine or not theirs:
        raise GameError("against_columns, against_rows: 1 to 1,000 opponents are checked")
    proof.equal("against_columns", mine, [_series(game.rule, row, j + 1) for j in range(len(mine))])
    turned = game.reversed().rule
    back = [-_series(turned, column, i + 1) for i in range(len(theirs))]
    proof.equal("against_rows", theirs, back)


@checks("truncations", of=InfiniteGame)
def truncations(game: InfiniteGame, claim: Claim, proof: Proof) -> None:
    """Each truncated game has its value; of the infinite one nothing is claimed."""
    sizes = claim.wholes("sizes", None, MOST_TRUNCATED)
    values, parts = (claim.items(key, len(sizes)) for key in ("values", "solutions"))
    proof.states("these are values of truncated games", "the minimax theorem")
    for size, value, part in zip(sizes, values, parts, strict=True):
        data = {**Claim(part, "solutions").data, "kind": "matrix-solution", "value": value}
        proof.proves(f"1..{size}", truncation(game, size), data, "matrix-solution")
    proof.says(claim, "warning", WARNING)


def _mixture(claim: Claim, key: str, proof: Proof) -> Mixture:
    """Numbers with their probabilities."""
    given, where = claim.entries(key), claim.path(key)
    weights = [(_named(k, where), exact(w, where)) for k, w in given.items()]
    if not weights:
        raise GameError(f'{where}: write numbers with probabilities, {{"1": "1/2", ...}}')
    different = len({k for k, _ in weights}) == len(weights)
    proof.that(f"{where} lists different numbers", different)
    proof.distribution(where, [w for _, w in weights])
    return weights


def _strategy(claim: Claim, key: str, proof: Proof) -> Mixture | Fraction:
    """A finite mixture, or the ratio of a geometric one."""
    given = claim.raw(key)
    if isinstance(given, dict) and set(given) == {"geometric"}:
        return _ratio(given["geometric"], claim.path(key))
    return _mixture(claim, key, proof)


def _ratio(given: Any, where: str) -> Fraction:
    ratio = exact(given, where)
    if not 0 < ratio < 1 or ratio.denominator > 10**9:
        raise GameError(f"{where}: the ratio must lie between 0 and 1")
    return ratio


def _named(name: str, where: str) -> int:
    if not (name.isascii() and name.isdigit() and len(name) <= 7 and int(name) > 0):
        raise GameError(f"{where}: {name!r:.40} is not a positive integer of at most 7 digits")
    return int(name)


def _level(claim: Claim, key: str, infinite: int) -> Number:
    """A level; null stands for an infinite one, of this sign."""
    given = claim.raw(key)
    return infinite * math.inf if given is None else exact(given, claim.path(key))


def _refuse_large(tried: int, weights: Mixture, where: str) -> None:
    if tried * len(weights) > PAYOFFS:
        raise GameError(f"{where}: {tried} opponents are too many to try one by one")


def _first_tail(rule: PayoffRule, weights: Mixture) -> int:
    """From which opponent on every line of the mixture follows its tail."""
    return max(rule.row_tail(k).start for k, _ in weights)


def _paid(rule: PayoffRule, weights: Mixture, first: int, last: int) -> list[Fraction]:
    against = range(first, last + 1)
    return [summed(w * rule.payoff(k, j) for k, w in weights) for j in against]


def _beyond(rule: PayoffRule, weights: Mixture, start: int) -> Number:
    """The least that a mixture brings from an opponent on, once all its tails have begun."""
    lines = [(w, min(rule.payoff(k, start), rule.row_tail(k).limit)) for k, w in weights]
    return sum((w * x for w, x in lines if w), start=Fraction(0))


def _growth(game: InfiniteGame) -> Growth:
    rule = game.rule
    if rule.growth is not None:
        return rule.growth
    if rule.bounds is None:
        raise GameError("nothing is known of how the payoffs grow, so nothing can be summed")
    return Growth(Fraction(1), Fraction(0), max(map(abs, rule.bounds)))


def _series(rule: PayoffRule, ratio: Fraction, j: int) -> Fraction:
    """What a geometric mixture brings against one number: a finite sum and a constant tail."""
    tail = rule.column_tail(j)
    if not isinstance(tail.limit, Fraction) or rule.payoff(tail.start, j) != tail.limit:
        raise GameError(f"the payoffs against {j} are not constant from some number on")
    if tail.start > 2_000:
        raise GameError(f"the payoffs against {j} are constant only from {tail.start} on")
    head = ((1 - ratio) * ratio ** (i - 1) * rule.payoff(i, j) for i in range(1, tail.start))
    return summed(head) + ratio ** (tail.start - 1) * tail.limit


def _square(
    game: InfiniteGame, growth: Growth, r: Fraction, s: Fraction, n: int
) -> tuple[Fraction, Fraction]:
    """The sum over a square of n numbers each, less and more a bound for all outside it."""
    mine = [(1 - r) * r ** (k - 1) for k in range(1, n + 1)]
    theirs = [(1 - s) * s ** (k - 1) for k in range(1, n + 1)]
    cells = ((i, j) for i in range(n) for j in range(n))
    inner = summed(mine[i] * theirs[j] * game.payoff(i + 1, j + 1) for i, j in cells)
    base, lines = growth.base, range(n)
    edge = summed(base ** (k + 1) * (mine[k] * s**n + theirs[k] * r**n) for k in lines)
    corner = base * ((1 - r) + (1 - s) * r) * (base * r * s) ** n / (1 - base * r * s)
    error = growth.most * (edge + corner)
    return inner - error, inner + error
