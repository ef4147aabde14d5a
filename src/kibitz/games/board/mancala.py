"""Kalah and Oware: sow seeds round two rows of pits and gather the most.

A position is the seeds in the pits and stores, counterclockwise from the first player's first pit,
so that pit ``k`` of the first player lies opposite pit ``n - 1 - k`` of the second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import check_limit
from kibitz.pictures import (
    COLUMN,
    FAINT,
    ROW,
    WOOD,
    Board,
    Canvas,
    Cell,
    drawn_board,
    round_outline,
)
from kibitz.rules import OVER, Rules, replaced


class KalahBoard(NamedTuple):
    """The pits and store of the first player, then those of the second; and the mover."""

    pits: tuple[int, ...]
    turn: int


class Kalah(Rules):
    """Sow one by one, stores included; a last seed in one's store moves again.

    A last seed in an empty pit of one's own captures it and the seeds opposite, if there are any.
    When the pits of one side are empty, the other side keeps what lies there.
    """

    title = "Kalah"
    names = ("south", "north")

    def __init__(self, pits: int = 6, seeds: int = 4) -> None:
        if not 1 <= pits <= 12:
            raise GameError(f"kalah: {pits} pits a side; it must be 1 to 12")
        if not 1 <= seeds <= 20:
            raise GameError(f"kalah: {seeds} seeds a pit; it must be 1 to 20")
        self.pits, self.seeds = pits, seeds
        self.most_moves = pits
        self.payoff_bounds = (-2 * pits * seeds, 2 * pits * seeds)

    def start(self) -> KalahBoard:
        side = (self.seeds,) * self.pits + (0,)
        return KalahBoard(side + side, 0)

    def side_is_empty(self, state: KalahBoard, side: int) -> bool:
        first = side * (self.pits + 1)
        return all(state.pits[k] == 0 for k in range(first, first + self.pits))

    def player(self, state: KalahBoard) -> int:
        if self.side_is_empty(state, 0) or self.side_is_empty(state, 1):
            return OVER
        return state.turn

    def moves(self, state: KalahBoard) -> Iterator[int]:
        """The pits nearest to the store first."""
        first = state.turn * (self.pits + 1)
        for k in range(self.pits - 1, -1, -1):
            if state.pits[first + k]:
                yield k

    def play(self, state: KalahBoard, move: int) -> KalahBoard:
        n, turn = self.pits, state.turn
        at = turn * (n + 1) + move
        mine, theirs = turn * (n + 1) + n, (1 - turn) * (n + 1) + n
        seeds = state.pits[at]
        pits = replaced(state.pits, at, 0)
        while seeds > 0:
            at = (at + 1) % (2 * n + 2)
            if at != theirs:
                pits = replaced(pits, at, pits[at] + 1)
                seeds -= 1
        if at == mine:
            return KalahBoard(pits, turn)
        opposite = 2 * n - at
        if turn * (n + 1) <= at < mine and pits[at] == 1 and pits[opposite] > 0:
            won = pits[mine] + 1 + pits[opposite]
            pits = replaced(replaced(replaced(pits, at, 0), opposite, 0), mine, won)
        return KalahBoard(pits, 1 - turn)

    def payoffs(self, state: KalahBoard) -> tuple[int, int]:
        ahead = 0
        for k in range(self.pits + 1):
            ahead += state.pits[k] - state.pits[self.pits + 1 + k]
        return (ahead, -ahead)

    def evaluate(self, state: KalahBoard) -> tuple[int, int]:
        """Seeds in store."""
        ahead = state.pits[self.pits] - state.pits[2 * self.pits + 1]
        return (ahead, -ahead)

    def noisy(self, state: KalahBoard, move: int) -> bool:
        """Moves that fill the store: captures and the like."""
        store = state.turn * (self.pits + 1) + self.pits
        return self.play(state, move).pits[store] > state.pits[store] + 1

    def limits(self, state: KalahBoard) -> tuple[int, int]:
        total = 2 * self.pits * self.seeds
        return (2 * state.pits[self.pits] - total, total - 2 * state.pits[2 * self.pits + 1])

    def show(self, state: KalahBoard) -> str:
        n = self.pits
        return _rows(
            state.pits[n + 1 : 2 * n + 1],
            state.pits[:n],
            state.pits[2 * n + 1],
            state.pits[n],
            self.show_turn(state),
        )

    def read_position(self, text: str) -> KalahBoard:
        """As shown, or the pits and store of south, those of north, and who moves if not south."""
        south, store, north, other, turn = read_pits(
            text, self.pits, 2 * self.pits * self.seeds, self.title
        )
        return KalahBoard((*south, store, *north, other), turn)

    def board_of(self, state: KalahBoard) -> Board:
        n = self.pits
        return _drawn(
            state.pits[n + 1 : 2 * n + 1],
            state.pits[:n],
            state.pits[2 * n + 1],
            state.pits[n],
            self.title,
            state.turn,
            lambda move: self.show_move(state, move),
        )

    def show_move(self, state: KalahBoard, move: int) -> str:
        return str(move + 1)


class OwareBoard(NamedTuple):
    """The seeds in the pits, what each has captured, moves since a capture, and the mover."""

    pits: tuple[int, ...]
    south: int
    north: int
    quiet: int
    turn: int


class Oware(Rules):
    """Sow round the board; a last seed that makes two or three on the other side captures.

    The pits before it are captured too as long as they hold two or three. A move that would capture
    all seeds of the other side captures none; who leaves the other without seeds must, if possible,
    give some. The game ends when someone has more than half the seeds, when there is no move, or
    after 100 moves without a capture; then all keep the seeds on their side.
    """

    title = "Oware"
    names = ("south", "north")

    def __init__(self, pits: int = 6, seeds: int = 4, limit: int = 100) -> None:
        if not 2 <= pits <= 12:
            raise GameError(f"oware: {pits} pits a side; it must be 2 to 12")
        if not 1 <= seeds <= 20:
            raise GameError(f"oware: {seeds} seeds a pit; it must be 1 to 20")
        check_limit(limit, 1, "oware")
        self.pits, self.seeds, self.limit = pits, seeds, limit
        self.total = 2 * pits * seeds
        self.most_moves = pits
        self.longest = limit * (self.total // 2 + 2)
        self.payoff_bounds = (-self.total, self.total)

    def start(self) -> OwareBoard:
        return OwareBoard((self.seeds,) * (2 * self.pits), 0, 0, 0, 0)

    def player(self, state: OwareBoard) -> int:
        if max(state.south, state.north) > self.total // 2 or state.quiet >= self.limit:
            return OVER
        for move in range(self.pits):
            if self.is_move(state, move):
                return state.turn
        return OVER

    def on_side(self, pits: tuple[int, ...], side: int) -> int:
        return sum(pits[side * self.pits + k] for k in range(self.pits))

    def is_move(self, state: OwareBoard, move: int) -> bool:
        """A pit with seeds, which reach the other side if there are none."""
        n = self.pits
        seeds = state.pits[state.turn * n + move]
        if seeds == 0:
            return False
        return seeds >= n - move or self.on_side(state.pits, 1 - state.turn) > 0

    def moves(self, state: OwareBoard) -> Iterator[int]:
        for move in range(self.pits):
            if self.is_move(state, move):
                yield move

    def play(self, state: OwareBoard, move: int) -> OwareBoard:
        n, turn = self.pits, state.turn
        source = turn * n + move
        seeds = state.pits[source]
        pits = replaced(state.pits, source, 0)
        at = source
        while seeds > 0:
            at = (at + 1) % (2 * n)
            if at != source:
                pits = replaced(pits, at, pits[at] + 1)
                seeds -= 1
        sown = pits
        won = 0
        while at // n != turn and 2 <= pits[at] <= 3:
            won += pits[at]
            pits = replaced(pits, at, 0)
            at = (at - 1) % (2 * n)
        if won > 0 and self.on_side(pits, 1 - turn) == 0:
            pits = sown
            won = 0
        quiet = 0 if won else state.quiet + 1
        if turn == 0:
            return OwareBoard(pits, state.south + won, state.north, quiet, 1)
        return OwareBoard(pits, state.south, state.north + won, quiet, 0)

    def payoffs(self, state: OwareBoard) -> tuple[int, int]:
        ahead = state.south - state.north
        ahead += self.on_side(state.pits, 0) - self.on_side(state.pits, 1)
        return (ahead, -ahead)

    def evaluate(self, state: OwareBoard) -> tuple[int, int]:
        """Seeds captured."""
        ahead = state.south - state.north
        return (ahead, -ahead)

    def noisy(self, state: OwareBoard, move: int) -> bool:
        """Captures."""
        return self.play(state, move).quiet == 0

    def show(self, state: OwareBoard) -> str:
        n = self.pits
        return _rows(
            state.pits[n:], state.pits[:n], state.north, state.south, self.show_turn(state)
        )

    def read_position(self, text: str) -> OwareBoard:
        """As shown, or the pits and seeds of south, those of north, and who moves if not south."""
        south, won, north, lost, turn = read_pits(text, self.pits, self.total, self.title)
        return OwareBoard((*south, *north), won, lost, 0, turn)

    def board_of(self, state: OwareBoard) -> Board:
        n = self.pits
        return _drawn(
            state.pits[n:],
            state.pits[:n],
            state.north,
            state.south,
            self.title,
            state.turn,
            lambda move: self.show_move(state, move),
        )

    def show_move(self, state: OwareBoard, move: int) -> str:
        return chr(ord("A" if state.turn == 0 else "a") + move)


def _rows(north: tuple[int, ...], south: tuple[int, ...], far: int, near: int, turn: str) -> str:
    """The board as south sees it: north's pits run from right to left."""
    above = " ".join(f"{seeds:>2}" for seeds in reversed(north))
    below = " ".join(f"{seeds:>2}" for seeds in south)
    gap = " " * (len(below) + 2)
    return f"    {above}\n{far:>2}{gap}{near:>4}\n    {below}\n{turn}"


