"""Answers about infinite games: a value, the proof that there is none, or proved bounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.core.explanation import Explanation
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.zero_sum.infinite.domination import Domination
from kibitz.zero_sum.infinite.game import InfiniteGame
from kibitz.zero_sum.infinite.guarantee import Guarantee, column_guarantee, finite, row_guarantee
from kibitz.zero_sum.infinite.strategy import FiniteMixture, is_distribution, mixture_text


@dataclass(frozen=True)
class InfiniteSolution(Solution):
    """The value of an infinite game, and for each player an optimal mixture of finitely many
    numbers that guarantees it against every integer.

    >>> from kibitz.zero_sum.infinite.rules import mendelsohn_on_integers
    >>> solution = mendelsohn_on_integers().solve()
    >>> solution.value, solution.verify().holds
    (Fraction(0, 1), True)
    """

    game: InfiniteGame
    value: Fraction
    row: FiniteMixture
    column: FiniteMixture
    method: str
    working: Domination | None = field(default=None, compare=False, repr=False)
    exact: ClassVar[bool] = True

    def verify(self) -> Certificate:
        """Check from the rule alone that both mixtures guarantee the value against all integers."""
        claim = f"the value is {show(self.value)}"
        theorem = "guarantees that meet, against every positive integer"
        for side, weights in (("row", self.row), ("column", self.column)):
            if not is_distribution(weights):
                text = mixture_text(weights)
                wrong = Check(f"the {side} strategy is a distribution", False, text)
                return Certificate(claim, theorem, (wrong,))
        mine, theirs = row_guarantee(self.game, self.row), column_guarantee(self.game, self.column)
        checks = (
            Check(
                "the row strategy guarantees at least the value",
                mine.level >= self.value,
                f"1..{mine.tried} one by one and beyond: at least {show(mine.level)}",
            ),
            Check(
                "the column strategy concedes at most the value",
                theirs.level <= self.value,
                f"1..{theirs.tried} one by one and beyond: at most {show(theirs.level)}",
            ),
        )
        return Certificate(claim, theorem, checks)

    def explain(self) -> Explanation:
        from kibitz.zero_sum.infinite.explain import explain_value

        return explain_value(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "infinite-solution",
            "value": plain(self.value),
            "row": {str(k): plain(w) for k, w in self.row},
            "column": {str(k): plain(w) for k, w in self.column},
            "method": self.method,
        }

    def __str__(self) -> str:
        first, second = self.game.players
        width = max(len(first), len(second))
        return "\n".join(
            [
                f"value {show(self.value)}",
                f"{first:<{width}}   {mixture_text(self.row)}",
                f"{second:<{width}}   {mixture_text(self.column)}",
                f"found by {self.method}",
            ]
        )


@dataclass(frozen=True)
class NoValue(Solution):
    """The lower value lies below the upper one: neither player can be held to a common number.

    As j grows, what a mixture of rows brings against column j tends to the mixture of the rows'
    limits; so no mixture guarantees more than the largest limit of a row. The same holds for
    columns. With bounded payoffs this holds for all mixtures, otherwise for finite ones.
    """

    game: InfiniteGame
    lower: Fraction
    upper: Fraction
    row: Guarantee
    column: Guarantee
    reasons: tuple[str, ...] = field(default=(), compare=False)
    exact: ClassVar[bool] = True

    @property
    def bounded(self) -> bool:
        """Does the proof cover mixtures of infinitely many numbers?"""
        return self.game.rule.bounds is not None

    @property
    def every_strategy_is_minimax(self) -> bool:
        """Can nobody do better than the worst payoff there is?"""
        return self.game.rule.bounds == (self.lower, self.upper)

    def verify(self) -> Certificate:
        """Check both limits from the rule, and that both players can secure them."""
        which = "all mixed strategies" if self.bounded else "mixtures of finitely many numbers"
        claim = f"the game has no value in {which}"
        theorem = "bounded convergence" if self.bounded else "limits of finite sums"
        limits = self.game.rule.limits
        if limits is None:
            return Certificate(claim, theorem, (Check("the limits of all lines are known", False),))
        checks = [
            Check(
                "no row mixture guarantees more than the largest limit of a row",
                limits[0] <= self.lower,
                show(limits[0]),
            ),
            Check(
                "no column mixture concedes less than the smallest limit of a column",
                limits[1] >= self.upper,
                show(limits[1]),
            ),
            Check("the lower value is below the upper one", self.lower < self.upper),
            Check(
                "the row player secures the lower value",
                self.row.level == self.lower,
                str(self.row),
            ),
            Check(
                "the column player secures the upper value",
                self.column.level == self.upper,
                str(self.column),
            ),
        ]
        inner = (*self.row.verify().checks, *self.column.verify().checks)
        return Certificate(claim, theorem, (*checks, *(c for c in inner if not c.passed)))

    def explain(self) -> Explanation:
        from kibitz.zero_sum.infinite.explain import explain_no_value

        return explain_no_value(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "no-value",
            "lower": plain(self.lower),
            "upper": plain(self.upper),
            "all_mixtures": self.bounded,
            "every_strategy_is_minimax": self.every_strategy_is_minimax,
            "reasons": list(self.reasons),
        }

    def __str__(self) -> str:
        where = "" if self.bounded else " in mixtures of finitely many numbers"
        return f"no value{where}: lower value {show(self.lower)}, upper value {show(self.upper)}"


@dataclass(frozen=True)
class ValueBounds(Solution):
    """What each player can secure when no more is proved: the value, if any, lies between."""

    game: InfiniteGame
    row: Guarantee
    column: Guarantee
    searched: int
    exact: ClassVar[bool] = False

    @property
    def lower(self) -> Number:
        return self.row.level

    @property
    def upper(self) -> Number:
        return self.column.level

    def verify(self) -> Certificate:
        """Check both guarantees against every integer."""
        return Certificate(
            f"the lower value is at least {show(self.lower)}, the upper at most {show(self.upper)}",
            "explicit strategies",
            (*self.row.verify().checks, *self.column.verify().checks),
        )

    def explain(self) -> Explanation:
        from kibitz.zero_sum.infinite.explain import explain_bounds

        return explain_bounds(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "value-bounds",
            "lower": finite(self.lower),
            "upper": finite(self.upper),
            "row": self.row.to_json(),
            "column": self.column.to_json(),
            "searched": self.searched,
        }

    def __str__(self) -> str:
        return (
            f"lower value at least {show(self.lower)}, upper value at most {show(self.upper)}; "
            f"not proved equal with numbers up to {self.searched}"
        )
