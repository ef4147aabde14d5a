"""Gridworlds: walks over squares, the decision processes of the textbooks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.registry import named
from kibitz.games.zero_sum.build import whole
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.table import CellOutcome, TransitionTable

STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
MOST = 100
"""Rows and columns of a grid."""
WIND = (0, 0, 0, 1, 1, 1, 2, 2, 1, 0)
Square = tuple[int, int]
Lottery = dict[Square | None, Number]
"""Squares with probabilities; None is the end."""


def _grid(
    rows: int,
    columns: int,
    start: Square,
    ends: set[Square],
    walk: Callable[[Square, str], tuple[Number, Lottery]],
    discount: Number,
    title: str,
) -> StochasticGame:
    """The game of a walk from square to square, the start first."""
    squares = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in ends]
    squares.sort(key=lambda square: square != start)
    number = {square: k for k, square in enumerate(squares)}
    stages: list[list[list[CellOutcome]]] = []
    for square in squares:
        stage: list[list[CellOutcome]] = []
        for step in STEPS:
            pay, lottery = walk(square, step)
            go = {(number[to], 1): p for to, p in lottery.items() if to is not None and p}
            slips_home = None in lottery and len(lottery) > 1  # then only the goal pays
            stage.append([CellOutcome((pay,), go, (pay,) if slips_home else None)])
        stages.append(stage)
    names = tuple(f"{r + 1},{c + 1}" for r, c in squares)
    labels = tuple(tuple(STEPS) for _ in squares)
    alone = tuple(("1",) for _ in names)
    return StochasticGame(
        names,
        TransitionTable.of(stages),
        None,
        discount,
        0,
        rows=labels,
        columns=alone,
        title=title,
    )


def _moved(square: Square, step: str, rows: int, columns: int) -> Square:
    down, right = STEPS[step]
    return min(max(square[0] + down, 0), rows - 1), min(max(square[1] + right, 0), columns - 1)


def _discount(given: Fraction) -> Fraction:
    if not 0 < given < 1:
        raise GameError(f"discount is {given}; it must be above 0 and below 1")
    return given


@named("gridworld", family="stochastic")
def gridworld(
    rows: int = 4, columns: int = 4, discount: Fraction = Fraction(99, 100)
) -> StochasticGame:
    """Walk to a corner of a grid; every step costs 1.

    Parameters
    ----------
    rows : int, default 4
        The number of rows.
    columns : int, default 4
        The number of columns.
    discount : Fraction, default 99/100
        The discount factor.

    Returns
    -------
    StochasticGame
        The decision process, which begins at the top right.

    References
    ----------
    Sutton and Barto 2018.

    Examples
    --------
    >>> round(float(gridworld(4, 4).solve().value), 4)
    -2.9701
    """
    m, n = whole(rows, "rows", 2), whole(columns, "columns", 2)
    if max(m, n) > MOST:
        raise GameError(f"the grid is {m} by {n}; at most {MOST} rows and columns")
    ends = {(0, 0), (m - 1, n - 1)}

    def walk(square: Square, step: str) -> tuple[Number, Lottery]:
        to = _moved(square, step, m, n)
        return -1, {None if to in ends else to: 1}

    return _grid(m, n, (0, n - 1), ends, walk, _discount(discount), f"Gridworld {m} by {n}")


@named("cliff-walking", family="stochastic")
def cliff_walking(columns: int = 12, discount: Fraction = Fraction(99, 100)) -> StochasticGame:
    """Walk along a cliff: a step costs 1, a fall costs 100 and leads back to the start.

    Parameters
    ----------
    columns : int, default 12
        The number of columns.
    discount : Fraction, default 99/100
        The discount factor.

    Returns
    -------
    StochasticGame
        The decision process.

    References
    ----------
    Sutton and Barto 2018.

    Examples
    --------
    >>> round(float(cliff_walking().solve().value), 4)
    -12.2479
    """
    n = whole(columns, "columns", 3)
    if n > MOST:
        raise GameError(f"columns is {n}; at most {MOST}")
    start, goal = (3, 0), (3, n - 1)
    cliff = {(3, c) for c in range(1, n - 1)}

    def walk(square: Square, step: str) -> tuple[Number, Lottery]:
        to = _moved(square, step, 4, n)
        if to in cliff:
            return -100, {start: 1}
        return -1, {None if to == goal else to: 1}

    return _grid(4, n, start, {goal, *cliff}, walk, _discount(discount), "Cliff walking")


@named("windy-gridworld", family="stochastic")
def windy_gridworld(discount: Fraction = Fraction(99, 100)) -> StochasticGame:
    """Walk to the goal across a wind that blows upward; every step costs 1.

    Parameters
    ----------
    discount : Fraction, default 99/100
        The discount factor.

    Returns
    -------
    StochasticGame
        The decision process.

    References
    ----------
    Sutton and Barto 2018.

    Examples
    --------
    >>> round(float(windy_gridworld().solve().value), 4)
    -13.9942
    """
    goal = (3, 7)

    def walk(square: Square, step: str) -> tuple[Number, Lottery]:
        row, column = _moved(square, step, 7, 10)
        to = max(row - WIND[square[1]], 0), column
        return -1, {None if to == goal else to: 1}

    return _grid(7, 10, (3, 0), {goal}, walk, _discount(discount), "Windy gridworld")


@named("frozen-lake", family="stochastic")
def frozen_lake(
    slip: Fraction = Fraction(2, 3), discount: Fraction = Fraction(99, 100)
) -> StochasticGame:
    """Cross a frozen lake with holes to a goal that pays 1; on ice a step may slip sideways.

    Parameters
    ----------
    slip : Fraction, default 2/3
        The probability to slip, to either side alike.
    discount : Fraction, default 99/100
        The discount factor.

    Returns
    -------
    StochasticGame
        The decision process.

    Examples
    --------
    >>> round(float(frozen_lake().solve().value), 4)
    0.542
    """
    if not 0 <= slip <= 1:
        raise GameError(f"slip is {slip}; it must lie between 0 and 1")
    lake = ("SFFF", "FHFH", "FFFH", "HFFG")
    names = list(STEPS)

    def walk(square: Square, step: str) -> tuple[Number, Lottery]:
        k = names.index(step)
        pay: Number = 0
        found: Lottery = {}
        for turn, likely in ((0, 1 - slip), (1, slip / 2), (-1, slip / 2)):
            to: Square | None = _moved(square, names[(k + turn) % 4], 4, 4)
            assert to is not None
            sign = lake[to[0]][to[1]]
            pay += likely if sign == "G" else 0
            to = None if sign in "GH" else to
            found[to] = found.get(to, 0) + likely
        return pay, found

    ends = {(r, c) for r in range(4) for c in range(4) if lake[r][c] in "GH"}
    return _grid(4, 4, (0, 0), ends, walk, _discount(discount), "Frozen lake")
