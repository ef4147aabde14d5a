"""The subgame-perfect play of a Stackelberg game, and its proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kibitz.algebra.expressions.piecewise import ring
from kibitz.algebra.expressions.tree import Symbol
from kibitz.algebra.number_field import Element, NumberField
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point
from kibitz.algebra.show_exact import brief
from kibitz.continuous.conditions import in_numbers
from kibitz.continuous.exact.deviation import profitable_deviation
from kibitz.continuous.exact.family import Span, never_gains
from kibitz.continuous.exact.maximum import Maximum, maximum
from kibitz.continuous.exact.payoff import Payoff, Slice
from kibitz.continuous.exact.reaction import Branch, ReactionPiece, range_text, reply_text
from kibitz.continuous.markets.answer import MarketAnswer
from kibitz.continuous.markets.stackelberg import Stackelberg, Stage
from kibitz.continuous.sequential.reply import NoFormula
from kibitz.continuous.solution import Equilibrium, market_facts
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution


@dataclass(frozen=True)
class LeaderProblem:
    """The first mover's payoff as a function of its move; ``turns`` is where replies change."""

    variable: str
    low: float | None
    high: float | None
    turns: tuple[float, ...]
    payoff: Callable[[float], float]


IDENTITY = RationalFunction(Polynomial((Fraction(0), Fraction(1))))


@dataclass(frozen=True)
class SequentialSolution(Solution, MarketAnswer[Point]):
    """What everybody does on the path, in the order of the moves, and every reply off it."""

    game: Stackelberg
    moves: tuple[Any, ...]
    """In the order of play."""
    method: str = "backward induction"
    remark: str = ""
    others: tuple[tuple[Point, ...], ...] = field(default=(), compare=False)
    """Other paths that the leader finds just as good."""

    @property
    def strategies(self) -> tuple[Point, ...]:
        """In the order of the firms."""
        back = dict(zip(self.game.order, self.moves, strict=True))
        return tuple(back[k] for k in range(len(back)))

    quantities = prices = strategies

    @property
    def outcome(self) -> Equilibrium:
        """The profile on the path, with payoffs; seldom an equilibrium of simultaneous moves."""
        return Equilibrium(self.game.base, self.strategies)

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

    def verify(self) -> Certificate:
        """Every reply function is best everywhere; the leader cannot do better against them."""
        checks = []
        for stage in self.game.stages:
            if stage.reaction is not None:
                checks += [_best_everywhere(stage, p) for p in stage.reaction.pieces]
        checks += self._on_path()
        moves = ", ".join(
            f"{v} = {brief(x)}" for v, x in zip(self.game.variables, self.moves, strict=True)
        )
        theorem = "backward induction, each reply being best against everything before it"
        return Certificate(f"{moves} is subgame-perfect play", theorem, tuple(checks))

    def _on_path(self) -> list[Check]:
        stages = list(reversed(self.game.stages))
        first = stages[0].game
        checks = []
        assert first.cut_payoffs is not None
        over = NumberField(self.moves[0])
        here = first.slice(0, over, [over.theta_element])
        value = first.cut_payoffs[0].at(over, {first.variables[0]: over.theta_element})
        better = profitable_deviation(here, value)
        found = (
            "" if better is None else f"{first.variables[0]} = {brief(better.strategy)} earns more"
        )
        checks.append(
            Check(f"{first.players[0]} cannot gain, given the replies", better is None, found)
        )
        for stage, move in zip(stages[1:], self.moves[1:], strict=True):
            expected = _reply_to(stage, over, self._before(over, stage.place))
            name = self.game.variables[stage.place]
            said = expected is not None and over.point(expected) == move
            checks.append(Check(f"{name} = {brief(move)} is the reply on the path", said))
        return checks

    def _before(self, over: NumberField, place: int) -> Element:
        """The sum of the moves before a stage, by the reply functions."""
        total = over.theta_element
        for stage in list(reversed(self.game.stages))[1:place]:
            move = _reply_to(stage, over, total)
            assert move is not None
            total = total + move
        return total

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
            "kind": "stackelberg-solution",
            "order": list(self.game.players),
            **self.outcome.to_json(),
            "replies": [
                {"player": self.game.players[k + 1], "reply": r} for k, r in enumerate(self.replies)
            ],
            "remark": self.remark,
            "method": self.method,
        }

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
    """Backward induction, from the last mover to the first."""
    from kibitz.continuous.enclosures.play import enclosed_play

    game.base.require_numbers()
    if not game.base.algebraic:
        return enclosed_play(game)
    try:
        *_, first = game.stages
    except NoFormula:
        return enclosed_play(game)
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
        return f"{leader} can earn without limit, so there is no solution; limit what it can choose"
    return f"{leader} comes as close as it likes to {brief(best.value)} and never reaches it"


def _path(game: Stackelberg, first: Point) -> tuple[Point, ...]:
    over = NumberField(first)
    total = over.theta_element
    moves = [first]
    for stage in list(reversed(game.stages))[1:]:
        move = _reply_to(stage, over, total)
        if move is None:
            raise GameError("the reply on the path lies in another field; moves cannot be solved")
        moves.append(over.point(move))
        total = total + move
    return tuple(moves)


def _reply_to(stage: Stage, over: NumberField, given: Element) -> Element | None:
    """The selected reply to the sum of the moves before, in the same field."""
    assert stage.reply is not None
    past = stage.game.variables[1]
    context = ring([past])
    return Payoff.of(stage.reply.expression(Symbol(past)), context).at(over, {past: given})


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


def _best_everywhere(stage: Stage, piece: ReactionPiece) -> Check:
    """Is the reply of a piece best against every past that the piece is about?"""
    own, past = stage.game.variables
    where = range_text(piece)
    span = Span(piece.start, piece.end, piece.start_included, piece.end_included)
    assert stage.reply is not None
    branch = next(b for p, b in stage.reply.pieces if p is piece)
    what = f"{own} is best against every {past} in {where}"
    if piece.is_point:
        return Check(what, _best_at(stage, piece, branch), reply_text(piece, own, past))
    if branch.formula is None:
        return Check(what, _best_at(stage, piece, branch), f"at {past} = {brief(piece.sample)}")
    good = never_gains(stage.game, 0, [branch.formula, IDENTITY], span)
    return Check(what, good, str(branch))


def _best_at(stage: Stage, piece: ReactionPiece, branch: Branch) -> bool:
    from kibitz.algebra.joint_field import joint_field

    x = branch.at(piece.sample)
    if x is None:
        return False
    over, (own, past) = joint_field([x, piece.sample])
    assert stage.game.cut_payoffs is not None
    payoff = stage.game.cut_payoffs[0]
    point = dict(zip(stage.game.variables, (own, past), strict=True))
    value = payoff.at(over, point)
    here = Slice.of(
        payoff,
        stage.game.variables[0],
        stage.game.intervals[0],
        over,
        {stage.game.variables[1]: past},
    )
    return profitable_deviation(here, value) is None
