"""Reaction curves: the best responses of one player to everything the other can do, exactly.

Over the other's axis the best response changes only where pieces meet, where the roots of the
first-order conditions appear or vanish, and where two local maxima tie. All of these are roots of
resultants; between them one rational sample decides. Cost: as for cells of the plane, and one
resultant for each pair of local maxima.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.algebra.expressions.piecewise import Multi
from kibitz.algebra.expressions.sympy_bridge import has_sympy, load_sympy
from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.line_cells import LineCell, line_cells
from kibitz.algebra.number_field import NumberField, univariate
from kibitz.algebra.plane_cells import irreducible, marks
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.continuous.exact.irrational_reply import irrational_maximum, vanishes
from kibitz.continuous.exact.maximum import Maximum, maximum
from kibitz.continuous.exact.payoff import Slice
from kibitz.continuous.exact.ties import ties
from kibitz.continuous.game import ContinuousGame
from kibitz.core.errors import GameError
from kibitz.core.extension import extends


@dataclass(frozen=True)
class Branch:
    """A curve in the plane: the root number ``index`` in its own variable of a polynomial."""

    curve: Multi
    index: int
    own: str
    other: str

    @cached_property
    def formula(self) -> RationalFunction | None:
        """The own strategy as a function of the other's, when the curve is linear in it."""
        if int(self.curve.degrees()[self._position]) != 1:
            return None
        slope = univariate(self.curve.derivative(self.own), self.other)
        rest = self.curve.subs({self.own: 0})
        return RationalFunction.of(-univariate(rest, self.other), slope)

    @property
    def _position(self) -> int:
        return int(self.curve.context().variable_to_index(self.own))

    def at(self, y: Point) -> Point | None:
        """The own strategy where the other's is y; None when the root is not there."""
        if self.formula is not None:
            return self.formula.at(y)
        over = NumberField(y)
        found = line_cells(
            over,
            [over.specialize(self.curve, self.own, {self.other: over.theta_element})],
            None,
            None,
        )
        roots = [c.sample for c in found if c.is_point and c.signs[0] == 0]
        return roots[self.index] if self.index < len(roots) else None

    def at_float(self, y: float) -> float:
        if self.formula is not None:
            return self.formula.at_float(y)
        x = self.at(Fraction(y))
        return float("nan") if x is None else float(x)

    def moved(self, by: int) -> Branch:
        """The same curve, farther up or down."""
        own = self.curve.context().gen(self._position)
        return replace(self, curve=self.curve.compose(*self._with_own(own - by)))

    def halfway(self, other: Branch) -> Branch:
        """The curve in the middle between this and another, or the one that has no formula."""
        if self.formula is None or other.formula is None:
            return self if self.formula is None else other
        slopes = [b.curve.derivative(self.own) for b in (self, other)]
        rests = [b.curve.subs({self.own: 0}) for b in (self, other)]
        own = self.curve.context().gen(self._position)
        middle = 2 * slopes[0] * slopes[1] * own + rests[0] * slopes[1] + rests[1] * slopes[0]
        return replace(self, curve=middle, index=0)

    def _with_own(self, term: Multi) -> list[Multi]:
        """The generators of the ring, with a term in place of its own variable."""
        context = self.curve.context()
        return [term if k == self._position else context.gen(k) for k in range(context.nvars())]

    def same(self, other: Branch) -> bool:
        return str(self.curve) == str(other.curve) and self.index == other.index

    def __str__(self) -> str:
        if self.formula is not None:
            return self.formula.write(self.other)
        if int(self.curve.degrees()[self._position]) == 2 and has_sympy():
            return self._root_formula()
        return f"root {self.index + 1} in {self.own} of {self.curve}"

    def _root_formula(self) -> str:
        """The root of a quadratic equation, written out."""
        sympy = load_sympy()

        from kibitz.algebra.expressions.sympy_bridge import letter, spell, to_sympy

        names = self.curve.context().names()
        y = letter(self.own, names)
        a, b, c = sympy.Poly(to_sympy(self.curve, names), y).all_coeffs()
        root = sympy.sqrt(sympy.expand(b * b - 4 * a * c))
        lower, upper = ((-b - root) / (2 * a), (-b + root) / (2 * a))
        if not a.is_number:
            return f"root {self.index + 1} in {self.own} of {self.curve}"
        found = sympy.simplify(upper if (self.index == 1) == (a > 0) else lower)
        return spell(found)


