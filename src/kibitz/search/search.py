"""``kb.search``: a game or a position, and the best move there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.numbers import Number
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.search.budget import Budget
from kibitz.search.exact import ExactSearch, NotSolved
from kibitz.search.principal_variation import PrincipalVariation, Pruning
from kibitz.search.result import SearchResult
from kibitz.search.walk import root_of

SECONDS = 5.0
"""How long to think when nobody says."""


SMALL = 3_000
"""Positions that Python searches before a compiler is worth its time."""
SMALL_MEMORY = 1 << 20


class Search:
    """Searches from a position by the method that suits the game.

    >>> from kibitz.rules.examples import TakeAway
    >>> found = Search(TakeAway(6)).best()
    >>> found.value, found.move, found.is_exact
    (1, 2, True)
    """

    def __init__(self, game: Rules | Position) -> None:
        self.position = game if isinstance(game, Position) else game.position()
        self._engine: PrincipalVariation | None = None

    @property
    def rules(self) -> Rules:
        return self.position.rules

    def best(
        self, seconds: float | None = None, depth: int | None = None, nodes: int | None = None,
        pruning: Pruning | None = None,
    ) -> SearchResult:  # fmt: skip
        """The best move that can be found; without limits, after five seconds at most."""
        budget = Budget(seconds, nodes, depth)
        if seconds is None and depth is None and nodes is None:
            budget = replace(budget, seconds=SECONDS)
        return self._principal_variation(pruning).best(self.position, budget)

    def solve(self, seconds: float | None = None) -> SearchResult:
        """The value of perfect play, with proof where the game is small enough to check it."""
        try:
            small = ExactSearch(self.rules, SMALL_MEMORY, compiled=False, nodes=SMALL)
            return small.solve(self.position, seconds)
        except NotSolved:
            return ExactSearch(self.rules).solve(self.position, seconds)

    def analyse(self, seconds: float = SECONDS, depth: int | None = None) -> SearchResult:
        """The best move, and the value of every other one."""
        best = self.best(seconds=seconds / 2, depth=depth)
        moves = self.position.moves
        share = seconds / 2 / max(1, len(moves))
        below = None if best.depth is None or best.is_exact else max(1, best.depth - 1)
        values: dict[Move, Any] = {}
        for move in moves:
            values[move] = self._after(move, share, below)
        sign = 1 if self.position.player == 0 else -1
        ranked = sorted(values.items(), key=lambda pair: -sign * pair[1])
        return replace(best, moves=dict(ranked))

    def _after(self, move: Move, seconds: float, depth: int | None) -> Number | tuple[Number, ...]:
        after = self.position.play(move)
        if after.player == OVER:
            return after.payoffs[0]
        found = self._principal_variation(None).best(after, Budget(seconds, None, depth))
        return found.value

    def _principal_variation(self, pruning: Pruning | None) -> PrincipalVariation:
        if self._engine is None or (pruning is not None and pruning != self._engine.pruning):
            self._engine = PrincipalVariation(self.rules, pruning=pruning)
        return self._engine


def search(game: Any, *moves: Any) -> Search:
    """Search a game: rules, a position, or a name from the shelf; and moves made already.

    >>> search("connect-four 4 4", "2", "3").position.history
    (1, 2)
    """
    here = root_of(game)
    for move in moves:
        here = here.play(move)
    return Search(here)
