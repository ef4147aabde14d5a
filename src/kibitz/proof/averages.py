"""Claims about average payments: best replies by gain and bias, limits of discounted values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import RealRoot, real_roots
from kibitz.algebra.surd import write_point
from kibitz.algebra.written_point import point
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, number, show
from kibitz.proof.stochastic import scale
from kibitz.stochastic.average.best_reply import average_reply, moves_of, replies
from kibitz.stochastic.average.chain import Move
from kibitz.stochastic.average.limit_value import Determinants, fits, prepared
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.state_answers import by_state, read_states

Choices = list[list[Move]]


@dataclass
class _Setting:
    """The game with exchanged roles written out, and what is claimed about it."""

    game: StochasticGame
    values: list[Any]
    moves: list[list[list[Move]]]
    sides: tuple[list[Any], list[Any]]

    @property
    def doubled(self) -> bool:
        return len(self.moves) > self.game.table.states


@checks("average-solution", of=StochasticGame)
def average_solution(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """Both strategies secure the values, or they are the limits of the discounted values."""
    game = game.averaged()
    values, rows, columns = read_states(game, claim)
    bound = claim.number("bound") if "bound" in claim else Fraction(0)
    scale(proof, game, [*values, bound])
    whole = mirrored(game)
    moves = moves_of(whole.table.rational)
    mixed = [[_exact(line, proof) for line in side] for side in (rows, columns)]
    name = game.states[game.start]
    within = "" if bound == 0 else f" up to {show(bound)}"
    proof.states(
        f"the average value of {name} is {write_point(values[game.start])}{within}",
        "the best replies to both strategies, by gain and bias",
    )
    if not proof.holds:
        return
    sides = (mixed[0], mixed[1])
    if len(moves) > game.table.states:
        sides = ([*mixed[0], *mixed[1]], [*mixed[1], *mixed[0]])
    setting = _Setting(game, values, moves, sides)
    said = claim.part("guarantees") if "guarantees" in claim else None
    told = claim.part("replies") if "replies" in claim else None
    low, high = (_secured(setting, said, told, player, proof) for player in (0, 1))
    slack = Fraction(bound) + proof.tolerance
    meet = all(
        a is not None and b is not None and a >= _near(v, -slack) and b <= _near(v, slack)
        for v, a, b in zip(values, low, high, strict=True)
    )
    if meet:
        proof.that("what both secure is the value, up to the bound", True)
    else:
        proof.theorem = "the limit of the discounted values (Mertens and Neyman)"
        wrong = _wrong_limits(setting, proof)
        proof.that("beside each value the discounted games change sides", not wrong, wrong)
    proof.says(claim, "criterion", "average")
    proof.says(claim, "value", claim.raw("values")[str(name)])
    proof.says(claim, "exact", bound == 0)
    _existence(setting, claim, (low, high), slack, proof)


def _exact(line: list[Any], proof: Proof) -> tuple[Fraction, ...]:
    weights = [Fraction(float(x)) if isinstance(x, RealRoot) else x for x in line]
    if not proof.distribution("a strategy", weights):
        return ()
    total = sum((Fraction(w) for w in weights), Fraction(0))
    return tuple(Fraction(w) / total for w in weights)


def _near(v: Any, slack: Fraction) -> Any:
    """A bound of a value with some slack; an algebraic number is compared as it is."""
    if isinstance(v, RealRoot):
        return v if not slack else Fraction(float(v)) + slack
    return Fraction(v) + slack


def _secured(
    setting: _Setting, claimed: Claim | None, told: Claim | None, player: int, proof: Proof
) -> list[Any]:
    """What a strategy secures by the gain and the bias that the claim names."""
    game, count = setting.game, setting.game.table.states
    name, sign = game.players[player], -1 if player == 0 else 1
    lines = replies(setting.moves, setting.sides[player], player == 0)
    if told is None:
        reply = average_reply(lines, player == 0)
        gain, bias = reply.gain, reply.bias
    else:
        part, size = told.part(name), len(setting.moves)
        gain, bias = ([exact(number(x)) for x in part.items(k, size)] for k in ("gain", "bias"))
    held = all(
        _never_better(move, s, gain, bias, sign) for s, line in enumerate(lines) for move in line
    )
    proof.that(f"{name}'s stationary strategy secures {show(gain[game.start])}", held)
    if claimed is not None:
        said = [_plain(point(x, "guarantees")) for x in by_state(game, claimed, name)]
        proof.equal(f"guarantees, {name}", said, gain[:count])
    return gain[:count] if held else [None] * count


def _plain(x: Any) -> Any:
    return Fraction(float(x)) if isinstance(x, RealRoot) else x


def _never_better(move: Move, s: int, gain: list[Any], bias: list[Any], sign: int) -> bool:
    """A reply neither improves the gain nor, where it keeps the gain, the bias."""
    kept = move.settled + sum((w * gain[t] for t, w in move.go.items()), Fraction(0))
    if sign * (kept - gain[s]) > 0:
        return False
    beside = move.pay + sum((w * bias[t] for t, w in move.go.items()), Fraction(0))
    return bool(kept != gain[s] or sign * (beside - gain[s] - bias[s]) <= 0)


def _wrong_limits(setting: _Setting, proof: Proof) -> str:
    """The states whose value is not shown to be the limit of the discounted ones."""
    values = [exact(x) if isinstance(x, float) else x for x in setting.values]
    if setting.doubled:
        values += [_negative(x) for x in values]
    found = components(mirrored(setting.game).table)
    wrong: list[int] = []
    for block, cyclic in zip(found.members(), found.cyclic, strict=True):
        if not _is_limit(setting, block, bool(cyclic), values, proof.tolerance):
            wrong += block
    count = setting.game.table.states
    return ", ".join(str(setting.game.states[s]) for s in wrong[:4] if s < count)


def _is_limit(
    setting: _Setting, block: list[int], cyclic: bool, values: list[Any], slack: Fraction
) -> bool:
    moves = setting.moves
    targets = {t for s in block for row in moves[s] for m in row for t in m.go}
    known = {t: values[t] for t in targets if t not in block}
    if not cyclic or any(isinstance(x, RealRoot) for x in known.values()):
        return False
    inside = prepared(moves, block, known)
    if not fits(inside):
        return False
    for k, s in enumerate(block):
        pair = Determinants.of(inside, k)
        low, high = (values[s] - slack, values[s] + slack) if slack else (values[s], values[s])
        if pair.kernel(low, True) is None or pair.kernel(high, False) is None:
            return False
    return True


def _existence(
    setting: _Setting,
    claim: Claim,
    ends: tuple[list[Any], list[Any]],
    slack: Fraction,
    proof: Proof,
) -> None:
    """What is said of optimal stationary strategies, and of those with a memory."""
    game = setting.game
    said = claim.raw("stationary_optimal") if "stationary_optimal" in claim else {}
    if not isinstance(said, dict) or not set(said) <= set(game.players):
        raise GameError("stationary_optimal: expected true, false or null for each player")
    for player, name in enumerate(game.players):
        if name not in said:
            continue
        sign = 1 if player == 0 else -1
        told = said[name]
        short = any(
            x is None or sign * (_near(v, Fraction(0)) - x) > slack
            if not isinstance(v, RealRoot)
            else True
            for v, x in zip(setting.values, ends[player], strict=True)
        )
        if told is True and short:
            proof.leaves(f"that {name} has an optimal stationary strategy")
        elif told is False or (told is None and not short):
            proof.that(f"{name}'s strategy falls short of the value", short)
            proof.leaves(f"that no stationary strategy of {name} is optimal")
        elif told not in (True, None):
            raise GameError("stationary_optimal: expected true, false or null")
    if "history_strategies" in claim:
        claim.raw("history_strategies")
        proof.leaves("history_strategies")


def _negative(x: Any) -> Any:
    if not isinstance(x, RealRoot):
        return -x
    flipped = Polynomial.of([c * (-1) ** k for k, c in enumerate(x.polynomial.coefficients)])
    return min(real_roots(flipped), key=lambda root: abs(float(root) + float(x)))