@dataclass(frozen=True)
class Band:
    """All strategies strictly between two branches; None is infinity."""

    start: Branch | None
    end: Branch | None

    @property
    def inner(self) -> Branch:
        """A curve inside: in the middle, or one beyond the only end."""
        if self.start is None or self.end is None:
            end = self.start or self.end
            if end is None:
                raise GameError("every number is a best reply; give the strategies an interval")
            return end.moved(1 if self.end is None else -1)
        return self.start.halfway(self.end)

    def same(self, other: Band) -> bool:
        return _alike(self.start, other.start) and _alike(self.end, other.end)


@dataclass(frozen=True)
class ReactionPiece:
    """Best responses while the other's strategy is in one interval, or at one point.

    Without branches and bands there is no best response: the payoff has no greatest value, and
    grows toward ``toward`` (None: without end) from the side of ``side``.
    """

    start: Point | None
    end: Point | None
    start_included: bool
    end_included: bool
    branches: tuple[Branch, ...]
    bands: tuple[Band, ...]
    sample: Point
    best: Maximum | None = field(default=None, compare=False)
    toward: Branch | None = None
    side: int = 0

    @property
    def is_point(self) -> bool:
        return self.start is not None and self.start == self.end

    @property
    def missing(self) -> bool:
        return not self.branches and not self.bands

    def holds(self, y: Point) -> bool:
        after = self.start is None or y > self.start or (self.start_included and y == self.start)
        before = self.end is None or y < self.end or (self.end_included and y == self.end)
        return bool(after and before)


@dataclass(frozen=True)
class Reaction:
    """The best-response correspondence of one player of a two-person game.

    >>> from kibitz.continuous.game import continuous_game
    >>> game = continuous_game(["q(17-q-r)^+ - (q+9 if q > 0 else 0)", "r(17-q-r)^+ - r"])
    >>> print(game.reaction("q"))
    best q against r
      [0, 10)  (16-r)/2
      10       0 or 3
      (10, ∞)  0
    """

    game: ContinuousGame
    player: int
    pieces: tuple[ReactionPiece, ...]

    @property
    def own(self) -> str:
        return self.game.variables[self.player]

    @property
    def other(self) -> str:
        return self.game.variables[1 - self.player]

    def at(self, y: Any) -> ReactionPiece:
        """The piece that says what is best against y.

        Parameters
        ----------
        y : number
            The strategy of the other player.
        """
        point = y if isinstance(y, RealRoot) else Fraction(y)
        for piece in self.pieces:
            if piece.holds(point):
                return piece
        raise GameError(f"{self.other} = {y} is outside its interval")

    @property
    def breakpoints(self) -> list[Point]:
        return [
            p.start for p in self.pieces[1:] if p.start is not None and not p.start_included
        ] + [p.start for p in self.pieces[1:] if p.start is not None and p.start_included]

    def to_json(self) -> dict[str, Any]:
        from kibitz.algebra.show_exact import point_json

        return {
            "player": self.game.players[self.player],
            "variable": self.own,
            "against": self.other,
            "pieces": [
                {
                    "from": None if p.start is None else point_json(p.start),
                    "to": None if p.end is None else point_json(p.end),
                    "closed": [p.start_included, p.end_included],
                    "best": reply_text(p, self.own, self.other),
                }
                for p in self.pieces
            ],
        }

    def __str__(self) -> str:
        rows = [(range_text(p), reply_text(p, self.own, self.other)) for p in self.pieces]
        width = max(len(where) for where, _ in rows)
        lines = [f"  {where:<{width}}  {what}" for where, what in rows]
        return "\n".join([f"best {self.own} against {self.other}", *lines])


@extends(ContinuousGame)
def reaction(game: ContinuousGame, player: int) -> Reaction:
    """All best responses of one player of a two-person game.

    Parameters
    ----------
    game : ContinuousGame
        A game of two players.
    player : int
        The index of the player.

    Returns
    -------
    Reaction
        The best responses, as curves over the strategies of the other player.
    """
    if len(game.players) != 2:
        raise GameError(
            f"reaction curves need two players, not {len(game.players)}; use best_response"
        )
    if game.cut_payoffs is None:
        raise GameError("reaction curves are exact, so payoffs must not contain exp, log or sqrt")
    known = game.known_reactions
    if player not in known:
        known[player] = _Builder(game, player).reaction()
    return known[player]


