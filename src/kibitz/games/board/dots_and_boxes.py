"""Dots and Boxes: draw lines between dots; who closes a box gets it and draws again.

The lines are the bits of one integer: first those along the rows, from the bottom left, then those
across. A move is the number of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.board.boards import square_name
from kibitz.pictures import FAINT, INK, Board, Canvas, Cell, drawn_board
from kibitz.rules import OVER, Rules, popcount


class Lines(NamedTuple):
    """The lines drawn, the boxes of the first player less those of the second, and the mover."""

    drawn: int
    ahead: int
    turn: int


class DotsAndBoxes(Rules):
    """Close more boxes than the other."""

    title = "Dots and Boxes"
    names = ("first", "second")

    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        lines = (rows + 1) * columns + rows * (columns + 1)
        if rows < 1 or columns < 1 or lines > 62:
            raise GameError(
                f"dots-and-boxes: {rows} x {columns} boxes; at least 1 x 1, and at most 62 lines "
                "(5 x 5 boxes have 60)"
            )
        self.rows, self.columns, self.lines = rows, columns, lines
        self.most_moves = self.longest = lines
        self.payoff_bounds = (-rows * columns, rows * columns)
        self.full = (1 << lines) - 1
        boxes = [_box(*divmod(box, columns), rows, columns) for box in range(rows * columns)]
        self.boxes = tuple(boxes)
        beside = [[box for box in boxes if box >> line & 1] for line in range(lines)]
        self.first_box = tuple(found[0] for found in beside)
        self.second_box = tuple(found[-1] for found in beside)
        self.turns = _symmetries(rows, columns)

    def start(self) -> Lines:
        return Lines(0, 0, 0)

    def player(self, state: Lines) -> int:
        return OVER if state.drawn == self.full else state.turn

    def moves(self, state: Lines) -> Iterator[int]:
        for line in range(self.lines):
            if not (state.drawn >> line) & 1:
                yield line

    def play(self, state: Lines, move: int) -> Lines:
        drawn = state.drawn | (1 << move)
        first, second = self.first_box[move], self.second_box[move]
        closed = 1 if drawn & first == first else 0
        if second != first and drawn & second == second:
            closed += 1
        if closed == 0:
            return Lines(drawn, state.ahead, 1 - state.turn)
        return Lines(drawn, state.ahead + (closed if state.turn == 0 else -closed), state.turn)

    def closes(self, state: Lines, move: int) -> bool:
        drawn = state.drawn | (1 << move)
        first, second = self.first_box[move], self.second_box[move]
        return drawn & first == first or drawn & second == second

    def opens(self, state: Lines, move: int) -> bool:
        """Whether a line is the third of a box, which the other may then close."""
        drawn = state.drawn | (1 << move)
        return (
            popcount(drawn & self.first_box[move]) == 3
            or popcount(drawn & self.second_box[move]) == 3
        )

    def payoffs(self, state: Lines) -> tuple[int, int]:
        return (state.ahead, -state.ahead)

    def limits(self, state: Lines) -> tuple[int, int]:
        left = 0
        for box in self.boxes:
            if state.drawn & box != box:
                left += 1
        return (state.ahead - left, state.ahead + left)

    def evaluate(self, state: Lines) -> tuple[int, int]:
        """Boxes closed, and those that can be closed at once."""
        ready = 0
        for box in self.boxes:
            if popcount(state.drawn & box) == 3:
                ready += 1
        guess = state.ahead + (ready if state.turn == 0 else -ready)
        return (guess, -guess)

    def order(self, state: Lines, move: int) -> int:
        """Close boxes; do not open them."""
        if self.closes(state, move):
            return 1
        return -1 if self.opens(state, move) else 0

    def noisy(self, state: Lines, move: int) -> bool:
        """Closing a box."""
        return self.closes(state, move)

    def key(self, state: Lines) -> tuple[int, int, int]:
        """The least of the turns and mirror images."""
        best = state.drawn
        for turn in self.turns:
            lines = 0
            for line in range(self.lines):
                lines |= ((state.drawn >> line) & 1) << turn[line]
            best = min(best, lines)
        return (best, state.ahead, state.turn)

    def show(self, state: Lines) -> str:
        columns = self.columns
        across = (self.rows + 1) * columns

        def stroke(line: int, drawn: str) -> str:
            return drawn if state.drawn >> line & 1 else " " * len(drawn)

        text = []
        for row in reversed(range(self.rows + 1)):
            along = "+".join(stroke(row * columns + k, "--") for k in range(columns))
            text.append(f"{row + 1} +{along}+")
            if row:
                first = across + (row - 1) * (columns + 1)
                text.append("  " + "  ".join(stroke(first + k, "|") for k in range(columns + 1)))
        text.append("  " + "  ".join(square_name(0, k)[:-1] for k in range(columns + 1)))
        ahead = f"{self.names[0]} is {state.ahead:+d}, {self.show_turn(state)}"
        return "\n".join(line.rstrip() for line in [*text, ahead])

    def read_position(self, text: str) -> Lines:
        """As shown; or the lines drawn, as in ``a1-b1 a1-a2``, how far first is ahead, who moves.

        ``a1-b1 a2-b2 a1-a2 b1-b2, first is -1, second to move``
        """
        below = re.search(r"(?i)[,\s]*(first\b|second\b).*$", text, re.DOTALL)
        words, rest = (text[: below.start()], below[0].lower()) if below else (text, "")
        drawn = self._written(words) if "+" in words else self._named(words)
        match = re.search(r"[+-]?\d+", rest)
        ahead = int(match[0]) if match else 0
        closed = sum(drawn & box == box for box in self.boxes)
        if abs(ahead) > closed or (closed - ahead) % 2:
            raise GameError(
                f"{self.title}: {closed} boxes are closed, and first is {ahead:+d}; write the lead "
                "of first, as in 'first is +1, second to move'"
            )
        return Lines(drawn, ahead, 1 if re.search(r"second( to move|\s*$)", rest) else 0)

    def _named(self, words: str) -> int:
        """The lines with these names."""
        lines = {self.show_move(self.start(), line): line for line in range(self.lines)}
        drawn = 0
        for word in words.replace(",", " ").lower().split():
            ends = "-".join(sorted(word.split("-")))
            if ends not in lines:
                raise GameError(f"{self.title}: {word!r} is not a line; write lines such as a1-b1")
            drawn |= 1 << lines[ends]
        return drawn

    def _written(self, text: str) -> int:
        """The lines of a board as it is shown."""
        rows = text.split("\n")
        dots = [k for k, row in enumerate(rows) if "+" in row]
        rows = rows[dots[0] : dots[-1] + 1]
        if len(rows) != 2 * self.rows + 1:
            raise GameError(
                f"{self.title}: {count_of(len(rows), 'line')} of text; a board is shown in "
                f"{2 * self.rows + 1}"
            )
        drawn = 0
        for line in range(self.lines):
            (row, column), (upper, _) = self._ends(line)
            at = 2 + 3 * column
            shown = rows[2 * (self.rows - upper) + (upper - row)]
            stroke = shown[at : at + 1] == "|" if upper > row else shown[at + 1 : at + 2] == "-"
            drawn |= int(stroke) << line
        return drawn

    def board_of(self, state: Lines) -> Board:
        step = 46.0
        canvas = Canvas(max(self.columns * step + 60, 140), self.rows * step + 80)

        def at(row: int, column: int) -> tuple[float, float]:
            return 40 + column * step, 20 + (self.rows - row) * step

        for k, box in enumerate(self.boxes):
            if state.drawn & box == box:
                x, y = at(k // self.columns + 1, k % self.columns)
                canvas.rect(x, y, step, step, fill=FAINT)
        for line in range(self.lines):
            (a, b), (c, d) = self._ends(line)
            drawn = state.drawn >> line & 1
            canvas.line(
                *at(a, b),
                *at(c, d),
                stroke=INK if drawn else FAINT,
                width=3 if drawn else 1,
                dash="" if drawn else "2 4",
            )
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                canvas.dot(*at(row, column), 4)
            canvas.text(14, at(row, 0)[1] + 4, str(row + 1), size=11)
        for column in range(self.columns + 1):
            canvas.text(at(0, column)[0], at(0, 0)[1] + 24, square_name(0, column)[:-1], size=11)
        score = f"{self.names[0]} is {state.ahead:+d} boxes"
        canvas.text(14, at(0, 0)[1] + 48, score, size=12, anchor="start")
        cells = []
        for line in range(self.lines):
            (x1, y1), (x2, y2) = (at(*end) for end in self._ends(line))
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            out = step * 0.35
            beside = ((x - out, y), (x + out, y)) if x1 == x2 else ((x, y - out), (x, y + out))
            corners = ((x1, y1), beside[0], (x2, y2), beside[1])
            cells.append(Cell(self.show_move(state, line), corners))
        return drawn_board(canvas, cells, self.title)

    def _ends(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two dots of a line."""
        along = (self.rows + 1) * self.columns
        if line < along:
            row, column = divmod(line, self.columns)
            return (row, column), (row, column + 1)
        row, column = divmod(line - along, self.columns + 1)
        return (row, column), (row + 1, column)

    def show_move(self, state: Lines, move: int) -> str:
        return "-".join(square_name(row, column) for row, column in self._ends(move))


