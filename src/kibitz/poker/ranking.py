"""Hand rankings: which of two hands wins, for any deck and hand size.

Two hands of the same ranks tie, whatever their suits. A ranking numbers the classes of hands that
tie with each other: the higher the number, the better the hand. Evaluation adds one key for each
card; the keys are chosen so that the sum says which ranks the hand holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.poker.additive_keys import additive_keys
from kibitz.poker.cards import Deck
from kibitz.poker.single_hand import (
    COPIES,
    RANKS,
    classes_of_seven,
    single_hand,
)

STANDARD = (
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
)
"""The categories of five cards, from the commonest."""
_OF_KINDS = {
    (2,): "Pair",
    (2, 2): "Two Pair",
    (3,): "Three of a Kind",
    (3, 2): "Full House",
    (4,): "Four of a Kind",
    (5,): "Five of a Kind",
}
MOST_CARDS = 9
"""Cards from which the best hand may be taken: those of a player and of the table."""
FEW_MORE = 2
"""Cards beyond a hand up to which a table holds all hands."""
MANY = 500
"""Hands of more cards than usual after which the table is made, in a tenth of a second."""
FEW_FOR_RUNS = 3
"""Hands of fewer cards have no straights and no flushes."""


@dataclass(frozen=True)
class Ranking:
    """An order of all hands of one size from one deck.

    >>> from kibitz.poker import deuce_to_seven
    >>> low = deuce_to_seven()
    >>> low.compare("7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c")
    1
    """

    deck: Deck
    size: int
    order: tuple[str, ...]
    """The categories from the lowest to the highest."""
    low: bool = False
    """Whether the lowest hand wins."""
    wheel: bool = False
    """Whether the highest rank, the ace, may also stand below the lowest in a straight."""

    def __post_init__(self) -> None:
        if not 1 <= self.size <= min(5, len(self.deck)):
            raise GameError(
                f"hands of {count_of(self.size, 'card')} from a deck of {len(self.deck)}; "
                f"rankings need 1 to {min(5, len(self.deck))}"
            )
        missing = {category for category, _ in self._plain} | {c for c, _ in self._suited}
        for category in sorted(missing - set(self.order)):
            raise GameError(f"the order does not say where {category!r} stands")

    @cached_property
    def _plain(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The category and the deciding ranks of every multiset of ranks."""
        return tuple(self._kind(multiset, False) for multiset in self._multisets(self.size))

    @cached_property
    def _suited(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The same for every set of ranks in one suit."""
        return tuple(
            self._kind(ranks, self.has_flushes)
            for ranks in combinations(range(len(self.deck.ranks)), self.size)
        )

    @property
    def has_flushes(self) -> bool:
        return self.size >= FEW_FOR_RUNS and len(self.deck.suits) > 1

    def _kind(self, ranks: Sequence[int], suited: bool) -> tuple[str, tuple[int, ...]]:
        groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
        deciding = tuple(r for _, r in groups)
        counts = tuple(count for count, _ in groups)
        if counts[0] > 1:
            return _OF_KINDS[tuple(c for c in counts if c > 1)], deciding
        straight = self._straight(deciding)
        if straight is None:
            return ("Flush" if suited else "High Card"), deciding
        if not suited:
            return "Straight", straight
        top = self.size == 5 and self.deck.ranks[straight[0]] == "A"
        return ("Royal Flush" if top else "Straight Flush"), straight

    def _straight(self, ranks: tuple[int, ...]) -> tuple[int, ...] | None:
        """What decides among straights, their highest card; None when it is not a straight."""
        if self.size < FEW_FOR_RUNS:
            return None
        if ranks[0] - ranks[-1] == self.size - 1:
            return ranks[:1]
        ace = len(self.deck.ranks) - 1
        if self.wheel and ranks[0] == ace and ranks[1] == self.size - 2:
            return ranks[1:2]
        return None

    @cached_property
    def classes(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """All classes of hands that tie, the worst first: category and deciding ranks."""
        place = {category: k for k, category in enumerate(self.order)}
        found = {*self._plain, *(self._suited if self.has_flushes else ())}
        ordered = sorted(found, key=lambda kind: (place[kind[0]], kind[1]), reverse=self.low)
        return tuple(ordered)

    @cached_property
    def _tables(self) -> tuple[Any, Any, Any, Any]:
        """Keys of ranks, strength by the sum of keys, strength by bits of ranks, card bits."""
        ranks, suits = len(self.deck.ranks), len(self.deck.suits)
        number = {kind: k for k, kind in enumerate(self.classes)}
        keys = additive_keys(ranks, suits, self.size)
        most = self.size * max(keys)
        plain = np.full(most + 1, -1, np.int16)
        for multiset in combinations_with_replacement(range(ranks), self.size):
            if max(map(multiset.count, multiset)) <= suits:
                total = sum(keys[r] for r in multiset)
                plain[total] = number[self._kind(multiset, False)]
        suited = np.full(1 << ranks, -1, np.int16)
        if self.has_flushes:
            for chosen in combinations(range(ranks), self.size):
                suited[sum(1 << r for r in chosen)] = number[self._kind(chosen, True)]
        cards = np.arange(len(self.deck))
        by_card = np.array(keys, np.int64)[cards // suits]
        bits = (1 << (cards % suits)).astype(np.int64) if self.has_flushes else 0 * cards
        return by_card, bits, plain, suited

    def evaluate(self, hands: Any) -> Any:
        """The strength class of each hand, a row of card numbers each; -1 never occurs.

        Rows of more cards than a hand count for the best hand in them, as in hold'em. About a
        hundred million hands of five a second, in arrays of bytes, and three million of seven.

        Parameters
        ----------
        hands : array of int
            A row of card numbers for each hand.

        Examples
        --------
        >>> from kibitz.poker import high
        >>> high().evaluate([[0, 4, 8, 12, 16, 51, 50], [51, 50, 49, 48, 0, 4, 8]]).tolist()
        [7453, 7442]
        """
        from kibitz.poker import evaluator_kernels as kernels

        cards = self._rows(hands)
        found = np.empty(len(cards), np.int16)
        if cards.shape[1] > self.size:
            chosen = np.array(list(combinations(range(cards.shape[1]), self.size)), np.uint8)
            evaluate = partial(kernels.evaluate_best, chosen)
        else:
            evaluate = kernels.evaluate
        bad = evaluate(cards, *self._tables, len(self.deck.suits), len(self.deck), found)
        if bad >= 0:
            self.deck.hand(cards[bad].tolist())
        return found

    def _rows(self, hands: Any) -> Any:
        cards = np.atleast_2d(np.asarray(hands))
        most = max(self.size, MOST_CARDS)
        fits = cards.ndim == 2 and self.size <= cards.shape[1] <= most
        if not fits or cards.dtype.kind not in "iu":
            raise GameError(
                f"hands of shape {cards.shape}; give rows of {self.size} to {most} card numbers "
                "each"
            )
        if cards.dtype == np.uint8 and cards.flags.c_contiguous:
            return cards
        if len(cards) and (cards.min() < 0 or cards.max() >= len(self.deck)):
            row = int(np.flatnonzero(((cards < 0) | (cards >= len(self.deck))).any(axis=1))[0])
            raise GameError(f"hand {row + 1}: cards are 0 to {len(self.deck) - 1}")
        return np.ascontiguousarray(cards, np.uint8)

    @cached_property
    def strength(self) -> Callable[[str | Sequence[Any]], int]:
        """The class of one hand, given its cards as text or in a sequence: the higher the better.

        Of more cards than a hand has, the best hand counts.

        Examples
        --------
        >>> from kibitz.poker import high
        >>> seven = "Ac Kc Qc 2d Jc 7h Tc"
        >>> high().strength(seven) == high().strength("Ac Kc Qc Jc Tc")
        True
        """
        if self._is_full:
            return single_hand(self._classes_of_ranks, self._seven, self._any_strength)
        return self._any_strength

    @property
    def _is_full(self) -> bool:
        """Whether hands are five cards of the full deck."""
        return (len(self.deck.ranks), len(self.deck.suits), self.size) == (RANKS, COPIES, 5)

    @cached_property
    def _classes_of_ranks(self) -> dict[tuple[int, ...], int]:
        """The classes of hands without a flush, by their ranks."""
        number = {kind: k for k, kind in enumerate(self.classes)}
        pairs = zip(self._multisets(self.size), self._plain, strict=True)
        return {ranks: number[kind] for ranks, kind in pairs}

    @cached_property
    def _seven(self) -> dict[int, int]:
        """Those of seven cards of the full deck, once many were asked for."""
        return {}

    def _any_strength(self, hand: str | Sequence[Any]) -> int:
        """The class of a hand from any deck."""
        number, start, common, ranks, first, best = self._look_up
        try:
            size, total = len(hand), sum(map(number, hand), start)
            if (total >> first).bit_count() == size:
                return self._flushes[total >> first] if total & common else best[total & ranks]
        except (KeyError, TypeError):
            pass
        return self._strength(self.deck.hand(hand))

    def _strength(self, cards: Sequence[int]) -> int:
        """The class of a hand that the table of hands without a flush does not have."""
        if len(cards) == self.size:
            return self._class(cards)
        if not self.size < len(cards) <= MOST_CARDS:
            raise GameError(
                f"a hand of {count_of(len(cards), 'card')}; this ranking needs {self.size} "
                f"to {MOST_CARDS}"
            )
        if len(cards) <= self.size + FEW_MORE:
            self._asked[len(cards)] += 1
            if self._asked[len(cards)] == MANY:
                self._widen(len(cards))
        return self._best_class(cards)

    def _best_class(self, cards: Sequence[int]) -> int:
        """The best class in more cards than a hand: by sums of keys, where no suit decides."""
        suits = len(self.deck.suits)
        held = [card % suits for card in cards] if self.has_flushes else [0]
        if max(map(held.count, range(suits))) >= self.size:
            return max(map(self._class, combinations(cards, self.size)))
        keys, plain = self._lists
        found = [keys[card] for card in cards]
        total = sum(found)
        if len(cards) == self.size + 2:
            return max([plain[total - a - b] for a, b in combinations(found, 2)])
        return max([plain[total - sum(out)] for out in combinations(found, len(cards) - self.size)])

    @cached_property
    def _flushes(self) -> _Flushes:
        return _Flushes(self)

    @property
    def _flush_is_best(self) -> bool:
        """Whether two cards besides a flush never make anything better: five cards, and high."""
        return self.order == STANDARD and self.size == len(STANDARD) // 2 and not self.low

    @cached_property
    def _look_up(self) -> tuple[Callable[[Any], int], int, int, int, int, dict[int, int]]:
        """What finds a hand without a flush by one sum: a number for each card, and a table.

        The lowest digits of the number count ranks, the next ones suits, and above them each card
        has a bit, so that a card that is there twice leaves a bit too few. Sums start with what
        lets a flush fill the highest bit of the digit of its suit. The table has all
        hands of the usual size, and those of some cards more once many were asked for.
        """
        suits, units = len(self.deck.suits), self._units
        first = (units[-1] * self._base).bit_length()
        above = first + 4 * suits
        numbers: dict[Any, int] = {}
        for card in range(len(self.deck)):
            rank, suit = divmod(card, suits)
            color = 1 << first + 4 * suit if self.has_flushes else 0
            numbers[card] = units[rank] + color + (1 << above + card)
        names = self.deck._numbers.items()
        numbers |= {name: numbers[card] for name, card in names if len(name) > 1}
        digits = sum(1 << first + 4 * suit for suit in range(suits))
        start = (8 - self.size) * digits
        best = {
            sum(units[rank] for rank in ranks): found
            for ranks, found in self._classes_of_ranks.items()
        }
        return numbers.__getitem__, start, 8 * digits, (1 << first) - 1, above, best

    @cached_property
    def _asked(self) -> Counter[int]:
        """How many hands of more cards than usual were not in the table."""
        return Counter()

    @property
    def _base(self) -> int:
        """More than the cards of a rank, and odd, so that sums of powers hash to many places."""
        return len(self.deck.suits) + 1 | 1

    @property
    def _units(self) -> list[int]:
        """A power for each rank: sums of them tell how many cards of each there are."""
        return [self._base**rank for rank in range(len(self.deck.ranks))]

    def _multisets(self, cards: int) -> Iterator[tuple[int, ...]]:
        """All multisets of ranks that a hand of this size can have, lowest first."""
        suits = len(self.deck.suits)
        for ranks in combinations_with_replacement(range(len(self.deck.ranks)), cards):
            if all(a != b for a, b in zip(ranks, ranks[suits:], strict=False)):
                yield ranks

    def _widen(self, cards: int) -> None:
        """Add hands of this size to the table: each is worth its best with one card fewer."""
        if self._is_full and cards == 7:
            self._seven.update(classes_of_seven(self._classes_of_ranks))
            return
        best, units = self._look_up[-1], self._units
        for size in range(self.size + 1, cards + 1):
            for ranks in self._multisets(size):
                total = sum([units[rank] for rank in ranks])
                best[total] = max([best[total - units[rank]] for rank in {*ranks}])

    def __getstate__(self) -> dict[str, Any]:
        """All but the tables that are quickly made again."""
        made = ("strength", "_lists", "_class", "_look_up", "_asked", "_flushes", "_seven")
        return {key: kept for key, kept in vars(self).items() if key not in made}

    @cached_property
    def _lists(self) -> tuple[list[int], list[int]]:
        """Keys of cards, and strengths by their sum, in lists of Python's own."""
        keys, _, plain, _ = self._tables
        return keys.tolist(), plain.tolist()

    @cached_property
    def _class(self) -> Callable[[Sequence[int]], int]:
        """Looks one hand up, in tables of Python's own, which are quicker for a single one."""
        keys, bits, plain, suited = (table.tolist() for table in self._tables)
        suits = len(self.deck.suits)

        def look_up(cards: Sequence[int]) -> int:
            total, common = 0, -1
            for card in cards:
                total += keys[card]
                common &= bits[card]
            if common:
                return int(suited[sum(1 << card // suits for card in cards)])
            return int(plain[total])

        return look_up

    def category(self, hand: str | Sequence[Any]) -> str:
        """What a hand is called.

        Parameters
        ----------
        hand : str or sequence
            The cards of the hand.

        Examples
        --------
        >>> from kibitz.poker import high
        >>> high().category("Ac Kc Qc Jc Tc")
        'Royal Flush'
        """
        return self.classes[self.strength(hand)][0]

    def compare(self, first: str | Sequence[Any], second: str | Sequence[Any]) -> int:
        """1 when the first hand wins, -1 when the second does, 0 when they tie.

        Parameters
        ----------
        first : str or sequence
            The cards of one hand.
        second : str or sequence
            The cards of the other.
        """
        one, two = self.strength(first), self.strength(second)
        return (one > two) - (one < two)

    def frequencies(self) -> dict[str, int]:
        """How many hands there are of each category, the best category first."""
        counts = np.bincount(self.evaluate(self.deck.hands(self.size)), minlength=len(self.classes))
        order = self.order if self.low else self.order[::-1]
        total = dict.fromkeys(order, 0)
        for (category, _), count in zip(self.classes, counts.tolist(), strict=True):
            total[category] += count
        return {category: count for category, count in total.items() if count}


class _Flushes(dict[int, int]):
    """The classes of hands with a flush, by the bits of their cards, kept where they are few."""

    def __init__(self, ranking: Ranking) -> None:
        super().__init__()
        self.ranking = ranking
        suits, cards = len(ranking.deck.suits), len(ranking.deck)
        self.suits = [sum(1 << c for c in range(s, cards, suits)) for s in range(suits)]

    def __missing__(self, held: int) -> int:
        """Where nothing better than a flush is about, the cards of its suit are all that counts."""
        size = self.ranking.size
        if held.bit_count() > size + FEW_MORE or not self.ranking._flush_is_best:
            raise KeyError(held)
        for suit in self.suits:
            flush = held & suit
            if flush.bit_count() >= size:
                if held == flush:
                    cards = [c for c in range(len(self.ranking.deck)) if flush >> c & 1]
                    self[flush] = max(map(self.ranking._class, combinations(cards, size)))
                return self[flush]
        raise KeyError(held)