class _Builder:
    def __init__(self, game: ContinuousGame, player: int) -> None:
        assert game.cut_payoffs is not None
        self.game, self.player = game, player
        self.own, self.other = game.variables[player], game.variables[1 - player]
        self.payoff = game.cut_payoffs[player]
        self.width, self.height = game.intervals[player], game.intervals[1 - player]
        self.curves = self._curves()

    def _curves(self) -> list[Multi]:
        found = [*self.payoff.switches]
        for piece in self.payoff.pieces:
            found += [piece.derivative(self.own), piece.bottom]
        context = self.payoff.pieces[0].top.context()
        gen = context.gen(context.variable_to_index(self.own))

        found += [gen - to_flint(e) for e in self.width if e is not None]
        return irreducible(found)

    def reaction(self) -> Reaction:
        lines = marks(self.curves, self.own, self.other)
        first = self._cells(lines)
        extra: dict[str, Polynomial] = {}
        for cell in first:
            if not cell.is_point:
                here = self._slice(cell.sample)
                for p in ties(here, self.payoff, self.curves, self.own, self.other, cell.sample):
                    extra[str(p)] = p
        cells = self._cells([*lines, *extra.values()]) if extra else first
        pieces = [
            self._piece(cell, maximum(self._slice(cell.sample)))
            if not isinstance(cell.sample, RealRoot)
            else None
            for cell in cells
        ]
        for k, cell in enumerate(cells):
            if pieces[k] is None:
                sides = self._sides(pieces[k - 1 : k + 2 : 2], cell.sample)
                found = irrational_maximum(
                    self._slice(cell.sample), self.own, self.other, self.curves, sides
                )
                pieces[k] = self._piece(cell, found)
        return Reaction(
            self.game, self.player, tuple(_merged([p for p in pieces if p is not None]))
        )

    def _cells(self, lines: list[Polynomial]) -> list[LineCell]:
        base = NumberField(Fraction(0))
        return line_cells(
            base, [[base.number(c) for c in p.coefficients] for p in lines], *self.height
        )

    def _slice(self, y: Point) -> Slice:
        over = NumberField(y)
        return Slice.of(self.payoff, self.own, self.width, over, {self.other: over.theta_element})

    def _sides(self, pieces: list[ReactionPiece | None], y: Point) -> list[float]:
        """Where the single best responses on both sides of a point run to."""
        if any(p is None or len(p.branches) != 1 or p.bands for p in pieces):
            return []
        return [p.branches[0].at_float(float(y)) for p in pieces if p is not None]

    def _piece(self, cell: LineCell, found: Maximum) -> ReactionPiece:
        branches = tuple(self._branch(x, cell.sample) for x in found.points)
        bands = tuple(
            Band(
                None if f.start is None else self._branch(f.start, cell.sample),
                None if f.end is None else self._branch(f.end, cell.sample),
            )
            for f in found.flats
        )
        toward = None if found.toward is None else self._branch(found.toward, cell.sample)
        return ReactionPiece(
            cell.start,
            cell.end,
            cell.is_point,
            cell.is_point,
            branches,
            bands,
            cell.sample,
            found,
            toward,
            found.side,
        )

    def _branch(self, x: Point, y: Point) -> Branch:
        """The simplest curve through a point, and the number of its root there."""
        over = NumberField(y)
        for curve in sorted(self.curves, key=lambda c: _simplicity(c, self.own)):
            line = over.specialize(curve, self.own, {self.other: over.theta_element})
            if len(line) < 2:
                continue
            if isinstance(y, RealRoot):
                if not vanishes(over, line, x):
                    continue
                roots = [
                    c.sample
                    for c in line_cells(over, [line], None, None)
                    if c.is_point and c.signs[0] == 0
                ]
            else:
                roots = real_roots(over.norm(line))
            if x in roots:
                return Branch(curve, roots.index(x), self.own, self.other)
        raise AssertionError("a best response is not on any curve")


def _simplicity(curve: Multi, own: str) -> tuple[int, int, int]:
    position = curve.context().variable_to_index(own)
    degree = int(curve.degrees()[position])
    return degree, int(curve.total_degree()), len(curve.to_dict())


