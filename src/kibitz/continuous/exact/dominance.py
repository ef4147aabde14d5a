"""Iterated strict dominance on intervals: cut off what is strictly worse, again and again.

In each round the best responses to what the others have left give two ends; that everything beyond
an end is strictly dominated by the end itself is then proved over the whole rectangle of own and
other strategies, by signs on its cells. Ends that cannot be proved are not cut. Ferguson III.3.1.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.number_field import univariate
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.algebra.show_exact import brief, point_json, read_point
from kibitz.continuous.conditions import aggregative
from kibitz.continuous.exact.family import against_the_rest, is_dominated
from kibitz.continuous.exact.reaction import Branch, Reaction, ReactionPiece, reaction
from kibitz.continuous.game import ContinuousGame, Interval, interval_text
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of

MOST_ROUNDS = 200
CLOSE = Fraction(1, 2**40)
"""How finely an irrational end is rounded, outwards."""


@dataclass(frozen=True)
class Cut:
    """One end of one player's interval moved inwards in a round."""

    round: int
    player: int
    end: str
    at: Fraction


def read_cut(game: ContinuousGame, claim: Claim) -> Cut:
    """One cut from its JSON."""
    end = claim.text("end")
    if end not in ("upper", "lower"):
        raise GameError(f"{claim.path('end')}: expected upper or lower, found {end!r:.40}")
    player = game.index(claim.text("variable"))
    return Cut(claim.count("round"), player, end, exact(claim.raw("at"), claim.path("at")))


@dataclass(frozen=True)
class IntervalElimination(Solution, kind="interval-elimination"):
    """The cuts in order, and what is left.

    >>> from kibitz.continuous.markets.cournot import cournot
    >>> found = cournot("2-Q", "q").eliminate(rounds=4)
    >>> [(c.end, str(c.at)) for c in found.cuts if c.player == 0]
    [('upper', '1/2'), ('lower', '1/4'), ('upper', '3/8'), ('lower', '5/16')]
    >>> found.verify().holds
    True
    """

    exact: ClassVar[bool] = True
    method: ClassVar[str] = "iterated strict dominance"

    game: ContinuousGame
    cuts: tuple[Cut, ...]
    left: tuple[Interval, ...]
    rounds: int
    finished: bool
    limit: tuple[Point, ...] | None = field(default=None, compare=False)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "interval-elimination",
            "cuts": [
                {
                    "round": c.round,
                    "player": self.game.players[c.player],
                    "variable": self.game.variables[c.player],
                    "end": c.end,
                    "at": plain(c.at),
                }
                for c in self.cuts
            ],
            "left": {
                v: [None if e is None else plain(e) for e in ends]
                for v, ends in zip(self.game.variables, self.left, strict=True)
            },
            "finished": self.finished,
            "limit": None if self.limit is None else [point_json(x) for x in self.limit],
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ContinuousGame, data: dict[str, Any]) -> IntervalElimination:
        claim = Claim(data)
        cuts = tuple(read_cut(game, part) for part in claim.parts("cuts"))
        left = claim.part("left")
        ends = [left.items(v, 2) for v in game.variables]
        box = tuple(tuple(None if e is None else exact(e, "left") for e in pair) for pair in ends)
        limit = claim.raw("limit")
        return cls(
            game,
            cuts,
            box,  # type: ignore[arg-type]
            max((c.round for c in cuts), default=0),
            claim.flag("finished"),
            None if limit is None else tuple(read_point(x, "limit") for x in limit),
        )

    def __str__(self) -> str:
        lines = [f"{len(self.cuts)} cuts in {count_of(self.rounds, 'round')}"]
        for number in range(1, self.rounds + 1):
            words = [
                f"{self.game.variables[c.player]} {'≤' if c.end == 'upper' else '≥'} {show(c.at)}"
                for c in self.cuts
                if c.round == number
            ]
            if words:
                lines.append(f"  round {number}: {', '.join(words)}")
        shown = ", ".join(
            f"{v} in {interval_text(x)}"
            for v, x in zip(self.game.variables, self.left, strict=True)
        )
        lines.append(f"left: {shown}")
        if self.limit is not None:
            lines.append(f"limit: ({', '.join(brief(x) for x in self.limit)})")
        return "\n".join(lines)


