"""Encodings of the boards of the shelf: planes seen by the mover, with the board's symmetries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kibitz.learning.encoding.actions import Actions
from kibitz.learning.encoding.encodes import encodes
from kibitz.learning.encoding.encoding import Encoding, Symmetry
from kibitz.learning.encoding.features import BIT, EQUAL, NOTHING, Feature, features
from kibitz.rules.game import Rules

Plane = Callable[[int], Feature]
"""The feature of a cell."""


def planes(
    rules: Rules,
    rows: int,
    columns: int,
    seen: Sequence[Sequence[Plane]],
    words: int,
    actions: int,
    symmetries: Sequence[Symmetry] = (),
) -> Encoding:
    """An encoding of a board, from planes for each player.

    Parameters
    ----------
    rules : Rules
        The game.
    rows, columns : int
        The size of the board.
    seen : sequence of sequences of callables
        For each player the planes; each gives the feature of a cell, counted row by row.
    words : int
        The number of words of a state.
    actions : int
        The number of moves, which are integers from 0.
    symmetries : sequence of Symmetry
        The identity, then turns and mirror images.

    Returns
    -------
    Encoding
        The encoding.
    """
    cells = range(rows * columns)
    tables = [[plane(cell) for plane in own for cell in cells] for own in seen]
    shape = (len(seen[0]), rows, columns)
    outputs = Actions(np.arange(actions))
    table = features(tables)
    return Encoding(rules, "planes", shape, table, outputs, words, tuple(symmetries))


def bit(word: int, other: int = -1, place: Callable[[int], int] = int) -> Plane:
    """A plane of the bits of a word, or of two joined by exclusive or."""
    return lambda cell: Feature(word, BIT, place(cell), other)


def board_turns(rows: int, columns: int) -> list[Any]:
    """Where each cell comes from in the turns and mirror images of a board, the identity first.

    >>> len(board_turns(3, 3)), len(board_turns(2, 3))
    (8, 4)
    """
    board = np.arange(rows * columns).reshape(rows, columns)
    found = [board, board[:, ::-1], board[::-1], board[::-1, ::-1]]
    if rows == columns:
        found += [b.T for b in found]
    return [b.ravel().copy() for b in found]


def _cells_and_more(turns: Sequence[Any], more: int = 0) -> list[Symmetry]:
    """Symmetries of a game whose actions are cells, and some that stay as they are."""
    rest = np.arange(len(turns[0]), len(turns[0]) + more)
    return [Symmetry(turn, np.concatenate([turn, rest])) for turn in turns]


@encodes("ConnectFour")
def connect_four(rules: Any) -> Encoding:
    """The mover's stones and the other's; columns mirror."""
    height, width = rules.height, rules.width

    def place(cell: int) -> int:
        row, column = divmod(cell, width)
        return int(column * (height + 1) + height - 1 - row)

    own = [bit(0, place=place), bit(0, 1, place)]
    board = np.arange(height * width).reshape(height, width)
    columns = np.arange(width)
    both = [
        Symmetry(board.ravel(), columns),
        Symmetry(board[:, ::-1].ravel().copy(), columns[::-1].copy()),
    ]
    return planes(rules, height, width, [own, own], 2, width, both)


@encodes("LineGame")
def line_game(rules: Any) -> Encoding:
    """The mover's squares and the other's; all turns and mirror images."""
    turns = board_turns(rules.n, rules.m)
    mine = [[bit(0), bit(1)], [bit(1), bit(0)]]
    cells = rules.m * rules.n
    return planes(rules, rules.n, rules.m, mine, 2, cells, _cells_and_more(turns))


@encodes("Othello")
def othello(rules: Any) -> Encoding:
    """The mover's discs, the other's, and where a disc may go."""
    own = [bit(0), bit(1), bit(3)]
    return planes(rules, 8, 8, [own, own], 4, 65, _cells_and_more(board_turns(8, 8), 1))


def constant(on: bool) -> Plane:
    """A plane of ones, or of zeros: which side the mover has."""
    return lambda cell: Feature(NOTHING, EQUAL, 0 if on else 1)


@encodes("Breakthrough")
def breakthrough(rules: Any) -> Encoding:
    """The mover's pawns, the other's, and which side moves; columns mirror."""
    rows, columns = rules.rows, rules.columns
    board = board_turns(rows, columns)[1]
    steps = (3 * board[:, None] + np.array([2, 1, 0])).ravel()
    same = Symmetry(np.arange(rows * columns), np.arange(3 * rows * columns))
    seen = [[bit(0), bit(1), constant(False)], [bit(1), bit(0), constant(True)]]
    mirrored = Symmetry(board, steps)
    return planes(rules, rows, columns, seen, 3, 3 * rows * columns, [same, mirrored])


@encodes("Hex")
def hex_board(rules: Any) -> Encoding:
    """The mover's stones, the other's, and which side moves; half a turn."""
    size = rules.size

    def stones(low: int) -> Plane:
        return lambda cell: Feature(low + cell // 62, BIT, cell % 62)

    seen = [[stones(0), stones(2), constant(False)], [stones(2), stones(0), constant(True)]]
    turns = board_turns(size, size)
    both = _cells_and_more([turns[0], turns[3]], int(rules.swap))
    return planes(rules, size, size, seen, 9, size * size + int(rules.swap), both)


@encodes("Go")
def go(rules: Any) -> Encoding:
    """The mover's stones, the other's, the point of a ko, whether the last move was a pass."""
    size = rules.size

    def stones(low: int) -> Plane:
        def place(cell: int) -> Feature:
            row, column = divmod(cell, size)
            return Feature(low + row // 5, BIT, 10 * (row % 5) + column)

        return place

    def ko(cell: int) -> Feature:
        return Feature(4, EQUAL, cell)

    def passed(cell: int) -> Feature:
        return Feature(5, EQUAL, 1)

    seen = [
        [stones(0), stones(2), ko, passed, constant(False)],
        [stones(2), stones(0), ko, passed, constant(True)],
    ]
    turns = _cells_and_more(board_turns(size, size), 1)
    return planes(rules, size, size, seen, 8, size * size + 1, turns)


@encodes("Checkers")
def checkers(rules: Any) -> Encoding:
    """The mover's pieces, the other's, kings, the piece that must jump on, which side moves."""
    seen = [
        [bit(0), bit(1), bit(2), bit(3), constant(False)],
        [bit(1), bit(0), bit(2), bit(3), constant(True)],
    ]
    return planes(rules, 8, 8, seen, 6, 256)
