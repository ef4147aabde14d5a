"""What games of coins on a row and on a board share: how far they may be searched."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.limits import read_limit
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.disguise import LISTED

if TYPE_CHECKING:
    from kibitz.combinatorial.solution import ImpartialSolution

MOST_MOVES_LISTED = 1_000_000
"""Moves in all positions together up to which these are listed."""
MOST_WORK = 2_000_000
"""Coins and moves of all the positions that a search of a larger game may keep."""


@dataclass(frozen=True)
class CoinGame(ImpartialGame):
    """Positions are sets of heads, so a search of many coins may keep only few of them."""

    rule: Any

    @property
    def theorem(self) -> str:
        return str(self.rule.theorem)

    @property
    def closed_form(self) -> str:
        return str(self.rule.closed_form)

    @property
    def name(self) -> str:
        return self.title or str(self.rule.name)

    @abstractmethod
    def _complaint(self, coins: Iterable[Any]) -> str | None:
        """What is wrong with turning these coins now; None when they may be turned."""

    def legal(self, coins: Iterable[Any]) -> bool:
        """Whether these coins may be turned now."""
        return self._complaint(coins) is None

    @abstractmethod
    def coin_count(self) -> int:
        """How many coins there are, up to the last head when there is no end."""

    @abstractmethod
    def turns_of_last(self) -> Iterator[Any]:
        """The turns of the last coin."""

    @cached_property
    def is_large(self) -> bool:
        """Whether the positions and their moves are too many to list."""
        coins = self.coin_count()
        if coins > LISTED.bit_length():
            return True
        most = MOST_MOVES_LISTED >> coins
        return sum(1 for _ in islice(self.turns_of_last(), most + 1)) > most

    @abstractmethod
    def first_winning_moves(self) -> tuple[tuple[Move, ...], int | None]:
        """The first winning turns of a large game, and how many win; None if too many to count."""

    def _solution_class(self) -> type[ImpartialSolution]:
        from kibitz.combinatorial.coins.solution import CoinSolution
        from kibitz.combinatorial.solution import ImpartialSolution

        return CoinSolution if self.is_large and not self.is_misere else ImpartialSolution

    def _bounded(self, limit: int | None) -> int | None:
        if not self.is_large:
            return limit
        turns = sum(1 for _ in islice(self.turns_of_last(), MOST_WORK // 100))
        return min(read_limit(limit), max(100, MOST_WORK // (self.coin_count() + turns)))

    def graph(self, limit: int | None = None) -> Digraph:
        return super().graph(self._bounded(limit))

    def remoteness_at(self, position: Any, limit: int | None = None) -> int | None:
        return super().remoteness_at(position, self._bounded(limit))

    def _searched_nimber(self, position: Any, limit: int | None) -> int:
        return super()._searched_nimber(position, self._bounded(limit))

    def _searched_outcome(self, position: Any, limit: int | None) -> str:
        return super()._searched_outcome(position, self._bounded(limit))


def turned(position: frozenset[Any], turn: Any) -> Move:
    """The move that turns some coins of a position."""
    return Move(str(turn), position.symmetric_difference(turn.coins))
