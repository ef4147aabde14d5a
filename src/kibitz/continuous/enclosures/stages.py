"""Moves in order when replies have no formula: replies and payoffs inside proved intervals.

The reply of a stage to all sums of earlier moves in an interval is enclosed by throwing away what
cannot be best: where the slope of the payoff keeps its sign, and where something else surely earns
more; Newton's method narrows the rest. The slope takes in how later players react, whose replies
are expanded by the implicit function theorem. Replies are kept in a tree of halved intervals, and
those to a half are looked for among those to the whole. Cost: the intervals that the first mover's
search looks at, times about twenty levels for every later stage.
Hansen, Walster, Global Optimization Using Interval Analysis, ch. 12.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from kibitz.algebra.expressions.assume import conditions, where_positive
from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.enclosure import (
    Ball,
    Decider,
    Encloser,
    ball,
    decider,
    encloser,
    high_end,
    low_end,
)
from kibitz.algebra.expressions.taylor import Expander, Series, compose, expander, series
from kibitz.algebra.expressions.tree import Expression, Symbol
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.core.errors import GameError

REST = "rest"
DEPTH = 7
"""How often the range of earlier moves is halved before replies are kept."""
MOST_KEPT = 16
"""How many intervals may be left of a reply before it is looked at more closely."""
ROUNDS = 60
Cut = tuple[float, float]


@dataclass
class EnclosedStage:
    """One player's problem, given the sum of the moves before and all later replies."""

    own: str
    payoff: Expression
    ends: Cut
    past: Cut
    after: EnclosedStage | None
    leaps: bool = field(init=False)
    """Does the payoff change when the own move leaves zero?"""
    idle: Encloser = field(init=False)
    active: Encloser = field(init=False)
    along: Expander = field(init=False)
    slopes: tuple[Expander, Expander] = field(init=False)
    cases: list[Decider] = field(init=False)
    tree: dict[tuple[int, int], list[Cut]] = field(default_factory=dict)
    known: dict[Cut, list[Cut]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        active = where_positive(self.payoff, self.own) if self.ends[0] == 0 else self.payoff
        self.leaps = active != self.payoff
        self.idle, self.active, self.along = (
            encloser(self.payoff),
            encloser(active),
            expander(active),
        )
        first, second = (expander(differentiate(active, name)) for name in (self.own, REST))
        self.slopes = first, second
        self.cases = [decider(c) for c in conditions(active)]

    def later(self, so_far: Ball) -> Ball:
        """The sum of all later moves when those up to its own add up to this."""
        from flint import arb

        if self.after is None:
            return arb(0)
        reply = self.after.reply(so_far)
        return reply + self.after.later(so_far + reply)

    def later_series(self, so_far: Ball, order: int) -> Series | None:
        """The same as a function of the sum so far, expanded."""
        if self.after is None:
            return series([0], order)
        reply = self.after.reply_series(so_far, order)
        if reply is None:
            return None
        total = series([so_far, 1], order) + reply
        more = self.after.later_series(total[0], order)
        return None if more is None else reply + compose(more, total, order)

    def value(self, own: Cut, past: Ball) -> Ball:
        """What the player earns by a move in an interval."""
        at = ball(*own)
        rest = past + self.later(past + at)
        earn = self.idle if self.leaps and own == (0.0, 0.0) else self.active
        return earn({self.own: at, REST: rest})

    def expansion(self, own: Cut, past: Ball, order: int) -> Series | None:
        """The payoff as a function of its own move, expanded; None where that cannot be done."""
        at = ball(*own)
        later = self.later_series(past + at, order)
        if later is None:
            return None
        rest = series([past], order) + later
        if any(known({self.own: at, REST: rest[0]}) is None for known in self.cases):
            return None
        return self.along({self.own: series([at, 1], order), REST: rest}, order)

    def survivors(self, past: Ball, cuts: list[Cut], tolerance: float, most: int) -> list[Cut]:
        """What may be best against some past of the ball, among the given intervals."""
        for _ in range(ROUNDS):
            cuts = self._better(past, [s for cut in cuts for s in self._narrowed(past, cut)])
            wide = [c for c in cuts if c[1] - c[0] > tolerance]
            if not wide or len(cuts) > most:
                break
            cuts = [half for cut in cuts for half in _halves(cut, tolerance)]
        return self._joined(cuts)

    def _joined(self, cuts: list[Cut]) -> list[Cut]:
        """Neighbors as one; zero stays by itself where the payoff leaps there."""
        apart = [c for c in cuts if self.leaps and c == (0.0, 0.0)]
        return [*apart[:1], *_joined([c for c in cuts if c not in apart])]

    def _narrowed(self, past: Ball, cut: Cut) -> list[tuple[Cut, Ball | None]]:
        """Where the slope may vanish, or an end it points to; and the slope there, if known."""
        a, b = cut
        if a == b and a in self.ends:
            return [(cut, None)]
        found = self.expansion(cut, past, 2)
        if found is None or not found[1].is_finite():
            return [(cut, None)]
        if found[1] > 0:
            return [((self.ends[1],) * 2, None)] if b == self.ends[1] else []
        if found[1] < 0:
            return [((a, a), None)] if a == self.ends[0] and not self.leaps else []
        if not found[2] < 0 or a == b:
            return [(cut, found[1])]
        middle = (a + b) / 2
        there = self.expansion((middle, middle), past, 1)
        if there is None:
            return [(cut, found[1])]
        step = ball(middle, middle) - there[1] / (2 * found[2])
        low, high = max(a, low_end(step)), min(b, high_end(step))
        if low <= high:
            return [((low, high), found[1])]
        falls = high_end(step) < a
        if falls:
            return [((a, a), None)] if a == self.ends[0] and not self.leaps else []
        return [((b, b), None)] if b == self.ends[1] else []

    def _better(self, past: Ball, cuts: list[tuple[Cut, Ball | None]]) -> list[Cut]:
        """Without the intervals on which everything earns less than something tried."""
        if len(cuts) < 2:
            return [cut for cut, _ in cuts]
        tops, least = [], max(low_end(self.value((x, x), past)) for x in self.ends)
        for cut, slope in cuts:
            middle = _middle(cut)
            here = self.value((middle, middle), past)
            least = max(least, low_end(here))
            near = here if slope is None else here + slope * (ball(*cut) - ball(middle, middle))
            tops.append(high_end(self.value(cut, past) if slope is None else near))
        return [cut for (cut, _), top in zip(cuts, tops, strict=True) if not top < least]

    def everything(self) -> list[Cut]:
        """All moves; zero by itself where the payoff leaps there."""
        return [(0.0, 0.0), self.ends] if self.leaps else [self.ends]

    def replies(self, past: Ball) -> list[Cut]:
        """Intervals that hold every best reply to every past of the ball."""
        start, end = low_end(past), high_end(past)
        if (start, end) not in self.known:
            width = self.past[1] - self.past[0]
            level = 0
            while level < DEPTH and width / 2 ** (level + 1) > end - start:
                level += 1
            first, last = (self._place(x, level) for x in (start, end))
            cuts = self._joined([c for k in range(first, last + 1) for c in self._node(level, k)])
            if level == DEPTH:
                cuts = self.survivors(past, cuts, max((end - start) / 2, 1e-13), MOST_KEPT)
            self.known[start, end] = cuts
        return self.known[start, end]

    def _place(self, x: float, level: int) -> int:
        part = (x - self.past[0]) / (self.past[1] - self.past[0])
        count: int = 2**level
        return min(max(math.floor(part * count), 0), count - 1)

    def _node(self, level: int, index: int) -> list[Cut]:
        if (level, index) not in self.tree:
            width = (self.past[1] - self.past[0]) / 2**level
            start = self.past[0] + index * width
            cuts = self._node(level - 1, index // 2) if level else self.everything()
            around = ball(start - 1e-12 * width, start + width * (1 + 1e-12))
            self.tree[level, index] = self.survivors(around, cuts, width / 2, MOST_KEPT)
        return self.tree[level, index]

    def reply(self, past: Ball) -> Ball:
        """One ball around all replies."""
        cuts = self.replies(past)
        return ball(min(a for a, _ in cuts), max(b for _, b in cuts))

    def reply_series(self, past: Ball, order: int) -> Series | None:
        """The reply as a function of the past, expanded; None where it bends or jumps."""
        cuts = self.replies(past)
        if len(cuts) != 1:
            return None
        (a, b) = cuts[0]
        if a == b and a in self.ends:
            return series([a], order)
        if a <= self.ends[0] or b >= self.ends[1]:
            return None
        curve = self.expansion((a, b), past, 2)
        if curve is None or not curve[2] < 0:
            return None
        return self._implicit(ball(a, b), past, 2 * curve[2], order)

    def _implicit(self, own: Ball, past: Ball, steep: Ball, order: int) -> Series | None:
        """Taylor coefficients of the zero of the slope, one after the other."""
        later = self.later_series(past + own, order + 1)
        if later is None:
            return None
        reaction = series([later[k] * k for k in range(1, order + 2)], order)
        found: list[Any] = [own]
        for power in range(1, order + 1):
            move = series(found, order)
            total = series([past, 1], order) + move
            rest = series([past, 1], order) + compose(later, total, order)
            along = {self.own: move, REST: rest}
            first, second = (slope(along, order) for slope in self.slopes)
            if first is None or second is None:
                return None
            slope = first + second * compose(reaction, total, order)
            found.append(-slope[power] / steep)
        return series(found, order)


def enclosed_stages(game: Stackelberg) -> list[EnclosedStage]:
    """The stages of a game, the first mover's first."""
    ends = _ends(game)
    stages: list[EnclosedStage] = []
    for place in range(len(game.order) - 1, -1, -1):
        k = game.order[place]
        before = [ends[j] for j in game.order[:place]]
        past = sum(a for a, _ in before), sum(b for _, b in before) or 1.0
        payoff = game.base.aggregate(k, Symbol(game.base.variables[k]), Symbol(REST))
        after = stages[0] if stages else None
        stages.insert(0, EnclosedStage(game.base.variables[k], payoff, ends[k], past, after))
    return stages


def enclosed_reaction(game: ContinuousGame, player: int) -> EnclosedStage:
    """The problem of one of two players against whatever the other does."""
    spans = []
    for name, (low, high) in zip(game.variables, game.search_intervals(), strict=True):
        if low is None or high is None:
            raise GameError(f"{name} is unbounded, and no bound on the best responses was found")
        spans.append((float(low), float(high)))
    own = game.variables[player]
    payoff = game.aggregate(player, Symbol(own), Symbol(REST))
    return EnclosedStage(own, payoff, spans[player], spans[1 - player], None)


def _ends(game: Stackelberg) -> list[Cut]:
    last, leading = game.order[-1], game.base.leader_intervals()
    found: list[Cut] = []
    for k, alone in enumerate(game.base.search_intervals()):
        low, high = alone if k == last else leading[k]
        if low is None or high is None:
            raise GameError(
                f"{game.base.variables[k]} is unbounded, and no bound on the best responses "
                f"was found; replies without a formula are searched on bounded intervals, so "
                f"give both "
                "ends (for firms: a capacity)"
            )
        found.append((float(low), float(high)))
    return found


def _halves(cut: Cut, tolerance: float) -> list[Cut]:
    a, b = cut
    if b - a <= tolerance:
        return [cut]
    middle = a + (b - a) * 0.4982  # off the center, where zeros like to be
    return [(a, middle), (middle, b)]


def _joined(cuts: list[Cut]) -> list[Cut]:
    """Neighbors as one, in order."""
    out: list[Cut] = []
    for a, b in sorted(cuts):
        if out and a <= out[-1][1]:
            out[-1] = out[-1][0], max(b, out[-1][1])
        else:
            out.append((a, b))
    return out


def _middle(cut: Cut) -> float:
    return (cut[0] + cut[1]) / 2
