"""Whether an optimal strategy of a matrix game is the only one, by two linear programs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.algebra.flint_numbers import to_flint
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.mixture import Mixture


def is_only_optimal(game: MatrixGame, side: int, strategy: Mixture) -> bool:
    """Whether a player, 0 for the rows or 1 for the columns, has no other optimal strategy.

    Parameters
    ----------
    game : MatrixGame
        A game in exact numbers.
    side : int
        Whose strategy it is.
    strategy : Mixture
        An optimal strategy of that player.

    Notes
    -----
    Another optimal strategy uses another line, or pays more against a line that pays the value; or
    else it solves the same equations. Cost: two linear programs and a rank.

    Examples
    --------
    >>> from kibitz import matrix
    >>> game = matrix("1 0 1; 0 1 0")
    >>> found = game.solve()
    >>> is_only_optimal(game, 0, found.row), is_only_optimal(game, 1, found.column)
    (True, False)
    """
    table = [[Fraction(x) for x in row] for row in game.matrix.numbers()]
    if side:
        table = [[-x for x in column] for column in zip(*table, strict=True)]
    weights = [Fraction(w) for w in strategy]
    zero = Fraction(0)
    paid = [
        sum((w * row[j] for w, row in zip(weights, table, strict=True)), zero)
        for j in _columns(table)
    ]
    value = min(paid)
    used = [i for i, w in enumerate(weights) if w]
    tight = [j for j, x in enumerate(paid) if x == value]
    unused = [int(not w) for w in weights]
    if _most(table, value, unused, [None] * len(weights)) > 0:
        return False
    more = [sum((row[j] - value for j in tight), Fraction(0)) for row in table]
    if _most(table, value, more, [None if w else 0 for w in weights]) > 0:
        return False
    rows = [[table[i][j] for i in used] for j in tight] + [[Fraction(1)] * len(used)]
    return _rank(rows) == len(used)


def _rank(rows: list[list[Fraction]]) -> int:
    from flint import fmpq_mat

    numbers = [to_flint(x) for row in rows for x in row]
    return int(fmpq_mat(len(rows), len(rows[0]), numbers).rank())


def _columns(table: list[list[Fraction]]) -> range:
    return range(len(table[0]))


def _most(table: list[list[Fraction]], value: Fraction, goal: list[Any], upper: list[Any]) -> Any:
    """The most that an optimal strategy makes of a linear goal."""
    lines = [[-row[j] for row in table] for j in _columns(table)]
    program = LinearProgram.read(
        goal,
        [*lines, [1] * len(table)],
        ["<="] * len(lines) + ["="],
        [-value] * len(lines) + [1],
        upper=upper,
    )
    optimum = program.solve()
    assert isinstance(optimum, Optimum), "the strategy itself is feasible"
    return optimum.value
