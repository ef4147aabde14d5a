"""The rankings that are played: high, and lowball."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import canonical_name
from kibitz.poker.cards import Deck, deck, standard_deck
from kibitz.poker.ranking import STANDARD, Ranking

BY_RARITY_OF_THREE = (
    "High Card",
    "Pair",
    "Straight",
    "Flush",
    "Straight Flush",
    "Three of a Kind",
)
"""Three cards of a deck of seven ranks in three suits, from the commonest."""


THREE_CARD = ("High Card", "Pair", "Flush", "Straight", "Three of a Kind", "Straight Flush")
"""Three cards of the full deck, from the commonest."""


@lru_cache(maxsize=8)
def high(cards: Deck | None = None, size: int = 5) -> Ranking:
    """The usual ranking: the highest hand wins, and an ace may begin a straight.

    Parameters
    ----------
    cards : Deck, optional
        The deck; the usual one of 52 cards if omitted.
    size : int, default 5
        How many cards a hand has.

    Returns
    -------
    Ranking
        The ranking.
    """
    chosen = cards or standard_deck()
    return Ranking(chosen, size, _usual(size), False, chosen.ranks[-1] == "A")


@lru_cache(maxsize=8)
def deuce_to_seven(cards: Deck | None = None, size: int = 5) -> Ranking:
    """Lowball, 2-7: the lowest hand wins, straights and flushes count, aces are high.

    With three cards the categories are ordered as in a deck of seven ranks and three suits.

    Parameters
    ----------
    cards : Deck, optional
        The deck; the usual one of 52 cards if omitted.
    size : int, default 5
        How many cards a hand has.

    Returns
    -------
    Ranking
        The ranking.
    """
    chosen = cards or standard_deck()
    return Ranking(chosen, size, BY_RARITY_OF_THREE if size == 3 else _usual(size), True)


def three_card_lowball(ranks: Any = "2-8", suits: Any = 3) -> Ranking:
    """The ranking of the simplified 2-7 game: three cards, the commonest category is the best.

    Parameters
    ----------
    ranks : int, str or sequence, default 2-8
        The ranks of the deck.
    suits : int, str or sequence, default 3
        Its suits.

    Returns
    -------
    Ranking
        The ranking.

    Examples
    --------
    >>> three_card_lowball().frequencies()["High Card"], len(three_card_lowball().classes)
    (720, 119)
    """
    return deuce_to_seven(deck(ranks, suits), 3)


RANKINGS = {"high": high, "2-7": deuce_to_seven}
LOWBALL = ("lowball", "low", "deuce-to-seven", "27")
"""Other names of 2-7."""


def ranking(name: str, cards: Deck | None = None, size: int = 5) -> Ranking:
    """A ranking by its name: ``high`` or ``2-7``.

    Parameters
    ----------
    name : str
        ``high`` or ``2-7``.
    cards : Deck, optional
        The deck; the usual one of 52 cards if omitted.
    size : int, default 5
        How many cards a hand has.

    Returns
    -------
    Ranking
        The ranking.
    """
    return RANKINGS[ranking_name(name)](cards, size)


def ranking_name(name: str) -> str:
    """The name of a ranking as the list has it, from any of its names.

    >>> ranking_name("Deuce to Seven"), ranking_name("high")
    ('2-7', 'high')
    """
    word = canonical_name(name)
    known = "2-7" if word in LOWBALL else word
    if known not in RANKINGS:
        raise GameError(f"unknown ranking {name!r}{did_you_mean(word, [*RANKINGS, *LOWBALL])}")
    return known


def _usual(size: int) -> tuple[str, ...]:
    return THREE_CARD if size == 3 else STANDARD
