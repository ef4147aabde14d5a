"""What games of coins on a row and on a board share: how far they may be searched."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from kibitz.combinatorial.digraph import Digraph
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.limits import read_limit
from kibitz.combinatorial.nim_family.disguise import LISTED

MOST_COINS_KEPT = 4_000_000
"""Coins in all the positions that a search may keep."""


@dataclass(frozen=True)
class CoinGame(ImpartialGame):
    """Positions are sets of heads, so a search of many coins may keep only few of them."""

    @abstractmethod
    def coin_count(self) -> int:
        """How many coins there are, up to the last head when there is no end."""

    def _large(self) -> bool:
        """Whether the positions are too many to list."""
        return self.coin_count() > LISTED.bit_length()

    def _bounded(self, limit: int | None) -> int | None:
        if not self._large():
            return limit
        return min(read_limit(limit), max(100, MOST_COINS_KEPT // self.coin_count()))

    def graph(self, limit: int | None = None) -> Digraph:
        return super().graph(self._bounded(limit))

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        return super().remoteness_at(position, self._bounded(limit))

    def _searched_nimber(self, position: Any, limit: int | None) -> int:
        return super()._searched_nimber(position, self._bounded(limit))

    def _searched_outcome(self, position: Any, limit: int | None) -> str:
        return super()._searched_outcome(position, self._bounded(limit))
