"""Continua of equilibria of n players: products of polytopes, or pieces cut out of these.

A product of polytopes consists of equilibria when all tuples of vertices are equilibria: every
strategy that some vertex plays is then best against every tuple of the others', and so, payoffs
being multilinear, against everything between. This is the Nash subset of two players again. On a
support profile all equilibria that play nothing else, and against which all of it is best, are such
products and curved pieces, given by equations that do not come apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import Any

import numpy as np

from kibitz.algebra.flint_numbers import to_flint
from kibitz.core.claim import Claim, rows
from kibitz.core.errors import GameError
from kibitz.core.numbers import plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.linear.polyhedra.vertices import affine_dimension
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.indifference_system import IndifferenceSystem, Supports
from kibitz.strategic.n_player.multilinear_set import (
    Condition,
    MultilinearPiece,
    Point,
    Polytope,
    contains,
    inside,
    solve_parts,
    tuples,
)
from kibitz.strategic.profile import Profile, mixture_text
from kibitz.zero_sum.strategies.mixture import Mixture, embed, pure

MOST_CHECKED = 5_000
"""Tuples of vertices that are tested one by one."""
MOST_TERMS = 12
SAMPLES = 3


@dataclass(frozen=True, eq=False)
class NashRegion(Solution, kind="nash-region"):
    """Infinitely many equilibria: all of a product of polytopes, or where conditions hold on it.

    >>> from kibitz.strategic import finger_game
    >>> game = finger_game(3).strategic()
    >>> region, = nash_regions(game, ((0,), (1,), (0, 1)))
    >>> print(region)
    player 1 plays 1, player 2 plays 2, player 3 mixes 1 and 2
    >>> region.dimension, region.verify().holds
    (1, True)
    """

    game: StrategicGame
    supports: Supports
    part: MultilinearPiece
    """Polytopes and conditions in the weights of the supports."""

    @cached_property
    def samples(self) -> tuple[Profile, ...]:
        """Some equilibria of it, when it is curved."""
        samples: dict[Profile, None] = {}
        for points in _candidates(self.part) if self.part.conditions else ():
            lifted = tuple(
                _full(x, played, size)
                for x, played, size in zip(points, self.supports, self.game.shape, strict=True)
            )
            samples[lifted] = None
            if len(samples) >= SAMPLES:
                break
        return tuple(samples)

    @property
    def flat(self) -> bool:
        """Is it the whole product of polytopes?"""
        return not self.part.conditions

    @cached_property
    def strategies(self) -> tuple[Polytope, ...]:
        """For each player, the vertices of the polytope of mixed strategies."""
        return tuple(
            tuple(_full(v, played, size) for v in polytope)
            for polytope, played, size in zip(
                self.part.polytopes, self.supports, self.game.shape, strict=True
            )
        )

    @property
    def extreme(self) -> tuple[Profile, ...]:
        """The tuples of vertices that are equilibria; of a curved region, the samples."""
        return tuple(product(*self.strategies)) if self.flat else self.samples

    @cached_property
    def dimension(self) -> int:
        """The dimension of the product; for a curved piece, that at the first smooth sample."""
        equations = [c for c in self.part.conditions if c.equation]
        if not equations or not self.samples:
            return self.part.dimension
        return self.part.dimension - _rank(self.part, equations, self._inner(self.samples[0]))

    def _inner(self, profile: Profile) -> tuple[Point, ...]:
        return tuple(
            tuple(Fraction(weights[s]) for s in played)
            for weights, played in zip(profile, self.supports, strict=True)
        )

    def __contains__(self, profile: Profile) -> bool:
        """Whether a profile of fractions lies in it."""
        played = zip(profile, self.supports, strict=True)
        if any(w and s not in kept for weights, kept in played for s, w in enumerate(weights)):
            return False
        points = self._inner(profile)
        if not all(contains(p, x) for p, x in zip(self.part.polytopes, points, strict=True)):
            return False
        values = ((c, c.at(points)) for c in self.part.conditions)
        return all(value == 0 if c.equation else value <= 0 for c, value in values)

    def within(self, other: NashRegion) -> bool:
        """Whether it lies in another flat region; of a curved one, whether it is the same.

        Parameters
        ----------
        other : NashRegion
            Another region of the same game.
        """
        if other.flat:
            return inside(MultilinearPiece(self.strategies), MultilinearPiece(other.strategies))
        return self.strategies == other.strategies and self.conditions() == other.conditions()

    def meets(self, other: NashRegion) -> bool:
        """Whether two flat regions have a common point; for curved ones, whether a sample is.

        Parameters
        ----------
        other : NashRegion
            Another region of the same game.
        """
        if self.flat and other.flat:
            pairs = zip(self.strategies, other.strategies, strict=True)
            return all(_polytopes_meet(a, b) for a, b in pairs)
        return any(x in other for x in self.extreme) or any(x in self for x in other.extreme)

    def conditions(self) -> tuple[str, ...]:
        """The equations and inequalities of a curved piece, in the names of the strategies."""
        return tuple(self._formula(condition) for condition in self.part.conditions)

    def _formula(self, condition: Condition) -> str:
        axes = []
        for k in condition.players:
            names = [self.game.strategies[k][s] for s in self.supports[k]]
            axes.append(
                [f"{self.game.players[k]}({name})" if len(names) > 1 else "" for name in names]
            )
        terms = []
        for place in np.ndindex(condition.coefficients.shape):
            c = Fraction(condition.coefficients.item(place))
            if c:
                factors = [axes[k][i] for k, i in enumerate(place) if axes[k][i]]
                terms.append((c, "·".join(factors) or "1"))
        shown = " ".join(
            f"{'-' if c < 0 else '+'} {'' if abs(c) == 1 else show(abs(c)) + '·'}{name}"
            for c, name in terms[:MOST_TERMS]
        )
        more = " + ..." if len(terms) > MOST_TERMS else ""
        return f"{shown.removeprefix('+ ')}{more} {'=' if condition.equation else '<='} 0"

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "supports": [
                [names[i] for i in played]
                for names, played in zip(self.game.strategies, self.supports, strict=True)
            ],
            "strategies": [[[plain(w) for w in x] for x in side] for side in self.strategies],
            "dimension": self.dimension,
            **({} if self.flat else {"conditions": list(self.conditions())}),
            **(
                {}
                if self.flat
                else {
                    "samples": [[[plain(w) for w in x] for x in sample] for sample in self.samples]
                }
            ),
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> NashRegion:
        """A product of polytopes as described; a curved piece must be among those that exist."""
        claim = Claim(data)
        labels = claim.items("supports", len(game.players))
        supports = tuple(
            Claim({"supports": listed}).places("supports", names)
            for names, listed in zip(game.strategies, labels, strict=True)
        )
        if "conditions" in claim:
            for region in nash_regions(game, supports):
                if region.to_json() == {**region.to_json(), **data}:
                    return region
            raise GameError("conditions: they are not those of equilibria of these supports")
        polytopes = tuple(
            tuple(tuple(Fraction(x[s]) for s in kept) for x in rows(side, "strategies"))
            for side, kept in zip(claim.items("strategies"), supports, strict=True)
        )
        return cls(game, supports, MultilinearPiece(polytopes))

    def __str__(self) -> str:
        parts = []
        for name, labels, polytope in zip(
            self.game.players, self.game.strategies, self.strategies, strict=True
        ):
            who = f"player {name}" if name.isdigit() else name
            sets = [_short(labels, x) for x in polytope]
            parts.append(
                f"{who} plays {sets[0]}" if len(sets) == 1 else f"{who} mixes {' and '.join(sets)}"
            )
        head = ", ".join(parts)
        if self.flat:
            return head
        return f"{head}, where {'; '.join(self.conditions())}"


def nash_regions(game: StrategicGame, supports: Supports) -> tuple[NashRegion, ...]:
    """The equilibria on a support profile against which all of it is best, as regions.

    Their union is the whole of this set. A curved region without a sample may be empty.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    supports : Supports
        The strategies in use, by player and position from 0.

    Returns
    -------
    tuple[NashRegion, ...]
        The regions.
    """
    system = IndifferenceSystem(game.in_numbers(True), supports)
    corners = tuple(
        tuple(tuple(Fraction(w) for w in pure(s, len(played))) for s in range(len(played)))
        for played in supports
    )
    parts = solve_parts(MultilinearPiece(corners, _conditions(system)))
    regions = (NashRegion(game, supports, part) for part in parts)
    return tuple(flat_region(game, r.strategies) if r.flat else r for r in regions)


def flat_region(game: StrategicGame, polytopes: Sequence[Sequence[Mixture]]) -> NashRegion:
    """A product of polytopes, given by vertices over all strategies; nothing is checked."""
    supports = tuple(
        tuple(s for s in range(size) if any(vertex[s] for vertex in polytope))
        for polytope, size in zip(polytopes, game.shape, strict=True)
    )
    kept = tuple(
        tuple(tuple(Fraction(vertex[s]) for s in played) for vertex in polytope)
        for polytope, played in zip(polytopes, supports, strict=True)
    )
    return NashRegion(game, supports, MultilinearPiece(kept))


def _conditions(system: IndifferenceSystem) -> tuple[Condition, ...]:
    """Equal payoffs in the supports, and no more outside; those of few players first."""
    conditions: list[Condition] = []
    for i, played in enumerate(system.supports):
        others = tuple(j for j in range(len(system.supports)) if j != i)
        lines = system.arrays[i]
        conditions += [
            Condition(others, lines[s] - lines[played[0]], s in played)
            for s in range(len(lines))
            if s != played[0]
        ]
    return tuple(sorted(conditions, key=lambda c: (c.coefficients.size, not c.equation)))


def _candidates(part: MultilinearPiece) -> Any:
    """Points of a part, from inside first: one player is fixed somewhere, the rest is solved."""
    for k, polytope in enumerate(part.polytopes):
        if len(polytope) == 1:
            continue
        for weights in _spread(len(polytope)):
            point = _mean(polytope, weights)
            fixed = (*part.polytopes[:k], (point,), *part.polytopes[k + 1 :])
            for piece in solve_parts(MultilinearPiece(fixed, part.conditions)):
                if not piece.conditions:
                    yield tuple(_mean(p, [Fraction(1, len(p))] * len(p)) for p in piece.polytopes)
    for points in islice(tuples(part), MOST_CHECKED):
        values = [(c, c.at(points)) for c in part.conditions]
        if all(v == 0 if c.equation else v <= 0 for c, v in values):
            yield points


def _spread(count: int) -> list[list[Fraction]]:
    """A few mixtures of this many vertices, the middle first."""
    points = [[Fraction(1, count)] * count]
    for k in range(count):
        for share in (Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)):
            rest = (1 - share) / (count - 1)
            points.append([share if j == k else rest for j in range(count)])
    return points


def _mean(polytope: Polytope, weights: list[Fraction]) -> Point:
    return tuple(
        sum((w * x for w, x in zip(weights, column, strict=True)), Fraction(0))
        for column in zip(*polytope, strict=True)
    )


def _rank(part: MultilinearPiece, equations: list[Condition], points: tuple[Point, ...]) -> int:
    """The rank of the derivatives of the equations along the polytopes at a point."""
    from flint import fmpq_mat

    rows = []
    for condition in equations:
        row = []
        for k, polytope in enumerate(part.polytopes):
            for corner in polytope[1:]:
                step = tuple(a - b for a, b in zip(corner, polytope[0], strict=True))
                moved = [*points[:k], step, *points[k + 1 :]]
                slope = condition.at(moved) if k in condition.players else Fraction(0)
                row.append(to_flint(slope))
        rows.append(row)
    return int(fmpq_mat(rows).rank())


def _polytopes_meet(a: Polytope, b: Polytope) -> bool:
    """Whether two convex hulls have a common point."""
    if set(a) & set(b):
        return True
    if affine_dimension([*a, *b]) > affine_dimension(a) + affine_dimension(b):
        return False
    columns = [[*v, Fraction(1), Fraction(0)] for v in a]
    columns += [[*(-w for w in v), Fraction(0), Fraction(1)] for v in b]
    rows = [list(row) for row in zip(*columns, strict=True)]
    right = [0] * len(a[0]) + [1, 1]
    program = LinearProgram.read([0] * len(columns), rows, "=", right)
    return isinstance(program.solve(), Optimum)


def _full(point: Point, played: tuple[int, ...], size: int) -> Point:
    return tuple(Fraction(w) for w in embed(point, played, size))


def _short(labels: tuple[str, ...], weights: Point) -> str:
    text = mixture_text(labels, weights)
    return text if sum(w > 0 for w in weights) == 1 else show_all(weights)


def maximal(regions: list[NashRegion]) -> list[NashRegion]:
    """Without flat regions that lie in others."""
    kept: list[NashRegion] = []
    for region in sorted(regions, key=lambda r: (not r.flat, -r.part.dimension)):
        if not any(region.within(other) for other in kept):
            kept.append(region)
    return kept
