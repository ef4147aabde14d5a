"""Properties of matrix games."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import exact
from kibitz.exercises.wish import wish
from kibitz.zero_sum.game import MatrixGame


@wish("{} x {}", MatrixGame)
def size(game: MatrixGame, rows: int, columns: int) -> bool:
    """The number of rows and columns."""
    return game.shape == (rows, columns)


@wish("saddle point", MatrixGame)
def saddle(game: MatrixGame) -> bool:
    """The largest row minimum is the smallest column maximum."""
    low, high = _pure(game)
    return low == high


@wish("no saddle point", MatrixGame)
def no_saddle(game: MatrixGame) -> bool:
    """The players must mix."""
    return not saddle(game)


@wish("value not an integer", MatrixGame)
def fractional(game: MatrixGame) -> bool:
    """The value is a proper fraction."""
    return exact(game.solve().value).denominator > 1


@wish("integer value", MatrixGame)
def integral(game: MatrixGame) -> bool:
    """The value is a whole number."""
    return not fractional(game)


@wish("denominators below {}", MatrixGame)
def small_denominators(game: MatrixGame, bound: int) -> bool:
    """Value and strategies have small denominators."""
    found = game.solve()
    numbers = [found.value, *found.row, *found.column]
    return all(exact(x).denominator < bound for x in numbers)


@wish("all strategies active", MatrixGame)
def completely_mixed(game: MatrixGame) -> bool:
    """Every row and every column is played with positive probability."""
    found = game.solve()
    return all(p > 0 for p in (*found.row, *found.column))


@wish("dominance by a mixture", MatrixGame)
def mixture_needed(game: MatrixGame) -> bool:
    """Dominance by rows and columns, weak or strict, ends before that by mixtures of two does."""
    rows, columns = _lines(game)
    pure = _reduced(rows, columns, mixtures=False, weak=True)
    mixed = _reduced(rows, columns, mixtures=True, weak=True)
    return len(mixed[0]) + len(mixed[1]) < len(pure[0]) + len(pure[1])


@wish("pure dominance", MatrixGame)
def pure_dominance(game: MatrixGame) -> bool:
    """Some row or column is strictly dominated by another one."""
    rows, columns = _lines(game)
    left = _reduced(rows, columns, mixtures=False)
    return len(left[0]) + len(left[1]) < len(rows) + len(columns)


@wish("no dominance", MatrixGame)
def no_dominance(game: MatrixGame) -> bool:
    """No row or column is dominated, not even by a mixture of two."""
    rows, columns = _lines(game)
    left = _reduced(rows, columns, mixtures=True)
    return len(left[0]) + len(left[1]) == len(rows) + len(columns)


@wish("unique optimal strategies", MatrixGame)
def unique(game: MatrixGame) -> bool:
    """Each player has one optimal strategy only."""
    found = game.optimal_strategies()
    return found.row_unique and found.column_unique


Lines = list[list[Fraction]]


def _lines(game: MatrixGame) -> tuple[Lines, Lines]:
    """What each row pays, and what each column pays the column player."""
    rows = [[exact(x) for x in line] for line in game.matrix.numbers()]
    return rows, [[-x for x in column] for column in zip(*rows, strict=True)]


def _pure(game: MatrixGame) -> tuple[Fraction, Fraction]:
    rows, columns = _lines(game)
    return max(map(min, rows)), min(-min(column) for column in columns)


def _reduced(
    rows: Lines, columns: Lines, mixtures: bool, weak: bool = False
) -> tuple[list[int], list[int]]:
    """The rows and columns that iterated strict dominance leaves; ``weak``, or weak by one line.

    >>> _reduced([[2, 0], [1, 1], [0, 2]], [[-2, -1, 0], [0, -1, -2]], mixtures=True)
    ([0, 1, 2], [0, 1])
    """
    left = list(range(len(rows))), list(range(len(columns)))
    tables = rows, columns
    while True:
        for side in (0, 1):
            bad = _dominated(tables[side], left[side], left[1 - side], mixtures, weak)
            if bad is not None:
                left[side].remove(bad)
                break
        else:
            return left


def _dominated(
    lines: Lines, own: list[int], other: list[int], mixtures: bool, weak: bool
) -> int | None:
    """A strategy that another one, or a mixture of two others, dominates."""
    for x in own:
        for a in own:
            if a != x and all(lines[a][c] > lines[x][c] for c in other):
                return x
            if weak and a != x and all(lines[a][c] >= lines[x][c] for c in other):
                return x
        if not mixtures:
            continue
        for a in own:
            for b in own:
                if a < b and x not in (a, b) and _mixes(lines[a], lines[b], lines[x], other):
                    return x
    return None


def _mixes(a: list[Fraction], b: list[Fraction], x: list[Fraction], other: list[int]) -> bool:
    """Whether p a + (1 - p) b is above x everywhere for some p between 0 and 1."""
    low, high = Fraction(0), Fraction(1)
    for c in other:
        slope, need = a[c] - b[c], x[c] - b[c]
        if slope == 0:
            if need >= 0:
                return False
        elif slope > 0:
            low = max(low, need / slope)
        else:
            high = min(high, need / slope)
    return low < high
