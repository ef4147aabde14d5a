"""Kuhn poker: one card each from a deck without pairs, and a single bet.

H. W. Kuhn, *A simplified two-person poker* (1950), with any number of cards and players. All cards
are dealt at once, so that the tree has one move of chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.poker.betting import limit
from kibitz.poker.table import Hand, Poker
from kibitz.rules import replaced

MOST_DEALS = 2_000_000


class Kuhn(Poker):
    """Check or bet, call or fold: the smallest poker.

    >>> from kibitz.extensive import unfold
    >>> unfold(Kuhn())
    <ExtensiveGame Kuhn poker: 2 players, 55 nodes, 12 information sets>
    """

    def __init__(
        self, cards: int | None = None, ante: Any = 1, bet: Any = 1, players: int = 2
    ) -> None:
        super().__init__(limit(ante, bet), players + 1 if cards is None else cards, 1, players)
        plain = self.deck == players + 1
        self.title = "Kuhn poker" if plain else f"Kuhn poker with {self.deck} cards"
        self.codes = self.deck**players
        if self.codes > MOST_DEALS:
            raise GameError(
                f"{count_of(self.deck, 'card')} and {players} players make "
                f"{count_of(self.codes, 'deal')}, more than "
                f"{MOST_DEALS:,}; use fewer"
            )
        self.deals = 1
        for k in range(players):
            self.deals *= self.deck - k
        self.most_moves = max(3, self.deals)
        self.longest = 1 + 2 * players

    def chance(self, state: Hand) -> Iterator[tuple[int, Number]]:
        for code in range(self.codes):
            seen = 0
            rest = code
            distinct = True
            for _ in range(self.players):
                bit = 1 << (rest % self.deck)
                if seen & bit:
                    distinct = False
                seen |= bit
                rest //= self.deck
            if distinct:
                yield code, Fraction(1, self.deals)

    def deal(self, state: Hand, card: int) -> Hand:
        cards = state.cards
        rest = card
        for k in range(self.players):
            cards = replaced(cards, self.players - 1 - k, rest % self.deck)
            rest //= self.deck
        return self.holding(state, cards)

    def show_move(self, state: Hand, move: int) -> str:
        if self.is_dealing(state):
            names = [self.rank_name(card) for card in self.deal(state, move).cards]
            return ("" if max(map(len, names)) == 1 else " ").join(names)
        return super().show_move(state, move)
