"""Draw poker with one exchange: the cards of the simplified 2-7 game, for any deck and hand size.

Each player is dealt a hand, throws one card by a rule, and draws another from what is left; thrown
cards do not return. Here are the hands, what they become, and how strong they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, permutations
from math import comb
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of
from kibitz.poker.cards import Deck, deck
from kibitz.poker.named_rankings import deuce_to_seven
from kibitz.poker.ranking import Ranking

MOST_ENTRIES = 60_000_000
Discard = Callable[[Deck, tuple[int, ...]], int]


def throw_pair_or_highest(cards: Deck, hand: tuple[int, ...]) -> int:
    """The card of the last suit among equal ranks, or else the highest card."""
    return _thrown(cards, hand, last=True)


def throw_first_of_pair_or_highest(cards: Deck, hand: tuple[int, ...]) -> int:
    """The card of the first suit among equal ranks, or else the highest card."""
    return _thrown(cards, hand, last=False)


def throw_highest(cards: Deck, hand: tuple[int, ...]) -> int:
    """The highest card, of the last suit."""
    return max(hand)


DISCARDS: dict[str, Discard] = {
    "pair-or-highest": throw_pair_or_highest,
    "first-of-pair-or-highest": throw_first_of_pair_or_highest,
    "highest": throw_highest,
}


def _thrown(cards: Deck, hand: tuple[int, ...], last: bool) -> int:
    suits = len(cards.suits)
    ranks = [card // suits for card in hand]
    most = max(map(ranks.count, ranks))
    rank = max(r for r in ranks if ranks.count(r) == most)
    equal = [card for card in hand if card // suits == rank]
    return max(equal) if last else min(equal)


@dataclass(frozen=True, eq=False)
class DrawPoker:
    """All hands of a deck, ordered, with what a discard and a draw make of them.

    A deck that is given as text, such as "2-8", has three suits.

    >>> game = DrawPoker()
    >>> len(game.hands), game.deals, game.outcomes
    (1330, 1085280, 227908800)
    """

    deck: Deck = field(default_factory=lambda: deck("2-8", 3))
    size: int = 3
    ranking: Ranking | None = None
    discard: str | Discard = "pair-or-highest"

    def __post_init__(self) -> None:
        if isinstance(self.deck, str):
            object.__setattr__(self, "deck", deck(self.deck, 3))
        if self.size < 1:
            raise GameError(f"hands of {count_of(self.size, 'card')}; a hand has at least one")
        if 2 * self.size + 2 > len(self.deck):
            raise GameError(
                f"a deck of {count_of(len(self.deck), 'card')} is too small: two hands of "
                f"{self.size} and two "
                f"draws need {2 * self.size + 2}"
            )
        if comb(len(self.deck), self.size) * len(self.deck) > MOST_ENTRIES:
            raise GameError(
                f"{comb(len(self.deck), self.size):,} hands and {len(self.deck)} draws exceed the "
                f"limit of {MOST_ENTRIES:,} changes of hands; use a smaller deck"
            )
        if len(self.deck) > 62:
            raise GameError(f"a deck of {count_of(len(self.deck), 'card')}; the limit is 62")
        if isinstance(self.discard, str) and self.discard not in DISCARDS:
            hint = did_you_mean(self.discard, DISCARDS)
            raise GameError(f"unknown discard rule {self.discard!r}{hint}")

    @cached_property
    def order(self) -> Ranking:
        return self.ranking or deuce_to_seven(self.deck, self.size)

    @cached_property
    def hands(self) -> Any:
        """A row of cards for each hand, in lexicographic order."""
        return self.deck.hands(self.size)

    @cached_property
    def masks(self) -> Any:
        """int64: the cards of each hand as bits."""
        return (np.int64(1) << self.hands.astype(np.int64)).sum(axis=1)

    @property
    def deals(self) -> int:
        """Ordered pairs of hands without a common card."""
        return comb(len(self.deck), self.size) * comb(len(self.deck) - self.size, self.size)

    @property
    def draws(self) -> int:
        """Ordered pairs of draws after a deal."""
        left = len(self.deck) - 2 * self.size
        return left * (left - 1)

    @property
    def outcomes(self) -> int:
        return self.deals * self.draws

    def index(self, hand: str | Sequence[Any]) -> int:
        """The number of a hand.

        Parameters
        ----------
        hand : str or sequence
            The cards of the hand.
        """
        return self._index[tuple(sorted(self.deck.hand(hand)))]

    @cached_property
    def _index(self) -> dict[tuple[int, ...], int]:
        return {tuple(hand): k for k, hand in enumerate(self.hands.tolist())}

    @cached_property
    def strength(self) -> Any:
        """int16: the class of each hand, the higher the better."""
        return self.order.evaluate(self.hands)

    @cached_property
    def position(self) -> Any:
        """Where each hand stands among all, the worst at 0; suits break ties.

        Suits are compared card by card, from the highest rank, in the order of the deck.
        """
        suits = len(self.deck.suits)
        rank, suit = np.divmod(self.hands.astype(np.int64), suits)
        down = np.lexsort((suit, -rank), axis=1)
        spelled = np.take_along_axis(suit, down, axis=1)
        keys = [spelled[:, k] for k in reversed(range(self.size))]
        order = np.lexsort((*keys, self.strength))
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        return place

    @cached_property
    def thrown(self) -> Any:
        """The card that the rule throws from each hand."""
        rule = DISCARDS[self.discard] if isinstance(self.discard, str) else self.discard
        found = []
        for hand in map(tuple, self.hands.tolist()):
            card = rule(self.deck, hand)
            if card not in hand:
                raise GameError(f"the discard rule discards {card} from {self.deck.names(hand)}")
            found.append(card)
        return np.array(found, np.int64)

    @cached_property
    def after(self) -> Any:
        """int32: the hand after throwing and drawing a card; -1 where the card was in the hand."""
        table = np.full((len(self.hands), len(self.deck)), -1, np.int32)
        for k, (hand, thrown) in enumerate(
            zip(self.hands.tolist(), self.thrown.tolist(), strict=True)
        ):
            kept = [card for card in hand if card != thrown]
            for card in range(len(self.deck)):
                if card not in hand:
                    table[k, card] = self._index[tuple(sorted([*kept, card]))]
        return table

    @cached_property
    def rollout(self) -> Any:
        """For each hand the sum of the positions that it may have after the draw."""
        reached = np.where(self.after >= 0, self.position[self.after], 0)
        return reached.sum(axis=1)

    @cached_property
    def rollout_place(self) -> Any:
        """Where each hand stands by its roll-out, the worst at 0; the earlier hand breaks ties."""
        order = np.lexsort((np.arange(len(self.hands)), self.rollout))
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        return place


def buckets(places: Any, sizes: Sequence[int]) -> Any:
    """Cut an order into buckets of these sizes, the worst first: the bucket of each hand.

    Parameters
    ----------
    places : array of int
        The place of each hand in the order, from the worst.
    sizes : sequence of int
        The sizes of the buckets, the worst first.

    Returns
    -------
    array of int
        The bucket of each hand.

    Examples
    --------
    >>> buckets(np.array([2, 0, 1, 3]), [1, 3]).tolist()
    [1, 0, 1, 1]
    """
    if any(size < 1 for size in sizes):
        raise GameError(f"bucket sizes {list(sizes)}; each must be at least 1")
    if sum(sizes) != len(places):
        raise GameError(
            f"bucket sizes {list(sizes)} add up to {sum(sizes):,}; there are "
            f"{count_of(len(places), 'hand')}"
        )
    return np.searchsorted(np.cumsum(sizes), places, side="right").astype(np.int64)


def even_sizes(hands: int, count: int) -> tuple[int, ...]:
    """Sizes of this many buckets, as equal as can be, the better ones larger.

    Parameters
    ----------
    hands : int
        The number of hands.
    count : int
        The number of buckets.

    Returns
    -------
    tuple of int
        The sizes.

    Examples
    --------
    >>> even_sizes(1330, 3)
    (443, 443, 444)
    """
    if not 1 <= count <= hands:
        raise GameError(f"{count} buckets for {count_of(hands, 'hand')}")
    cuts = [hands * k // count for k in range(count + 1)]
    sizes = [b - a for a, b in pairwise(cuts)]
    return tuple(sizes)


def suit_orbits(game: DrawPoker) -> Any:
    """For each hand the first hand that it becomes when suits are renamed.

    Parameters
    ----------
    game : DrawPoker
        The cards.

    Returns
    -------
    array of int
        The number of the first hand of its orbit, for each hand.

    Examples
    --------
    >>> len(set(suit_orbits(DrawPoker()).tolist()))
    266
    """
    suits = len(game.deck.suits)
    best = np.arange(len(game.hands))
    for order in permutations(range(suits)):
        rank, suit = np.divmod(game.hands.astype(np.int64), suits)
        renamed = np.sort(rank * suits + np.array(order)[suit], axis=1)
        best = np.minimum(best, [game._index[tuple(hand)] for hand in renamed.tolist()])
    return best


def splits_orbits(game: DrawPoker, bucket: Any) -> int:
    """How many suit-equivalent families of hands a bucketing tears apart."""
    orbit = suit_orbits(game)
    return sum(len(set(bucket[orbit == first].tolist())) > 1 for first in set(orbit.tolist()))
