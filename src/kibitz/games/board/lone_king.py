"""Chess endings with a king and a queen or a rook against a lone king.

A position is the squares of the white king, the white piece (64 when it is taken) and the black
king, from a1 to h8, and who is to move. A move is where from and where to: 64 times the one plus
the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import board_text, square_name
from kibitz.games.board.chess import Chess, men_of, plies_left
from kibitz.games.board.read_board import read_board
from kibitz.pictures import BLACK, WHITE, Board, grid_board
from kibitz.rules import OVER, Rules
from kibitz.rules.numbered_positions import InEnding

TAKEN = 64


class LoneKingState(NamedTuple):
    """Where the pieces stand, and who is to move."""

    king: int
    piece: int
    lone: int
    turn: int


class LoneKing(Rules):
    """White mates with a queen or a rook; stalemate and a lost piece are draws."""

    names = ("white", "black")
    colors = (WHITE, BLACK)
    payoff_bounds = (-1, 1)
    most_moves = 64

    def __init__(self, piece: str = "queen") -> None:
        if piece not in ("queen", "rook"):
            raise GameError(f"lone-king: the piece is {piece!r}; it must be queen or rook")
        self.title = f"King and {piece} against king"
        self.is_queen = piece == "queen"

    def start(self) -> LoneKingState:
        return LoneKingState(4, 3 if self.is_queen else 7, 60, 0)

    def all_positions(self) -> Iterator[LoneKingState]:
        """Every legal position, with either side to move."""
        for king in range(64):
            for piece in range(64):
                for lone in range(64):
                    if king in (piece, lone) or piece == lone or self.touch(king, lone):
                        continue
                    if not self.attacks(king, piece, lone):
                        yield LoneKingState(king, piece, lone, 0)
                    yield LoneKingState(king, piece, lone, 1)

    def ending_of(self, game: Rules, state: Any) -> InEnding | None:
        """A position of chess with these three men, whichever color has the piece."""
        if isinstance(game, LoneKing) and game.is_queen == self.is_queen:
            return InEnding(state)
        if not isinstance(game, Chess):
            raise GameError(f"{game.name}: it never reaches this chess ending")
        men, plies = dict(men_of(state, 3) or ()), plies_left(state)
        turn, piece = (0 if " w " in state.fen else 1), "Q" if self.is_queen else "R"
        for signs, turned_about in (("K" + piece + "k", 0), ("k" + piece.lower() + "K", 56)):
            if men.keys() == set(signs) and plies is not None:
                king, other, lone = (men[sign] ^ turned_about for sign in signs)
                here = LoneKingState(king, other, lone, 1 - turn if turned_about else turn)
                return InEnding(here, turned_about > 0, plies)
        return None

    def touch(self, one: int, two: int) -> bool:
        """Whether a king's step apart (or on the same square)."""
        return abs(one // 8 - two // 8) <= 1 and abs(one % 8 - two % 8) <= 1

    def key(self, state: LoneKingState) -> tuple[int, int, int, int]:
        """The least of the eight turns and mirror images of the board."""
        king, piece, lone = state.king, state.piece, state.lone
        best = (king, piece, lone)
        for k in range(1, 8):
            mirrored = k == 4
            king, lone = turned(king, mirrored), turned(lone, mirrored)
            if piece != TAKEN:
                piece = turned(piece, mirrored)
            if (king, piece, lone) < best:
                best = (king, piece, lone)
        return (best[0], best[1], best[2], state.turn)

    def attacks(self, king: int, piece: int, square: int) -> bool:
        """Whether the white piece attacks a square; its own king may stand between."""
        if piece in (TAKEN, square):
            return False
        rows, columns = square // 8 - piece // 8, square % 8 - piece % 8
        straight = rows == 0 or columns == 0
        if not straight and not (self.is_queen and abs(rows) == abs(columns)):
            return False
        row_step = (rows > 0) - (rows < 0)
        column_step = (columns > 0) - (columns < 0)
        here = piece + 8 * row_step + column_step
        while here != square:
            if here == king:
                return False
            here += 8 * row_step + column_step
        return True

    def has_flight(self, state: LoneKingState) -> bool:
        """Whether the lone king has a square to go to."""
        return any(self.may_step(state, direction) for direction in range(9))

    def may_step(self, state: LoneKingState, direction: int) -> bool:
        row, column = state.lone // 8 + direction // 3 - 1, state.lone % 8 + direction % 3 - 1
        if direction == 4 or not (0 <= row < 8 and 0 <= column < 8):
            return False
        target = 8 * row + column
        if self.touch(state.king, target):
            return False
        return target == state.piece or not self.attacks(state.king, state.piece, target)

    def player(self, state: LoneKingState) -> int:
        if state.piece == TAKEN:
            return OVER
        if state.turn == 1 and not self.has_flight(state):
            return OVER
        return state.turn

    def moves(self, state: LoneKingState) -> Iterator[int]:
        if state.turn == 1:
            for direction in range(9):
                if self.may_step(state, direction):
                    target = state.lone + 8 * (direction // 3 - 1) + direction % 3 - 1
                    yield 64 * state.lone + target
        else:
            for direction in range(9):
                row = state.king // 8 + direction // 3 - 1
                column = state.king % 8 + direction % 3 - 1
                target = 8 * row + column
                inside = direction != 4 and 0 <= row < 8 and 0 <= column < 8
                if inside and target != state.piece and not self.touch(target, state.lone):
                    yield 64 * state.king + target
            for direction in range(9):
                row_step, column_step = direction // 3 - 1, direction % 3 - 1
                slanted = row_step != 0 and column_step != 0
                if direction == 4 or (slanted and not self.is_queen):
                    continue
                row, column = state.piece // 8 + row_step, state.piece % 8 + column_step
                while 0 <= row < 8 and 0 <= column < 8:
                    target = 8 * row + column
                    if target in (state.king, state.lone):
                        break
                    yield 64 * state.piece + target
                    row += row_step
                    column += column_step

    def play(self, state: LoneKingState, move: int) -> LoneKingState:
        source, target = move // 64, move % 64
        if state.turn == 1:
            piece = TAKEN if target == state.piece else state.piece
            return LoneKingState(state.king, piece, target, 0)
        if source == state.king:
            return LoneKingState(target, state.piece, state.lone, 1)
        return LoneKingState(state.king, target, state.lone, 1)

    def payoffs(self, state: LoneKingState) -> tuple[int, int]:
        mate = state.piece != TAKEN and self.attacks(state.king, state.piece, state.lone)
        return (1, -1) if mate else (0, 0)

    def evaluate(self, state: LoneKingState) -> tuple[float, float]:
        """The lone king near the edge, and the white one near it."""
        if state.piece == TAKEN:
            return (0.0, 0.0)
        row, column = state.lone // 8, state.lone % 8
        edge = max(abs(2 * row - 7), abs(2 * column - 7))
        apart = max(abs(state.king // 8 - row), abs(state.king % 8 - column))
        guess = 0.3 + 0.05 * edge + 0.03 * (7 - apart)
        return (guess, -guess)

    def _piece(self, state: LoneKingState, square: int) -> str:
        if square == state.king:
            return "K"
        if square == state.piece:
            return "Q" if self.is_queen else "R"
        return "k" if square == state.lone else "."

    def show(self, state: LoneKingState) -> str:
        board = board_text(8, 8, lambda row, column: self._piece(state, 8 * row + column))
        return f"{board}\n{self.show_turn(state)}"

    def read_position(self, text: str) -> LoneKingState:
        """A board with K, k and Q or R, and who moves: white unless it says black.

        The notation of Forsyth and Edwards will do, ``7k/8/8/8/8/8/1Q6/K7 b``, and a list of the
        pieces, ``Ka1 Qb2 kh8 black``.
        """
        letter = "Q" if self.is_queen else "R"
        board = read_board(as_rows(text), 8, 8, f"K{letter}k", self.title)
        found = [[8 * row + column for row, column in board.squares(p)] for p in ("K", letter, "k")]
        if [len(squares) for squares in found] != [1, 1, 1]:
            raise GameError(f"{self.title}: a position has one K, one {letter} and one k")
        state = LoneKingState(found[0][0], found[1][0], found[2][0], board.mover(self.names, 0))
        if self.touch(state.king, state.lone):
            raise GameError(f"{self.title}: the kings are adjacent")
        if state.turn == 0 and self.attacks(state.king, state.piece, state.lone):
            raise GameError(f"{self.title}: white is to move, and black is in check")
        return state

    def board_of(self, state: LoneKingState) -> Board:
        return grid_board(
            8,
            8,
            lambda r, c: self._piece(state, 8 * r + c),
            self.title,
            checkered=True,
            colors=self.colors,
        )

    def move_cells(self, state: LoneKingState, move: int) -> tuple[str, ...]:
        return tuple(square_name(square // 8, square % 8) for square in (move // 64, move % 64))

    def show_move(self, state: LoneKingState, move: int) -> str:
        source, target = move // 64, move % 64
        letter = "K" if state.turn == 1 or source == state.king else "Q" if self.is_queen else "R"
        mark = "x" if target == state.piece and state.turn == 1 else ""
        return f"{letter}{mark}{square_name(target // 8, target % 8)}"


def as_rows(text: str) -> str:
    """A list of pieces, or Forsyth's rows with their numbers of empty squares, as eight rows.

    >>> as_rows("Ka1 Qb2 kh8 black").split(" / ")[0], as_rows("7k/8/8/8/8/8/1Q6/K7 b - - 0 1")[-5:]
    ('.......k', 'black')
    """
    pieces = re.findall(r"\b([KQRk])([a-h])([1-8])\b", text)
    if pieces:
        rows = [["."] * 8 for _ in range(8)]
        kings = 0
        for letter, column, row in pieces:
            kings += letter == "K"
            rows[8 - int(row)]["abcdefgh".index(column)] = "k" if kings > 1 else letter
        rest = re.sub(r"\b[KQRk][a-h][1-8]\b|[,;]", " ", text).split()
        return " / ".join("".join(row) for row in rows) + " / " + " ".join(rest)
    written = re.fullmatch(r"\s*([KQRk1-8]+(?:/[KQRk1-8]+){7})(?:\s+([wb]))?[-\s\d]*", text)
    if written is None:
        return text
    empty = re.sub(r"[1-8]", lambda digit: "." * int(digit.group()), written.group(1))
    return " / ".join(empty.split("/")) + (" / black" if written.group(2) == "b" else " / white")


def turned(square: int, mirrored: bool) -> int:
    """A square after a quarter turn, or in the mirror of the long diagonal."""
    return square % 8 * 8 + (square // 8 if mirrored else 7 - square // 8)


@named("lone-king", "board")
def lone_king(piece: str = "queen") -> LoneKing:
    """A chess ending: king and queen, or king and rook, against a lone king.

    Parameters
    ----------
    piece : {"queen", "rook"}, default "queen"
        The piece beside the king.

    Returns
    -------
    LoneKing
        The game.
    """
    return LoneKing(piece)
