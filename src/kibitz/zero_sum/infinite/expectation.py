"""Expected payoffs of mixtures over the integers, where they exist, and the proof where not.

With infinitely many numbers on both sides the double sum has a value that does not depend on the
order of summation only if it converges absolutely. Bounded stakes always do; stakes that grow like
``base ** min(i, j)`` against geometric weights of ratios r and s do exactly when base * r * s < 1.
Ferguson II.4.7, exercise 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact as number_of
from kibitz.core.numbers import plain, show
from kibitz.core.solution import Check, Solution
from kibitz.zero_sum.infinite.game import Growth, InfiniteGame
from kibitz.zero_sum.infinite.strategy import (
    FiniteMixture,
    Geometric,
    finite_mixture,
)

Strategy = FiniteMixture | Geometric
CHECKED = 40
"""How many pure opponents of a geometric mixture are met one by one."""
PRECISION = Fraction(1, 10**9)
MOST_SIZE = 128
"""The side of the largest square of payoffs that is summed."""
MOST_HEAD = 2000
"""The most payoffs that are summed before a constant tail."""


@dataclass(frozen=True)
class Expectation(Solution, kind="expectation"):
    """The expected payoff of two mixtures: a number, or an interval that holds it."""

    game: InfiniteGame
    row: Strategy
    column: Strategy
    low: Fraction
    high: Fraction
    method: ClassVar[str] = "summation, with a bound for what is left out"

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "row": _strategy_json(self.row),
            "column": _strategy_json(self.column),
            "low": plain(self.low),
            "high": plain(self.high),
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: InfiniteGame, data: dict[str, Any]) -> Expectation:
        claim = Claim(data)
        row, column = (_strategy_from(claim.raw(side), side) for side in ("row", "column"))
        low, high = (number_of(claim.raw(key), key) for key in ("low", "high"))
        return cls(game, row, column, low, high)

    def __str__(self) -> str:
        if self.exact:
            return show(self.low)
        return f"{float(self.low):.9g} (within {float(self.high - self.low):.1g})"


@dataclass(frozen=True)
class UndefinedExpectation(Solution, kind="undefined-expectation"):
    """Two mixtures without an expected payoff: the stakes grow faster than the weights fall.

    ``against_columns`` is what the row mixture brings against the column player's first numbers,
    ``against_rows`` what the column mixture costs against the row player's: each sum alone exists,
    and they may contradict each other.
    """

    game: InfiniteGame
    row: Geometric
    column: Geometric
    against_columns: tuple[Fraction, ...]
    against_rows: tuple[Fraction, ...]
    method: ClassVar[str] = "the growth of the stakes"
    exact: ClassVar[bool] = True

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "row_ratio": plain(self.row.ratio),
            "column_ratio": plain(self.column.ratio),
            "against_columns": [plain(x) for x in self.against_columns],
            "against_rows": [plain(x) for x in self.against_rows],
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: InfiniteGame, data: dict[str, Any]) -> UndefinedExpectation:
        claim = Claim(data)
        ratios = [Geometric(claim.raw(key)) for key in ("row_ratio", "column_ratio")]
        sides = [
            tuple(number_of(x, key) for x in claim.items(key))
            for key in ("against_columns", "against_rows")
        ]
        return cls(game, ratios[0], ratios[1], sides[0], sides[1])

    def __str__(self) -> str:
        return (
            f"undefined: the sum of absolute values diverges. Against pure columns the row mixture "
            f"brings {_range_text(self.against_columns)}, against pure rows the column mixture "
            f"costs {_range_text(self.against_rows)}"
        )


def expectation(game: InfiniteGame, row: Any, column: Any) -> Expectation | UndefinedExpectation:
    """The expected payoff of two mixtures; geometric ones are given as :class:`Geometric`.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.
    row : mixture
        A mixture of the row player.
    column : mixture
        A mixture of the column player.

    Returns
    -------
    Expectation or UndefinedExpectation
        The number, or the proof that the sum of absolute values diverges.

    Examples
    --------
    >>> from kibitz.zero_sum.infinite.rules import growing_stakes
    >>> half = Geometric("1/2")
    >>> print(expectation(growing_stakes(4), half, {7: 1}))
    1/2
    >>> print(expectation(growing_stakes(4), half, half))
    undefined: the sum of absolute values diverges. Against pure columns the row mixture brings
    1/2, against pure rows the column mixture costs -1/2
    """
    row, column = _read(row, "row strategy"), _read(column, "column strategy")
    if isinstance(row, Geometric) and isinstance(column, Geometric):
        if not _convergence(game, row, column).passed:
            return _undefined(game, row, column)
        return Expectation(game, row, column, *_enclosed(game, row, column))
    if isinstance(row, Geometric):
        total = _mixed(game, row, column)
    elif isinstance(column, Geometric):
        total = -_mixed(game.reversed(), column, row)
    else:
        total = sum((p * q * game.payoff(i, j) for i, p in row for j, q in column), Fraction(0))
    return Expectation(game, row, column, total, total)


def _strategy_json(strategy: Strategy) -> dict[str, Any]:
    if isinstance(strategy, Geometric):
        return {"geometric": plain(strategy.ratio)}
    return {str(k): plain(w) for k, w in strategy}


def _strategy_from(data: Any, where: str) -> Strategy:
    if isinstance(data, dict) and "geometric" in data:
        return Geometric(data["geometric"])
    return finite_mixture(data, where)


def _read(given: Any, where: str) -> Any:
    return given if isinstance(given, Geometric) else finite_mixture(given, where)


def _mixed(game: InfiniteGame, row: Geometric, column: FiniteMixture) -> Fraction:
    return sum((q * _geometric_row(game, row, j) for j, q in column), Fraction(0))


def _geometric_row(game: InfiniteGame, row: Geometric, j: int) -> Fraction:
    """What a geometric mixture brings against one column: a finite sum and a constant tail."""
    tail = game.rule.column_tail(j)
    limit = tail.limit
    if not isinstance(limit, Fraction) or game.rule.payoff(tail.start, j) != limit:
        raise GameError(
            f"column {j} is not eventually constant, so its expectation under an infinite "
            "mixture cannot be computed; use a finite mixture"
        )
    if tail.start > MOST_HEAD:
        raise GameError(
            f"column {j} becomes constant only from row {tail.start} on; the limit is row "
            f"{MOST_HEAD}"
        )
    head = sum((row.weight(i) * game.rule.payoff(i, j) for i in range(1, tail.start)), Fraction(0))
    return head + row.beyond(tail.start) * limit


def _growth(game: InfiniteGame) -> Growth:
    if game.rule.growth is not None:
        return game.rule.growth
    if game.rule.bounds is None:
        raise GameError(
            "the payoffs may be unbounded and no growth is declared, so the expected payoff "
            "of an infinite mixture may not exist; give bounds, or use a finite mixture"
        )
    return Growth(Fraction(1), Fraction(0), max(map(abs, game.rule.bounds)))


def _convergence(game: InfiniteGame, row: Strategy, column: Strategy) -> Check:
    """Does the sum of absolute values converge?"""
    what = "the sum of absolute values converges"
    if not (isinstance(row, Geometric) and isinstance(column, Geometric)):
        return Check(what, True, "one side plays finitely many numbers")
    growth = _growth(game)
    if growth.base <= 1:
        return Check(what, True, f"no payoff exceeds {show(growth.most)}")
    factor = growth.base * row.ratio * column.ratio
    if factor >= 1 and growth.least == 0:
        raise GameError(
            "the declared growth of the stakes neither proves nor disproves that the "
            "expected payoff exists; use a finite mixture"
        )
    verdict = (
        f"the terms grow by base x ratio x ratio = {show(growth.base)} x {show(row.ratio)} x "
        f"{show(column.ratio)} = {show(factor)}"
    )
    return Check(what, factor < 1, verdict)


def _undefined(game: InfiniteGame, row: Geometric, column: Geometric) -> UndefinedExpectation:
    other = game.reversed()
    return UndefinedExpectation(
        game,
        row,
        column,
        tuple(_geometric_row(game, row, j) for j in _first(CHECKED)),
        tuple(-_geometric_row(other, column, i) for i in _first(CHECKED)),
    )


def _first(count: int) -> range:
    return range(1, count + 1)


def _enclosed(game: InfiniteGame, row: Geometric, column: Geometric) -> tuple[Fraction, Fraction]:
    """Sum over a square, and bound what lies outside it."""
    growth = _growth(game)
    size = 8
    while size < MOST_SIZE and _outside(growth, row, column, size) > PRECISION * growth.most:
        size *= 2
    inner = sum(
        (
            row.weight(i) * column.weight(j) * game.rule.payoff(i, j)
            for i in _first(size)
            for j in _first(size)
        ),
        Fraction(0),
    )
    error = _outside(growth, row, column, size)
    return inner - error, inner + error


def _outside(growth: Growth, row: Geometric, column: Geometric, n: int) -> Fraction:
    """A bound for the absolute sum over all pairs that are not both at most n."""
    base, r, s = growth.base, row.ratio, column.ratio
    edge = sum(
        (base**m * (row.weight(m) * s**n + column.weight(m) * r**n) for m in _first(n)), Fraction(0)
    )
    corner = base * ((1 - r) + (1 - s) * r) * (base * r * s) ** n / (1 - base * r * s)
    return growth.most * (edge + corner)


def _range_text(values: tuple[Fraction, ...]) -> str:
    low, high = min(values), max(values)
    return show(low) if low == high else f"between {show(low)} and {show(high)}"
