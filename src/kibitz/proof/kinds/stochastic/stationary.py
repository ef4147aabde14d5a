"""Claims about iterations and equilibria of stochastic games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.claim import CLOSE, LAST, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.arithmetic import dot
from kibitz.proof.kernel.replies import choices, scale, secured, worth_of
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.mirror import exchanges, mirrored
from kibitz.stochastic.state_answers import by_state, read_mixtures

MOST_KEPT, MOST_NUMBERS = 1000, 2_000_000
"""Iterates, and numbers in them, that are written of a long run."""


@checks("shapley-iteration", of=StochasticGame)
def shapley_iteration(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """Banach's theorem: where one more step changes at most (1 - f) b, the values are within b."""
    if not game.zero_sum:
        raise GameError("the claim is about a zero-sum game, and this one pays both players")
    count, steps = game.table.states, claim.count("steps")
    iterates = [_numbers(row, count) for row in claim.items("iterates")]
    kept = max(2, min(MOST_KEPT, MOST_NUMBERS // count))
    if not iterates or len(iterates) != min(steps, kept + 1) + 1:
        raise GameError("iterates: expected one for the start and one for each step")
    last = iterates[-1]
    rows, columns = _mixtures(game, claim, proof)
    scale(proof, game, [*last, *(x for side in (*rows, *columns) for x in side)])
    if not proof.holds:
        return
    factor = 1 - Fraction(game.stop_probability)
    bound = claim.raw("bound", None)
    known = "unknown" if bound is None else show(number(bound))
    proof.states(f"these values are within {known}", "Banach's theorem")
    proof.says(claim, values=dict(zip(map(str, game.states), last, strict=True)), factor=factor)
    proof.says(claim, "stop_probability", Fraction(game.stop_probability))
    if (bound is None) != (not factor < 1 or steps == 0):
        proof.that("there is a bound exactly where every stage may be the last", False)
    elif bound is None:
        proof.leaves("values")
    else:
        moved = _moved(game, [Fraction(x) for x in last], rows, columns)
        allowed = (1 - factor) * (Fraction(number(bound, "bound")) + proof.tolerance)
        what = "one more step changes no more than the bound allows"
        proof.that(what, moved <= allowed, f"{float(moved):.3g}")
    proof.leaves("strategies: that they are optimal for the last iterate")
    proof.leaves("iterates: that each follows from the one before")


def _moved(
    game: StochasticGame, last: list[Fraction], rows: list[Any], columns: list[Any]
) -> Fraction:
    """How far one stage against the best reply is from the values at most."""
    whole = mirrored(game)
    if exchanges(game.table):
        last, rows, columns = ([*last, *(-x for x in last)], [*rows, *columns], [*columns, *rows])
    table = whole.rational
    most = Fraction(0)
    for by_rows, own, sign in ((True, rows, 1), (False, columns, -1)):
        for s, line in enumerate(choices(table, own, by_rows, 0)):
            most = max([most, *(sign * (last[s] - worth_of(c, last)) for c in line)])
    return most


@checks("stationary-equilibrium", of=StochasticGame)
def stationary_equilibrium(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """The best reply of each player, in a decision process, gains nothing."""
    paid = [_numbers(row, 2) for row in by_state(game, claim, "payoffs")]
    rows, columns = _mixtures(game, claim, proof)
    table = game.rational
    pays = [x for line in game.table.pay.tolist() for x in line]
    proof.within([*pays, *(-x for x in pays if game.zero_sum), Fraction(0)], [0.0])
    if not proof.holds:
        return
    theirs = 0 if game.zero_sum else 1
    slacks = [min(proof.tolerance, _slack(game.table.pay[:, k].tolist())) for k in (0, theirs)]
    flip = -1 if game.zero_sum else 1
    replies = (
        secured(table, columns, False, None, 1, 0),
        secured(table, rows, True, None, flip, theirs),
    )
    if any(reply is None for reply in replies):
        raise GameError("a stage need not be the last one; stationary equilibria need a discount")
    worst, close = [], True
    for k, (reply, sign) in enumerate(zip(replies, (1, flip), strict=True)):
        assert reply is not None
        own = [Fraction(x[k]) for x in paid]
        worst.append(max(Fraction(0), *(sign * r - v for r, v in zip(reply, own, strict=True))))
        gap = _gap(game, own, (rows, columns), theirs if k else 0, sign)
        slacks[k] += LAST * max(map(abs, own)) if slacks[k] else 0
        close = close and gap <= slacks[k]
    words = f"a stationary equilibrium up to {float(max(*worst, *slacks)):.1g}"
    proof.states(words, "the best replies, as decision processes")
    proof.that("the payoffs are those of the strategies", close)
    for name, gain, slack in zip(game.players, worst, slacks, strict=True):
        proof.that(f"{name} cannot gain by any other strategy", gain <= slack, f"{float(gain):.2g}")
    if "regrets" in claim:
        told = claim.exacts("regrets", 2)
        near = all(abs(x - y) <= most for x, y, most in zip(told, worst, slacks, strict=True))
        proof.that("the regrets are those of the best replies", near)


def _slack(pays: list[Any]) -> Fraction:
    """A billionth of the spread of a player's own payoffs, and what may be lost of the largest."""
    low, high = Fraction(min(0, *pays)), Fraction(max(0, *pays))
    return CLOSE * (high - low) + LAST * max(-low, high)


def _gap(
    game: StochasticGame, own: list[Fraction], sides: tuple[Any, Any], payee: int, sign: int
) -> Fraction:
    """How far the payoffs are from those of the strategies, all stages to come."""
    table = game.rational
    worst = Fraction(0)
    for s, line in enumerate(choices(table, sides[0], True, payee)):
        weights = [Fraction(w) for w in sides[1][s]]
        worth = dot(weights, [worth_of((sign * pay, go, on), own) for pay, go, on in line])
        worst = max(worst, abs(worth / sum(weights) - own[s]))
    return worst / Fraction(1 - max(table.stay))


def _mixtures(game: StochasticGame, claim: Claim, proof: Proof) -> tuple[Any, Any]:
    """The mixtures of both players in all states, which are distributions."""
    found = read_mixtures(game, claim)
    for name, side in zip(game.players, found, strict=True):
        for state, weights in zip(game.states, side, strict=True):
            proof.distribution(f"{name}'s strategy in {state}", weights)
    return found


def _numbers(given: Any, size: int) -> list[Any]:
    if not isinstance(given, list) or len(given) != size:
        raise GameError(f"expected a list of {count_of(size, 'number')}")
    return [number(x) for x in given]
