"""Subgame-perfect play whose replies have no formula, proved inside intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.algebra.expressions.enclosure import ball, low_end
from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief
from kibitz.continuous.enclosures.stages import Cut, EnclosedStage, enclosed_stages
from kibitz.continuous.exact.reaction import range_text, reply_text
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.continuous.sequential.exact_play import exact_moves, last_reaction
from kibitz.continuous.sequential.reply import NoFormula
from kibitz.continuous.sequential.subgame_perfect import LeaderProblem, SequentialSolution
from kibitz.continuous.solution import (
    CLAIMED,
    ContinuousEquilibrium,
    EnclosedEquilibrium,
    read_profile,
)
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Step
from kibitz.core.extension import extends

CLOSE = 1e-10
"""How narrow the leader's move is enclosed, as a part of its range."""
MOST_CUTS = 400
METHOD = "backward induction with interval arithmetic"


@dataclass(frozen=True)
class EnclosedPlay(SequentialSolution):
    """Moves that lie within ``radius`` of the given numbers."""

    radius: float = 0.0
    method: str = METHOD

    @property
    def outcome(self) -> ContinuousEquilibrium:
        if any(isinstance(x, float) for x in self.moves):
            floats = tuple(float(x) for x in self.strategies)
            return EnclosedEquilibrium(self.game.base, floats, self.radius)
        return ContinuousEquilibrium(self.game.base, self.strategies)

    @cached_property
    def replies(self) -> tuple[str, ...]:
        """The last of two movers by its curve; others by what they do on the path."""
        curve = last_reaction(self.game)
        if curve is not None:
            parts = [
                f"{range_text(p)}: {reply_text(p, curve.own, curve.other)}" for p in curve.pieces
            ]
            return (", ".join(parts),)
        pairs = list(zip(self.game.variables, self.moves, strict=True))[1:]
        return tuple(f"{v} = {brief(x)} on the path" for v, x in pairs)

    def leader_problem(self) -> LeaderProblem:
        from flint import arb

        first, *_ = enclosed_stages(self.game)
        curve = last_reaction(self.game)
        turns = [] if curve is None else [float(x) for x in curve.breakpoints]
        low, high = first.ends
        return LeaderProblem(
            first.own,
            low,
            high,
            tuple(x for x in turns if x < high),
            lambda x: float(first.value((x, x), arb(0)).mid()),
        )

    def follower_steps(self) -> list[Step]:
        from kibitz.continuous.explain import best_step
        from kibitz.continuous.sequential.explain import enclosed_follower_steps

        curve = last_reaction(self.game)
        if curve is None:
            return enclosed_follower_steps(self.game, enclosed_stages(self.game))
        step = best_step(curve)
        return [Step(f"{self.game.players[1]} moves last", step.prose, step.table)]

    def to_json(self) -> dict[str, Any]:
        radius = {"radius": self.radius} if self.radius else {}
        return {**super().to_json(), **radius}


@extends(Stackelberg)
def enclosed_play(game: Stackelberg) -> EnclosedPlay:
    """Backward induction inside intervals.

    >>> from kibitz.continuous.markets.stackelberg import stackelberg
    >>> print(enclosed_play(stackelberg("10*exp(-Q)", 1)))
    Firm 1 leads: q1 = 0.8297898222, q2 = 0.5874346381; total 1.41722446, price ...
      Firm 2 replies q2 = 0.5874346381 on the path
    found by backward induction with interval arithmetic
    """
    first, *later = enclosed_stages(game)
    cuts = best_first(first)
    if len(cuts) != 1:
        spots = ", ".join(f"[{a:.6g}, {b:.6g}]" for a, b in cuts)
        raise GameError(f"the best moves of {game.players[0]} could not be distinguished: {spots}")
    low, high = (Fraction(e) for e in cuts[0])
    slack = max(high - low, Fraction(1, 10**9))
    exact = exact_moves(game, low - slack, high + slack)
    radius = float(high - low) / 2 + 1e-12
    if exact is not None:
        return EnclosedPlay(game, exact, remark=_jump(game, later, exact[0]), radius=0.0)
    moves = _path(first, later, cuts[0])
    return EnclosedPlay(game, moves, remark=_jump(game, later, moves[0]), radius=radius)


@extends(Stackelberg)
def claimed_play(game: Stackelberg, claim: Claim) -> SequentialSolution:
    """Moves that someone says are subgame-perfect, to be proved exactly or by intervals."""
    strategies = read_profile(game.base, claim)
    moves = tuple(strategies[k] for k in game.order)
    radius = float(claim.number("radius")) if "radius" in claim else 0.0
    if not 0 <= radius <= 1:
        raise GameError(f"radius: {radius:g}; it must lie between 0 and 1")
    try:
        if game.base.algebraic and game.stages:
            return SequentialSolution(game, moves)
    except NoFormula:
        pass
    near = tuple(
        float(x) if isinstance(x, Fraction) and x.denominator > 10**6 else x for x in moves
    )
    exact = not any(isinstance(x, float) for x in near)
    return EnclosedPlay(game, near, radius=radius or (0.0 if exact else CLAIMED))


def best_first(first: EnclosedStage) -> list[Cut]:
    """The small intervals that hold the best first moves."""
    from flint import arb

    low, high = first.ends
    cuts = first.survivors(arb(0), first.everything(), CLOSE * (high - low), MOST_CUTS)
    together = [cuts[0]]
    for a, b in cuts[1:]:
        if a - together[-1][1] < 10 * CLOSE * (high - low):
            together[-1] = together[-1][0], b
        else:
            together.append((a, b))
    return together


def _path(first: EnclosedStage, later: list[EnclosedStage], cut: Cut) -> tuple[Point | float, ...]:
    """The moves from the leader's best one on; where a reply jumps, from the better side."""
    from flint import arb

    move = max(((cut[0] + cut[1]) / 2, *cut), key=lambda x: low_end(first.value((x, x), arb(0))))
    moves, so_far = [move], arb(move)
    for stage in later:
        cuts = stage.replies(so_far)
        reply = min((a + b) / 2 for a, b in cuts)
        moves.append(reply)
        so_far = so_far + ball(reply, reply)
    return tuple(moves)


def _jump(game: Stackelberg, later: list[EnclosedStage], first: Point | float) -> str:
    """Words for a second mover who is indifferent, or nearly so, on the path."""
    from flint import arb

    hair = 1e-6 * (1 + abs(float(first)))
    low, high = later[0].past
    spots = (max(low, float(first) - hair), min(high, float(first) + hair))
    around = [later[0].replies(arb(x)) for x in spots]
    ends = [(c[0][0] + c[-1][1]) / 2 for c in around]
    if abs(ends[0] - ends[1]) < 1e-3 * (1 + abs(ends[0])):
        return ""
    return (
        f"{game.players[1]} is indifferent between {later[0].own} = {ends[0]:.6g} and "
        f"{ends[1]:.6g}; it chooses what suits {game.players[0]}"
    )