def _box(row: int, column: int, rows: int, columns: int) -> int:
    along = (rows + 1) * columns
    beside = along + row * (columns + 1) + column
    below = row * columns + column
    return 1 << below | 1 << (below + columns) | 1 << beside | 1 << (beside + 1)


def _symmetries(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Where each line goes under the turns and reflections of the board."""
    along = (rows + 1) * columns
    lines = along + rows * (columns + 1)

    def moved(line: int, flip: bool, mirror: bool, swap: bool) -> int:
        flat = line < along
        row, column = divmod(line, columns) if flat else divmod(line - along, columns + 1)
        if flip:
            row = (rows if flat else rows - 1) - row
        if mirror:
            column = (columns - 1 if flat else columns) - column
        if swap:
            flat, row, column = not flat, column, row
        return row * columns + column if flat else along + row * (columns + 1) + column

    sides = (False, True)
    found = {
        tuple(moved(line, flip, mirror, swap) for line in range(lines))
        for flip in sides
        for mirror in sides
        for swap in (sides if rows == columns else (False,))
    }
    return tuple(sorted(found - {tuple(range(lines))}))


@named("dots-and-boxes", "board")
def dots_and_boxes(rows: int = 3, columns: int = 3) -> DotsAndBoxes:
    """Draw lines between dots; the player who closes a box gets it and draws again.

    Parameters
    ----------
    rows : int, default 3
        The number of rows of boxes.
    columns : int, default 3
        The number of columns of boxes.

    Returns
    -------
    DotsAndBoxes
        The game.
    """
    return DotsAndBoxes(rows, columns)
