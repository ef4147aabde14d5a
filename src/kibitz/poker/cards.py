"""Cards and decks of any ranks and suits.

A card is a number, ``rank * suits + suit``, with ranks from the lowest; as text it is its rank and
its suit, ``7h``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, cast

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of

RANKS = "23456789TJQKA"
COURT = {"10": "T", "11": "J", "12": "Q", "13": "K", "14": "A"}
SUITS = "cshd"
MOST_HANDS = 20_000_000


@dataclass(frozen=True)
class Deck:
    """All cards of some ranks, from the lowest, in some suits.

    >>> deck("2-8", 3).names(deck("2-8", 3).hand("7h 3s 3h"))
    '7h 3s 3h'
    """

    ranks: tuple[str, ...]
    suits: tuple[str, ...]

    def __post_init__(self) -> None:
        for what, names in (("rank", self.ranks), ("suit", self.suits)):
            if not names:
                raise GameError(f"a deck needs at least one {what}")
            for name in names:
                if names.count(name) > 1:
                    raise GameError(f"the {what} {name!r} is given twice")

    def __len__(self) -> int:
        return len(self.ranks) * len(self.suits)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        names = {self.name(card): card for card in range(len(self))}
        return names | {name.lower(): card for name, card in names.items()}

    def name(self, card: int) -> str:
        """What a card is called.

        Parameters
        ----------
        card : int
            The number of the card.
        """
        rank, suit = divmod(int(card), len(self.suits))
        return self.ranks[rank] + self.suits[suit]

    def names(self, cards: Iterable[int]) -> str:
        """What cards are called, with spaces between them.

        Parameters
        ----------
        cards : iterable of int
            The numbers of the cards.
        """
        return " ".join(self.name(card) for card in cards)

    def card(self, text: str) -> int:
        """The number of a card.

        Parameters
        ----------
        text : str
            A rank and a suit, such as Ac or 10h.

        Examples
        --------
        >>> deck("2-8", 3).card("9h")
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: no card '9h' in this deck; ...
        """
        found = self._numbers.get(text.strip().replace("10", "t").lower())
        if found is None:
            hint = did_you_mean(text, self._numbers)
            raise GameError(f"no card {text!r} in this deck{hint or self._about()}")
        return found

    def _about(self) -> str:
        return f"; ranks {' '.join(self.ranks)}, suits {' '.join(self.suits)}"

    def hand(self, cards: str | Sequence[Any]) -> tuple[int, ...]:
        """Cards as numbers, from text or a list of names or numbers; refused when one is twice.

        Parameters
        ----------
        cards : str or sequence
            Cards as text, such as Ac Kd, or as a list.

        Examples
        --------
        >>> standard_deck().hand("Ac Ac")
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: card 2, Ac, is already in the hand
        """
        given = cards.split() if isinstance(cards, str) else list(cards)
        numbers = self._numbers
        quick = [numbers.get(item) if type(item) is str else item for item in given]
        if set(map(type, quick)) == {int} and len(set(quick)) == len(quick):
            found = cast("list[int]", quick)
            if min(found) >= 0 and max(found) < len(self):
                return tuple(found)
        return self._carefully(given)

    def _carefully(self, given: Sequence[Any]) -> tuple[int, ...]:
        found: list[int] = []
        for place, item in enumerate(given, 1):
            card = self.card(item) if isinstance(item, str) else int(item)
            if not 0 <= card < len(self):
                raise GameError(f"card {place} is {card}; cards are 0 to {len(self) - 1}")
            if card in found:
                raise GameError(f"card {place}, {self.name(card)}, is already in the hand")
            found.append(card)
        return tuple(found)

    def hands(self, size: int) -> Any:
        """All hands of a size as rows of an array, cards ascending, in lexicographic order.

        Parameters
        ----------
        size : int
            How many cards a hand has.
        """
        if not 1 <= size <= len(self):
            raise GameError(f"a hand of {count_of(size, 'card')} from a deck of {len(self)}")
        count = comb(len(self), size)
        if count > MOST_HANDS:
            raise GameError(f"{count_of(count, 'hand')}; the limit is {MOST_HANDS:,}")
        made = np.arange(len(self) - size + 1, dtype=np.uint8)[:, None]
        for more in range(size - 1, 0, -1):
            last = made[:, -1].astype(np.int32)
            ways = len(self) - more - last
            ends = np.cumsum(ways)
            following = np.arange(ends[-1]) - np.repeat(ends - ways - last - 1, ways)
            made = np.column_stack((np.repeat(made, ways, axis=0), following.astype(np.uint8)))
        return made


def deck(ranks: int | str | Sequence[Any] = 13, suits: int | str | Sequence[str] = 4) -> Deck:
    """A deck from how many or which ranks and suits: ``deck("2-8", 3)``, ``deck("JQK", "sh")``.

    Parameters
    ----------
    ranks : int, str or sequence, default 13
        How many ranks, or which.
    suits : int, str or sequence, default 4
        How many suits, or which.

    Returns
    -------
    Deck
        The deck.

    Examples
    --------
    >>> len(deck()), len(deck("2-8", 3)), deck("TJQKA", "sh").name(0)
    (52, 21, 'Ts')
    """
    return Deck(_ranks(ranks), _suits(suits))


def standard_deck() -> Deck:
    """Fifty-two cards, aces high.

    Returns
    -------
    Deck
        The deck.
    """
    return deck()


def _ranks(ranks: int | str | Sequence[Any]) -> tuple[str, ...]:
    if isinstance(ranks, int):
        if not 1 <= ranks <= len(RANKS):
            raise GameError(f"{count_of(ranks, 'rank')}; it must be 1 to {len(RANKS)}")
        return tuple(RANKS[:ranks])
    if isinstance(ranks, str):
        ends = ranks.upper().partition("-")
        low, dash, high = (COURT.get(end.strip(), end.strip()) for end in ends)
        if not dash:
            return tuple(ranks.replace("10", "T").replace(" ", "").replace(",", "").upper())
        for end in (low, high):
            if end not in RANKS or not end:
                raise GameError(f"unknown rank {end!r}; they are {' '.join(RANKS)}")
        return tuple(RANKS[RANKS.index(low) : RANKS.index(high) + 1])
    return tuple("T" if str(rank) == "10" else str(rank).upper() for rank in ranks)


def _suits(suits: int | str | Sequence[str]) -> tuple[str, ...]:
    if isinstance(suits, int):
        if not 1 <= suits <= len(SUITS):
            raise GameError(f"{count_of(suits, 'suit')}; it must be 1 to {len(SUITS)}, or letters")
        return tuple(SUITS[:suits])
    return tuple(suits)
