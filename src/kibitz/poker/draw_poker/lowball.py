"""The simplified 2-7 draw game with real cards, as rules.

A round of betting, one card exchanged by both, another round; the lower hand wins. Any deck, hand
size and betting; the card is thrown by a rule, or freely.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.numbers import Number
from kibitz.core.spelling import count_of
from kibitz.poker.betting import Betting, limit
from kibitz.poker.draw_poker.cards import DrawPoker
from kibitz.poker.table import Hand, Poker
from kibitz.rules import CHANCE, replaced

MOST_HANDS = 30_000
HANDS, THROWN, DRAWN = 0, 2, 4
"""Where the hands, the cards thrown and the cards drawn stand in a state."""


class LowballDraw(Poker):
    """Draw poker in which a rule says what to throw."""

    title = "Lowball draw"

    def __init__(self, game: DrawPoker | None = None, betting: Betting | None = None) -> None:
        self.game = game or DrawPoker()
        chosen = limit(1, [1, 1]) if betting is None else betting
        if chosen.rounds != 2:
            raise GameError(f"the game has two rounds, and bets for {chosen.rounds} are given")
        if len(self.game.hands) > MOST_HANDS:
            raise GameError(
                f"{count_of(len(self.game.hands), 'hand')}; the limit is {MOST_HANDS:,}; use "
                "a smaller deck "
                "or buckets"
            )
        super().__init__(chosen, 6, 1, 2, (0, 4))
        self.pack = len(self.game.deck)
        self.size = self.game.size
        self.masks = self.game.masks
        self.thrown = self.game.thrown
        self.many = len(self.game.hands)
        self.second_deals = self.game.deals // self.many
        self.classes = self.game.strength.astype(np.int64)
        order = np.argsort(self.masks)
        self.sorted_masks, self.sorted_hands = self.masks[order], order
        self.most_moves = max(self.many, self.pack)

    @property
    def parameters(self) -> dict[str, Any]:
        same = (self.game.deck, self.game.size, self.game.order, self.game.discard)
        return {"game": same, "betting": self.betting}

    def sizes(self) -> dict[str, Any]:
        """Hands, deals, leaves and information sets, without unfolding the tree."""
        return call(self, "draw_sizes")

    def chance(self, state: Hand) -> Iterator[tuple[int, Number]]:
        if state.cards[0] < 0:
            for hand in range(self.many):
                yield hand, Fraction(1, self.many)
        elif state.cards[1] < 0:
            for hand in range(self.many):
                if self.masks[hand] & self.masks[state.cards[0]] == 0:
                    yield hand, Fraction(1, self.second_deals)
        else:
            seen = self.masks[state.cards[0]] | self.masks[state.cards[1]]
            left = self.pack - 2 * self.size
            if state.cards[DRAWN] >= 0:
                seen |= 1 << state.cards[DRAWN]
                left -= 1
            for card in range(self.pack):
                if not (seen >> card) & 1:
                    yield card, Fraction(1, left)

    def deal(self, state: Hand, card: int) -> Hand:
        place = 0
        while state.cards[place] >= 0:
            place += 1
        cards = state.cards
        if place == THROWN:
            cards = replaced(cards, THROWN, self.thrown[cards[0]])
            cards = replaced(cards, THROWN + 1, self.thrown[cards[1]])
            place = DRAWN
        return self.holding(state, replaced(cards, place, card))

    def strength(self, state: Hand, who: int) -> int:
        kept = int(self.masks[state.cards[who]]) & ~(1 << state.cards[THROWN + who])
        mask = kept | (1 << state.cards[DRAWN + who])
        return int(self.classes[self.sorted_hands[np.searchsorted(self.sorted_masks, mask)]])

    def information_state(self, state: Hand, player: int) -> tuple[Any, ...]:
        return (
            state.cards[player],
            state.cards[THROWN + player],
            state.cards[DRAWN + player],
            state.past,
        )

    def alike(self, state: Hand, player: int) -> Iterator[tuple[Hand, int]]:
        """Every hand that the other may hold, and what may have been thrown and drawn."""
        other, drawn = 1 - player, state.cards[DRAWN + player]
        own = int(self.masks[state.cards[player]]) | (1 << drawn if drawn >= 0 else 0)
        for hand, mask in enumerate(self.masks.tolist()):
            if mask & own:
                continue
            cards = replaced(state.cards, other, hand)
            for thrown in self._throws(hand) if cards[THROWN + other] >= 0 else (-1,):
                dealt = replaced(cards, THROWN + other, thrown)
                for card in self._draws(own | mask) if cards[DRAWN + other] >= 0 else (-1,):
                    yield state._replace(cards=replaced(dealt, DRAWN + other, card)), 1

    def _throws(self, hand: int) -> list[int]:
        """What may be thrown from a hand."""
        return [int(self.thrown[hand])]

    def _draws(self, gone: int) -> list[int]:
        """What may be drawn when these cards are gone."""
        return [card for card in range(self.pack) if not gone >> card & 1]

    def show_view(self, state: Hand, player: int) -> str:
        cards = self.game.deck
        parts = [cards.names(self.game.hands[state.cards[player]])]
        if state.past[0]:
            parts.append("-".join(self._words(state.past[0], 0)))
        if state.cards[THROWN + player] >= 0:
            parts.append(f"throws {cards.name(state.cards[THROWN + player])}")
        if state.cards[DRAWN + player] >= 0:
            parts.append(f"draws {cards.name(state.cards[DRAWN + player])}")
        if state.past[1]:
            parts.append("-".join(self._words(state.past[1], 1)))
        return " ".join(parts)

    def hand_of(self, state: Hand, who: int) -> list[str]:
        """The cards that a player holds, after the draw those kept and the one drawn."""
        deck, drawn = self.game.deck, state.cards[DRAWN + who]
        held = [int(card) for card in self.game.hands[state.cards[who]]]
        if drawn >= 0:
            held = [*(card for card in held if card != state.cards[THROWN + who]), drawn]
        return [deck.name(card) for card in held]

    def middle(self, state: Hand) -> list[str]:
        """Nothing is turned up."""
        return []

    def show_move(self, state: Hand, move: int) -> str:
        if self.is_dealing(state):
            cards = self.game.deck
            return cards.names(self.game.hands[move]) if state.cards[1] < 0 else cards.name(move)
        return super().show_move(state, move)

    def show(self, state: Hand) -> str:
        if state.cards[1] < 0:
            return "not dealt"
        return "; ".join(f"{self.player_name(k)}: {self.show_view(state, k)}" for k in range(2))


class FreeLowballDraw(LowballDraw):
    """Draw poker in which players choose what to throw, unseen by the other."""

    title = "Lowball draw with a free discard"

    def __init__(self, game: DrawPoker | None = None, betting: Betting | None = None) -> None:
        super().__init__(game, betting)
        self.held = self.game.hands.astype(np.int64)

    def is_throwing(self, state: Hand) -> bool:
        """Whether a player is to choose a card to throw."""
        return state.cards[1] >= 0 and state.cards[THROWN + 1] < 0

    def player(self, state: Hand) -> int:
        who = super().player(state)
        if who == CHANCE and state.round > 0 and self.is_throwing(state):
            return 0 if state.cards[THROWN] < 0 else 1
        return who

    def moves(self, state: Hand) -> Iterator[int]:
        if self.is_dealing(state):
            who = 0 if state.cards[THROWN] < 0 else 1
            for k in range(self.size):
                yield int(self.held[state.cards[who], k])
        else:
            yield from super().moves(state)

    def _throws(self, hand: int) -> list[int]:
        return [int(card) for card in self.held[hand]]

    deal = Poker.deal
