"""Chinese checkers for two to six, on a star of any size up to the usual one.

Holes are numbered row by row from the top. The pegs of a player are two integers of 62 bits. A move
is ``128 * from + to``: a step, or any chain of hops; 0 passes, for those who cannot move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.boards import check_limit
from kibitz.pictures import FAINT, PLAYERS, Board, Canvas, Cell, drawn_board, round_outline
from kibitz.rules import OVER, Rules, lowest, replaced, without_lowest

WORD = 62
MOST = 4
_WAYS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_CORNERS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}


@cache
def holes(size: int) -> tuple[tuple[int, int], ...]:
    """The holes of a star as (row, place across), row by row from the top."""
    found = []
    for z in range(-2 * size, 2 * size + 1):
        for x in range(-2 * size, 2 * size + 1):
            around = (x, -x - z, z)
            if min(around) >= -size or max(around) <= size:
                found.append((z, x))
    return tuple(found)


def corner(size: int, which: int) -> tuple[int, ...]:
    """The holes of a corner, clockwise from the top."""
    inside = []
    for hole, (z, x) in enumerate(holes(size)):
        y = -x - z
        beyond = (z < -size, x > size, y < -size, z > size, x < -size, y > size)
        if beyond[which]:
            inside.append(hole)
    return tuple(inside)


def _tables() -> tuple[Any, Any]:
    """For each size and hole the six neighbors (-1: none), and the way to each corner's tip."""
    near = np.full((MOST + 1, 121, 6), -1, np.int64)
    away = np.zeros((MOST + 1, 6, 121), np.int64)
    for size in range(1, MOST + 1):
        number = {place: hole for hole, place in enumerate(holes(size))}
        tips = ((-2, 1), (-1, 2), (1, 1), (2, -1), (1, -2), (-1, -1))
        for (z, x), hole in number.items():
            for way, (across, down) in enumerate(_WAYS):
                near[size, hole, way] = number.get((z + down, x + across), -1)
            for which, (row, place) in enumerate(tips):
                dz, dx = z - row * size, x - place * size
                away[size, which, hole] = max(abs(dz), abs(dx), abs(dx + dz))
    return near, away


NEAR, AWAY = _tables()


class Pegs(NamedTuple):
    """The pegs, low and high word of each player in turn; moves made; who moves, or who has won."""

    pegs: tuple[int, ...]
    made: int
    turn: int
    winner: int


