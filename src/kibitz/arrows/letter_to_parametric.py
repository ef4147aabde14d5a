"""A game of the shelf with a letter for a number: a matrix game with that parameter.

The family is built at rational values of the letter. Each payoff must be one polynomial in it,
which is found by interpolation and holds at more values than determine it; a family whose payoffs
are not, or whose strategies change in number, is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import rational_between
from kibitz.core.errors import GameError, TooLarge
from kibitz.core.extension import extends
from kibitz.core.noun import Noun
from kibitz.stochastic.game import StochasticGame
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame, matrix
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, parametric_game

MOST_DEGREE = 40
MORE = 6
"""Values beyond those that determine a polynomial at which it must hold."""
TRIED = [Fraction(n, 10) for n in (5, 3, 10, 0, 20, 15, 50, 9, 1, 200, -5, -10, -50, 1000, -1000)]
CLOSE = Fraction(1, 10**6)

Payoffs = tuple[MatrixGame, list[list[Fraction]], list[list[Fraction]]]
"""A game with the labels, numerators and denominators of its payoffs."""


@extends(Noun)
def letter_to_parametric(
    build: Callable[[Fraction], Noun], letter: str, name: str, note: str = ""
) -> Any:
    """The family of games that ``build`` makes of the values of a letter.

    Parameters
    ----------
    build : callable
        The game for a value of the letter.
    letter : str
        The letter.
    name : str
        The name of the family, for errors.
    note : str, optional
        What else is known of its value.

    Returns
    -------
    ParametricMatrixGame
        The game with a parameter, over all values that the family takes.

    Notes
    -----
    Cost: building some tens of members of the family.

    Examples
    --------
    >>> from kibitz import game
    >>> print(game("one-parameter t").solve())
    V(t) = 0          for t <= 0
           t          for 0 <= t <= 1
           2t/(t+1)   for t >= 1
    """
    try:
        taken = [t for t in TRIED if _made(build, t) is not None]
    except TooLarge:  # the number of strategies depends on the letter, and has no end
        raise GameError(_changes(name, letter)) from None
    if not taken:
        build(Fraction(1, 2))  # which says what is wrong
        raise GameError(f"{name}: no value of {letter} was found that it accepts")
    start, end = _ends(build, taken)
    values = list(islice(_inside(start, end), MOST_DEGREE + 1 + MORE))
    tables: list[Payoffs] = []
    first = _table(build(values[0]), name)
    rows, columns = first[0].rows, first[0].columns
    for t in values:
        tables.append(_table(build(t), name))
        if tables[-1][0].shape != first[0].shape:
            raise GameError(_changes(name, letter))
        if (tables[-1][0].rows, tables[-1][0].columns) != (rows, columns):
            rows, columns = (tuple(str(k + 1) for k in range(n)) for n in first[0].shape)
        if _fits(values, tables) is not None:
            break
    entries = _fits(values, tables)
    if entries is None:
        raise GameError(f"{name}: its payoffs are not polynomials in {letter}; give it a number")
    made = parametric_game(
        [[f.write(letter) for f in row] for row in entries],
        (start, end),
        letter,
        rows,
        columns,
        f"{first[0].title.partition(',')[0]} with parameter {letter}",
    )
    _ends_fit(made, build, name)
    return replace(made, note=note)


def _ends_fit(game: ParametricMatrixGame, build: Callable[[Fraction], Noun], name: str) -> None:
    """Refuse a family that has other strategies, and another value, at an end of its interval."""
    shape = len(game.rows), len(game.columns)
    for t in (game.start, game.end):
        member = None if t is None else _made(build, t)
        if t is None or member is None:
            continue
        there = _table(member, name)[0]
        if there.shape != shape and there.solve().value != game.at(t).solve().value:
            raise GameError(_changes(name, game.parameter))


def _changes(name: str, letter: str) -> str:
    return f"{name}: the strategies change with {letter}; fix the parameter on which they depend"


@extends(Noun)
def formula_at(text: str, letter: str, t: Fraction, name: str) -> Fraction:
    """What a formula in a letter comes to.

    >>> print(formula_at("1-2t^2", "t", Fraction(1, 2), "a game"))
    1/2
    """
    function = RationalFunction.read(text, letter, name)
    if function.denominator(t) == 0:
        raise GameError(f"{name}: {text} divides by 0 at {letter} = {t}")
    return function(t)


def _made(build: Callable[[Fraction], Noun], t: Fraction) -> Noun | None:
    try:
        return build(t)
    except TooLarge:
        raise
    except GameError:
        return None


def _inside(start: Fraction | None, end: Fraction | None) -> Iterator[Fraction]:
    """Different rationals strictly inside an interval, well spread."""
    k = 0
    while True:
        k += 1
        share = Fraction(k * 7 % 47, 47) if k % 47 else Fraction(k, k + 1)
        if start is not None and end is not None:
            yield start + (end - start) * share
        elif start is None and end is None:
            yield Fraction((-1) ** k * k, 2)
        else:
            yield start + share * 8 if start is not None else end - share * 8  # type: ignore[operator]


def _ends(
    build: Callable[[Fraction], Noun], taken: list[Fraction]
) -> tuple[Fraction | None, Fraction | None]:
    """The interval of values that a family takes; open ends count as its own."""
    low, high = min(taken), max(taken)
    below = [t for t in TRIED if t < low]
    above = [t for t in TRIED if t > high]
    start = _edge(build, low, max(below)) if below else None
    end = _edge(build, high, min(above)) if above else None
    return start, end


def _edge(build: Callable[[Fraction], Noun], inside: Fraction, outside: Fraction) -> Fraction:
    """The simplest number between values that are taken and values that are not."""
    while abs(inside - outside) > CLOSE:
        middle = (inside + outside) / 2
        if _made(build, middle) is None:
            outside = middle
        else:
            inside = middle
    slack = 2 * CLOSE
    return rational_between(min(inside, outside) - slack, max(inside, outside) + slack)


def _table(noun: Noun, name: str) -> Payoffs:
    """The payoffs of a member as quotients; only of a choice that recurs are they none."""
    if isinstance(noun, StochasticGame):
        return _recurring(noun, name)
    if not isinstance(noun, MatrixGame):
        from kibitz.arrows.to_strategic import to_strategic

        try:
            strategic = noun if isinstance(noun, StrategicGame) else to_strategic(noun)
            noun = strategic.matrix_game()
        except GameError:
            raise GameError(
                f"{name}: a letter can stand only in the payoffs of a zero-sum game; write a number"
            ) from None
    if not noun.exact:
        raise GameError(f"{name}: a letter needs exact payoffs; write fractions, not floats")
    cells = [list(row) for row in noun.matrix.numbers()]
    return noun, cells, [[Fraction(1)] * len(row) for row in cells]


def _recurring(game: StochasticGame, name: str) -> Payoffs:
    """One choice that recurs: c + s v again and again comes to c / (1 - s)."""
    table = game.table
    m, n = int(table.rows[0]), int(table.columns[0])
    if len(game.states) > 1 or min(m, n) > 1:
        raise GameError(
            f"{name}: with a letter only one player may choose, in one state; give it a number"
        )
    tops, bottoms = [], []
    for i in range(m):
        cells = [table.cell(0, i, j) for j in range(n)]
        stays = [sum((Fraction(w) for _, w in table.go(c)), Fraction(0)) for c in cells]
        if max(stays) >= 1:
            raise GameError(f"{name}: a choice may never end; give it a number")
        tops.append([Fraction(table.pay[c, 0]) for c in cells])
        bottoms.append([1 - s for s in stays])
    pairs = zip(tops, bottoms, strict=True)
    worth = [[a / b for a, b in zip(x, y, strict=True)] for x, y in pairs]
    labels = game.row_names(0), game.column_names(0)
    return matrix(worth, *labels, title=game.title), tops, bottoms


def _fits(values: list[Fraction], tables: list[Payoffs]) -> list[list[RationalFunction]] | None:
    """Numerators and denominators as polynomials that fit all members with some to spare."""
    count = len(tables)
    if count <= MORE:
        return None
    rows, columns = tables[0][0].shape
    found = []
    for i in range(rows):
        line = []
        for j in range(columns):
            above = _polynomial(values[:count], [table[1][i][j] for table in tables])
            below = _polynomial(values[:count], [table[2][i][j] for table in tables])
            if above is None or below is None:
                return None
            line.append(RationalFunction.of(above, below))
        found.append(line)
    return found


def _polynomial(values: list[Fraction], results: list[Fraction]) -> Polynomial | None:
    """The polynomial through all points, if fewer of them determine it (Newton)."""
    most = len(values) - MORE
    differences = list(results)
    newton = []
    for order in range(len(values)):
        newton.append(differences[order])
        for k in range(len(values) - 1, order, -1):
            differences[k] = (differences[k] - differences[k - 1]) / (
                values[k] - values[k - order - 1]
            )
    if any(newton[most:]):
        return None
    total = Polynomial.of([0])
    for c, t in zip(reversed(newton), reversed(values), strict=True):
        total = total * Polynomial.of([-t, 1]) + Polynomial.of([c])
    return total
