"""Nine Men's Morris: make mills of three to take men off.

The 24 points are bits 0 to 23, from the outer ring inwards, each ring clockwise from its top left
corner: even places are corners, odd ones midpoints. A move is ``(from * 24 + to) * 25 + taken``,
with 24 for a man from the hand and for nothing taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.boards import check_limit
from kibitz.games.board.read_board import mover
from kibitz.pictures import BLACK, WHITE, Board, graph_board
from kibitz.rules import OVER, Rules, lowest, popcount, without_lowest

HAND = 24
NOTHING = 24
_FULL = (1 << 24) - 1
_CORNERS = 0x555555
_MIDDLES = 0xAAAAAA
_RING = 0xFF


class Men(NamedTuple):
    """The men of both on the board and in hand, moves since one was taken or placed, the mover."""

    white: int
    black: int
    white_hand: int
    black_hand: int
    quiet: int
    turn: int


class NineMensMorris(Rules):
    """Place nine men each, then move them along the lines; three men left may fly.

    A mill takes a man of the other's, not out of a mill unless all are in mills. Who has two men
    left, or no move, has lost. After 100 moves without a man placed or taken it is a draw.
    """

    title = "Nine Men's Morris"
    names = ("white", "black")
    colors = (WHITE, BLACK)
    payoff_bounds = (-1, 1)

    def __init__(self, men: int = 9, flying: bool = True, limit: int = 100) -> None:
        if not 3 <= men <= 9:
            raise GameError(f"nine-mens-morris: {count_of(men, 'man')} each; it must be 3 to 9")
        check_limit(limit, 1, "nine-mens-morris")
        self.men, self.flying, self.limit = men, flying, limit
        self.most_moves = 256
        self.longest = 2 * men + (2 * men - 3) * limit + limit

    def start(self) -> Men:
        return Men(0, 0, self.men, self.men, 0, 0)

    def player(self, state: Men) -> int:
        if state.quiet >= self.limit or not self.can_move(state):
            return OVER
        return state.turn

    def can_move(self, state: Men) -> bool:
        white = state.turn == 0
        mine = state.white if white else state.black
        if (state.white_hand if white else state.black_hand) > 0:
            return True
        count = popcount(mine)
        if count < 3:
            return False
        free = _FULL & ~(state.white | state.black)
        return (self.flying and count == 3) or beside(mine) & free != 0

    def moves(self, state: Men) -> Iterator[int]:
        white = state.turn == 0
        mine = state.white if white else state.black
        theirs = state.black if white else state.white
        free = _FULL & ~(mine | theirs)
        placing = (state.white_hand if white else state.black_hand) > 0
        flying = self.flying and popcount(mine) == 3
        prey = theirs & ~mills(theirs)
        if prey == 0:
            prey = theirs
        sources = 0 if placing else mine
        source = HAND
        while placing or sources:
            targets = free
            rest = mine
            if not placing:
                source = lowest(sources)
                sources = without_lowest(sources)
                rest = mine ^ (1 << source)
                if not flying:
                    targets = beside(1 << source) & free
            placing = False
            while targets:
                target = lowest(targets)
                targets = without_lowest(targets)
                step = (source * 24 + target) * 25
                taken = prey if in_mill(rest | (1 << target), target) else 0
                if taken == 0:
                    yield step + NOTHING
                while taken:
                    yield step + lowest(taken)
                    taken = without_lowest(taken)

    def play(self, state: Men, move: int) -> Men:
        source, target, taken = move // 600, move // 25 % 24, move % 25
        white = state.turn == 0
        mine = (state.white if white else state.black) | (1 << target)
        theirs = state.black if white else state.white
        placed = 1 if source == HAND else 0
        if placed == 0:
            mine ^= 1 << source
        if taken != NOTHING:
            theirs ^= 1 << taken
        quiet = 0 if placed or taken != NOTHING else state.quiet + 1
        if white:
            return Men(mine, theirs, state.white_hand - placed, state.black_hand, quiet, 1)
        return Men(theirs, mine, state.white_hand, state.black_hand - placed, quiet, 0)

    def payoffs(self, state: Men) -> tuple[int, int]:
        if self.can_move(state):
            return (0, 0)
        return (-1, 1) if state.turn == 0 else (1, -1)

    def evaluate(self, state: Men) -> tuple[float, float]:
        """Men, mills, and room to move."""
        free = _FULL & ~(state.white | state.black)
        men = popcount(state.white) + state.white_hand - popcount(state.black) - state.black_hand
        closed = popcount(mills(state.white)) - popcount(mills(state.black))
        room = popcount(beside(state.white) & free) - popcount(beside(state.black) & free)
        guess = max(-0.99, min(0.99, 0.1 * men + 0.02 * closed + 0.01 * room))
        return (guess, -guess)

    def noisy(self, state: Men, move: int) -> bool:
        """Taking a man."""
        return move % 25 != NOTHING

    def order(self, state: Men, move: int) -> int:
        return 1 if move % 25 != NOTHING else 0

    def key(self, state: Men) -> tuple[int, int, int, int, int, int]:
        """The least of the turns, mirror images and the board turned inside out."""
        best_white, best_black = state.white, state.black
        for inside_out in range(2):
            white = swapped_rings(state.white) if inside_out else state.white
            black = swapped_rings(state.black) if inside_out else state.black
            for k in range(8):
                if white < best_white or (white == best_white and black < best_black):
                    best_white, best_black = white, black
                white, black = turned(white), turned(black)
                if k == 3:
                    white, black = mirrored(white), mirrored(black)
        return (best_white, best_black, state.white_hand, state.black_hand, state.quiet, state.turn)

    def _piece(self, state: Men, point: int) -> str:
        return "X" if state.white >> point & 1 else "O" if state.black >> point & 1 else "."

    def show(self, state: Men) -> str:
        grid = [[" "] * 13 for _ in range(7)]
        for point in range(24):
            row, column = _spot(point)
            grid[row][2 * column] = self._piece(state, point)
        lines = [f"{7 - row} {''.join(cells).rstrip()}" for row, cells in enumerate(grid)]
        hands = f"in hand {state.white_hand} and {state.black_hand}"
        return "\n".join([*lines, "  a b c d e f g", f"{self.show_turn(state)}, {hands}"])

    def read_position(self, text: str) -> Men:
        """The 24 points as shown, X (white) and O; ``in hand 2 and 2`` and who moves may follow."""
        below = re.search(r"(?i)\b(over|white|black|in hand)\b", text)
        board, words = (text[: below.start()], text[below.start() :]) if below else (text, "")
        bare = re.sub(r"a\s*b\s*c\s*d\s*e\s*f\s*g|\d+|[\s/,;]", "", board).upper()
        signs = bare.replace("-", ".")
        if len(signs) != 24 or not set(signs) <= set("XO."):
            raise GameError(
                f"{self.title}: {count_of(len(signs), 'point')}; write 24 of X, O and . row "
                "by row from the top"
            )
        points = sorted(range(24), key=_spot)
        men = [
            sum(1 << p for p, s in zip(points, signs, strict=True) if s == sign) for sign in "XO"
        ]
        in_hand = words.lower().partition("in hand")[2] or words
        numbers = [int(n) for n in re.findall(r"\d+", in_hand)]
        hands = numbers if len(numbers) == 2 else [0, 0]
        for side, hand in zip(men, hands, strict=True):
            if popcount(side) + hand > self.men:
                raise GameError(
                    f"{self.title}: {count_of(popcount(side), 'man')} and {hand} in hand; "
                    f"each has {self.men}"
                )
        return Men(men[0], men[1], hands[0], hands[1], 0, mover(words, self.names, 0))

    def board_of(self, state: Men) -> Board:
        step = 44.0
        points = {_name(p): (_spot(p)[1] * step, _spot(p)[0] * step) for p in range(24)}
        rings = [(ring + k, ring + (k + 1) % 8) for ring in (0, 8, 16) for k in range(8)]
        spokes = [(k, 16 + k) for k in (1, 3, 5, 7)]
        edges = [(_name(a), _name(b)) for a, b in rings + spokes]
        men = {_name(p): self._piece(state, p) for p in range(24)}
        return graph_board(
            points,
            edges,
            men.__getitem__,
            self.title,
            colors=self.colors,
            named=False,
            coordinates=True,
            note=self._in_hand(state),
        )

    def _in_hand(self, state: Men) -> str:
        hands = ((self.names[0], state.white_hand), (self.names[1], state.black_hand))
        return ", ".join(f"{name} has {men} in hand" for name, men in hands)

    def show_move(self, state: Men, move: int) -> str:
        source, target, taken = move // 600, move // 25 % 24, move % 25
        text = _name(target) if source == HAND else f"{_name(source)}-{_name(target)}"
        return text if taken == NOTHING else f"{text}x{_name(taken)}"


def turned(points: int) -> int:
    """Every ring turned by a quarter."""
    return ((points << 2) & 0xFCFCFC) | ((points >> 6) & 0x030303)


def mirrored(points: int) -> int:
    """Every ring mirrored in the line through its first corner."""
    found = points & 0x111111
    for k in (1, 2, 3):
        low = 0x010101 << k
        high = 0x010101 << (8 - k)
        found |= ((points & low) << (8 - 2 * k)) | ((points & high) >> (8 - 2 * k))
    return found


def swapped_rings(points: int) -> int:
    """The outer and the inner ring exchanged."""
    return (points & 0x00FF00) | ((points & _RING) << 16) | (points >> 16)


def beside(points: int) -> int:
    """The points one step along a line from some."""
    near = ((points << 1) & 0xFEFEFE) | ((points >> 7) & 0x010101)
    near |= ((points >> 1) & 0x7F7F7F) | ((points << 7) & 0x808080)
    spokes = points & _MIDDLES
    return (near | (spokes << 8) | (spokes >> 8)) & _FULL


def mills(men: int) -> int:
    """The men that stand in a mill."""
    ahead = ((men >> 1) & 0x7F7F7F) | ((men << 7) & 0x808080)
    further = ((men >> 2) & 0x3F3F3F) | ((men << 6) & 0xC0C0C0)
    sides = men & ahead & further & _CORNERS
    found = sides | (sides << 1) | ((sides << 2) & 0xFCFCFC) | ((sides >> 6) & 0x030303)
    spokes = men & (men >> 8) & (men >> 16) & _MIDDLES & _RING
    return found | spokes | (spokes << 8) | (spokes << 16)


def in_mill(men: int, point: int) -> bool:
    return (mills(men) >> point) & 1 == 1


def _spot(point: int) -> tuple[int, int]:
    """Row from the top and column of a point, on a grid of seven by seven."""
    ring, place = divmod(point, 8)
    far = 3 - ring
    across = (-1, 0, 1, 1, 1, 0, -1, -1)[place]
    down = (-1, -1, -1, 0, 1, 1, 1, 0)[place]
    return 3 + down * far, 3 + across * far


def _name(point: int) -> str:
    row, column = _spot(point)
    return f"{'abcdefg'[column]}{7 - row}"


@named("nine-mens-morris", "board")
def nine_mens_morris(men: int = 9, flying: bool = True, limit: int = 100) -> NineMensMorris:
    """Place men, move them along the lines, and capture by forming mills of three.

    Parameters
    ----------
    men : int, default 9
        The number of men of a player.
    flying : bool, default True
        Whether a player with three men may move anywhere.
    limit : int, default 100
        The number of moves without a capture after which the game is a draw.

    Returns
    -------
    NineMensMorris
        The game.
    """
    return NineMensMorris(men, flying, limit)
