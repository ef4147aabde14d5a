"""Yahtzee: throw five dice up to three times, then enter them in one of thirteen boxes.

Dice are counted by face, three bits each. A card is the boxes filled, the points in the upper part
up to 63, and the total. A move is a set of dice to keep (their counts) or ``ENTER`` plus a box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.pictures import INK, PALE, PLAYERS, RULE, Canvas
from kibitz.rules import CHANCE, OVER, Rules, replaced
from kibitz.rules.game import match_move

BOXES = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three-alike",
    "four-alike",
    "full-house",
    "small-straight",
    "large-straight",
    "yahtzee",
    "chance",
)
ENTER = 1 << 18
BONUS_AT = 63
BONUS = 35
MORE_BONUS = 100
FLAG = 13
"""The bit of a card that says that its yahtzee box has 50 points."""
_FACTORIALS = (1, 1, 2, 6, 24, 120)


class Cards(NamedTuple):
    """All players' cards (boxes filled, upper points, total), the dice and throws left, the mover.

    ``throws`` counts down from 3; ``thrown`` is 0 where the dice not kept are to be thrown.
    """

    filled: tuple[int, ...]
    upper: tuple[int, ...]
    total: tuple[int, ...]
    dice: int
    throws: int
    thrown: int
    turn: int


class Yahtzee(Rules):
    """The most points after thirteen rounds win.

    35 points are added for 63 or more in the upper part. With ``bonus``, five alike bring 100 more
    once the yahtzee box has its 50; and if that box and the upper box of their face are filled,
    they are a full house or a straight as well.
    """

    title = "Yahtzee"
    most_moves = 252

    def __init__(self, players: int = 2, rounds: int = 13, bonus: bool = False) -> None:
        if not 1 <= players <= 6:
            raise GameError(f"yahtzee: {count_of(players, 'player')}; it must be 1 to 6")
        if not 1 <= rounds <= 13:
            raise GameError(f"yahtzee: {count_of(rounds, 'round')}; it must be 1 to 13")
        self.players, self.rounds, self.bonus = players, rounds, bonus
        self.longest = players * rounds * 6
        self.payoff_bounds = (-1, players - 1)
        self.losses = (-1.0,) * players

    def start(self) -> Cards:
        none = (0,) * self.players
        return Cards(none, none, none, 0, 3, 0, 0)

    def boxes_filled(self, state: Cards, who: int) -> int:
        return sum((state.filled[who] >> box) & 1 for box in range(13))

    def player(self, state: Cards) -> int:
        if self.boxes_filled(state, state.turn) == self.rounds:
            return OVER
        return state.turn if state.thrown else CHANCE

    def chance(self, state: Cards) -> Iterator[tuple[int, Fraction]]:
        """What the dice that are not kept may show, with the kept ones."""
        n = 5 - how_many(state.dice)
        ways = 6**n
        for a in range(n + 1):
            for b in range(n - a + 1):
                for c in range(n - a - b + 1):
                    for d in range(n - a - b - c + 1):
                        for e in range(n - a - b - c - d + 1):
                            f = n - a - b - c - d - e
                            same = _FACTORIALS[a] * _FACTORIALS[b] * _FACTORIALS[c]
                            same *= _FACTORIALS[d] * _FACTORIALS[e] * _FACTORIALS[f]
                            new = a | b << 3 | c << 6 | d << 9 | e << 12 | f << 15
                            yield state.dice + new, Fraction(_FACTORIALS[n] // same, ways)

    def moves(self, state: Cards) -> Iterator[int]:
        """The boxes still free, and, while throws are left, the dice to keep."""
        for box in range(13):
            if not (state.filled[state.turn] >> box) & 1:
                yield ENTER + box
        if state.throws > 0:
            x = state.dice
            for a in range((x & 7) + 1):
                for b in range((x >> 3 & 7) + 1):
                    for c in range((x >> 6 & 7) + 1):
                        for d in range((x >> 9 & 7) + 1):
                            for e in range((x >> 12 & 7) + 1):
                                for f in range((x >> 15 & 7) + 1):
                                    kept = a | b << 3 | c << 6 | d << 9 | e << 12 | f << 15
                                    if kept != x:
                                        yield kept

    def play(self, state: Cards, move: int) -> Cards:
        filled, upper, total = state.filled, state.upper, state.total
        if not state.thrown:
            return Cards(filled, upper, total, move, state.throws - 1, 1, state.turn)
        if move < ENTER:
            return Cards(filled, upper, total, move, state.throws, 0, state.turn)
        box, who = move - ENTER, state.turn
        gain = self.worth(filled[who], state.dice, box)
        if box < 6:
            before = upper[who]
            after = min(BONUS_AT, before + points(state.dice, box))
            upper = replaced(upper, who, after)
            if before < BONUS_AT <= after:
                gain += BONUS
        card = filled[who] | (1 << box)
        if self.bonus and box == 11 and gain > 0:
            card |= 1 << FLAG
        filled = replaced(filled, who, card)
        total = replaced(total, who, total[who] + gain)
        return Cards(filled, upper, total, 0, 3, 0, (who + 1) % self.players)

    def worth(self, card: int, dice: int, box: int) -> int:
        """What dice bring in a box of a card."""
        face = five_alike(dice)
        if not self.bonus or face < 0 or not (card >> 11) & 1:
            return points(dice, box)
        more = MORE_BONUS if (card >> FLAG) & 1 else 0
        if (card >> face) & 1 and 8 <= box <= 10:
            return more + (25 if box == 8 else 10 * (box - 6))
        return more + points(dice, box)

    def payoffs(self, state: Cards) -> tuple[float, ...]:
        """Those with the most points share what the others lose, one each."""
        best = max(state.total)
        winners = sum(1 for points_ in state.total if points_ == best)
        paid = self.losses
        for who in range(self.players):
            if state.total[who] == best:
                paid = replaced(paid, who, (self.players - winners) / winners)
        return paid

    def evaluate(self, state: Cards) -> tuple[float, ...]:
        """Points so far, compared with the average."""
        mean = sum(state.total) / self.players
        guess = self.losses
        for who in range(self.players):
            guess = replaced(guess, who, max(-0.99, min(0.99, (state.total[who] - mean) / 200)))
        return guess

    def show(self, state: Cards) -> str:
        lines = []
        for who in range(self.players):
            done = [name for box, name in enumerate(BOXES) if state.filled[who] >> box & 1]
            boxes = f" ({', '.join(done)})" if done else ""
            lines.append(f"player {who + 1}: {count_of(state.total[who], 'point')}{boxes}")
        return "\n".join([*lines, self._turn(state)])

    def _turn(self, state: Cards) -> str:
        if self.player(state) == OVER:
            return self.show_turn(state)
        shown = _dice(state.dice) or "none"
        todo = (
            ("no throw", "1 throw")[state.throws] if state.throws < 2 else f"{state.throws} throws"
        )
        return f"player {state.turn + 1} has dice {shown}, {todo} left"

    def picture(self, state: Cards) -> Any:
        canvas = Canvas(max(150 + 70 * self.players, 230), 330)
        for box, name in enumerate(BOXES):
            y = 34 + 17 * box
            canvas.text(10, y, name, anchor="start", size=12)
            for who in range(self.players):
                x = 130 + 70 * who
                done = state.filled[who] >> box & 1
                canvas.rect(x, y - 12, 60, 15, fill=RULE if done else PALE)
        for who in range(self.players):
            canvas.text(160 + 70 * who, 14, f"player {who + 1}", size=12, fill=PLAYERS[who])
            canvas.text(160 + 70 * who, 268, str(state.total[who]), bold=True)
        canvas.text(10, 268, "total", anchor="start", size=12, bold=True)
        for k, face in enumerate(_dice(state.dice)):
            canvas.rect(10 + 40 * k, 280, 34, 34, fill="paper", stroke=INK, radius=6)
            canvas.text(27 + 40 * k, 303, face, size=18, bold=True)
        return canvas.finish(self.title)

    def show_move(self, state: Cards, move: int) -> str:
        if not state.thrown:
            return _dice(move)
        if move >= ENTER:
            return BOXES[move - ENTER]
        return f"keep {_dice(move) or 'none'}"

    def read_move(self, state: Cards, text: str) -> int:
        """Dice in any order, ``keep`` before those kept or not; a box with spaces or hyphens."""
        words = text.strip().lower()
        dice = re.fullmatch(r"(?:keep\b)?([1-6,\s]+)", words)
        if dice:
            faces = "".join(sorted(re.findall(r"\d", dice[1])))
            words = f"keep {faces}" if state.thrown else faces
        elif state.thrown and not words.startswith("keep"):
            words = re.sub(r"[\s_]+", "-", words)
        return int(match_move(self, state, words))


class SoloYahtzee(Yahtzee):
    """One player, who gets the points."""

    def __init__(self, rounds: int = 13, bonus: bool = False) -> None:
        super().__init__(1, rounds, bonus)
        self.zero_sum = False
        self.payoff_bounds = (0, 375 + (MORE_BONUS * 12 if bonus else 0))

    def plan(self, seconds: float | None = None) -> Any:
        """All cards at once; a single round is searched, with fractions."""
        if self.rounds == 1:
            return None
        return call(self, "best_plan", seconds)

    def payoffs(self, state: Cards) -> tuple[int, ...]:
        return (state.total[0],)

    def evaluate(self, state: Cards) -> tuple[int, ...]:
        """Points so far, and about eighteen for each box that is left."""
        return (state.total[0] + 18 * (self.rounds - self.boxes_filled(state, 0)),)


def five_alike(dice: int) -> int:
    """The face that all five dice show, from 0; -1 if there is none."""
    for face in range(6):
        if dice >> (3 * face) & 7 == 5:
            return face
    return -1


def how_many(dice: int) -> int:
    return sum(dice >> (3 * face) & 7 for face in range(6))


def points(dice: int, box: int) -> int:
    """What dice are worth in a box."""
    if box < 6:
        return (dice >> (3 * box) & 7) * (box + 1)
    total = 0
    most = 0
    pair = False
    run = 0
    longest = 0
    for face in range(6):
        count = dice >> (3 * face) & 7
        total += count * (face + 1)
        most = max(most, count)
        pair = pair or count == 2
        run = run + 1 if count else 0
        longest = max(longest, run)
    if box == 6:
        return total if most >= 3 else 0
    if box == 7:
        return total if most >= 4 else 0
    if box == 8:
        return 25 if most == 3 and pair else 0
    if box == 9:
        return 30 if longest >= 4 else 0
    if box == 10:
        return 40 if longest == 5 else 0
    if box == 11:
        return 50 if most == 5 else 0
    return total


def _dice(dice: int) -> str:
    return "".join(str(face + 1) * (dice >> (3 * face) & 7) for face in range(6))


@named("yahtzee", "dice")
def yahtzee(players: int = 2, rounds: int = 13, bonus: bool = False) -> Yahtzee:
    """Five dice, three throws, thirteen boxes; the most points win. Alone, play for points.

    Parameters
    ----------
    players : int, default 2
        The number of players.
    rounds : int, default 13
        The number of rounds.
    bonus : bool, default False
        Whether further Yahtzees earn 100 points each.

    Returns
    -------
    Yahtzee
        The game.
    """
    return SoloYahtzee(rounds, bonus) if players == 1 else Yahtzee(players, rounds, bonus)
