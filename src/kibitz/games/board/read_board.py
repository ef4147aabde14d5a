"""Reading a board that someone wrote down: as it is shown, or row by row from the top."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

_EMPTY = ".-_*"


@dataclass(frozen=True, slots=True)
class WrittenBoard:
    """The pieces of a board, row by row from row 1, and what else was written below it."""

    name: str
    rows: tuple[str, ...]
    rest: str

    def squares(self, piece: str) -> list[tuple[int, int]]:
        """Where a piece stands: rows and columns."""
        return [
            (r, c) for r, row in enumerate(self.rows) for c, here in enumerate(row) if here == piece
        ]

    def bits(self, piece: str) -> int:
        """The same as bits, row by row."""
        width = len(self.rows[0])
        return sum(1 << (width * row + column) for row, column in self.squares(piece))

    @property
    def says_over(self) -> bool:
        """Whether the words below the board say that the game is over."""
        return re.search(r"(?i)\bover\b", self.rest) is not None

    def mover(self, names: tuple[str, ...], usual: int, signs: str = "") -> int:
        """Who is to move: a name or a sign among the words below the board."""
        words = re.findall(r"\w+", self.rest.lower())
        if self.says_over:
            return mover(self.rest, names, usual)
        for called in (names, signs):
            for who, name in enumerate(called):
                if name.lower() in words:
                    return who
        strange = [word for word in words if word not in ("to", "move", "moves", "komi")]
        if strange and not strange[0].isdigit():
            known = " or ".join(names)
            raise GameError(f"{self.name}: {self.rest!r:.40} is not a player; write {known}")
        return usual


def mover(words: str, names: tuple[str, ...], usual: int) -> int:
    """Who is to move by what is written; in a game that is over it is the turn of who got least.

    >>> sides = ("white", "black")
    >>> mover("black to move", sides, 0), mover("over: white 1, black -1", sides, 0)
    (1, 1)
    """
    words = words.lower()
    if re.search(r"\bover\b", words):
        paid = [re.search(rf"\b{re.escape(name.lower())} (-?[\d.]+)", words) for name in names]
        got = [float(each[1]) for each in paid if each]
        if len(got) == len(names):
            return max(who for who, x in enumerate(got) if x == min(got))
        return usual
    found = [who for who, name in enumerate(names) if re.search(rf"\b{name.lower()}\b", words)]
    return found[-1] if found else usual


def read_board(
    text: str, rows: int, columns: int, pieces: str, name: str, top_first: bool = False
) -> WrittenBoard:
    """A board of ``pieces``; dots, dashes and underscores are empty squares.

    Rows are lines, or stand between slashes, or follow one another without a space; coordinates may
    be there as they are shown. Row 1 is the last one, or the first with ``top_first``, unless they
    are numbered.

    >>> read_board("X.O / .X. / ..O", 3, 3, "XO", "tic-tac-toe").rows
    ('..O', '.X.', 'X.O')
    >>> read_board("X.O.X...O", 3, 3, "XO", "tic-tac-toe").squares("X")
    [(1, 1), (2, 0)]
    >>> read_board("1 X . / 2 O .", 2, 2, "XO", "a board").squares("X")
    [(0, 0)]
    """
    found: list[str] = []
    rest: list[str] = []
    lines = _lines(text, rows, columns)
    numbers = [int(words[0]) for words in map(str.split, lines) if words and words[0].isdigit()]
    if len(numbers) == rows and rows > 1:
        top_first = numbers[0] < numbers[-1]
    for line in lines:
        row = _row(line, columns, pieces)
        first, _, after = line.partition(" ")
        if row is None and _row(first, columns, pieces) is not None:
            row = _row(first, columns, pieces)
            rest.append(after)
        if row is not None and len(found) < rows:
            found.append(row)
        elif not _is_foot(line):
            rest.append(line)
    if len(found) != rows:
        raise GameError(
            f"{name}: {text!r:.60} is not a board; write {count_of(rows, 'row')} of {columns} "
            "from the top, "
            f"with {', '.join(pieces)} and . between slashes"
        )
    return WrittenBoard(name, tuple(found if top_first else reversed(found)), " ".join(rest))


def _lines(text: str, rows: int, columns: int) -> list[str]:
    lines = [line.strip() for line in re.split(r"[/|\n;]", text) if line.strip()]
    first, _, after = text.strip().partition(" ")
    if len(lines) == 1 and len(first) == rows * columns:
        return [*(first[k : k + columns] for k in range(0, len(first), columns)), after]
    words = text.split()
    if len(lines) == 1 and [len(word) for word in words[:rows]] == [columns] * rows:
        return [*words[:rows], " ".join(words[rows:])]
    return lines


def _row(line: str, columns: int, pieces: str) -> str | None:
    words = line.split()
    if len(words) == columns + 1 and words[0].isdigit():
        words = words[1:]
    squares = "".join(words)
    known = {**dict.fromkeys(_EMPTY, "."), **{p: p for p in pieces}}
    for piece in pieces:
        known.setdefault(piece.swapcase(), piece)
    if len(squares) != columns or any(square not in known for square in squares):
        return None
    return "".join(known[square] for square in squares)


def _is_foot(line: str) -> bool:
    """Whether a line is the letters of the columns."""
    words = line.split()
    return bool(words) and all(len(set(w)) == 1 and w.isalpha() for w in words) and len(words) > 1
