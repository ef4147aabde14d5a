"""Poker on the shelf: Leduc, one-card poker and the basic endgame, as rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.poker.betting import Betting, limit, no_limit, pot_limit
from kibitz.poker.cards import deck
from kibitz.poker.draw_poker.bucket_tables import count_tables
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.poker.draw_poker.cards import DrawPoker, buckets, even_sizes
from kibitz.poker.draw_poker.lowball import FreeLowballDraw, LowballDraw
from kibitz.poker.endgame import PokerEndgame
from kibitz.poker.leduc import Leduc
from kibitz.poker.table import Poker

_ONE = Fraction(1)
_QUARTER = Fraction(1, 4)


@named("leduc", "poker")
def leduc(
    ranks: int = 3,
    suits: int = 2,
    players: int = 2,
    ante: Number = _ONE,
    bets: tuple[Number, ...] = (Fraction(2), Fraction(4)),
    raises: int = 2,
) -> Leduc:
    """Leduc hold'em: one card each, one on the board, two rounds of limit betting.

    Parameters
    ----------
    ranks : int, default 3
        The number of ranks.
    suits : int, default 2
        The number of suits.
    players : int, default 2
        The number of players.
    ante : number, optional
        The ante.
    bets : tuple of numbers, default (Fraction(2), Fraction(4))
        The bet of each round.
    raises : int, default 2
        The number of bets and raises in a round.

    Returns
    -------
    Leduc
        The game.
    """
    return Leduc(ranks, suits, players, ante, bets, raises)


@named("one-card-poker", "poker")
def one_card_poker(
    ranks: int = 13,
    suits: int = 1,
    players: int = 2,
    ante: Number = _ONE,
    bet: Number = _ONE,
    raises: int = 1,
    betting: Literal["limit", "pot-limit", "no-limit"] = "limit",
    menu: tuple[Number, ...] = (_ONE,),
    stack: Number | None = None,
) -> Poker:
    """One-card poker: high card wins; limit, pot-limit or no-limit betting by a menu.

    A menu lists fractions of the pot; without a limit, all-in is added to it.

    Parameters
    ----------
    ranks : int, default 13
        The number of ranks.
    suits : int, default 1
        The number of suits.
    players : int, default 2
        The number of players.
    ante : number, optional
        The ante.
    bet : number, optional
        The bet.
    raises : int, default 1
        The number of bets and raises in a round.
    betting : {"limit", "pot-limit", "no-limit"}, default "limit"
        How bets are limited.
    menu : tuple of numbers, default (_ONE,)
        Bets as fractions of the pot.
    stack : number, optional
        What each player can bet in all.

    Returns
    -------
    Poker
        The game.

    Examples
    --------
    >>> from kibitz import game
    >>> print(game("one-card-poker 4 raises=2").solve().value)
    -5/128
    """
    return Poker(_betting(betting, ante, bet, raises, menu, stack), ranks, suits, players)


def _betting(
    kind: str,
    ante: Number,
    bet: Number,
    raises: int,
    menu: tuple[Number, ...],
    stack: Number | None,
) -> Betting:
    if kind == "limit":
        return limit(ante, bet, raises)
    if kind == "pot-limit":
        return pot_limit(ante, menu, raises=raises, stack=stack)
    return no_limit(ante, menu, raises=raises, stack=10 * ante if stack is None else stack)


@named("poker-endgame", "poker")
def poker_endgame(
    p: Number = _QUARTER, bet: Number = Fraction(2), ante: Number = _ONE
) -> PokerEndgame:
    """Basic endgame in poker: I may bet a card that wins with probability p, II may call.

    Parameters
    ----------
    p : number, optional
        The probability of a winning card.
    bet : number, default 2
        The bet.
    ante : number, optional
        The ante.

    Returns
    -------
    PokerEndgame
        The game.

    Examples
    --------
    >>> from kibitz import game
    >>> print(game("poker-endgame 1/4 2").solve().value)
    -1/4
    """
    return PokerEndgame(p, bet, ante)


@named("lowball-draw", "poker")
def lowball_draw(
    ranks: str = "2-8",
    suits: int = 3,
    size: int = 3,
    discard: Literal[
        "pair-or-highest", "first-of-pair-or-highest", "highest", "free"
    ] = "pair-or-highest",
    ante: Number = _ONE,
    bets: tuple[Number, ...] = (_ONE, _ONE),
    raises: int = 1,
) -> LowballDraw:
    """2-7 lowball with one draw between two rounds of betting; any deck and hand size.

    Parameters
    ----------
    ranks : str, default "2-8"
        The ranks of the deck, such as ``2-8``.
    suits : int, default 3
        The number of suits.
    size : int, default 3
        The number of cards of a hand.
    discard : str, default "pair-or-highest"
        The rule of the discard.
    ante : number, optional
        The ante.
    bets : tuple of numbers, default (_ONE, _ONE)
        The bet of each round.
    raises : int, default 1
        The number of bets and raises in a round.

    Returns
    -------
    LowballDraw
        The game.
    """
    rule = "pair-or-highest" if discard == "free" else discard
    cards = DrawPoker(deck(ranks, suits), size, None, rule)
    kind = FreeLowballDraw if discard == "free" else LowballDraw
    return kind(cards, limit(ante, bets, raises))


@named("bucketed-lowball", "poker")
def bucketed_lowball(
    initial: tuple[int, ...] = (444, 886),
    final: tuple[int, ...] = (332, 666, 332),
    ranks: str = "2-8",
    suits: int = 3,
    size: int = 3,
    discard: Literal["pair-or-highest", "first-of-pair-or-highest", "highest"] = "pair-or-highest",
    ante: Number = _ONE,
    bets: tuple[Number, ...] = (_ONE, _ONE),
    raises: int = 1,
) -> BucketedDraw:
    """2-7 lowball with hands grouped into buckets; give their sizes or their number.

    Parameters
    ----------
    initial : tuple of int, default (444, 886)
        Sizes of the buckets before the draw.
    final : tuple of int, default (332, 666, 332)
        Sizes of the buckets after the draw.
    ranks : str, default "2-8"
        The ranks of the deck, such as ``2-8``.
    suits : int, default 3
        The number of suits.
    size : int, default 3
        The number of cards of a hand.
    discard : {"pair-or-highest", "first-of-pair-or-highest", "highest"}, default "pair-or-highest"
        The rule of the discard.
    ante : number, optional
        The ante.
    bets : tuple of numbers, default (_ONE, _ONE)
        The bet of each round.
    raises : int, default 1
        The number of bets and raises in a round.

    Returns
    -------
    BucketedDraw
        The game.

    Examples
    --------
    >>> from kibitz import game
    >>> print(game("bucketed-lowball initial=331,668,331").solve().value)
    -327230711239212379768693/19607634225812882496260160
    """
    cards = DrawPoker(deck(ranks, suits), size, None, discard)
    before = buckets(cards.rollout_place, _sizes(initial, len(cards.hands)))
    after = buckets(cards.position, _sizes(final, len(cards.hands)))
    return BucketedDraw(count_tables(cards, before, after).tables(), limit(ante, bets, raises))


def _sizes(given: tuple[int, ...], hands: int) -> tuple[int, ...]:
    """Bucket sizes as they are given, or as many equal ones as a single number says."""
    return even_sizes(hands, given[0]) if len(given) == 1 else given
