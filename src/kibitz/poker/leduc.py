"""Leduc hold'em: one card each, a card on the board, two rounds of betting.

Southey et al., *Bayes' bluff: opponent modeling in poker* (2005), with any number of ranks, suits
and players. The original deck has three ranks in two suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.poker.betting import Betting, limit
from kibitz.poker.table import Hand, Poker


class Leduc(Poker):
    """Whoever pairs the board wins, otherwise the higher card.

    >>> from kibitz.extensive import unfold
    >>> unfold(Leduc())
    <ExtensiveGame Leduc hold'em: 2 players, 9,457 nodes, 288 information sets>
    """

    title = "Leduc hold'em"

    def __init__(
        self,
        ranks: int = 3,
        suits: int = 2,
        players: int = 2,
        ante: Any = 1,
        bets: Sequence[Any] = (2, 4),
        raises: int = 2,
        betting: Betting | None = None,
    ) -> None:
        chosen = limit(ante, bets, raises) if betting is None else betting
        if chosen.rounds != 2:
            raise GameError(f"Leduc hold'em has two rounds, and bets for {chosen.rounds} are given")
        super().__init__(chosen, ranks, suits, players, (0, 1))
        if (ranks, suits, players) != (3, 2, 2):
            self.title = f"Leduc hold'em with {count_of(ranks, 'rank')}"

    def strength(self, state: Hand, who: int) -> int:
        own = state.cards[who] // self.suits
        if own == state.cards[self.players] // self.suits:
            return self.ranks + own
        return own
