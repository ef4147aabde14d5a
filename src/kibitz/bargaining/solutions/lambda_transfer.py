"""Cooperation without side payments, by the lambda-transfer method, exactly.

Suppose one unit of the first player's utility could be exchanged for ``rate`` units of the
second's. Then the game is one with side payments, and its solution is

    phi(rate) = ((sigma + delta) / (2 rate), (sigma - delta) / 2),

with sigma the greatest rate*a + b of a cell and delta the value of the matrix game rate*A - B. A
rate at which phi can be reached without any transfer is an equilibrium rate, and phi there a
solution. phi lies on the supporting line of the feasible set, so it is feasible in one of two ways:
inside the side that has this slope, or at the corner that this rate singles out. Sides are tried
one by one; at a corner (a, b) the rates solve Val(rate(A - a) - (B - b)) = 0, and since the value
of a matrix game with a parameter is known as a piecewise rational function, all its zeros are:
points, rational or algebraic, and whole intervals. Shapley (1969); Ferguson III.4.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.real_root import Point, real_roots
from kibitz.algebra.surd import plain_point, point_from_json, write_point
from kibitz.bargaining.game import BargainingProblem, game_of, why_not_open
from kibitz.bargaining.sets.feasible import Pair, plain_pair, show_pair
from kibitz.bargaining.sets.polygon import Polygon
from kibitz.bargaining.sets.read import exact_payoffs, ntu_set
from kibitz.bargaining.solutions.fixed_threats import FixedThreats, fixed_threats
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import exact
from kibitz.core.solution import Check, Solution
from kibitz.pictures import Picture
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import matrix
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, parametric_game
from kibitz.zero_sum.parametric.solution import ValueInterval

ZERO = Fraction(0)
Rates = tuple[Point, Point | None]
"""A closed interval of rates; None is infinity."""


@dataclass(frozen=True)
class Transfer:
    """A payoff with the equilibrium rates that support it, lowest to highest.

    At rate 0 only the second player's utility counts, at None (infinity) only the first's.
    """

    payoff: Pair
    low: Point | None
    high: Point | None

    @property
    def unique(self) -> bool:
        return self.low == self.high

    @property
    def rate(self) -> Point | None:
        """The equilibrium rate, when there is one only."""
        return self.low if self.unique else None

    def words(self) -> str:
        if self.unique:
            return f"at rate {'∞' if self.low is None else write_point(self.low)}"
        low = "0" if self.low is None else write_point(self.low)
        top = "∞)" if self.high is None else f"{write_point(self.high)}]"
        return f"at every rate in {'(' if self.low == 0 else '['}{low}, {top}"

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"payoff": plain_pair(self.payoff)}
        if self.unique:
            return {**data, "lambda": None if self.low is None else plain_point(self.low)}
        ends = [None if x is None else plain_point(x) for x in (self.low, self.high)]
        return {**data, "lambda_interval": ends}


@dataclass(frozen=True)
class LambdaTransfer(Solution, kind="lambda-transfer"):
    """All lambda-transfer solutions of a game, with their equilibrium rates.

    >>> from kibitz import bimatrix
    >>> solution = lambda_transfer(bimatrix("4 0; 2 1", "3 0; 2 4"))
    >>> print(solution)
    lambda-transfer solution (4, 3) at every rate in [1/2, 3/4]
    >>> solution.verify().holds
    True
    """

    game: StrategicGame
    solutions: tuple[Transfer, ...]
    method: ClassVar[str] = "exchange rates at which no transfer is made"

    @property
    def payoff(self) -> Pair:
        """The payoff, of the first solution if there are several."""
        return self.solutions[0].payoff

    @property
    def rate(self) -> Point | None:
        """The equilibrium rate of the first solution, when there is one only."""
        return self.solutions[0].rate

    @property
    def exact(self) -> bool:
        return True

    @property
    def feasible(self) -> Polygon:
        """What can be reached without side payments."""
        return ntu_set(self.game)

    @property
    def fixed(self) -> FixedThreats:
        """The threats that are best at every rate, if there are any."""
        return fixed_threats(self.game)

    def explain(self) -> Explanation:
        """The corners and sides that were tried, and why the solution is one."""
        return call(self, "explain_lambda")

    def draw(self) -> Picture:
        """The feasible set with the solution and its supporting line."""
        return call(self, "draw_lambda")

    def to_json(self) -> dict[str, Any]:
        rows, columns = self.game.strategies
        return {
            "kind": self.kind,
            "solutions": [s.to_json() for s in self.solutions],
            "pareto_chain": [plain_pair(p) for p in self.feasible.pareto],
            "fixed_threat_cells": [[rows[i], columns[j]] for i, j in self.fixed.cells],
            "threat_game": threat_game(self.game).solve().to_json(),
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> LambdaTransfer:
        parts = Claim(data).parts("solutions")
        return cls(game_of(game), tuple(map(_read_transfer, parts)))

    def __str__(self) -> str:
        return "\n".join(
            f"lambda-transfer solution {show_pair(s.payoff)} {s.words()}" for s in self.solutions
        )


@method(
    BargainingProblem,
    "lambda-transfer",
    finds="the solutions without side payments, each with the exchange rates that support it",
    cost="a matrix game for each side of the frontier, and one with a parameter for the corners",
    reference="Shapley 1969; Ferguson III.4.3",
    applies=why_not_open,
    aliases=("ntu", "lambda"),
)
def lambda_transfer(game: Any) -> LambdaTransfer:
    """Every lambda-transfer solution of a two-person game, with all rates that support it.

    Parameters
    ----------
    game : StrategicGame, MatrixGame or BargainingProblem
        A game of two players, or a bargaining problem that comes from one.

    Returns
    -------
    LambdaTransfer
        All solutions, each with its equilibrium rates.

    Notes
    -----
    Cost: a matrix game for each side of the Pareto frontier, and one with a parameter for all
    corners.

    References
    ----------
    Shapley 1969; Ferguson III.4.3.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(lambda_transfer(bimatrix("-1 1; 0 3", "1 3; 0 -1")))
    lambda-transfer solution (5/4, 5/2) at rate 2
    """
    if isinstance(game, BargainingProblem) and (reason := why_not_open(game)):
        raise GameError(f"the lambda-transfer solution does not apply: {reason}")
    noun = game_of(game)
    chain = ntu_set(noun).pareto
    found = [*_on_sides(noun, chain), *_at_corners(noun, chain)]
    if not found:
        found = list(_one_sided(noun, chain))
    return LambdaTransfer(noun, _merged(found))


def transfer_value(game: StrategicGame, rate: Fraction) -> Pair:
    """The solution with transfers at a rate, in the units of both players.

    Parameters
    ----------
    game : StrategicGame
        A game of two players.
    rate : Fraction
        What one unit of the first player's utility is worth in units of the second's.

    Returns
    -------
    Pair
        The payoffs of the two players.

    Notes
    -----
    Cost: one linear program.

    References
    ----------
    Shapley 1969.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> transfer_value(bimatrix("5 0; 0 3", "3 -4; 0 6"), Fraction(1))
    (Fraction(11, 2), Fraction(7, 2))
    """
    first, second = exact_payoffs(game)
    cells = zip(first, second, strict=True)
    sigma = max(rate * a + b for r, s in cells for a, b in zip(r, s, strict=True))
    delta = game_value(game, rate)
    return (sigma + delta) / (2 * rate), (sigma - delta) / 2


def game_value(game: StrategicGame, rate: Fraction) -> Fraction:
    """The value of the threat game rate*A - B."""
    first, second = exact_payoffs(game)
    rows = [
        [rate * a - b for a, b in zip(r, s, strict=True)]
        for r, s in zip(first, second, strict=True)
    ]
    return Fraction(matrix(rows).solve(exact=True).value)


def _on_sides(game: StrategicGame, chain: tuple[Pair, ...]) -> Iterator[Transfer]:
    for (x0, y0), (x1, y1) in pairwise(chain):
        rate = (y0 - y1) / (x1 - x0)
        u, v = transfer_value(game, rate)
        if x0 <= u <= x1:
            yield Transfer((u, v), rate, rate)


def _at_corners(game: StrategicGame, chain: tuple[Pair, ...]) -> Iterator[Transfer]:
    pieces = threat_values(game)
    slopes = [(y0 - y1) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(chain)]
    ends: list[Fraction | None] = [ZERO, *slopes, None]
    for (a, b), (low, high) in zip(chain, pairwise(ends), strict=True):
        wanted = RationalFunction.of(Polynomial.of([-b, a]))
        for start, end in _zeros(pieces, wanted, low or ZERO, high):
            if end is not None and end <= 0:
                continue
            yield Transfer((a, b), start, end)


def threat_values(game: StrategicGame) -> tuple[ValueInterval, ...]:
    """The value of rate*A - B as a piecewise rational function of a rate from 0 on."""
    return threat_game(game).solve().pieces


def threat_game(game: StrategicGame) -> ParametricMatrixGame:
    """The matrix game rate*A - B with the rate as its parameter."""
    first, second = exact_payoffs(game)
    entries = [
        [Polynomial.of([-b, a]) for a, b in zip(r, s, strict=True)]
        for r, s in zip(first, second, strict=True)
    ]
    return parametric_game(entries, interval=(0, None))


def _zeros(
    pieces: tuple[ValueInterval, ...],
    wanted: RationalFunction,
    low: Fraction,
    high: Fraction | None,
) -> Iterator[Rates]:
    """Where a piecewise function agrees with another one between two numbers."""
    for piece in pieces:
        start = _later(piece.start, low)
        end = _earlier(piece.end, high)
        if end is not None and start > end:
            continue
        gap = piece.value - wanted
        if not gap:
            yield start, end
            continue
        for root in real_roots(gap.numerator):
            if root >= start and (end is None or root <= end):
                yield root, root


def _later(a: Point | None, b: Fraction) -> Point:
    return b if a is None or a < b else a


def _earlier(a: Point | None, b: Fraction | None) -> Point | None:
    if a is None or b is None:
        return b if a is None else a
    return a if a < b else b


def _one_sided(game: StrategicGame, chain: tuple[Pair, ...]) -> Iterator[Transfer]:
    """Rates 0 and infinity: one player alone counts, and can guarantee the best for that one."""
    for payoff, rate in ((chain[0], ZERO), (chain[-1], None)):
        if _at_the_end(game, payoff, rate).passed:
            yield Transfer(payoff, rate, rate)


def _at_the_end(game: StrategicGame, payoff: Pair, rate: Point | None) -> Check:
    first, second = exact_payoffs(game)
    if rate is None:
        safe, best, who = matrix(first).solve(exact=True).value, payoff[0], game.players[0]
    else:
        turned = [list(column) for column in zip(*second, strict=True)]
        safe, best, who = matrix(turned).solve(exact=True).value, payoff[1], game.players[1]
    what = f"only {who} counts, who can secure the best outcome"
    return Check(what, safe == best, f"{safe} of {best}")


def _read_transfer(part: Claim) -> Transfer:
    u, v = (exact(x, "payoff") for x in part.items("payoff", 2))
    ends = part.items("lambda_interval", 2) if "lambda_interval" in part else [part.raw("lambda")]
    rates = [None if x is None else point_from_json(x, "lambda") for x in ends]
    return Transfer((u, v), rates[0], rates[-1])


def _merged(transfers: list[Transfer]) -> tuple[Transfer, ...]:
    """Join touching rates of the same payoff, in the order of the rates."""
    joined: list[Transfer] = []
    for one in sorted(transfers, key=lambda s: (s.payoff, _order(s.low), _order(s.high))):
        last = joined[-1] if joined else None
        if last is not None and last.payoff == one.payoff and _touch(last, one):
            high = last.high if _order(last.high) >= _order(one.high) else one.high
            joined[-1] = Transfer(one.payoff, last.low, high)
        else:
            joined.append(one)
    return tuple(sorted(joined, key=lambda s: _order(s.low)))


def _order(x: Point | None) -> float:
    return float("inf") if x is None else float(x)


def _touch(a: Transfer, b: Transfer) -> bool:
    return a.high is None or (b.low is not None and bool(a.high >= b.low))
