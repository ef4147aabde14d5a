"""Squares of a chessboard as bits: where men go, what lies between, and symmetries of two kings."""

from __future__ import annotations

from typing import Any

import numpy as np


def _signed(mask: int) -> int:
    """Bits of a board as a number of 64 bits with a sign."""
    return mask - (1 << 64) if mask >> 63 else mask


def _ray(square: int, rows: int, columns: int) -> list[int]:
    found = []
    row, column = square // 8 + rows, square % 8 + columns
    while 0 <= row < 8 and 0 <= column < 8:
        found.append(8 * row + column)
        row, column = row + rows, column + columns
    return found


_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


def _targets(kind: int, square: int) -> int:
    """The squares that a man reaches on an empty board, as bits; a pawn's are not in the table."""
    steps = {0: _STRAIGHT + _SLANTED, 1: (), 2: _JUMPS, 3: _SLANTED, 4: _STRAIGHT}
    rays = [_ray(square, *step) for step in steps.get(kind, _STRAIGHT + _SLANTED)]
    if kind in (0, 2):
        rays = [ray[:1] for ray in rays]
    return _signed(sum(1 << target for ray in rays for target in ray))


def _between() -> tuple[int, ...]:
    table = [0] * 4096
    for square in range(64):
        for step in _STRAIGHT + _SLANTED:
            mask = 0
            for target in _ray(square, *step):
                table[64 * square + target] = _signed(mask)
                mask |= 1 << target
    return tuple(table)


TARGETS = np.array([_targets(kind, square) for kind in range(6) for square in range(64)], np.int64)
BETWEEN = np.array(_between(), np.int64)


def _turned(turn: int, square: int) -> int:
    """A square after one of the eight symmetries: files, then rows, then both exchanged."""
    row, column = divmod(square, 8)
    column = 7 - column if turn & 1 else column
    row = 7 - row if turn & 2 else row
    return 8 * column + row if turn & 4 else 8 * row + column


TURNED = np.array([_turned(turn, square) for turn in range(8) for square in range(64)], np.int64)


def _is_near(one: int, two: int) -> bool:
    return abs(one // 8 - two // 8) <= 1 and abs(one % 8 - two % 8) <= 1


def _pairs(pawns: bool) -> tuple[Any, Any, Any]:
    """For every two squares of kings the symmetry that makes them usual, and the usual pairs."""
    turns, places = [0] * 4096, [-1] * 4096
    usual: list[int] = []
    for white in range(64):
        for black in range(64):
            for turn in range(2 if pawns else 8):
                one, two = _turned(turn, white), _turned(turn, black)
                row, column = divmod(one, 8)
                if column > 3 or (not pawns and (row > column)):
                    continue
                if not pawns and row == column and two // 8 > two % 8:
                    continue
                turns[64 * white + black] = turn
                if turn == 0 and not _is_near(white, black):
                    places[64 * white + black] = len(usual)
                    usual.append(64 * white + black)
                break
    return np.array(turns), np.array(places), np.array(usual)


TURNS, PLACES, PAIRS = _pairs(pawns=False)
PAWN_TURNS, PAWN_PLACES, PAWN_PAIRS = _pairs(pawns=True)
