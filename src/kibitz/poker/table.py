"""Poker with one card each, as rules: any deck, players, rounds and betting.

Cards are numbers, ``rank * suits + suit``; ranks count from the lowest, and suits do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of
from kibitz.pictures import PLAYERS, Picture
from kibitz.pictures.card_table import DOWN, Lying, card_table
from kibitz.poker.betting import Betting
from kibitz.rules import CHANCE, OVER, Rules, popcount, replaced

FOLD, CALL, BET = 0, 1, 2
"""Moves: fold, check or call, and from BET on the bets of the menu."""
RANKS = "23456789TJQK"
MOST_CARDS = 10_000


class Hand(NamedTuple):
    """A hand of poker as far as it has gone."""

    cards: tuple[int, ...]
    """One for each player, then the board; -1 before it is dealt."""
    stakes: tuple[int, ...]
    folded: int
    """A bit for each player who has folded."""
    turn: int
    bets: int
    """Bets and raises in this round."""
    waiting: int
    """A bit for each player who must still act in this round."""
    round: int
    past: tuple[int, ...]
    """What was done in each round: moves plus one, as digits."""


def rank_names(ranks: int) -> tuple[str, ...]:
    """What ranks are called, from the lowest.

    >>> rank_names(3), rank_names(13)[-2:], rank_names(20)[-1]
    (('J', 'Q', 'K'), ('K', 'A'), '20')
    """
    if ranks <= len(RANKS):
        return tuple(RANKS[len(RANKS) - ranks :])
    return tuple(RANKS + "A") if ranks == 13 else tuple(str(k + 1) for k in range(ranks))


class Poker(Rules):
    """One card each from a deck of ranks and suits, and rounds of betting; high card wins.

    ``board`` says how many cards are turned up before each round.
    """

    title = "One-card poker"

    def __init__(
        self,
        betting: Betting,
        ranks: int = 13,
        suits: int = 1,
        players: int = 2,
        board: tuple[int, ...] = (0,),
    ) -> None:
        _check_deck(ranks, suits, players, sum(board))
        if len(board) != betting.rounds:
            raise GameError(
                f"{count_of(len(board), 'round')} with boards and {betting.rounds} with bets; "
                "give one of each"
            )
        self.betting = betting
        self.ranks = ranks
        self.suits = suits
        self.players = players
        self.names = ("I", "II") if players == 2 else ()
        self.board = board
        self.deck = ranks * suits
        self.rounds = betting.rounds
        self.need = tuple(players + sum(board[: k + 1]) for k in range(self.rounds))
        self.everybody = (1 << players) - 1
        self._read(betting)
        self.most_moves = max(2 + self.options, self.deck)
        actions = players * (betting.raises + 1)
        self.longest = self.need[-1] + self.rounds * actions
        self.base = self.options + 3
        if self.base**actions >= 1 << 62:
            raise GameError(
                f"{count_of(actions, 'action')} in a round are too many; allow fewer raises"
            )

    def _read(self, betting: Betting) -> None:
        """The menus as arrays of chips, and fractions of the pot."""
        # a pot that several winners split must stay a whole number of chips
        splits = self.players > 2 and self.suits > 1
        parts = lcm(*range(2, self.players + 1)) if splits else 1
        self.options = max(len(menu) for menu in betting.menus)
        shape = (self.rounds, self.options)
        self.chips, self.tops = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.bottoms = np.ones(shape, np.int64)
        self.menu_sizes = tuple(len(menu) for menu in betting.menus)
        for k, menu in enumerate(betting.menus):
            for option, bet in enumerate(menu):
                self.chips[k, option] = parts * betting.in_chips(bet.chips)
                self.tops[k, option] = bet.pot.numerator
                self.bottoms[k, option] = bet.pot.denominator
        self.ante = parts * betting.in_chips(betting.ante)
        self.stack = 0 if betting.stack is None else parts * betting.in_chips(betting.stack)
        self.raises = betting.raises
        worth = betting.unit / parts
        whole = isinstance(worth, Fraction) and worth.denominator == 1
        self.money: Any = int(worth) if whole else worth
        self.nothing = (0 * self.money,) * self.players

    @property
    def parameters(self) -> dict[str, Any]:
        return {
            "betting": self.betting,
            "ranks": self.ranks,
            "suits": self.suits,
            "players": self.players,
            "board": self.board,
        }

    def start(self) -> Hand:
        cards = (-1,) * self.need[self.rounds - 1]
        stakes = (self.ante,) * self.players
        return Hand(cards, stakes, 0, 0, 0, self.everybody, 0, (0,) * self.rounds)

    def is_dealing(self, state: Hand) -> bool:
        """Whether cards are to come before anyone acts again."""
        return state.cards[self.need[min(state.round, self.rounds - 1)] - 1] < 0

    def player(self, state: Hand) -> int:
        if popcount(self.everybody ^ state.folded) == 1:
            return OVER
        if self.is_dealing(state):
            return CHANCE
        if state.round == self.rounds:
            return OVER
        return state.turn

    def chance(self, state: Hand) -> Iterator[tuple[int, Number]]:
        left = self.deck
        for card in state.cards:
            if card >= 0:
                left -= 1
        for card in range(self.deck):
            if card not in state.cards:
                yield card, Fraction(1, left)

    def moves(self, state: Hand) -> Iterator[int]:
        top = max(state.stakes)
        if top > state.stakes[state.turn]:
            yield FOLD
        yield CALL
        if state.bets < self.raises:
            highest = top
            for option in range(self.menu_sizes[state.round]):
                target = self.raised(state, option)
                if target > highest:
                    yield BET + option
                    highest = target

    def raised(self, state: Hand, option: int) -> int:
        """The stake after a bet of the menu."""
        top = max(state.stakes)
        size = int(self.chips[state.round, option])
        if self.tops[state.round, option] > 0:
            pot = top - state.stakes[state.turn]
            for stake in state.stakes:
                pot += stake
            part = int(self.tops[state.round, option]), int(self.bottoms[state.round, option])
            size = max(1, pot * part[0] // part[1])
        if self.stack > 0 and (size == 0 or top + size > self.stack):
            return self.stack
        return top + size

    def play(self, state: Hand, move: int) -> Hand:
        if self.is_dealing(state):
            return self.deal(state, move)
        return self.act(state, move)

    def holding(self, state: Hand, cards: tuple[int, ...]) -> Hand:
        """The hand with other cards."""
        return Hand(
            cards,
            state.stakes,
            state.folded,
            state.turn,
            state.bets,
            state.waiting,
            state.round,
            state.past,
        )

    def deal(self, state: Hand, card: int) -> Hand:
        place = 0
        while state.cards[place] >= 0:
            place += 1
        return self.holding(state, replaced(state.cards, place, card))

    def act(self, state: Hand, move: int) -> Hand:
        who = state.turn
        stakes = state.stakes
        folded = state.folded
        bets = state.bets
        waiting = state.waiting & ~(1 << who)
        if move == FOLD:
            folded |= 1 << who
        elif move == CALL:
            stakes = replaced(stakes, who, max(stakes))
        else:
            stakes = replaced(stakes, who, self.raised(state, move - BET))
            bets += 1
            waiting = self.everybody & ~folded & ~(1 << who)
        written = state.past[state.round] * self.base + move + 1
        past = replaced(state.past, state.round, written)
        if waiting:
            turn = (who + 1) % self.players
            while not waiting & (1 << turn):
                turn = (turn + 1) % self.players
            return Hand(state.cards, stakes, folded, turn, bets, waiting, state.round, past)
        turn = 0
        while folded & (1 << turn):
            turn += 1
        after = state.round + 1
        if max(stakes) == self.stack:
            after = self.rounds
        left = self.everybody & ~folded
        return Hand(state.cards, stakes, folded, turn, 0, left, after, past)

    def strength(self, state: Hand, who: int) -> int:
        """The higher the better, at the showdown."""
        return state.cards[who] // self.suits

    def payoffs(self, state: Hand) -> tuple[Number, ...]:
        best = -1
        winners = 0
        pot = 0
        alone = popcount(self.everybody ^ state.folded) == 1
        for who in range(self.players):
            pot += state.stakes[who]
            if not state.folded & (1 << who):
                strength = 0 if alone else self.strength(state, who)
                if strength > best:
                    best = strength
                    winners = 0
                if strength == best:
                    winners |= 1 << who
        share = pot // popcount(winners)
        paid = self.nothing
        for who in range(self.players):
            won = share if winners & (1 << who) else 0
            paid = replaced(paid, who, (won - state.stakes[who]) * self.money)
        return paid

    def information_state(self, state: Hand, player: int) -> tuple[Any, ...]:
        turned = 0
        for place in range(self.players, len(state.cards)):
            turned = turned * (self.ranks + 1) + state.cards[place] // self.suits + 1
        return (state.cards[player] // self.suits, turned, state.past)

    def show_view(self, state: Hand, player: int) -> str:
        own = self.rank_name(state.cards[player])
        return " ".join([own, self.story(state)]).strip()

    def rank_name(self, card: int) -> str:
        return rank_names(self.ranks)[card // self.suits] if card >= 0 else "?"

    def story(self, state: Hand) -> str:
        """What each player has seen: the moves of each round, and the board."""
        parts = []
        for k in range(self.rounds):
            turned = state.cards[self.need[k] - self.board[k] : self.need[k]]
            if turned and turned[0] >= 0:
                parts.append("/ " + " ".join(map(self.rank_name, turned)))
            if state.past[k]:
                parts.append("-".join(self._words(state.past[k], k)))
        return " ".join(parts)

    def _words(self, past: int, k: int) -> list[str]:
        digits = []
        while past:
            digits.append(past % self.base - 1)
            past //= self.base
        words: list[str] = []
        bets = 0
        for move in reversed(digits):
            words.append(self._word(move, bets, k))
            bets += move >= BET
        return words

    def _word(self, move: int, bets: int, k: int) -> str:
        if move == FOLD:
            return "fold"
        if move == CALL:
            return "call" if bets else "check"
        word = "raise" if bets else "bet"
        menu = self.betting.menus[k]
        return word if len(menu) == 1 else f"{word} {menu[move - BET].name}"

    def show_move(self, state: Hand, move: int) -> str:
        if self.is_dealing(state):
            return self.card_name(move)
        return self._word(move, state.bets, state.round)

    def card_name(self, card: int) -> str:
        suit = "shdc"[card % self.suits] if 1 < self.suits <= 4 else ""
        if self.suits > 4:
            suit = f".{card % self.suits + 1}"
        return self.rank_name(card) + suit

    def view_picture(self, state: Hand, player: int | None) -> Picture | None:
        if state.cards[self.players - 1] < 0:
            return None
        first = 0 if player is None else player
        rows = [self._lying(state, (first + k) % self.players, player) for k in range(self.players)]
        middle = self.middle(state)
        pot = f"pot {show(sum(state.stakes) * self.money)}"
        shown = [Lying("board", middle, pot)] if middle else []
        own, *others = rows
        if not shown:
            own = replace(own, words=f"{own.words}, {pot}")
        return card_table([*others[::-1], *shown, own], self.title)

    def picture(self, state: Hand) -> Picture:
        """All cards face up; the words of the position before they are dealt."""
        return self.view_picture(state, None) or super().picture(state)

    def _lying(self, state: Hand, who: int, player: int | None) -> Lying:
        """What lies before a player, as another one sees it."""
        is_seen = player is None or player == who
        notes = [f"stake {show(state.stakes[who] * self.money)}"]
        notes += ["folded"] if state.folded >> who & 1 else []
        cards = self.hand_of(state, who)
        things = cards if is_seen else [DOWN] * len(cards)
        color = PLAYERS[who % len(PLAYERS)]
        return Lying(self.player_name(who), things, ", ".join(notes), color)

    def hand_of(self, state: Hand, who: int) -> list[str]:
        """The cards that a player holds."""
        return [self.card_name(state.cards[who])]

    def middle(self, state: Hand) -> list[str]:
        """The cards on the board that are turned up."""
        return [self.card_name(card) for card in state.cards[self.players :] if card >= 0]

    def show(self, state: Hand) -> str:
        dealt = [self.card_name(card) if card >= 0 else "?" for card in state.cards]
        hands = ", ".join(
            f"{self.player_name(k)} {dealt[k]}" + (" (folded)" if state.folded & (1 << k) else "")
            for k in range(self.players)
        )
        board = f"; board {' '.join(dealt[self.players :])}" if any(self.board) else ""
        pot = sum(state.stakes) * self.money
        return f"{hands}{board}; pot {pot}; {self.story(state)}".rstrip("; ")


def _check_deck(ranks: int, suits: int, players: int, board: int) -> None:
    for amount, what, least in ((ranks, "ranks", 1), (suits, "suits", 1), (players, "players", 2)):
        if amount < least:
            raise GameError(f"{what} is {amount}; it must be at least {least}")
    if ranks * suits > MOST_CARDS:
        raise GameError(
            f"a deck of {count_of(ranks * suits, 'card')}; the limit is {MOST_CARDS:,}; for a "
            f"continuum of hands use von-neumann-poker"
        )
    if ranks * suits < players + board:
        raise GameError(
            f"a deck of {count_of(ranks, 'rank')} and {count_of(suits, 'suit')} has "
            f"{count_of(ranks * suits, 'card')}; {players} "
            f"players and {board} on the board need {players + board}"
        )
