"""All fixed points of one state's equation v = Val(A + v W): a closed interval, exactly.

The value of a matrix moves no faster than its entries, so v - Val(A + v W) never falls, and where
it vanishes is an interval, perhaps a single point. Val as a function of v is solved for in pieces,
by :mod:`kibitz.zero_sum.parametric.game`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, real_roots
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.stochastic.show import write
from kibitz.stochastic.table import TransitionTable
from kibitz.zero_sum.parametric.game import parametric_game
from kibitz.zero_sum.parametric.solution import ParametricSolution

T = Polynomial((Fraction(0), Fraction(1)))


@dataclass(frozen=True)
class FixedPoints:
    """The interval of fixed points of a state; None stands for an end at infinity."""

    low: Point | None
    high: Point | None
    curve: ParametricSolution
    """Val(A + v W) as a function of v, which is called t there."""

    @property
    def unique(self) -> bool:
        return self.low is not None and self.low == self.high

    def nearest(self, endless: Number) -> Point:
        """The fixed point closest to the payoff for endless play.

        Parameters
        ----------
        endless : number
            What the first player gets when play never ends.
        """
        point = Fraction(endless)
        if self.low is not None and self.low > point:
            return self.low
        if self.high is not None and self.high < point:
            return self.high
        return point

    def __str__(self) -> str:
        if self.unique:
            assert self.low is not None
            return f"{{{write(self.low)}}}"
        low = "(-∞" if self.low is None else f"[{write(self.low)}"
        high = "∞)" if self.high is None else f"{write(self.high)}]"
        return f"{low}, {high}"


def fixed_points(table: TransitionTable, state: int, known: dict[int, Fraction]) -> FixedPoints:
    """The fixed points of a state whose other successors have known values.

    Parameters
    ----------
    table : TransitionTable
        The states, as arrays.
    state : int
        The number of the state.
    known : dict[int, Fraction]
        The values of the other states.

    Returns
    -------
    FixedPoints
        All fixed points: numbers and intervals.

    Examples
    --------
    >>> from kibitz.stochastic.game import stochastic_game
    >>> game = stochastic_game("G: G, 5; 1, 0", endless=0)
    >>> print(fixed_points(game.table, 0, {}))
    [1, 5]
    """
    entries = []
    for i in range(int(table.rows[state])):
        line = []
        for j in range(int(table.columns[state])):
            cell = table.cell(state, i, j)
            constant, slope = table.pay[cell, 0], Fraction(0)
            for target, weight in table.go(cell):
                if target == state:
                    slope += weight
                else:
                    constant = constant + weight * known[target]
            line.append(Polynomial.of([constant, slope]))
        entries.append(line)
    curve = parametric_game(entries).solve()
    low: Point | None = None
    high: Point | None = None
    found = False
    for piece in curve.pieces:
        gap = piece.value.numerator - piece.value.denominator * T
        if not gap:
            points = [piece.start, piece.end]
        else:
            points = [r for r in real_roots(gap) if _inside(r, piece.start, piece.end)]
        for point in points:
            if not found:
                low = high = point
                found = True
            else:
                high = point
    if not found:
        raise GameError("no number satisfies the equation of the state, so it has no value")
    return FixedPoints(low, high, curve)


def _inside(x: Point, start: Point | None, end: Point | None) -> bool:
    return (start is None or not x < start) and (end is None or not x > end)


def strategy_beside(
    points: FixedPoints, value: Point, below: bool
) -> tuple[RationalFunction, ...] | None:
    """The strategy that is optimal at value - ε (rows) or value + ε (columns), as functions of ε.

    For ε small enough; None when the value is irrational.
    """
    if not isinstance(value, Fraction):
        return None
    pieces = points.curve.pieces
    inside = (
        [
            p
            for p in (pieces if below else reversed(pieces))
            if (p.start is None or p.start < value) and (p.end is None or not p.end < value)
        ]
        if below
        else [
            p
            for p in reversed(pieces)
            if (p.end is None or p.end > value) and (p.start is None or not p.start > value)
        ]
    )
    if not inside:
        return None
    parts = [
        p
        for p in inside[0].parts
        if (below and (p.end is None or not p.end < value))
        or (not below and (p.start is None or not p.start > value))
    ]
    part = parts[-1] if below else parts[0]
    shifted = Polynomial((value, Fraction(-1 if below else 1)))
    mixture = part.row if below else part.column
    return tuple(
        RationalFunction.of(_compose(f.numerator, shifted), _compose(f.denominator, shifted))
        for f in mixture
    )


def _compose(outer: Polynomial, inner: Polynomial) -> Polynomial:
    total = Polynomial(())
    for c in reversed(outer.coefficients):
        total = total * inner + Polynomial.of([c])
    return total


def no_single_value(name: str, points: FixedPoints) -> GameError:
    """What to say when the value depends on the payoff for endless play, which is not given."""
    return GameError(
        f"{name}: the value depends on the payoff for endless play; every number in {points} "
        f"satisfies the equation, and the one nearest to that payoff is the value (say which, "
        f"for instance {show(Fraction(0))})"
    )
