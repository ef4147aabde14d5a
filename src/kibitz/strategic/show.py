"""A payoff matrix as a table of text, cut down when it is too large to read."""

from __future__ import annotations

from kibitz.core.explanation import Table
from kibitz.core.numbers import show
from kibitz.strategic.game import MatrixGame

MOST_ROWS, MOST_COLUMNS = 24, 14


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
    m, n = game.shape
    rows, columns = range(min(m, MOST_ROWS)), range(min(n, MOST_COLUMNS))
    cut_right = ("…",) if n > MOST_COLUMNS else ()
    header = (
        f"{game.players[0]}\\{game.players[1]}",
        *(game.columns[j] for j in columns),
        *cut_right,
    )
    lines = [(game.rows[i], *(show(game[i, j]) for j in columns), *cut_right) for i in rows]
    if m > MOST_ROWS:
        lines.append(("…",) * len(header))
    return Table(
        header,
        tuple(lines),
        tuple(i for i in struck_rows if i < MOST_ROWS),
        tuple(j + 1 for j in struck_columns if j < MOST_COLUMNS),
        tuple((i, j + 1) for i, j in marked if i < MOST_ROWS and j < MOST_COLUMNS),
    )
