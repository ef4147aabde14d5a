"""Liar's dice: bid higher, or call the other a liar.

Each of two players throws dice in secret. Bids name a number of dice and a face, each higher than
the last; the player who is challenged wins when at least this many dice show the face. The
highest face is wild, unless it is said otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.pictures import PLAYERS, Picture
from kibitz.pictures.card_table import DOWN, Lying, card_table
from kibitz.rules import CHANCE, OVER, Rules, highest, popcount

NOT_YET = -1


class Bids(NamedTuple):
    """The throws, as digits, and a bit for each bid that was made; the highest bit calls a liar."""

    first: int
    second: int
    bids: int


class LiarsDice(Rules):
    """Bids are numbered by count and face: one 1, one 2, and so on to all dice of the top face."""

    title = "Liar's dice"
    names = ("I", "II")
    payoff_bounds = (-1, 1)

    def __init__(self, dice: int = 1, sides: int = 6, wild: bool = True) -> None:
        if dice < 1 or sides < 2:
            raise GameError(
                f"liars-dice: {count_of(dice, 'die')} with {count_of(sides, 'side')}; at least "
                "1 die with 2 sides is needed"
            )
        if 2 * dice * sides > 60 or sides**dice > 100_000:
            raise GameError(
                f"liars-dice: {count_of(dice, 'die')} with {count_of(sides, 'side')} make too "
                "many bids or throws"
            )
        self.dice = dice
        self.sides = sides
        self.wild = wild
        self.throws = sides**dice
        self.liar = 2 * dice * sides
        self.most_moves = max(self.liar + 1, self.throws)
        self.longest = self.liar + 3

    def start(self) -> Bids:
        return Bids(NOT_YET, NOT_YET, 0)

    def player(self, state: Bids) -> int:
        if state.second == NOT_YET:
            return CHANCE
        if state.bids >> self.liar:
            return OVER
        return popcount(state.bids) & 1

    def chance(self, state: Bids) -> Iterator[tuple[int, Number]]:
        for throw in range(self.throws):
            yield throw, Fraction(1, self.throws)

    def moves(self, state: Bids) -> Iterator[int]:
        lowest = highest(state.bids) + 1 if state.bids else 0
        yield from range(lowest, self.liar)
        if state.bids:
            yield self.liar

    def play(self, state: Bids, move: int) -> Bids:
        if state.first == NOT_YET:
            return Bids(move, NOT_YET, 0)
        if state.second == NOT_YET:
            return Bids(state.first, move, 0)
        return Bids(state.first, state.second, state.bids | (1 << move))

    def shown(self, throw: int, face: int) -> int:
        """How many dice of a throw count for a face."""
        count = 0
        for _ in range(self.dice):
            die = throw % self.sides
            if die == face or (self.wild and die == self.sides - 1):
                count += 1
            throw //= self.sides
        return count

    def payoffs(self, state: Bids) -> tuple[int, int]:
        made = state.bids & ~(1 << self.liar)
        bid = highest(made)
        count, face = bid // self.sides + 1, bid % self.sides
        there = self.shown(state.first, face) + self.shown(state.second, face)
        bidder = 1 - popcount(made) % 2
        won = 1 if (there >= count) == (bidder == 0) else -1
        return (won, -won)

    def information_state(self, state: Bids, player: int) -> tuple[int, int]:
        throw = state.first if player == 0 else state.second
        faces = 0
        for _ in range(self.dice):
            faces += (self.dice + 1) ** (throw % self.sides)
            throw //= self.sides
        return (faces, state.bids)

    def alike(self, state: Bids, player: int) -> Iterator[tuple[Bids, int]]:
        """Every throw that the other may have."""
        for throw in range(self.throws):
            if player == 0:
                yield Bids(state.first, throw, state.bids), 1
            else:
                yield Bids(throw, state.second, state.bids), 1

    def show_move(self, state: Bids, move: int) -> str:
        if state.second == NOT_YET:
            return self._faces(move)
        if move == self.liar:
            return "liar"
        return f"{move // self.sides + 1}x{move % self.sides + 1}"

    def _faces(self, throw: int) -> str:
        faces = sorted(throw // self.sides**k % self.sides + 1 for k in range(self.dice))
        return " ".join(map(str, faces))

    def show_view(self, state: Bids, player: int) -> str:
        throw = state.first if player == 0 else state.second
        return f"{self._faces(throw)}: {self._story(state)}".rstrip(": ")

    def view_picture(self, state: Bids, player: int | None) -> Picture | None:
        if state.second == NOT_YET:
            return None
        first = 0 if player is None else player
        rows = []
        for who in (1 - first, first):
            is_seen = player is None or who == player
            faces = self._faces((state.first, state.second)[who]).split()
            things = faces if is_seen else [DOWN] * self.dice
            rows.append(Lying(self.names[who], things, color=PLAYERS[who], dice=True))
        story = self._story(state)
        said = [Lying("bids", (), story)] if story else []
        return card_table([rows[0], *said, rows[1]], self.title)

    def picture(self, state: Bids) -> Picture:
        """All dice; the words of the position before they are thrown."""
        return self.view_picture(state, None) or super().picture(state)

    def _story(self, state: Bids) -> str:
        made = [bid for bid in range(self.liar + 1) if state.bids >> bid & 1]
        return " ".join(
            "liar" if bid == self.liar else f"{bid // self.sides + 1}x{bid % self.sides + 1}"
            for bid in made
        )

    def show(self, state: Bids) -> str:
        if state.second == NOT_YET:
            return "not thrown"
        hidden = f"I {self._faces(state.first)}, II {self._faces(state.second)}"
        return f"{hidden}; bids: {self._story(state)}"


@named("liars-dice", "poker")
def liars_dice(dice: int = 1, sides: int = 6, wild: bool = True) -> LiarsDice:
    """Liar's dice for two: bid on hidden dice, or call the last bid a lie.

    Parameters
    ----------
    dice : int, default 1
        The number of dice of each player.
    sides : int, default 6
        The number of sides of a die.
    wild : bool, default True
        Whether ones are wild.

    Returns
    -------
    LiarsDice
        The game.
    """
    return LiarsDice(dice, sides, wild)
