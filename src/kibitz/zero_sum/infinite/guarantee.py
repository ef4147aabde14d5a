"""What a mixture over finitely many numbers guarantees against every positive integer.

The opponents below the last tail's start are tried one by one; from there on each line moves one
way to its limit, so the mixture pays at least the weighted sum of the smaller ends. Where all lines
are constant this is exact; otherwise the tail is pushed out until it decides, or its bound is kept.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, exact, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.zero_sum.infinite.game import InfiniteGame, PayoffRule
from kibitz.zero_sum.infinite.strategy import (
    FiniteMixture,
    finite_mixture,
    mixture_text,
)

Side = Literal["row", "column"]
MOST_PAYOFFS = 2_000_000
PUSHES = 6
"""How often the start of the tail is doubled to decide a mixture whose lines are not constant."""


@dataclass(frozen=True)
class Guarantee(Solution, kind="guarantee"):
    """A mixture, and a payoff the row player gets at least (a column mixture: at most) with it.

    ``tried`` opponents were met one by one; ``beyond`` bounds what all later ones bring. The level
    is ``exact`` when no better one could be stated for this mixture.
    """

    game: InfiniteGame
    side: Side
    strategy: FiniteMixture
    level: Number
    tried: int
    beyond: Number
    exact: bool
    method: ClassVar[str] = "trying opponents one by one, and the rule for the tail"

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "side": self.side,
            "strategy": {str(k): plain(w) for k, w in self.strategy},
            "level": finite(self.level),
            "tried": self.tried,
            "beyond": finite(self.beyond),
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: InfiniteGame, data: dict[str, Any]) -> Guarantee:
        claim = Claim(data)
        side: Side = "row" if claim.text("side") == "row" else "column"
        worst = -math.inf if side == "row" else math.inf
        level, beyond = (
            worst if claim.raw(key) is None else exact(claim.raw(key), key)
            for key in ("level", "beyond")
        )
        strategy = finite_mixture(claim.raw("strategy"), "strategy")
        tried, sharp = claim.count("tried"), claim.flag("exact")
        return cls(game, side, strategy, level, tried, beyond, sharp)

    def explain(self) -> Explanation:
        """Opponents one by one, and the tail."""
        return call(self, "explain_guarantee")

    def __str__(self) -> str:
        words = "at least" if self.side == "row" else "at most"
        return f"{mixture_text(self.strategy)}   pays {words} {show(self.level)}"


def row_guarantee(game: InfiniteGame, strategy: Any) -> Guarantee:
    """The least a row mixture can bring, over all the column player's numbers.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.
    strategy : mixture
        A mixture of finitely many numbers.

    Returns
    -------
    Guarantee
        The least payoff, with its proof.

    Examples
    --------
    >>> from kibitz.zero_sum.infinite.rules import silverman_on_integers
    >>> print(row_guarantee(silverman_on_integers(3), {1: "1/4", 2: "1/2", 5: "1/4"}))
    1: 1/4   2: 1/2   5: 1/4   pays at least 0
    """
    return _guarantee(game, "row", finite_mixture(strategy, "row strategy"))


def column_guarantee(game: InfiniteGame, strategy: Any) -> Guarantee:
    """The most a column mixture can cost, over all the row player's numbers.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.
    strategy : mixture
        A mixture of finitely many numbers.

    Returns
    -------
    Guarantee
        The greatest payoff, with its proof.
    """
    return _guarantee(game, "column", finite_mixture(strategy, "column strategy"))


def _guarantee(game: InfiniteGame, side: Side, strategy: FiniteMixture) -> Guarantee:
    rule = _seen_by(game, side)
    start = max(rule.row_tail(k).start for k, _ in strategy)
    if start * len(strategy) > MOST_PAYOFFS:
        raise GameError(
            f"the tail starts only at {start}: {count_of(start * len(strategy), 'payoff')} to "
            "compare, "
            f"the limit is {MOST_PAYOFFS}; give a strategy on smaller numbers"
        )
    tried = [_against(rule, strategy, k) for k in range(1, start)]
    for _ in range(PUSHES):
        beyond = _tail_bound(rule, strategy, len(tried) + 1)
        if beyond == _tail_limit(rule, strategy) or (tried and min(tried) <= beyond):
            break
        if 2 * len(tried) * len(strategy) > MOST_PAYOFFS:
            break
        tried += [_against(rule, strategy, k) for k in range(len(tried) + 1, 2 * len(tried) + 2)]
    beyond = _tail_bound(rule, strategy, len(tried) + 1)
    level: Number = min([*tried, beyond])
    exact = beyond == _tail_limit(rule, strategy) or (bool(tried) and min(tried) <= beyond)
    sign = 1 if side == "row" else -1
    return Guarantee(game, side, strategy, sign * level, len(tried), sign * beyond, exact)


def _seen_by(game: InfiniteGame, side: Side) -> PayoffRule:
    return game.rule if side == "row" else game.reversed().rule


def _against(rule: PayoffRule, strategy: FiniteMixture, opponent: int) -> Fraction:
    return sum((w * rule.payoff(k, opponent) for k, w in strategy), Fraction(0))


def _tail_bound(rule: PayoffRule, strategy: FiniteMixture, start: int) -> Number:
    """The least a mixture can bring against ``start`` and above, once all tails have begun."""
    total: Number = Fraction(0)
    for k, weight in strategy:
        total = total + weight * min(rule.payoff(k, start), rule.row_tail(k).limit)
    return total


def _tail_limit(rule: PayoffRule, strategy: FiniteMixture) -> Number:
    """What the mixture brings in the limit, against larger and larger opponents."""
    total: Number = Fraction(0)
    for k, weight in strategy:
        total = total + weight * rule.row_tail(k).limit
    return total


def finite(level: Number) -> str | float | None:
    """A level for JSON; None when nothing finite is guaranteed."""
    return None if isinstance(level, float) and math.isinf(level) else plain(level)
