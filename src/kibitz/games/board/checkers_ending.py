"""Endings of checkers: few pieces on the board, and every position has a number.

Positions are numbered by the squares of the men of black and white and of the kings, whatever else
stands there, so that some numbers stand for nothing. A move is a whole one, all its jumps included:
``4 * square + direction``, and above it, five to a jump, one more than the direction of each that
follows. Quiet moves are not counted: what no one can win is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.checkers import DARK, Checkers, CheckersState, step
from kibitz.rules import OVER, Rules, lowest, mirrored_bits, popcount, shift_left, without_lowest

SQUARES, ROW = 32, 4
MOST = 6
"""Pieces on the board."""
JUMPS = 256
BINOMIALS = np.array([[comb(n, k) for k in range(MOST)] for n in range(SQUARES + 1)], np.int64)
_BEFORE_BOTTOM, _BEFORE_TOP = 0xFF00, 0xFF << 48


def rank_up(pieces: int) -> int:
    """The number of a set of squares among those of its size, the lowest rows first."""
    found, size = 0, 1
    while pieces:
        found += int(BINOMIALS[lowest(pieces) // 2, size])
        pieces = without_lowest(pieces)
        size += 1
    return found


def rank_down(pieces: int) -> int:
    """The same with the highest rows first."""
    found, size = 0, popcount(pieces)
    while pieces:
        found += int(BINOMIALS[SQUARES - 1 - lowest(pieces) // 2, size])
        pieces = without_lowest(pieces)
        size -= 1
    return found


class CheckersEnding(Checkers):
    """Few men and kings are left: take all of the other's, or leave them no move."""

    most_moves = 128
    repeats = 3
    alternates = True

    def __init__(self, black: int = 2, white: int = 2) -> None:
        for count, side in ((black, "black"), (white, "white")):
            if not 1 <= count < MOST:
                raise GameError(
                    f"checkers-ending: {count_of(count, 'piece')} of {side}; "
                    f"it must be 1 to {MOST - 1}"
                )
        if black + white > MOST:
            raise GameError(
                f"checkers-ending: {black + white} pieces; there may be {MOST} on the board"
            )
        super().__init__()
        self.longest = None
        self.black, self.white = black, white
        self.title = f"Checkers ending, {count_of(black, 'piece')} against {white}"

    @property
    def groups(self) -> Any:
        """The men and kings of black and of white in every layer."""
        return _tables(self.black, self.white)[0]

    @property
    def offsets(self) -> Any:
        """The first number of every layer, and the number after the last."""
        return _tables(self.black, self.white)[1]

    @property
    def layer_of(self) -> Any:
        """The layer of this many men and kings of black and of white, or -1."""
        return _tables(self.black, self.white)[2]

    @property
    def sets_up(self) -> Any:
        """By size and number, the sets of squares from the lowest rows on."""
        return _sets(max(self.black, self.white))[0]

    @property
    def sets_down(self) -> Any:
        """The same from the highest rows on."""
        return _sets(max(self.black, self.white))[1]

    def start(self) -> CheckersState:
        """A position with all pieces on the board, black to move."""
        return self.at_index(_start_number(self.black, self.white))

    def layers(self) -> tuple[tuple[str, int], ...]:
        sizes = np.diff(self.offsets).tolist()
        names = [
            "-".join("m" * men + "k" * kings for men, kings in (group[:2], group[2:]))
            for group in self.groups.tolist()
        ]
        return tuple(zip(names, sizes, strict=True))

    def index(self, state: CheckersState) -> int:
        """The number of a position; -1 where one side has no pieces left, or too many."""
        black_kings, white_kings = state.black & state.kings, state.white & state.kings
        black_men, white_men = state.black & ~state.kings, state.white & ~state.kings
        one, two = popcount(black_men), popcount(black_kings)
        three, four = popcount(white_men), popcount(white_kings)
        if not 0 < one + two <= self.black or not 0 < three + four <= self.white:
            return -1
        place = rank_down(black_men)
        place = place * int(BINOMIALS[SQUARES - ROW, three]) + rank_up(white_men)
        place = place * int(BINOMIALS[SQUARES, two]) + rank_up(black_kings)
        place = place * int(BINOMIALS[SQUARES, four]) + rank_up(white_kings)
        return int(self.offsets[self.layer_of[one, two, three, four]]) + 2 * place + state.turn

    def at_index(self, number: int) -> CheckersState:
        layer = len(self.offsets) - 2
        while number < self.offsets[layer]:
            layer -= 1
        rest = number - int(self.offsets[layer])
        turn, rest = rest % 2, rest // 2
        one, two = int(self.groups[layer, 0]), int(self.groups[layer, 1])
        three, four = int(self.groups[layer, 2]), int(self.groups[layer, 3])
        count = int(BINOMIALS[SQUARES, four])
        white_kings, rest = int(self.sets_up[four, rest % count]), rest // count
        count = int(BINOMIALS[SQUARES, two])
        black_kings, rest = int(self.sets_up[two, rest % count]), rest // count
        count = int(BINOMIALS[SQUARES - ROW, three])
        white_men, rest = int(self.sets_up[three, rest % count]), rest // count
        black, white = int(self.sets_down[one, rest]) | black_kings, white_men | white_kings
        return CheckersState(black, white, black_kings | white_kings, 0, 0, turn)

    def is_position(self, state: CheckersState) -> bool:
        return state.black & state.white == 0

    def moves(self, state: CheckersState) -> Iterator[int]:
        jumping = self.can_jump(state)
        for first in super().moves(state):
            if not jumping:
                yield first
                continue
            rest, scale = 0, 1  # the jumps that follow, and 5 to the power of how many they are
            fits = True
            while fits:
                after = self.jumped(state, first + JUMPS * rest)
                if after.jumping:
                    rest += scale  # one jump more, in the first direction
                    scale *= 5
                else:
                    yield first + JUMPS * rest
                    rest, scale = following(rest, scale)
                while scale > 1 and not self.fits(state, first, rest, scale // 5):
                    rest, scale = following(rest, scale)
                fits = scale > 1

    def fits(self, state: CheckersState, first: int, rest: int, last: int) -> bool:
        """Whether the last jump of a path can be made."""
        before = self.jumped(state, first + JUMPS * (rest % last))
        return before.jumping & self.jumpers(before, rest // last - 1) != 0

    def jumped(self, state: CheckersState, move: int) -> CheckersState:
        """The position after a move, which may have to jump on."""
        after = super().play(state, move % JUMPS)
        rest = move // JUMPS
        while rest:
            after = super().play(after, 4 * lowest(after.jumping) + rest % 5 - 1)
            rest //= 5
        return after

    def play(self, state: CheckersState, move: int) -> CheckersState:
        after = self.jumped(state, move)
        return CheckersState(after.black, after.white, after.kings, 0, 0, after.turn)

    def converting(self, state: CheckersState) -> Iterator[int]:
        """Jumps, and men that become kings."""
        if self.can_jump(state):
            yield from self.moves(state)
        else:
            last = _BEFORE_BOTTOM if state.turn == 0 else _BEFORE_TOP
            for direction in range(4):
                pieces = self.steppers(state, direction) & last & ~state.kings
                while pieces:
                    yield 4 * lowest(pieces) + direction
                    pieces = without_lowest(pieces)

    def predecessors(self, state: CheckersState) -> Iterator[int]:
        side = 1 - state.turn
        mine = state.black if side == 0 else state.white
        free = DARK & ~(state.black | state.white)
        for direction in range(4):
            pieces = mine if (direction >= 2) == (side == 0) else mine & state.kings
            targets = pieces & step(free, direction)
            while targets:
                target = shift_left(1, lowest(targets))
                targets = without_lowest(targets)
                source = step(target, 3 - direction)
                kings = (state.kings ^ target) | source if state.kings & target else state.kings
                moved = (mine ^ target) | source
                black, white = (moved, state.white) if side == 0 else (state.black, moved)
                before = CheckersState(black, white, kings, 0, 0, side)
                if not self.can_jump(before):
                    yield self.index(before)

    def counted_in(self, game: Rules) -> int | None:
        if not isinstance(game, Checkers):
            raise GameError(f"{game.name}: it never reaches a checkers ending")
        return None if isinstance(game, CheckersEnding) else game.limit

    def comes_to(self, state: CheckersState) -> tuple[CheckersState, int, int]:
        """A position of checkers with few pieces and no jump begun."""
        black, white = popcount(state.black), popcount(state.white)
        if state.jumping != 0 or black == 0 or white == 0:
            return state, -1, 0
        if black <= self.black and white <= self.white:
            here = CheckersState(state.black, state.white, state.kings, 0, 0, state.turn)
            return here, 0, state.quiet
        if white <= self.black and black <= self.white:
            own, other = mirrored_bits(state.white), mirrored_bits(state.black)
            kings = mirrored_bits(state.kings)
            return CheckersState(own, other, kings, 0, 0, 1 - state.turn), 1, state.quiet
        return state, -1, 0

    def show_move(self, state: CheckersState, move: int) -> str:
        """The squares that a piece comes to: ``11-15``, or ``11x18x25``."""
        squares, rest, after = [super().show_move(state, move % JUMPS)], move // JUMPS, state
        after = super().play(state, move % JUMPS)
        while rest:
            on = 4 * lowest(after.jumping) + rest % 5 - 1
            squares.append(super().show_move(after, on).partition("x")[2])
            after, rest = super().play(after, on), rest // 5
        return "x".join(squares)

    def read_position(self, text: str) -> CheckersState:
        state = super().read_position(text)
        if state.jumping or self.index(state) < 0:
            raise GameError(
                f"{self.title}: {text!r:.60} is not one of its positions; black has 1 to "
                f"{self.black} of the pieces, white 1 to {self.white}"
            )
        return state


def following(rest: int, scale: int) -> tuple[int, int]:
    """The next path in order: another direction of the last jump, or of the one before it.

    >>> following(1, 5), following(4, 5), following(4 * 5 + 2, 25)
    ((2, 5), (0, 1), (3, 5))
    """
    while scale > 1 and rest // (scale // 5) == 4:
        scale //= 5
        rest %= scale
    return (rest + scale // 5, scale) if scale > 1 else (0, 1)


@cache
def _tables(black: int, white: int) -> tuple[Any, Any, Any]:
    """What is in each layer, where it begins, and which it is; what leads nowhere first."""
    groups = [
        (one, two, three, four)
        for one in range(black + 1)
        for two in range(black + 1 - one)
        for three in range(white + 1)
        for four in range(white + 1 - three)
        if one + two and three + four
    ]
    groups.sort(key=lambda group: (sum(group), group[0] + group[2], group))
    layer_of = np.full((black + 1, black + 1, white + 1, white + 1), -1)
    sizes = [0]
    for place, (one, two, three, four) in enumerate(groups):
        layer_of[one, two, three, four] = place
        men = comb(SQUARES - ROW, one) * comb(SQUARES - ROW, three)
        sizes.append(2 * men * comb(SQUARES, two) * comb(SQUARES, four))
    return np.array(groups, np.int64), np.cumsum(sizes), layer_of


@cache
def _sets(most: int) -> tuple[Any, Any]:
    """By size, the sets of squares in order: from the lowest rows on, and from the highest."""
    up = np.zeros((most + 1, comb(SQUARES, most)), np.int64)
    down = np.zeros_like(up)
    bits = [1 << 8 * (k // ROW) + 2 * (k % ROW) + k // ROW % 2 for k in range(SQUARES)]
    for size in range(1, most + 1):
        found = sorted(combinations(range(SQUARES), size), key=lambda some: some[::-1])
        for place, some in enumerate(found):
            up[size, place] = _signed(sum(bits[k] for k in some))
            down[size, place] = _signed(sum(bits[SQUARES - 1 - k] for k in some))
    return up, down


def _signed(pieces: int) -> int:
    """The number of 64 bits with a sign that has these bits."""
    return pieces - (1 << 64) if pieces >> 63 else pieces


@cache
def _start_number(black: int, white: int) -> int:
    """A position with all pieces where no one can jump."""
    rules = CheckersEnding(black, white)
    middle = len(rules.groups) - (len(rules.groups) > 1) - 1
    first, last = int(rules.offsets[middle]), int(rules.offsets[middle + 1])
    for k in range(last - first):
        number = first + ((last - first) // 3 + 7919 * k) % (last - first) // 2 * 2
        state = rules.at_index(number)
        if rules.is_position(state) and rules.index(state) == number:
            both = [state, state._replace(turn=1)]
            if all(rules.player(s) != OVER and not rules.can_jump(s) for s in both):
                return number
    raise GameError("checkers-ending: it has no quiet position")


@named("checkers-ending", "board")
def checkers_ending(black: int = 2, white: int = 2) -> CheckersEnding:
    """A checkers endgame with its positions numbered for databases.

    Parameters
    ----------
    black : int, default 2
        The largest number of pieces of black.
    white : int, default 2
        The largest number of pieces of white.

    Returns
    -------
    CheckersEnding
        The game.
    """
    return CheckersEnding(black, white)
