"""Answers about infinite games: a value, the proof that there is none, or proved bounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, exact, plain, show
from kibitz.core.solution import Solution
from kibitz.zero_sum.infinite.domination import InfiniteDomination
from kibitz.zero_sum.infinite.game import InfiniteGame
from kibitz.zero_sum.infinite.guarantee import Guarantee, finite
from kibitz.zero_sum.infinite.strategy import FiniteMixture, finite_mixture, mixture_text


@dataclass(frozen=True)
class InfiniteSolution(Solution, kind="infinite-solution"):
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
    working: InfiniteDomination | None = field(default=None, compare=False, repr=False)
    exact: ClassVar[bool] = True

    def explain(self) -> Explanation:
        return call(self, "explain_value")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "value": plain(self.value),
            "row": {str(k): plain(w) for k, w in self.row},
            "column": {str(k): plain(w) for k, w in self.column},
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: InfiniteGame, data: dict[str, Any]) -> InfiniteSolution:
        claim = Claim(data)
        row, column = (finite_mixture(claim.raw(side), side) for side in ("row", "column"))
        value = exact(claim.raw("value"), "value")
        return cls(game, value, row, column, str(data.get("method", "")))

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
class NoValue(Solution, kind="no-value"):
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
    method: ClassVar[str] = "comparing the limits of rows and columns"

    @property
    def bounded(self) -> bool:
        """Does the proof cover mixtures of infinitely many numbers?"""
        return self.game.rule.bounds is not None

    @property
    def every_strategy_is_minimax(self) -> bool:
        """Can no one do better than the worst payoff there is?"""
        return self.game.rule.bounds == (self.lower, self.upper)

    def explain(self) -> Explanation:
        return call(self, "explain_no_value")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "lower": plain(self.lower),
            "upper": plain(self.upper),
            "all_mixtures": self.bounded,
            "every_strategy_is_minimax": self.every_strategy_is_minimax,
            "row": self.row.to_json(),
            "column": self.column.to_json(),
            "reasons": list(self.reasons),
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: InfiniteGame, data: dict[str, Any]) -> NoValue:
        claim = Claim(data)
        lower, upper = (exact(claim.raw(key), key) for key in ("lower", "upper"))
        sides = [Guarantee.from_json(game, dict(claim.part(key).data)) for key in ("row", "column")]
        reasons = tuple(map(str, claim.items("reasons"))) if "reasons" in claim else ()
        return cls(game, lower, upper, sides[0], sides[1], reasons)

    def __str__(self) -> str:
        where = "" if self.bounded else " in mixtures of finitely many numbers"
        return f"no value{where}: lower value {show(self.lower)}, upper value {show(self.upper)}"


@dataclass(frozen=True)
class ValueBounds(Solution, kind="value-bounds"):
    """What each player can secure when no more is proved: the value, if any, lies between."""

    game: InfiniteGame
    row: Guarantee
    column: Guarantee
    searched: int
    exact: ClassVar[bool] = False
    method: ClassVar[str] = "truncations, certified against all integers"

    @property
    def lower(self) -> Number:
        return self.row.level

    @property
    def upper(self) -> Number:
        return self.column.level

    def explain(self) -> Explanation:
        return call(self, "explain_bounds")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "lower": finite(self.lower),
            "upper": finite(self.upper),
            "row": self.row.to_json(),
            "column": self.column.to_json(),
            "searched": self.searched,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: InfiniteGame, data: dict[str, Any]) -> ValueBounds:
        claim = Claim(data)
        sides = [Guarantee.from_json(game, dict(claim.part(key).data)) for key in ("row", "column")]
        return cls(game, sides[0], sides[1], claim.count("searched"))

    def __str__(self) -> str:
        return (
            f"lower value at least {show(self.lower)}, upper value at most {show(self.upper)}; "
            f"not proved equal with numbers up to {self.searched}"
        )
