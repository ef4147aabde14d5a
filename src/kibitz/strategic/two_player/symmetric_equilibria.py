"""Symmetric equilibria of symmetric bimatrix games: strategies that are best against themselves.

In a game with payoffs A and A' the polytope {x >= 0, A x <= 1} is that of both players. Its
vertices at which every strategy is unplayed or a best response are the extreme symmetric
equilibria, and the others are mixtures of extreme ones that are best against each other. The origin
does not count.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.numbers import plain
from kibitz.core.solution import Solution
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.symmetric_two_action import SymmetricMixtures
from kibitz.strategic.profile import mixture_text
from kibitz.strategic.two_player.best_response_polytope import (
    Weights,
    polytopes,
    require_two_players,
    spread,
)
from kibitz.strategic.two_player.completeness import closed_list
from kibitz.strategic.two_player.equilibrium import Equilibrium, fractions
from kibitz.strategic.two_player.vertex_bases import integers, vertex_bases
from kibitz.zero_sum.strategies.dominance import eliminate

METHOD = "vertex enumeration on one polytope"


@dataclass(frozen=True)
class SymmetricEquilibria(Solution, kind="symmetric-equilibria"):
    """The extreme strategies that are best responses to themselves.

    >>> from kibitz import bimatrix
    >>> found = symmetric_equilibria(bimatrix("0 6; 1 2", "0 1; 6 2"))
    >>> print(found)
    one symmetric equilibrium
    both play 1: 4/5   2: 1/5
    evolutionarily stable: 1: 4/5   2: 1/5
    """

    game: StrategicGame
    strategies: tuple[Weights, ...]

    @property
    def unique(self) -> bool:
        return len(self.strategies) == 1

    @cached_property
    def equilibria(self) -> tuple[Equilibrium, ...]:
        """The same as equilibria of the game."""
        return tuple(Equilibrium(self.game, (x, x)) for x in self.strategies)

    @cached_property
    def stable(self) -> tuple[Weights, ...]:
        """The evolutionarily stable strategies among them; there are no others."""
        return tuple(x for x in self.strategies if call(self.game, "is_evolutionarily_stable", x))

    @cached_property
    def subsets(self) -> tuple[tuple[Weights, ...], ...]:
        """The largest sets whose mixtures are all symmetric equilibria."""
        game = self.game.in_numbers(True)
        count = len(self.strategies)
        near = [
            {
                b
                for b in range(count)
                if b != a
                and equilibrium_test(game, (self.strategies[a], self.strategies[b])).holds
                and equilibrium_test(game, (self.strategies[b], self.strategies[a])).holds
            }
            for a in range(count)
        ]
        cliques = _maximal_cliques(near, set(), set(range(count)), set())
        return tuple(tuple(self.strategies[k] for k in clique) for clique in sorted(cliques))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "strategies": [[plain(w) for w in x] for x in self.strategies],
            "subsets": [[[plain(w) for w in x] for x in subset] for subset in self.subsets],
            f"{self.game.word}s": [plain(e.payoffs[0]) for e in self.equilibria],
            "unique": self.unique,
            **self._stability,
            "method": METHOD,
        }

    @property
    def _stability(self) -> dict[str, Any]:
        try:
            return {"evolutionarily_stable": [[plain(w) for w in x] for x in self.stable]}
        except GameError:  # too many best responses
            return {}

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> Solution:
        """All of two players, or the mixtures of two actions of any number of them."""
        claim = Claim(data)
        if "strategies" not in claim:
            return SymmetricMixtures.from_json(game, data)
        return cls(game, fractions(claim, "strategies"))

    def __str__(self) -> str:
        count = len(self.strategies)
        head = (
            "one symmetric equilibrium" if count == 1 else f"{count} extreme symmetric equilibria"
        )
        names = self.game.strategies[0]
        lines = [head, *(f"both play {mixture_text(names, x)}" for x in self.strategies)]
        with suppress(GameError):  # too many best responses
            stable = " or ".join(mixture_text(names, x) for x in self.stable)
            lines.append(f"evolutionarily stable: {stable or 'none'}")
        return "\n".join(lines)


def is_symmetric_bimatrix(game: StrategicGame) -> bool:
    """Does exchanging the players, with their strategies in the same order, change nothing?

    >>> from kibitz import bimatrix
    >>> is_symmetric_bimatrix(bimatrix("3,3 0,4; 4,0 1,1"))
    True
    """
    if len(game.players) != 2 or game.shape[0] != game.shape[1]:
        return False
    return game.payoffs[0] == game.payoffs[1].transpose()


def symmetric_equilibria(game: StrategicGame) -> SymmetricEquilibria:
    """All extreme symmetric equilibria, exactly; a symmetric game has at least one (Nash 1951).

    Parameters
    ----------
    game : StrategicGame
        A symmetric game of two players.

    Returns
    -------
    SymmetricEquilibria
        The extreme symmetric equilibria and their components.
    """
    require_two_players(game)
    if not is_symmetric_bimatrix(game):
        raise GameError(
            "the game is not symmetric: the column player's payoffs are not the transpose "
            "of the row player's"
        )
    left = eliminate(game, strict=True)  # no equilibrium plays what is strictly dominated
    vertices = sorted(_complete_vertices(left.reduced), reverse=True)
    n = game.shape[0]
    return SymmetricEquilibria(game, tuple(spread(x, left.rows, n) for x in vertices))


def _complete_vertices(game: StrategicGame) -> list[Weights]:
    """The vertices with the label, of either kind, of every strategy."""
    rows, _ = polytopes(game)
    n = rows.dimension
    every = (1 << n) - 1
    vertices = closed_list(vertex_bases(rows))
    seen = {
        tight: basis
        for basis, tight in zip(integers(vertices.bases), integers(vertices.tight), strict=True)
        if (tight | tight >> n) & every == every and basis != rows.origin
    }
    return [rows.strategy(basis) for basis in seen.values()]


def _maximal_cliques(
    near: list[set[int]], clique: set[int], candidates: set[int], done: set[int]
) -> list[list[int]]:
    """All maximal cliques, each once (Bron and Kerbosch 1973, with pivoting)."""
    if not candidates:
        return [] if done else [sorted(clique)]
    pivot = max(candidates | done, key=lambda v: len(near[v] & candidates))
    cliques = []
    for v in sorted(candidates - near[pivot]):
        cliques += _maximal_cliques(near, clique | {v}, candidates & near[v], done & near[v])
        candidates = candidates - {v}
        done = done | {v}
    return cliques
