"""The subgame-perfect play of a Stackelberg game, and its proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.number_field import NumberField
from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief
from kibitz.continuous.conditions import in_numbers
from kibitz.continuous.exact.maximum import Maximum, maximum
from kibitz.continuous.exact.reaction import range_text, reply_text
from kibitz.continuous.markets.answer import MarketAnswer
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.continuous.sequential.reply import NoFormula
from kibitz.continuous.solution import ContinuousEquilibrium, market_facts
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.solution import Solution
from kibitz.pictures import Picture


@dataclass(frozen=True)
class LeaderProblem:
    """The first mover's payoff as a function of its move; ``turns`` is where replies change."""

    variable: str
    low: float | None
    high: float | None
    turns: tuple[float, ...]
    payoff: Callable[[float], float]


@dataclass(frozen=True)
class SequentialSolution(Solution, MarketAnswer[Point], kind="stackelberg-solution"):
    """What everyone does on the path, in the order of the moves, and every reply off it."""

    game: Stackelberg
    moves: tuple[Any, ...]
    """In the order of play."""
    method: str = "backward induction"
    remark: str = ""
    others: tuple[tuple[Point, ...], ...] = field(default=(), compare=False)
    """Other paths that the leader finds just as good."""

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact."""
        return not any(isinstance(x, float) for x in self.moves)

    @property
    def strategies(self) -> tuple[Point, ...]:
        """In the order of the firms."""
        back = dict(zip(self.game.order, self.moves, strict=True))
        return tuple(back[k] for k in range(len(back)))

    quantities = prices = strategies

    @property
    def outcome(self) -> ContinuousEquilibrium:
        """The profile on the path, with payoffs; seldom an equilibrium of simultaneous moves."""
        return ContinuousEquilibrium(self.game.base, self.strategies)

    @property
    def payoffs(self) -> tuple[Point, ...]:
        return self.outcome.payoffs

    profits = payoffs

    def market(self) -> dict[str, Any]:
        return market_facts(self.game.base, self.outcome)

    @property
    def replies(self) -> tuple[str, ...]:
        """The reply function of each follower, in words."""
        out = []
        for stage in reversed(self.game.stages):
            if stage.reaction is not None:
                r = stage.reaction
                parts = [f"{range_text(p)}: {reply_text(p, r.own, r.other)}" for p in r.pieces]
                out.append(", ".join(parts))
        return tuple(out)

    def leader_problem(self) -> LeaderProblem:
        """What the leader earns by its move once all replies are put in, for pictures."""
        first = self.game.stages[-1].game
        second = self.game.stages[-2].reaction
        name, payoff = first.variables[0], first.payoffs[0]
        turns = [] if second is None else [float(x) for x in second.breakpoints]
        low, high = first.intervals[0]
        return LeaderProblem(
            name,
            None if low is None else float(low),
            None if high is None else float(high),
            tuple(x for x in turns if abs(x) < 1e6),
            lambda x: payoff.at_float({name: x}),
        )

    def follower_steps(self) -> list[Step]:
        """How each follower replies, the last one first, for derivations."""
        from kibitz.continuous.sequential.explain import exact_follower_steps

        return exact_follower_steps(self.game)

    def explain(self) -> Explanation:
        from kibitz.continuous.sequential.explain import explain_sequential

        return explain_sequential(self)

    def draw(self) -> Picture:
        from kibitz.continuous.draw import draw_sequential

        return draw_sequential(self)

    def to_json(self) -> dict[str, Any]:
        return {
            **self.outcome.to_json(),
            "kind": "stackelberg-solution",
            "order": list(self.game.players),
            "replies": [
                {"player": self.game.players[k + 1], "reply": r} for k, r in enumerate(self.replies)
            ],
            "remark": self.remark,
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: Stackelberg, data: dict[str, Any]) -> SequentialSolution:
        claimed: SequentialSolution = call(game, "claimed_play", Claim(data))
        return replace(
            claimed,
            method=str(data.get("method", "")),
            remark=str(data.get("remark", "")),
        )

    def __str__(self) -> str:
        lines = [f"{self.game.players[0]} leads: {self.outcome}"]
        for k, words in enumerate(self.replies, 1):
            lines.append(f"  {self.game.players[k]} replies {words}")
        if self.remark:
            lines.append(f"  {self.remark}")
        return "\n".join([*lines, f"found by {self.method}"])


@method(
    Stackelberg,
    "backward-induction",
    finds="the subgame-perfect play",
    cost="one cell decomposition of the plane for each follower",
    reference="von Stackelberg 1934",
    applies=in_numbers,
)
def solve_stages(game: Stackelberg) -> SequentialSolution:
    """Backward induction, from the last mover to the first.

    Parameters
    ----------
    game : Stackelberg
        The game.

    Returns
    -------
    SequentialSolution
        The subgame-perfect play.

    Notes
    -----
    Cost: one cell decomposition of the plane for each follower.

    References
    ----------
    von Stackelberg 1934.
    """
    game.base.require_numbers()
    if not game.base.algebraic:
        return call(game, "enclosed_play")
    try:
        *_, first = game.stages
    except NoFormula:
        return call(game, "enclosed_play")
    field_ = NumberField(Fraction(0))
    best = maximum(first.game.slice(0, field_, [field_.number(Fraction(0))]))
    if not best.attained:
        raise GameError(_unreached(game, best))
    paths = [_path(game, x) for x in best.points]
    if not paths:
        flat = best.flats[0]
        from kibitz.algebra.real_root import rational_between

        paths = [_path(game, rational_between(flat.start, flat.end))]
    remark = _remark(game, paths[0])
    return SequentialSolution(game, paths[0], "backward induction", remark, tuple(paths[1:]))


def _unreached(game: Stackelberg, best: Maximum) -> str:
    leader = game.players[0]
    if best.value is None:
        return f"{leader} can earn without limit, so there is no solution; bound its choices"
    return f"{leader} can come arbitrarily close to {brief(best.value)} but never reaches it"


def _path(game: Stackelberg, first: Point) -> tuple[Point, ...]:
    over = NumberField(first)
    total = over.theta_element
    moves = [first]
    for stage in list(reversed(game.stages))[1:]:
        move = stage.reply_to(over, total)
        if move is None:
            raise GameError("the reply on the path lies in another field; moves cannot be solved")
        moves.append(over.point(move))
        total = total + move
    return tuple(moves)


def _remark(game: Stackelberg, moves: tuple[Point, ...]) -> str:
    """Whether a follower on the path is indifferent, and what hangs on it."""
    if len(moves) != 2:
        return ""
    stage = game.stages[0]
    assert stage.reaction is not None
    piece = stage.reaction.at(moves[0])
    if len(piece.branches) < 2:
        return ""
    r = stage.reaction
    return (
        f"{game.players[1]} is indifferent between {r.own} = {reply_text(piece, r.own, r.other)}; "
        f"it chooses what suits {game.players[0]}, who would otherwise have no best move"
    )