class ChineseCheckers(Rules):
    """Bring all pegs into the opposite corner by steps and by hops over other pegs.

    Whoever does so first takes one from each of the others; when the moves run out no one has won.
    """

    title = "Chinese checkers"

    def __init__(self, players: int = 3, size: int = 2, limit: int = 0) -> None:
        if players not in _CORNERS:
            raise GameError(
                f"chinese-checkers: {count_of(players, 'player')}; it must be 2, 3, 4 or 6"
            )
        if not 1 <= size <= MOST:
            raise GameError(f"chinese-checkers: corners of size {size}; it must be 1 to {MOST}")
        check_limit(limit, 0, "chinese-checkers")
        self.players, self.size = players, size
        self.limit = limit or 100 * size * players
        self.longest = self.limit
        self.most_moves = 512
        self.payoff_bounds = (-1, players - 1)
        self.corners = _CORNERS[players]
        self.targets = _words([corner(size, (k + 3) % 6) for k in self.corners])
        self.homes = _words([corner(size, k) for k in self.corners])
        self.nothing = (0,) * players
        self.losses = (-1,) * players
        self.zeros = (0.0,) * players
        self.scale = float(len(corner(size, 0)) * 4 * size)

    def start(self) -> Pegs:
        return Pegs(self.homes, 0, 0, -1)

    def player(self, state: Pegs) -> int:
        return OVER if state.winner >= 0 or state.made >= self.limit else state.turn

    def taken(self, state: Pegs) -> tuple[int, int]:
        low = 0
        high = 0
        for who in range(self.players):
            low |= state.pegs[2 * who]
            high |= state.pegs[2 * who + 1]
        return low, high

    def moves(self, state: Pegs) -> Iterator[int]:
        low, high = self.taken(state)
        count = 0
        for word in range(2):
            pegs = state.pegs[2 * state.turn + word]
            while pegs:
                source = lowest(pegs) + WORD * word
                pegs = without_lowest(pegs)
                found_low, found_high = self.reached(source, low, high)
                while found_low:
                    yield 128 * source + lowest(found_low)
                    found_low = without_lowest(found_low)
                    count += 1
                while found_high:
                    yield 128 * source + lowest(found_high) + WORD
                    found_high = without_lowest(found_high)
                    count += 1
        if count == 0:
            yield 0

    def reached(self, source: int, low: int, high: int) -> tuple[int, int]:
        """Where a peg gets by a step, or by hops over one peg at a time."""
        found_low = 0
        found_high = 0
        low, high = without(source, low, high)
        open_low, open_high = (1 << source, 0) if source < WORD else (0, 1 << (source - WORD))
        first_low, first_high = open_low, open_high
        while open_low | open_high:
            if open_low:
                here = lowest(open_low)
                open_low = without_lowest(open_low)
            else:
                here = lowest(open_high) + WORD
                open_high = without_lowest(open_high)
            for way in range(6):
                over = int(NEAR[self.size, here, way])
                if over < 0 or not holds(over, low, high):
                    continue
                there = int(NEAR[self.size, over, way])
                if there < 0 or holds(there, low | found_low, high | found_high):
                    continue
                if there < WORD:
                    found_low |= 1 << there
                    open_low |= 1 << there
                else:
                    found_high |= 1 << (there - WORD)
                    open_high |= 1 << (there - WORD)
        for way in range(6):
            there = int(NEAR[self.size, source, way])
            if there >= 0 and not holds(there, low, high):
                if there < WORD:
                    found_low |= 1 << there
                else:
                    found_high |= 1 << (there - WORD)
        return found_low & ~first_low, found_high & ~first_high

    def play(self, state: Pegs, move: int) -> Pegs:
        after = (state.turn + 1) % self.players
        if move == 0:
            return Pegs(state.pegs, state.made + 1, after, -1)
        source, target = move // 128, move % 128
        low, high = without(source, state.pegs[2 * state.turn], state.pegs[2 * state.turn + 1])
        if target < WORD:
            low |= 1 << target
        else:
            high |= 1 << (target - WORD)
        pegs = replaced(replaced(state.pegs, 2 * state.turn, low), 2 * state.turn + 1, high)
        there = self.targets[2 * state.turn] == low and self.targets[2 * state.turn + 1] == high
        return Pegs(pegs, state.made + 1, after, state.turn if there else -1)

    def null_move(self, state: Pegs) -> Pegs:
        after = (state.turn + 1) % self.players
        return Pegs(state.pegs, state.made + 1, after, state.winner)

    def payoffs(self, state: Pegs) -> tuple[int, ...]:
        if state.winner < 0:
            return self.nothing
        return replaced(self.losses, state.winner, self.players - 1)

    def distance(self, state: Pegs, who: int) -> int:
        """How far a player's pegs are from the tip of the corner they go to."""
        total = 0
        goal = (self.corners[who] + 3) % 6
        for word in range(2):
            pegs = state.pegs[2 * who + word]
            while pegs:
                total += int(AWAY[self.size, goal, lowest(pegs) + WORD * word])
                pegs = without_lowest(pegs)
        return total

    def evaluate(self, state: Pegs) -> tuple[float, ...]:
        """How much nearer one's pegs are than those of all on average."""
        guess = self.zeros
        mean = 0.0
        for who in range(self.players):
            here = self.distance(state, who) / self.scale
            guess = replaced(guess, who, -here)
            mean -= here / self.players
        for who in range(self.players):
            guess = replaced(guess, who, guess[who] - mean)
        return guess

    def _owner(self, state: Pegs, hole: int) -> int:
        for who in range(self.players):
            if holds(hole, state.pegs[2 * who], state.pegs[2 * who + 1]):
                return who
        return -1

    def show(self, state: Pegs) -> str:
        """Each row with the number of its first hole."""
        middle = 2 * (3 * self.size + 1) - 1
        lines = []
        for row in self._rows():
            pegs = [self._owner(state, hole) for hole in row]
            cells = " ".join("." if owner < 0 else str(owner + 1) for owner in pegs)
            lines.append(f"{row[0] + 1:>3}  {cells.center(middle).rstrip()}")
        return "\n".join([*lines, self.show_turn(state)])

    def _rows(self) -> list[list[int]]:
        rows: dict[int, list[int]] = {}
        for hole, (z, _) in enumerate(holes(self.size)):
            rows.setdefault(z, []).append(hole)
        return list(rows.values())

    def read_position(self, text: str) -> Pegs:
        """The rows as shown, with or without their numbers, and who moves."""
        lines = [line.strip() for line in re.split(r"[/\n]", text) if line.strip()]
        rows = self._rows()
        if len(lines) < len(rows):
            raise GameError(f"{self.title}: {count_of(len(lines), 'row')}; a star has {len(rows)}")
        pegs: list[list[int]] = [[] for _ in range(self.players)]
        for row, line in zip(rows, lines, strict=False):
            signs = line.split()[-len(row) :]
            if len(signs) != len(row):
                raise GameError(f"{self.title}: {line!r} is not a row of {len(row)} holes")
            for hole, sign in zip(row, signs, strict=True):
                if sign.isdigit() and 1 <= int(sign) <= self.players:
                    pegs[int(sign) - 1].append(hole)
                elif sign != ".":
                    raise GameError(
                        f"{self.title}: {sign!r} is not a player; write . for an empty hole"
                    )
        each = len(corner(self.size, 0))
        for who, holes_ in enumerate(pegs):
            if len(holes_) != each:
                raise GameError(
                    f"{self.title}: player {who + 1} has {len(holes_)} pegs; there are {each}"
                )
        words = _words([tuple(holes_) for holes_ in pegs])
        there = [
            who
            for who in range(self.players)
            if words[2 * who : 2 * who + 2] == self.targets[2 * who : 2 * who + 2]
        ]
        match = re.search(r"player (\d+)", " ".join(lines[len(rows) :]))
        turn = int(match[1]) - 1 if match else 0
        if not 0 <= turn < self.players:
            raise GameError(f"{self.title}: no player {turn + 1}; there are {self.players}")
        return Pegs(words, 0, turn, there[0] if there else -1)

    def board_of(self, state: Pegs) -> Board:
        step, size = 26.0, self.size
        canvas = Canvas((3 * size + 1) * step + 30, 4 * size * step * sqrt(0.75) + 60)
        cells = []
        for hole, (z, x) in enumerate(holes(size)):
            across = x + z / 2
            at = canvas.width / 2 + across * step, 30 + (z + 2 * size) * step * sqrt(0.75)
            owner = self._owner(state, hole)
            canvas.dot(*at, 9, "paper" if owner < 0 else PLAYERS[owner], FAINT)
            ink = FAINT if owner < 0 else "paper"
            canvas.text(at[0], at[1] + 3, str(hole + 1), size=8, fill=ink)
            cells.append(Cell(str(hole + 1), round_outline(*at, 11)))
        return drawn_board(canvas, cells, self.title)

    def show_move(self, state: Pegs, move: int) -> str:
        return "pass" if move == 0 else f"{move // 128 + 1}-{move % 128 + 1}"


def holds(hole: int, low: int, high: int) -> bool:
    """Whether a set has a hole in it."""
    if hole < WORD:
        return (low >> hole) & 1 == 1
    return (high >> (hole - WORD)) & 1 == 1


def without(hole: int, low: int, high: int) -> tuple[int, int]:
    """A set less a hole."""
    if hole < WORD:
        return low & ~(1 << hole), high
    return low, high & ~(1 << (hole - WORD))


def _words(sets: list[tuple[int, ...]]) -> tuple[int, ...]:
    words = []
    for members in sets:
        bits = sum(1 << hole for hole in members)
        words += [bits & ((1 << WORD) - 1), bits >> WORD]
    return tuple(words)


@named("chinese-checkers", "many-players")
def chinese_checkers(players: int = 3, size: int = 2, limit: int = 0) -> ChineseCheckers:
    """Move your pegs to the opposite point of a star, by steps and chains of hops.

    Parameters
    ----------
    players : int, default 3
        The number of players.
    size : int, default 2
        The size of a corner.
    limit : int, default 0
        The number of moves after which the game is a draw.

    Returns
    -------
    ChineseCheckers
        The game.
    """
    return ChineseCheckers(players, size, limit)