@extends(ContinuousGame)
@method(
    ContinuousGame,
    "dominance",
    finds="the strategies that survive iterated strict dominance",
    cost="one cell decomposition of the plane for each cut",
    reference="Moulin 1984",
    applies=aggregative(2),
    aliases=(
        "elimination",
        "iesds",
    ),
)
def eliminate(game: ContinuousGame, rounds: int = 20) -> IntervalElimination:
    """Cut strictly dominated ends of the intervals, round by round.

    Parameters
    ----------
    game : ContinuousGame
        The game.
    rounds : int, default 20
        The largest number of rounds.

    Returns
    -------
    IntervalElimination
        The strategies that survive iterated strict dominance.

    Notes
    -----
    Cost: one cell decomposition of the plane for each cut.

    References
    ----------
    Moulin 1984.
    """
    if game.cut_payoffs is None:
        raise GameError("dominance is proved exactly, so payoffs must not contain exp, log or sqrt")
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise GameError(f"{rounds!r} rounds; it must be 1 to {MOST_ROUNDS}")
    box = game.intervals
    cuts: list[Cut] = []
    finished, done = False, 0
    for number in range(1, rounds + 1):
        now = replace(game, intervals=box)
        fresh = [c for k in range(len(box)) for c in _cuts(now, k, number)]
        if not fresh:
            finished = True
            break
        done = number
        cuts += fresh
        after = list(box)
        for cut in fresh:
            low, high = after[cut.player]
            after[cut.player] = (low, cut.at) if cut.end == "upper" else (cut.at, high)
        box = tuple(after)
    if finished and any(_is_near(game, box, k) for k in range(len(box))):
        finished = False  # what is left of the interval is due to rounding alone
    stuck = finished and any(low != high for low, high in box)
    limit = None if stuck else _limit(game, box, cuts)
    return IntervalElimination(game, tuple(cuts), box, done, finished, limit)


def _limit(
    game: ContinuousGame, box: tuple[Interval, ...], cuts: list[Cut]
) -> tuple[Point, ...] | None:
    """The unique equilibrium, which lies in every box and which shrinking boxes tend to."""
    if cuts and all(low == high for low, high in box):
        return tuple(low for low, _ in box if low is not None)
    if len(cuts) < 2 * len(box) or any(None in ends for ends in box):
        return None
    found = game.equilibria()
    return found.strategies if found.unique else None


def _is_near(game: ContinuousGame, box: tuple[Interval, ...], k: int) -> bool:
    """Whether an irrational best response lies inside the interval, where a cut could go on."""
    low, high = box[k]
    least, most = _extremes(reaction(against_the_rest(replace(game, intervals=box), k), 0))
    above = isinstance(most, RealRoot) and (high is None or most < high)
    return above or (isinstance(least, RealRoot) and (low is None or least > low))


def _cuts(game: ContinuousGame, k: int, number: int) -> list[Cut]:
    low, high = game.intervals[k]
    least, most = _extremes(reaction(against_the_rest(game, k), 0))
    found = []
    if most is not None:
        at = _outwards(most, 1)
        if high is None or at < high:
            found.append(Cut(number, k, "upper", at))
    if least is not None:
        at = _outwards(least, -1)
        if low is None or at > low:
            found.append(Cut(number, k, "lower", at))
    return [c for c in found if is_dominated(game, k, c.end, c.at)]


def _outwards(x: Point, side: int) -> Fraction:
    if not isinstance(x, RealRoot):
        return x
    near = x.refine(CLOSE)
    return near.high if side > 0 else near.low


def _extremes(found: Reaction) -> tuple[Point | None, Point | None]:
    """The least and the greatest best response; None when there is no bound."""
    values: list[Point] = []
    bounded_below = bounded_above = True
    for piece in found.pieces:
        for branch in (*piece.branches, *([piece.toward] if piece.toward is not None else [])):
            values += _along(branch, piece)
        for band in piece.bands:
            bounded_below &= band.start is not None
            bounded_above &= band.end is not None
            for edge in (band.start, band.end):
                values += [] if edge is None else _along(edge, piece)
        if piece.missing and piece.toward is None:
            bounded_above = False
        if piece.end is None and not piece.missing:
            values += _far(piece)
    least = greatest = values[0] if values else None
    for x in values:
        least = x if least is None or x < least else least
        greatest = x if greatest is None or x > greatest else greatest
    if _grows(found):
        bounded_above = False
    return (least if bounded_below else None), (greatest if bounded_above else None)


def _grows(found: Reaction) -> bool:
    """Does the last piece of a reaction to unbounded strategies rise or fall without end?"""
    last = found.pieces[-1]
    return last.end is None and any(
        b.formula is None or b.formula.numerator.degree > b.formula.denominator.degree
        for b in last.branches
    )


def _far(piece: ReactionPiece) -> list[Point]:
    out: list[Point] = []
    for b in piece.branches:
        f = b.formula
        if f is not None and f.numerator.degree <= f.denominator.degree:
            same = f.numerator.degree == f.denominator.degree
            out.append(f.numerator.leading / f.denominator.leading if same else Fraction(0))
    return out


def _along(branch: Branch, piece: ReactionPiece) -> list[Point]:
    """The values of a branch at the ends of a piece and wherever it turns."""
    at: list[Point] = [x for x in (piece.start, piece.end) if x is not None]
    slope = branch.curve.derivative(branch.other)
    if not slope.is_zero() and not slope.is_constant():
        turns = branch.curve.resultant(slope, branch.own)
        if not turns.is_zero() and not turns.is_constant():
            at += [r for r in real_roots(univariate(turns, branch.other)) if piece.holds(r)]
    return [x for x in (branch.at(y) for y in at) if x is not None]
