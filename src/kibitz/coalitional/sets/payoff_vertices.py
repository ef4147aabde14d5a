"""The vertices of a set of payoffs in which every coalition gets at least what it demands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.complaints import Excesses, indicator
from kibitz.coalitional.solution import DefinedAnswer, read_points
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.polyhedra.vertices import affine_dimension, vertices

Point = tuple[Fraction, ...]

MOST_PLAYERS = 10
MOST_VERTICES = 200_000


@dataclass(frozen=True)
class PayoffVertices(DefinedAnswer, kind="payoff-vertices"):
    """All vertices of {x: x(N) = v(N), x(S) >= v(S) for all S}, in exact numbers.

    >>> from kibitz import coalition
    >>> print(payoff_vertices(coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})))
    2 vertices, dimension 1
      (1000, 0, 0)
      (500, 500, 0)
    """

    game: CoalitionalGame
    vertices: tuple[Point, ...]

    @property
    def dimension(self) -> int:
        """That of the set: -1 if it is empty, 0 if it is a point."""
        return affine_dimension(self.vertices)

    @cached_property
    def tight(self) -> tuple[tuple[int, ...], ...]:
        """For every vertex the coalitions that get just what they demand."""
        return tuple(tuple(self._tight_at(x)) for x in self.vertices)

    def _tight_at(self, x: Point) -> list[int]:
        over = Excesses(self.game).overshoot(x, Fraction(0))
        return [int(k) for k in np.flatnonzero(over == 0) if 0 < k < self.game.grand]

    def _neighbors(self, x: Point) -> Iterator[Point]:
        """Where the edges that start at a vertex end."""
        n = self.game.n
        tight = indicator(np.array(self._tight_at(x), np.int64), n)
        if not len(tight):
            return
        cone = vertices((-tight).tolist(), [0] * len(tight), [[1] * n], [0])
        gaps, scale = self._gaps(x)
        for ray in cone.rays:
            losses = -Excesses(self.game).products(np.array([int(d) for d in ray], object))
            step = min(
                Fraction(int(gaps[k]), scale * losses[k]) for k in np.flatnonzero(losses > 0)
            )
            yield tuple(a + step * d for a, d in zip(x, ray, strict=True))

    def _gaps(self, x: Point) -> tuple[Any, int]:
        """How much every coalition gets beyond its demand, and what to divide that by."""
        beyond = Excesses(self.game).beyond(x)
        return -beyond.array, beyond.denominator

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "dimension": self.dimension,
            "vertices": [[plain(v) for v in x] for x in self.vertices],
            "tight": [[self.game.spell(k) for k in masks] for masks in self.tight],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> PayoffVertices:
        return cls(game, read_points(game, data, "vertices"))

    def __str__(self) -> str:
        lines = [f"  {show_all(x)}" for x in self.vertices]
        count = "1 vertex" if len(lines) == 1 else f"{len(lines)} vertices"
        return "\n".join([f"{count}, dimension {self.dimension}", *lines])


def payoff_vertices(game: CoalitionalGame) -> PayoffVertices:
    """The vertices of the core of a game, by the double description method, exactly.

    The worths are read as exact numbers. For up to 10 players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PayoffVertices
        The vertices; none when the core is empty.

    Notes
    -----
    Cost: double description; there can be n! vertices and more.
    """
    if game.n > MOST_PLAYERS:
        raise GameError(
            f"{count_of(game.n, 'player')}: the set has {(1 << game.n) - 2} inequalities; its "
            "vertices are "
            f"listed for at most {MOST_PLAYERS} players, ranges and points for more"
        )
    game = game.rational()
    if game.n == 1:
        return PayoffVertices(game, ((exact(game.total),),))
    masks = np.arange(1, game.grand)
    demands = [-exact(game.value(k)) for k in range(1, game.grand)]
    polytope = vertices(
        (-indicator(masks, game.n)).tolist(),
        demands,
        [[1] * game.n],
        [game.total],
        limit=MOST_VERTICES,
    )
    return PayoffVertices(game, polytope.vertices)
