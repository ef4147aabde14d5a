"""Chess, by the rules of the ``chess`` package; it runs in Python.

A position is its FEN and the positions since the last capture or pawn move, for the repetition
rule. A move is an integer: ``from + 64 * to + 4096 * promotion``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.games.board.boards import square_name
from kibitz.pictures import BLACK, DARK_WOOD, WHITE, WOOD, Board, Curve, Dot, Mark, grid_board
from kibitz.rules import OVER, Rules

SQUARE = 45.0
"""How wide a square is; the men are drawn on squares of this size."""
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_COLORS = {"#000": BLACK, "#000000": BLACK, "#fff": WHITE, "#ffffff": WHITE, "#ececec": WHITE}
_WORTH = (0, 20, 60, 65, 100, 180, 0)
_PAWN = 20
"""Pieces are counted in twentieths of a pawn, so that a step nearer the middle is a whole one."""


class ChessState(NamedTuple):
    """A position, and those before it that can still be repeated."""

    fen: str
    before: tuple[str, ...] = ()


class Chess(Rules):
    """Checkmate the king. Fifty quiet moves of each side, or a third repetition, draw."""

    title = "Chess"
    names = ("white", "black")
    colors = (WHITE, BLACK)
    payoff_bounds = (-1, 1)
    most_moves = 218
    longest = 11_800
    pawns = 40
    """How many pawns an estimate of 1 is."""

    def __init__(self, fen: str = START) -> None:
        board = _board(fen)
        if not board.is_valid():
            raise GameError(f"chess: {fen!r} is not a legal position ({board.status()!r})")
        self.fen = board.fen()

    def start(self) -> ChessState:
        return ChessState(self.fen)

    def player(self, state: ChessState) -> int:
        board = _board(state.fen)
        if not any(board.generate_legal_moves()) or _is_drawn(state, board):
            return OVER
        return 0 if board.turn else 1

    def moves(self, state: ChessState) -> Iterator[int]:
        for move in _board(state.fen).generate_legal_moves():
            yield _number(move)

    def play(self, state: ChessState, move: int) -> ChessState:
        board = _board(state.fen).copy(stack=False)
        meant = _move(move)
        keeps = not board.is_irreversible(meant)
        seen = (*state.before, _placement(state.fen)) if keeps else ()
        board.push(meant)
        return ChessState(board.fen(), seen)

    def payoffs(self, state: ChessState) -> tuple[int, int]:
        board = _board(state.fen)
        if board.is_checkmate():
            return (-1, 1) if board.turn else (1, -1)
        return (0, 0)

    def evaluate(self, state: ChessState) -> tuple[float, float]:
        """The pieces by their usual worth, and pieces near the middle."""
        total = 0
        for square, piece in _board(state.fen).piece_map().items():
            row, column = divmod(square, 8)
            middle = min(row, column, 7 - row, 7 - column)
            worth = _WORTH[piece.piece_type] + (middle if piece.piece_type < 6 else 0)
            total += worth if piece.color else -worth
        guess = max(-0.99, min(0.99, total / (_PAWN * self.pawns)))
        return (guess, -guess)

    def noisy(self, state: ChessState, move: int) -> bool:
        """Captures and promotions."""
        return move >= 4096 or bool(_board(state.fen).is_capture(_move(move)))

    def order(self, state: ChessState, move: int) -> int:
        """Great pieces taken by small ones first."""
        board = _board(state.fen)
        taken = board.piece_type_at(move // 64 % 64)
        gain = 10 * taken - (board.piece_type_at(move % 64) or 0) if taken else 0
        return gain + move // 4096

    def null_move(self, state: ChessState) -> ChessState:
        board = _board(state.fen).copy(stack=False)
        if board.is_check():
            return state
        board.push(import_module("chess").Move.null())
        return ChessState(board.fen())

    def key(self, state: ChessState) -> tuple[str, tuple[str, ...]]:
        """The position without its move number."""
        return (state.fen.rpartition(" ")[0], state.before)

    def show(self, state: ChessState) -> str:
        board = _board(state.fen)
        rows = str(board).splitlines()
        lines = [f"{8 - k} {row}" for k, row in enumerate(rows)]
        return "\n".join([*lines, "  a b c d e f g h", self.show_turn(state)])

    def board_of(self, state: ChessState) -> Board:
        plain = grid_board(
            8,
            8,
            lambda row, column: ".",
            self.title,
            fill=lambda row, column: WOOD if (row + column) % 2 else DARK_WOOD,
            size=SQUARE,
        )
        men: list[Mark] = []
        for square, piece in _board(state.fen).piece_map().items():
            (left, top), *_ = plain.cells[square].outline
            men += _drawn(piece.symbol(), left, top)
        return replace(plain, over=tuple(men))

    def move_cells(self, state: ChessState, move: int) -> tuple[str, ...]:
        return tuple(square_name(s // 8, s % 8) for s in (move % 64, move // 64 % 64))

    def show_move(self, state: ChessState, move: int) -> str:
        return str(_board(state.fen).san(_move(move)))

    def observation(self, state: ChessState, player: int) -> tuple[int, ...]:
        """The position in numbers: 64 squares from a1, then what else the rules go by.

        Pawns are 1 to kings 6, black ones negative. Then come who moves, the four rights to castle,
        the square behind a pawn that may be taken in passing (or -1), the moves without capture or
        pawn, and how often the position was there before.
        """
        board = _board(state.fen)
        squares = [0] * 64
        for square, piece in board.piece_map().items():
            squares[square] = piece.piece_type if piece.color else -piece.piece_type
        rights = (
            int(allowed(side))
            for side in (True, False)
            for allowed in (board.has_kingside_castling_rights, board.has_queenside_castling_rights)
        )
        passing = -1 if board.ep_square is None else board.ep_square
        before = state.before.count(_placement(state.fen))
        return (*squares, int(not board.turn), *rights, passing, board.halfmove_clock, before)

    def uci_move(self, state: ChessState, move: int) -> str:
        """A move as engines write it."""
        return str(_move(move).uci())

    def uci_position(self, state: ChessState) -> str:
        """A position as engines read it."""
        return state.fen

    def read_position(self, text: str) -> ChessState:
        """A position in Forsyth-Edwards notation."""
        return Chess(text).start()

    def read_move(self, state: ChessState, text: str) -> int:
        """Standard (Nf3, e8=Q, O-O) or coordinate (g1f3) notation; in any case if it is clear."""
        board = _board(state.fen)
        wanted = text.strip()
        for read in (board.parse_san, board.parse_uci):
            try:
                move = read(wanted)
            except ValueError:
                continue
            return _number(move)
        alike = [m for m in board.legal_moves if board.san(m).lower() == wanted.lower()]
        if len(alike) == 1:
            return _number(alike[0])
        some = ", ".join([board.san(move) for move in board.legal_moves][:12])
        raise GameError(f"Chess: no move {text!r:.40} here; the moves are: {some}, ...")


def _number(move: Any) -> int:
    return int(move.from_square + 64 * move.to_square + 4096 * (move.promotion or 0))


def _move(move: int) -> Any:
    promotion = move // 4096 or None
    return import_module("chess").Move(move % 64, move // 64 % 64, promotion)


def _placement(fen: str) -> str:
    """What must be the same for a repetition: all but the two counters."""
    return " ".join(fen.split()[:4])


def _is_drawn(state: ChessState, board: Any) -> bool:
    if board.halfmove_clock >= 100 or board.is_insufficient_material():
        return True
    return state.before.count(_placement(state.fen)) >= 2


def _drawn(sign: str, left: float, top: float) -> list[Mark]:
    """A man as curves, with the top left corner of its square there."""
    return [
        Dot(left + mark.x, top + mark.y, mark.radius, mark.fill, mark.stroke, mark.width)
        if isinstance(mark, Dot)
        else replace(mark, x=left, y=top)
        for mark in _man(sign)
    ]


@lru_cache
def _man(sign: str) -> tuple[Curve | Dot, ...]:
    """The curves of a man, as the ``chess`` package draws it."""
    from xml.etree import ElementTree

    found: list[Curve | Dot] = []

    def walk(element: ElementTree.Element, outer: dict[str, str]) -> None:
        own = dict(re.findall(r"([\w-]+)\s*:\s*([^;\s]+)", element.get("style", "")))
        style = {**outer, **element.attrib, **own}
        fill, stroke = (_COLORS.get(style.get(k, "none"), "none") for k in ("fill", "stroke"))
        width = float(style.get("stroke-width", 1))
        if element.tag == "path":
            found.append(Curve(style["d"], stroke, width, fill))
        elif element.tag == "circle":
            x, y, radius = (float(style[k]) for k in ("cx", "cy", "r"))
            found.append(Dot(x, y, radius, fill, stroke, width))
        for child in element:
            walk(child, style)

    walk(ElementTree.fromstring(import_module("chess.svg").PIECES[sign]), {})
    return tuple(found)


def men_of(state: ChessState, most: int) -> tuple[tuple[str, int], ...] | None:
    """The men with their squares; None where there are more than some, or castling is left."""
    rows, _, castling, *_ = state.fen.split()
    if castling != "-" or sum(map(str.isalpha, rows)) > most:
        return None
    cells = re.sub(r"[1-8]", lambda digit: "." * int(digit.group()), rows).split("/")
    return tuple(
        (sign, 8 * (7 - row) + column)
        for row, line in enumerate(cells)
        for column, sign in enumerate(line)
        if sign != "."
    )


def plies_left(state: ChessState) -> int | None:
    """The plies within which a mate comes before the fifty moves are over.

    None where a position was there twice: the line that mates could be a draw by repetition.
    """
    if any(state.before.count(one) > 1 for one in state.before):
        return None
    return 100 - int(state.fen.split()[4])


@lru_cache(maxsize=4096)
def _board(fen: str) -> Any:
    """The board of a position; shared, so copy it before a move."""
    try:
        chess = import_module("chess")
    except ImportError:
        raise GameError(
            "chess needs the package `chess`: pip install chess (or kibitz[chess])"
        ) from None
    try:
        return chess.Board(fen)
    except ValueError as error:
        raise GameError(f"chess: {fen!r} is not a position ({error})") from None


@named("chess", "board")
def chess(fen: str | None = None) -> Chess:
    """Checkmate the king; the rules are those of the chess package.

    Parameters
    ----------
    fen : str, optional
        The position in Forsyth-Edwards notation; the start if omitted.

    Returns
    -------
    Chess
        The game.
    """
    return Chess() if fen is None else Chess(fen)