def _alike(a: Branch | None, b: Branch | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.same(b)


def _merged(pieces: list[ReactionPiece]) -> list[ReactionPiece]:
    """Join neighbors that give the same answer by the same formula."""
    out: list[ReactionPiece] = []
    for piece in pieces:
        joined = _join(out[-1], piece) if out else None
        if joined is None:
            out.append(piece)
        else:
            out[-1] = joined
    return out


def _join(a: ReactionPiece, b: ReactionPiece) -> ReactionPiece | None:
    if a.missing or b.missing:
        if not (a.missing and b.missing and a.best is not None and b.best is not None):
            return None
        same = _alike(a.toward, b.toward) and a.side == b.side
        if not same and not (b.is_point and _meets(a.toward, b.toward, b.sample)):
            return None
        return _spanning(a, b, a)
    if len(a.branches) != len(b.branches) or len(a.bands) != len(b.bands):
        return None
    pairs = [
        *zip(a.branches, b.branches, strict=True),
        *((p.start, q.start) for p, q in zip(a.bands, b.bands, strict=True)),
        *((p.end, q.end) for p, q in zip(a.bands, b.bands, strict=True)),
    ]
    if b.is_point:
        fits = all(_meets(p, q, b.sample) for p, q in pairs)
        return _spanning(a, b, a) if fits else None
    if a.is_point:
        fits = all(_meets(q, p, a.sample) for p, q in pairs)
        return _spanning(a, b, b) if fits else None
    fits = all(_alike(p, q) for p, q in pairs)
    return _spanning(a, b, a) if fits else None


def _meets(curve: Branch | None, at: Branch | None, y: Point) -> bool:
    """Does a branch reach the point where another one stands over y?"""
    if curve is None or at is None:
        return curve is at
    if curve.same(at):
        return True
    here = at.at(y)
    if curve.formula is not None:
        if RationalFunction.of(curve.formula.denominator).vanishes_at(y):
            return False
        return curve.formula.at(y) == here
    near = curve.at(y)
    return near is not None and near == here


def _spanning(a: ReactionPiece, b: ReactionPiece, like: ReactionPiece) -> ReactionPiece:
    return ReactionPiece(
        a.start,
        b.end,
        a.start_included,
        b.end_included,
        like.branches,
        like.bands,
        like.sample,
        like.best,
        like.toward,
        like.side,
    )


def range_text(piece: ReactionPiece) -> str:
    """The other's strategies that a piece is about."""
    from kibitz.algebra.show_exact import brief

    if piece.is_point and piece.start is not None:
        return brief(piece.start)
    left = (
        "(-∞"
        if piece.start is None
        else ("[" if piece.start_included else "(") + brief(piece.start)
    )
    right = "∞)" if piece.end is None else brief(piece.end) + ("]" if piece.end_included else ")")
    return f"{left}, {right}"


def reply_text(piece: ReactionPiece, own: str, other: str) -> str:
    """What is best there, in words."""
    from kibitz.algebra.show_exact import brief

    def written(branch: Branch) -> str:
        if piece.is_point and piece.start is not None:
            x = branch.at(piece.start)
            return "?" if x is None else brief(x)
        return str(branch)

    if piece.missing:
        if piece.toward is None:
            return "no best response: more is always better"
        side = "below" if piece.side < 0 else "above"
        return f"no best response: as close as possible {side} {written(piece.toward)}"
    bands = joined_bands(piece)
    ends = {id(e) for band in bands for e in band[2]}
    words = [written(b) for b in piece.branches if id(b) not in ends]
    for start, end, _ in bands:
        low = "everything" if start is None else f"everything from {written(start[0])}"
        if start is not None and not start[1]:
            low = f"everything above {written(start[0])}"
        if end is None:
            words.append(low if start is not None else "anything")
        else:
            words.append(f"{low} {'to' if end[1] else 'to below'} {written(end[0])}")
    return " or ".join(words)


BandEnd = tuple[Branch, bool]


def joined_bands(
    piece: ReactionPiece,
) -> list[tuple[BandEnd | None, BandEnd | None, list[Branch]]]:
    """Neighboring bands with best points between them as one: ends with whether they belong."""

    def among(edge: Branch | None) -> Branch | None:
        if edge is None:
            return None
        x = edge.at(piece.sample)
        return next((b for b in piece.branches if b.at(piece.sample) == x), None)

    out: list[tuple[BandEnd | None, BandEnd | None, list[Branch]]] = []
    for band in piece.bands:
        low, high = among(band.start), among(band.end)
        used = [b for b in (low, high) if b is not None]
        start = None if band.start is None else (band.start, low is not None)
        end = None if band.end is None else (band.end, high is not None)
        last = out[-1][1] if out else None
        if (
            last is not None
            and last[1]
            and band.start is not None
            and (last[0].at(piece.sample) == band.start.at(piece.sample))
        ):
            before, _, taken = out.pop()
            out.append((before, end, taken + used))
        else:
            out.append((start, end, used))
    return out
