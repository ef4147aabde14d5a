"""A payoff matrix as a table of text, cut down when it is too large to read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

from kibitz.core.explanation import Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.tensor import Array
from kibitz.zero_sum.game import MatrixGame

if TYPE_CHECKING:
    from kibitz.strategic.game import StrategicGame

MOST_ROWS, MOST_COLUMNS = 24, 14
WIDEST = 76
"""Characters in a line; a table that would be wider loses columns, not digits."""


@extends(MatrixGame)
def payoff_table(
    game: MatrixGame,
    struck_rows: tuple[int, ...] = (),
    struck_columns: tuple[int, ...] = (),
    marked: tuple[tuple[int, int], ...] = (),
) -> Table:
    """The payoffs with their labels; positions to strike out or mark count from 0.

    >>> from kibitz import matrix
    >>> print(payoff_table(matrix("-2 3; 3 -4")).text())
    I\\II    1    2
    ──────────────
    1      -2    3
    2       3   -4
    """
    labels = (game.rows, game.columns)
    marks = (struck_rows, struck_columns, marked)
    return _table(game.players, labels, lambda i, j: show(game[i, j]), *marks)


def payoff_list(game: StrategicGame) -> Table:
    """One line for every profile of strategies, with what each player gets.

    >>> from kibitz import bimatrix
    >>> print(payoff_list(bimatrix("3 0; 4 1", "3 4; 0 1")).text())
    I   II   to I   to II
    ─────────────────────
    1    1      3       3
    1    2      0       4
    2    1      4       0
    2    2      1       1
    """
    profiles = list(islice(product(*map(range, game.shape)), MOST_ROWS))
    rows = [
        (
            *(labels[k] for labels, k in zip(game.strategies, profile, strict=True)),
            *(show(x) for x in game.payoff(*profile)),
        )
        for profile in profiles
    ]
    if prod(game.shape) > MOST_ROWS:
        rows.append(("…",) * (2 * len(game.players)))
    return Table((*game.players, *(f"to {player}" for player in game.players)), tuple(rows))


def cell_table(
    game: StrategicGame,
    struck_rows: tuple[int, ...] = (),
    struck_columns: tuple[int, ...] = (),
    marked: tuple[tuple[int, ...], ...] = (),
    starred: tuple[Array, ...] | None = None,
) -> Table:
    """A two-person game with both numbers in every cell.

    Positions to strike out or mark count from 0; ``starred`` says for each player which numbers
    get an asterisk.

    >>> from kibitz import bimatrix
    >>> print(cell_table(bimatrix("3,3 0,4; 4,0 1,1", rows="C D", columns="C D")).text())
    I\\II      C      D
    ──────────────────
    C      3, 3   0, 4
    D      4, 0   1, 1
    """
    marks = (struck_rows, struck_columns, marked)
    return _table(game.players, game.strategies, lambda i, j: _cell(game, (i, j), starred), *marks)


def _table(
    players: tuple[str, ...],
    labels: tuple[tuple[str, ...], ...],
    cell: Callable[[int, int], str],
    struck_rows: tuple[int, ...],
    struck_columns: tuple[int, ...],
    marked: tuple[tuple[int, ...], ...],
) -> Table:
    """The cells that fit, with labels, and what is struck out or marked among them."""
    sides, names = labels
    rows = range(min(len(sides), MOST_ROWS))
    corner = f"{players[0]}\\{players[1]}"
    cells = [[cell(i, j) for j in range(min(len(names), MOST_COLUMNS))] for i in rows]
    room = WIDEST - max(len(corner), *(len(sides[i]) for i in rows))
    columns = range(_fitting(names, cells, room))
    cut = ("…",) if len(names) > len(columns) else ()
    header = (corner, *(names[j] for j in columns), *cut)
    lines = [(sides[i], *(cells[i][j] for j in columns), *cut) for i in rows]
    if len(sides) > MOST_ROWS:
        lines.append(("…",) * len(header))
    return Table(
        header,
        tuple(lines),
        tuple(i for i in struck_rows if i < MOST_ROWS),
        tuple(j + 1 for j in struck_columns if j in columns),
        tuple((i, j + 1) for i, j in marked if i in rows and j in columns),
    )


def _cell(game: StrategicGame, cell: tuple[int, ...], starred: tuple[Array, ...] | None) -> str:
    numbers = [show(x) for x in game.payoff(*cell)]
    stars = ["*" if starred is not None and starred[k][cell] else "" for k in range(len(numbers))]
    return ", ".join(x + star for x, star in zip(numbers, stars, strict=True))


def _fitting(labels: tuple[str, ...], cells: list[list[str]], room: int) -> int:
    """How many columns fit into this many characters; at least one."""
    used = 0
    for j, column in enumerate(zip(*cells, strict=True)):
        used += max(len(labels[j]), *map(len, column)) + 5
        if used > room and j:
            return j
    return len(cells[0])