def read_pits(
    text: str, pits: int, total: int, name: str
) -> tuple[list[int], int, list[int], int, int]:
    """South's pits and store, north's, and who moves: as shown, or in the order of sowing.

    >>> read_pits("0 3 1  0 2 2 north", 2, 8, "Kalah")
    ([0, 3], 1, [0, 2], 2, 1)
    """
    turn = 1 if "north" in text.lower() else 0
    board = re.sub(r"(?i)\bover:.*", "", text)
    rows = [[int(n) for n in re.findall(r"-?\d+", line)] for line in board.splitlines()]
    rows = [row for row in rows if row]
    seeds = [n for row in rows for n in row]
    if [len(row) for row in rows] == [pits, 2, pits]:
        seeds = [*rows[2], rows[1][1], *reversed(rows[0]), rows[1][0]]
    if len(seeds) != 2 * pits + 2 or min(seeds) < 0 or sum(seeds) != total:
        raise GameError(
            f"{name}: {len(seeds)} numbers that add up to {sum(seeds)}; write {pits} pits and the "
            f"store of south, then of north, {total} seeds in all"
        )
    return (seeds[:pits], seeds[pits], seeds[pits + 1 : 2 * pits + 1], seeds[2 * pits + 1], turn)


def _drawn(
    north: tuple[int, ...],
    south: tuple[int, ...],
    far: int,
    near: int,
    caption: str,
    turn: int,
    notation: Callable[[int], str],
) -> Board:
    step = 52.0
    canvas = Canvas(step * (len(south) + 2) + 20, 150)
    canvas.rect(6, 6, step * (len(south) + 2) + 8, 138, fill=WOOD, stroke=FAINT, radius=24)
    for k in range(len(south)):
        for y, seeds in ((45.0, north[len(south) - 1 - k]), (105.0, south[k])):
            x = 10 + step * (k + 1.5)
            canvas.dot(x, y, 22, "paper", FAINT)
            canvas.text(x, y + 5, str(seeds), size=16, fill=COLUMN if y < 75 else ROW)
    last = 10 + step * (len(south) + 1.5)
    for x, seeds, color in ((10 + step / 2, far, COLUMN), (last, near, ROW)):
        canvas.rect(x - 21, 22, 42, 106, fill="paper", stroke=FAINT, radius=20)
        canvas.text(x, 81, str(seeds), size=18, fill=color, bold=True)
    cells = []
    for k in range(len(south)):
        x = 10 + step * (k + 1.5)
        for side, y, own in (("south", 105.0, k), ("north", 45.0, len(south) - 1 - k)):
            name = f"{side} {own + 1}"
            click = notation(own) if side == ("south", "north")[turn] else name
            cells.append(Cell(name, round_outline(x, y, 24), click=click))
    return drawn_board(canvas, cells, caption)


@named("kalah", "board")
def kalah(pits: int = 6, seeds: int = 4) -> Kalah:
    """Sow seeds around the pits into your store; if the last seed lands there, move again.

    Parameters
    ----------
    pits : int, default 6
        The number of pits of a player.
    seeds : int, default 4
        The number of seeds in each pit at the start.

    Returns
    -------
    Kalah
        The game.
    """
    return Kalah(pits, seeds)


@named("oware", "board")
def oware(pits: int = 6, seeds: int = 4, limit: int = 100) -> Oware:
    """Sow seeds around the pits; a last seed that makes two or three captures them.

    Parameters
    ----------
    pits : int, default 6
        The number of pits of a player.
    seeds : int, default 4
        The number of seeds in each pit at the start.
    limit : int, default 100
        The number of moves without a capture after which the game ends.

    Returns
    -------
    Oware
        The game.
    """
    return Oware(pits, seeds, limit)
