"""A position of a chess ending, as it is numbered, and read from what others write."""

from __future__ import annotations

import re
from typing import NamedTuple

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.games.board.chess_material import SIGNS, filled


class Ending(NamedTuple):
    """The kings, the men, and who is to move."""

    white: int
    black: int
    first: int
    second: int
    third: int
    turn: int


def passing_pawn(fen: str) -> int:
    """The square of a pawn that may be taken in passing, or -1."""
    behind = fen.split()[3]
    if behind == "-":
        return -1
    return 8 * (3 if behind[1] == "3" else 4) + "abcdefgh".index(behind[0])


def placed(men: tuple[tuple[str, int], ...], passing: int, turn: int, swapped: bool) -> Ending:
    """The men on the board; with the colors changed, the rows from the other side."""
    kings, others = {"K": 0, "k": 0}, []
    for sign, square in men:
        home = square + (-24 if sign == "P" else 24) if square == passing else square
        there = home ^ 56 if swapped else home
        name = sign.swapcase() if swapped else sign
        if name in kings:
            kings[name] = there
        else:
            others.append(64 * SIGNS.index(name) + there)
    found = filled(tuple(sorted(others, reverse=True)))
    return Ending(kings["K"], kings["k"], *found, 1 - turn if swapped else turn)


def turn_of(text: str) -> str:
    """Who is to move, in words."""
    short = re.search(r"\s([wb])(?:\s|$)", text)
    return {"w": "white", "b": "black"}[short[1]] if short else text


def pieces_of(text: str) -> list[tuple[str, int]]:
    """The pieces of a position with their squares."""
    rows = re.match(r"\s*([KQRBNPkqrbnp.1-8]+(?:\s*/\s*[KQRBNPkqrbnp.1-8]+){7})", text)
    if rows is None:
        pieces = re.findall(r"\b([KQRBNPkqrbnp])([a-h])([1-8])\b", text)
        return [(sign, 8 * int(row) - 8 + "abcdefgh".index(column)) for sign, column, row in pieces]
    found = []
    for row, line in enumerate(re.sub(r"\s", "", rows[1]).split("/")):
        cells = re.sub(r"[1-8]", lambda digit: "." * int(digit.group()), line)
        if len(cells) != 8:
            raise GameError(
                f"chess-ending: the row {line!r} has {count_of(len(cells), 'square')}, not 8"
            )
        found += [(s, 8 * (7 - row) + column) for column, s in enumerate(cells) if s != "."]
    return found
