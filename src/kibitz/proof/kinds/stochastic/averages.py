"""Claims about average payments: best replies by gain and bias, limits of discounted values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.point_json import point
from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.surd import write_point
from kibitz.core.claim import Claim, Proof, check_as, checks, same
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, number, show
from kibitz.proof.kernel.arithmetic import summed
from kibitz.proof.kernel.replies import scale
from kibitz.stochastic.average.determinants import Determinants, limit_blocks
from kibitz.stochastic.average.moves import Continuation, moves_of, replies
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.state_answers import by_state, named_choices, read_states

TINY = Fraction(1, 10**12)
"""How far a claimed guarantee may fall short of what is secured, as part of the largest payoff."""


@dataclass
class _Setting:
    """The game with exchanged roles written out, and what is claimed about it."""

    game: StochasticGame
    values: list[Any]
    moves: list[list[list[Continuation]]]
    sides: tuple[list[Any], list[Any]]


@checks("average-solution", of=StochasticGame)
def average_solution(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """Both strategies secure the values, or they are the limits of the discounted values."""
    game = game.averaged()
    values, rows, columns = read_states(game, claim)
    bound = claim.number("bound", Fraction(0))
    scale(proof, game, [*values, bound])
    moves = moves_of(mirrored(game).table.rational)
    mixed = [[_exact(line, proof) for line in side] for side in (rows, columns)]
    name = game.states[game.start]
    within = "" if bound == 0 else f" up to {show(bound)}"
    words = f"the average value of {name} is {write_point(values[game.start])}{within}"
    proof.states(words, "the best replies to both strategies, by gain and bias")
    if not proof.holds:
        return
    sides = (mixed[0], mixed[1])
    if len(moves) > game.table.states:
        sides = ([*mixed[0], *mixed[1]], [*mixed[1], *mixed[0]])
    setting = _Setting(game, values, moves, sides)
    said = claim.part("guarantees") if "guarantees" in claim else None
    told = claim.part("replies")
    low, high = (_secured(setting, said, told, player, proof) for player in (0, 1))
    slack = Fraction(bound) + proof.tolerance
    apart = {
        s
        for s, (v, a, b) in enumerate(zip(values, low, high, strict=True))
        if a is None or b is None or a < _near(v, -slack) or b > _near(v, slack)
    }
    if not apart:
        proof.that("what both secure is the value, up to the bound", True)
    else:
        proof.theorem = "the limit of the discounted values (Mertens and Neyman)"
        wrong = _wrong_limits(game, values, claim, apart)
        proof.that("beside each value the discounted games change sides", not wrong, wrong)
    proof.says(claim, criterion="average", value=claim.raw("values")[str(name)], exact=bound == 0)
    proof.says(claim, choices=named_choices(game))
    _existence(setting, claim, (low, high), slack, proof)


def _exact(line: list[Any], proof: Proof) -> tuple[Fraction, ...]:
    weights = [Fraction(float(x)) if isinstance(x, RealRoot) else x for x in line]
    if not proof.distribution("a strategy", weights):
        return ()
    total = summed(Fraction(w) for w in weights)
    return tuple(Fraction(w) / total for w in weights)


def _near(v: Any, slack: Fraction) -> Any:
    """A bound of a value with some slack; an algebraic number is compared as it is."""
    if isinstance(v, RealRoot):
        return v if not slack else Fraction(float(v)) + slack
    return Fraction(v) + slack


def _secured(
    setting: _Setting, claimed: Claim | None, told: Claim, player: int, proof: Proof
) -> list[Any]:
    """What a strategy secures by the gain and the bias that the claim names."""
    game, count = setting.game, setting.game.table.states
    name, sign = game.players[player], -1 if player == 0 else 1
    lines = replies(setting.moves, setting.sides[player], player == 0)
    part, size = told.part(name), len(setting.moves)
    gain, bias = ([exact(number(x)) for x in part.items(k, size)] for k in ("gain", "bias"))
    held = all(
        _never_better(move, s, gain, bias, sign) for s, line in enumerate(lines) for move in line
    )
    proof.that(f"{name}'s stationary strategy secures {show(gain[game.start])}", held)
    if claimed is not None:
        said = [_plain(point(x, "guarantees")) for x in by_state(game, claimed, name)]
        less = [-sign * (exact(g) - exact(x)) for g, x in zip(gain, said, strict=False)]
        most = TINY * max(abs(exact(x)) for x in (game.table.pay.min(), game.table.pay.max()))
        near = all(-min(proof.tolerance, most) <= gap <= most for gap in less)
        proof.also(f"guarantees, {name}", near, f"{show(gain[game.start])} is secured")
        if near and any(less):
            proof.that(f"{name}'s guarantees, within {float(TINY):.0e} of the largest payoff", True)
    return gain[:count] if held else [None] * count


def _plain(x: Any) -> Any:
    return Fraction(float(x)) if isinstance(x, RealRoot) else x


def _never_better(move: Continuation, s: int, gain: list[Any], bias: list[Any], sign: int) -> bool:
    """A reply neither improves the gain nor, where it keeps the gain, the bias."""
    kept = move.settled + summed(w * gain[t] for t, w in move.go.items())
    if sign * (kept - gain[s]) > 0:
        return False
    beside = move.pay + summed(w * bias[t] for t, w in move.go.items())
    return bool(kept != gain[s] or sign * (beside - gain[s] - bias[s]) <= 0)


def _wrong_limits(game: StochasticGame, values: list[Any], claim: Claim, left: set[int]) -> str:
    """Those of the states left whose value is not shown to be the limit of the discounted ones."""
    given = claim.entries("limits", None, {})
    for s, inside, k, value in limit_blocks(game, values):
        pair = given.get(str(s))
        kernels = pair if isinstance(pair, list) and len(pair) == 2 else ([], [])
        proved = Determinants.of(inside, k)
        sizes = (len(proved.top), len(proved.top[0]))
        sides = zip(kernels, (True, False), strict=True)
        if all(_is_kernel(x, sizes) and proved.proves(x, value, below) for x, below in sides):
            left.discard(s)
    return ", ".join(str(game.states[s]) for s in sorted(left)[:4])


def _is_kernel(given: Any, sizes: tuple[int, int]) -> bool:
    if not (isinstance(given, list) and len(given) == 2 and all(type(x) is list for x in given)):
        return False
    sides = zip(given, sizes, strict=True)
    return all(type(i) is int and 0 <= i < size for side, size in sides for i in side)


def _existence(
    setting: _Setting,
    claim: Claim,
    ends: tuple[list[Any], list[Any]],
    slack: Fraction,
    proof: Proof,
) -> None:
    """What is said of optimal stationary strategies, and of those with a memory."""
    game = setting.game
    said = claim.entries("stationary_optimal", game.players, {})
    for player, name in enumerate(game.players):
        if name not in said:
            continue
        sign = 1 if player == 0 else -1
        told = said[name]
        short = any(
            isinstance(v, RealRoot) or x is None or sign * (Fraction(v) - x) > slack
            for v, x in zip(setting.values, ends[player], strict=True)
        )
        if told is True and short:
            proof.leaves(f"that {name} has an optimal stationary strategy")
        elif told is False:
            proof.that(f"{name}'s strategy falls short of the value", short)
            proof.leaves(f"that no stationary strategy of {name} is optimal")
        elif told is None:
            proof.leaves(f"whether {name} has an optimal stationary strategy")
        elif told is not True:
            raise GameError("stationary_optimal: expected true, false or null")
    if "history_strategies" in claim:
        _memories(setting, claim.part("history_strategies"), proof)


def _memories(setting: _Setting, claim: Claim, proof: Proof) -> None:
    """Strategies with a memory, which count on the values that are claimed of other states."""
    game = setting.game
    names = [str(name) for name in mirrored(game).states]
    known = [None if isinstance(x, RealRoot) else x for x in setting.values]
    worth = dict(zip(names, [*known, *(x if x is None else -x for x in known)], strict=False))
    for name in claim.data:
        proof.equal(f"{claim.path(name)}: a player", name in game.players, True)
        for part in claim.parts(name):
            proof.equal(part.path("player"), part.raw("player"), name)
            proof.equal(part.path("kind"), part.raw("kind"), "blackwell-ferguson")
            inner = Proof()
            check_as("blackwell-ferguson", game, part, inner)
            told = part.part("elsewhere").data
            right = all(
                key in worth and same(x, worth[key], proof.tolerance) for key, x in told.items()
            )
            proof.also(part.path("elsewhere"), right, "these are not the values")
            inner.unproved.clear()
            proof.includes("strategy with a memory", inner.certificate())
