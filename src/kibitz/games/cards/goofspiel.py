"""Goofspiel, the game of pure strategy: bid cards for prizes, both at once.

Each of two players holds the cards 1 to n. In every round a prize card is turned up, both bid a
card in secret, and the higher bid wins the prize; equal bids leave it to no one. Bids are then
shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.pictures import PLAYERS, Picture
from kibitz.pictures.card_table import DOWN, Lying, card_table
from kibitz.rules import CHANCE, OVER, Rules, popcount

MOST = 7
NONE = -1


class GoofspielState(NamedTuple):
    """Prizes left and the one turned up, hands as bits, a hidden bid, points, and all bids."""

    prizes: int
    prize: int
    first: int
    second: int
    bid: int
    points: int
    past: int


class Goofspiel(Rules):
    """Points are those of the first player minus those of the second."""

    title = "Goofspiel"
    names = ("I", "II")

    def __init__(self, cards: int = 4, prizes: str = "random", pays: str = "points") -> None:
        if not 1 <= cards <= MOST:
            raise GameError(f"goofspiel: {count_of(cards, 'card')}; it must be 1 to {MOST}")
        self.cards = cards
        self.prizes = prizes
        self.pays = pays
        self.is_random = prizes == "random"
        self.is_rising = prizes == "ascending"
        self.by_points = pays == "points"
        self.full = (1 << cards) - 1
        self.most_moves = cards
        self.longest = 3 * cards

    def start(self) -> GoofspielState:
        return GoofspielState(self.full, NONE, self.full, self.full, NONE, 0, 0)

    def player(self, state: GoofspielState) -> int:
        if state.first == 0 and state.second == 0:
            return OVER
        if state.prize == NONE:
            return CHANCE
        return 0 if state.bid == NONE else 1

    def chance(self, state: GoofspielState) -> Iterator[tuple[int, Number]]:
        if self.is_random:
            for prize in range(self.cards):
                if state.prizes >> prize & 1:
                    yield prize, Fraction(1, popcount(state.prizes))
        else:
            round_ = self.cards - popcount(state.prizes)
            prize = round_ if self.is_rising else self.cards - 1 - round_
            yield prize, Fraction(1, 1)

    def moves(self, state: GoofspielState) -> Iterator[int]:
        hand = state.first if state.bid == NONE else state.second
        for card in range(self.cards):
            if hand >> card & 1:
                yield card

    def play(self, state: GoofspielState, move: int) -> GoofspielState:
        base = self.cards + 1
        if state.prize == NONE:
            left = state.prizes & ~(1 << move)
            past = state.past * base + move + 1
            return GoofspielState(left, move, state.first, state.second, NONE, state.points, past)
        if state.bid == NONE:
            hand = state.first & ~(1 << move)
            return GoofspielState(
                state.prizes, state.prize, hand, state.second, move, state.points, state.past
            )
        worth = state.prize + 1
        gain = worth if state.bid > move else -worth if state.bid < move else 0
        past = (state.past * base + state.bid + 1) * base + move + 1
        hand = state.second & ~(1 << move)
        return GoofspielState(
            state.prizes, NONE, state.first, hand, NONE, state.points + gain, past
        )

    def payoffs(self, state: GoofspielState) -> tuple[int, int]:
        if self.by_points:
            return (state.points, -state.points)
        won = 1 if state.points > 0 else -1 if state.points < 0 else 0
        return (won, -won)

    def information_state(self, state: GoofspielState, player: int) -> int:
        return state.past

    def show_move(self, state: GoofspielState, move: int) -> str:
        return str(move + 1)

    def view_picture(self, state: GoofspielState, player: int | None) -> Picture:
        """Both hands, which everyone knows, and the prize; a bid lies face down."""
        me = 0 if player is None else player
        rows = []
        for who in (1 - me, me):
            hand = (state.first, state.second)[who]
            held = [str(card + 1) for card in range(self.cards) if hand >> card & 1]
            lead = state.points if who == 0 else -state.points
            moves = held if player == who == self.player(state) else ()
            secret = [DOWN] if who == 0 and state.bid != NONE else []
            words = f"points {lead:+d}"
            rows.append(Lying(self.names[who], [*held, *secret], words, PLAYERS[who], moves=moves))
        prize = [str(state.prize + 1)] if state.prize != NONE else []
        return card_table([rows[0], Lying("prize", prize), rows[1]], self.title)

    def picture(self, state: GoofspielState) -> Picture:
        """The hands and the prize."""
        return self.view_picture(state, None)

    def show_view(self, state: GoofspielState, player: int) -> str:
        digits = []
        past = state.past
        while past:
            digits.append(past % (self.cards + 1))
            past //= self.cards + 1
        rounds = list(reversed(digits))
        parts = []
        for k in range(0, len(rounds), 3):
            prize, *bids = rounds[k : k + 3]
            parts.append(f"prize {prize}" + (f": {bids[0]}-{bids[1]}" if bids else ""))
        return ", ".join(parts)

    def show(self, state: GoofspielState) -> str:
        return f"{self.show_view(state, 0) or 'nothing turned up'}; points {state.points:+d}"


@named("goofspiel", "poker")
def goofspiel(
    cards: int = 4,
    prizes: Literal["random", "descending", "ascending"] = "random",
    pays: Literal["points", "win"] = "points",
) -> Goofspiel:
    """Goofspiel for two: both bid cards for prizes simultaneously; score points or wins.

    Parameters
    ----------
    cards : int, default 4
        The number of cards.
    prizes : {"random", "descending", "ascending"}, default "random"
        The order of the prizes.
    pays : {"points", "win"}, default "points"
        Whether points count, or the win.

    Returns
    -------
    Goofspiel
        The game.
    """
    return Goofspiel(cards, prizes, pays)
