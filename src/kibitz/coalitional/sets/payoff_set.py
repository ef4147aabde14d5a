"""What the core and its relatives share: every coalition gets at least what it demands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import sub
from typing import Any, ClassVar

from kibitz.coalitional.coalitions import tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.center import rounds
from kibitz.coalitional.lexicographic.complaints import Excesses
from kibitz.coalitional.lexicographic.row_generation import (
    Equation,
    NumericalFailure,
    Payoffs,
    RowProgram,
)
from kibitz.coalitional.lexicographic.span import Span
from kibitz.coalitional.players import margin
from kibitz.coalitional.sets.balanced import Balancedness
from kibitz.coalitional.sets.payoff_vertices import PayoffVertices, payoff_vertices
from kibitz.coalitional.solution import DefinedAnswer, slack
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, exact, magnitude, plain, show, show_all
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture

SHOWN = 12
MOST_LISTED = 6
"""Players up to which vertices are part of what is written out."""
MOST_RANGED = 15
"""Players up to which the ranges, two linear programs each, are part of what is written out."""


@dataclass(frozen=True)
class PayoffSet(DefinedAnswer):
    """Payoffs that hand out v(N) and give every coalition at least its demand.

    ``balance`` belongs to the game of the demands: it has a point of the set, or balanced weights
    that prove the set empty.
    """

    concept: ClassVar[str]

    game: CoalitionalGame
    balance: Balancedness

    @property
    def demands(self) -> CoalitionalGame:
        """The game whose core the set is."""
        return self.balance.game

    @property
    def empty(self) -> bool:
        return not self.balance.balanced

    @property
    def point(self) -> Payoffs | None:
        """One of its points, None if it is empty."""
        return self.balance.point

    @property
    def weights(self) -> dict[str, Number]:
        """The balanced weights of coalitions that earn the most: more than v(N) if it is empty."""
        return {self.game.spell(mask): w for mask, w in self.balance.weights}

    @property
    def single(self) -> bool:
        """Whether it is a point; of very many players this is not looked into."""
        return not self.empty and self.game.n <= MOST_RANGED and self.dimension == 0

    @cached_property
    def vertex_list(self) -> PayoffVertices:
        """The vertices with their own proof, in exact numbers; for up to 10 players."""
        demands = self.demands.rational()
        if self.empty:
            return PayoffVertices(demands, ())
        if self.single and self.game.exact:
            assert self.point is not None
            return PayoffVertices(demands, (tuple(map(exact, self.point)),))
        corners = payoff_vertices(demands)
        return corners if corners.vertices else self._vertices_beyond_rounding()

    def _vertices_beyond_rounding(self) -> PayoffVertices:
        """The vertices where rounding has made the set empty: those of demands a little lower."""
        return payoff_vertices(_lowered(self.demands, self._close).rational())

    @property
    def vertices(self) -> tuple[Payoffs, ...]:
        """The vertices, as floats where the worths are; those that rounding set apart are one."""
        if self.single and self.point is not None:
            return (self.point,)
        corners = self.vertex_list.vertices
        if self.game.exact:
            return corners
        apart: list[Payoffs] = []
        for vertex in corners:
            x = tuple(map(float, vertex))
            close = 4 * slack(self.game, x)
            if all(max(map(magnitude, map(sub, x, y))) > close for y in apart):
                apart.append(x)
        return tuple(apart)

    @cached_property
    def dimension(self) -> int:
        """That of the set: -1 if it is empty, 0 if it is a point, n - 1 if it is full."""
        if self.empty:
            return -1
        try:
            return _dimension(self.demands, self._close)
        except NumericalFailure:
            return _dimension(self.demands.rational(), self._close)

    @cached_property
    def ranges(self) -> tuple[tuple[Number, Number], ...]:
        """The least and the most that each player gets in the set."""
        if self.empty:
            raise GameError(f"the {self.concept} is empty, so there is no range of payoffs")
        demands, close = self.demands, self._close
        return tuple(
            (_extreme(demands, close, i, 1), _extreme(demands, close, i, -1))
            for i in range(self.game.n)
        )

    @property
    def _close(self) -> float:
        """What floating point may be off; demands can be small where the worths were not."""
        return max(margin(self.game), margin(self.demands))

    def __contains__(self, payoffs: object) -> bool:
        x = self.game.payoffs(payoffs)
        close = 4 * slack(self.game, x)
        if magnitude(sum(x) - self.game.total) > close:
            return False
        return bool(Excesses(self.demands).overshoot(x, Fraction(0))[1:-1].max(initial=0) <= close)

    def explain(self) -> Explanation:
        """The inequalities, whether they can all be kept, and how they bind."""
        return call(self, "explain_set")

    def draw(self) -> Picture:
        """In the imputation triangle for three players, in the tetrahedron for four."""
        return call(self, "draw_set")

    def to_json(self) -> dict[str, Any]:
        small = not self.empty and (self.game.n <= MOST_LISTED or self.single)
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "empty": self.empty,
            "point": None if self.point is None else [plain(x) for x in self.point],
            "balanced_weights": {name: plain(w) for name, w in self.weights.items()},
            "dimension": self.dimension,
            "vertices": [[plain(x) for x in v] for v in self.vertices] if small else None,
            "ranges": None
            if self.empty or self.game.n > MOST_RANGED
            else {
                name: [plain(low), plain(high)]
                for name, (low, high) in zip(self.game.players, self.ranges, strict=True)
            },
            "exact": self.game.exact,
        }

    def __str__(self) -> str:
        if self.empty:
            reason = str(self.balance).removeprefix("not balanced: ")
            return f"{self.concept}: empty, {reason.removesuffix(', so the core is empty')}"
        if self.single and self.game.exact:
            assert self.point is not None
            return f"{self.concept}: the point {show_all(self.point)}"
        if self.game.n > MOST_LISTED:
            assert self.point is not None
            room = f", of dimension {self.dimension}" if self.game.n <= MOST_RANGED else ""
            return f"{self.concept}: not empty{room}, it holds {show_all(self.point)}"
        if len(self.vertices) == 1:
            return f"{self.concept}: the point {show_all(self.vertices[0])}"
        kind = {1: "a segment", 2: "a polygon"}.get(self.dimension, "a polytope")
        lines = [f"  {show_all(x)}" for x in self.vertices[:SHOWN]]
        if len(self.vertices) > SHOWN:
            lines.append(f"  and {len(self.vertices) - SHOWN} more")
        wide = max(len(str(name)) for name in self.game.players)
        ranges = [
            f"  {name!s:<{wide}}  from {show(low)} to {show(high)}"
            for name, (low, high) in zip(self.game.players, self.ranges, strict=True)
        ]
        head = f"{self.concept}: {kind} with {count_of(len(self.vertices), 'vertex')}"
        return "\n".join([head, *lines, *ranges])


def _dimension(game: CoalitionalGame, close: float) -> int:
    """What is left of n - 1 dimensions by the coalitions that never get more than they demand."""
    dimension = game.n - 1
    for r in rounds(Excesses(game), [None] * game.n):
        if r.level < -close:
            break
        dimension = r.dimension
    return dimension


def _lowered(game: CoalitionalGame, close: float) -> CoalitionalGame:
    """The game with all demands lowered by what floating point may be off."""
    worths = game.worths.floats() - close
    worths[0], worths[-1] = 0, game.total
    return game.with_worths(tensor_over(worths))


def _extreme(game: CoalitionalGame, close: float, player: int, sign: int) -> Number:
    """The least payoff of a player that meets all demands, or the most if the sign is -1."""
    if game.n == 1:
        return game.total
    cost = [sign * (i == player) for i in range(game.n)] + [0]
    for worths in (game, _lowered(game, close)) if not game.exact else (game,):
        program = _program(worths, cost)
        try:
            return program.solve().x[player]
        except NumericalFailure:
            continue
    rational = _lowered(game, close).rational()
    return float(_program(rational, cost).solve().x[player])


def _program(game: CoalitionalGame, cost: list[int]) -> RowProgram:
    everyone = Equation((1,) * game.n, game.total)
    complaints = Excesses(game)
    zero = Fraction(0)
    program = RowProgram(complaints, [everyone], [None] * game.n, cost, zero)
    program.release(complaints.settled(Span(game.n, [everyone.row])))
    return program
