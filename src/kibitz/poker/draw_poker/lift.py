"""Lifting: a strategy for buckets played with real cards, to measure what the buckets cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.poker.draw_poker.bucket_tables import BucketTables
from kibitz.poker.draw_poker.vector_cfr import DrawStrategy, DrawTable, exploit, value_of

if TYPE_CHECKING:
    from kibitz.extensive.strategies.profile import Profile

HISTORIES = ("check-check", "check-bet-call", "bet-call")
"""The first rounds that lead to a draw."""
DECISIONS = (("", "check-bet"), ("check", "bet"))
"""After what in a round each player may bet, and after what call."""


@dataclass(frozen=True, slots=True)
class LiftedGap:
    """What lifted strategies are worth among real hands."""

    value: float
    """What the first player gets when both play so."""
    bounds: tuple[float, float]
    """What is left to the first player when the second answers best, and the other way round."""

    @property
    def gap(self) -> float:
        """What both could gain together by best responses: the cost of the abstraction."""
        return self.bounds[1] - self.bounds[0]


def lift(
    profile: Profile, tables: BucketTables, table: DrawTable, initial: Any, final: Any
) -> tuple[DrawStrategy, DrawStrategy]:
    """Both players' strategies for real hands: every hand plays as its bucket does.

    ``initial`` and ``final`` give the bucket of each hand before and after the draw.
    """
    if table.free:
        raise GameError("a strategy for buckets does not say what to discard; use the discard rule")
    reached = final[table.types // len(table.cards.deck)]
    before = np.repeat(initial, table.shape[2])
    met = np.unique(np.stack([before, reached], axis=1), axis=0).tolist()
    found = []
    for player in range(2):
        moves = profile.of(player)
        first = [
            np.array([_second(moves, (name, said)) for name in tables.names])
            for said in DECISIONS[player]
        ]
        second = [
            [
                _by_pair(moves, tables, met, past, said)[before, reached]
                for said in DECISIONS[player]
            ]
            for past in HISTORIES
        ]
        throws = np.ones((3, table.shape[0], 1))
        found.append(DrawStrategy(np.stack([p[initial] for p in first]), np.array(second), throws))
    return found[0], found[1]


def _by_pair(
    moves: dict[str, dict[str, Any]],
    tables: BucketTables,
    met: list[list[int]],
    past: str,
    said: str,
) -> Any:
    """To bet or to call by initial and final bucket; 0 for pairs that no hand has."""
    found = np.zeros(tables.sizes)
    for a, f in met:
        found[a, f] = _second(moves, (tables.names[a], past, tables.finals[f], said))
    return found


def lifted_gap(table: DrawTable, plans: tuple[DrawStrategy, DrawStrategy]) -> LiftedGap:
    """The value of lifted strategies among real hands, and what best responses make of it."""
    return LiftedGap(value_of(table, plans), exploit(table, plans))


def _second(moves: dict[str, dict[str, Any]], parts: tuple[str, ...]) -> float:
    """The probability of the second move, to bet or to call, at an information set."""
    name = " ".join(part for part in parts if part)
    if name not in moves:
        raise GameError(f"the strategy does not cover {name!r}")
    return float(list(moves[name].values())[1])
