"""What everybody pays by one rule, and whether any coalition would do better on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import subset_sums, tensor_difference
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.solution import ROUNDING, agree, agree_all
from kibitz.coalitional.values.shapley import ShapleyValue
from kibitz.core.numbers import Number, plain, show_all
from kibitz.core.solution import Certificate, Check, Solution

MOST_TABLED = 16
"""Players up to which rules are compared with the general methods, coalition by coalition."""
MOST_LEVELS = 10
"""Players up to which a nucleolus is compared with the general one."""
WIDEST = 8


@dataclass(frozen=True)
class CostShares(Solution):
    """Payments that cover the cost of serving everybody."""

    game: CostGame
    rule: str
    payments: tuple[Number, ...]
    method: str = ""

    @property
    def exact(self) -> bool:
        return all(isinstance(x, Fraction) for x in self.payments)

    @property
    def total(self) -> Number:
        return sum(self.payments, Fraction(0))

    @property
    def by_player(self) -> dict[str, Number]:
        return dict(zip(self.game.players, self.payments, strict=True))

    def __iter__(self) -> Iterator[Number]:
        return iter(self.payments)

    def __getitem__(self, player: Any) -> Number:
        return self.by_player[str(player)]

    @property
    def savings(self) -> tuple[Number, ...]:
        """What everybody saves compared with being served alone."""
        return tuple(c - x for c, x in zip(self.game.alone, self.payments, strict=True))

    def overcharged(self) -> tuple[str, ...]:
        """A coalition that pays more than serving it alone would cost, the worst; or nobody.

        >>> from kibitz import cost_game
        >>> game = cost_game({"A": 10, "B": 10, "A,B": 12})
        >>> CostShares(game, "all on A", (Fraction(12), Fraction(0))).overcharged()
        ('A',)
        """
        gap = tensor_difference(subset_sums(self.payments), self.game.costs).array
        worst = int(gap.argmax())
        if gap[worst] <= _slack(self):
            return ()
        return tuple(p for i, p in enumerate(self.game.players) if worst >> i & 1)

    @property
    def in_core(self) -> bool:
        """Whether no coalition pays more than serving it alone would cost. Cost 2^n."""
        return not self.overcharged()

    def verify(self) -> Certificate:
        """That the payments cover the cost, and that they are what the rule says, where known."""
        close = _slack(self)
        whole = getattr(self.game, "total", None)
        cost = self.game.costs[(1 << self.game.n) - 1,] if whole is None else whole
        checks = [agree("the payments cover the cost of all", self.total, cost, close)]
        if self.rule == "Shapley value" and self.game.n <= MOST_TABLED:
            checks.append(_is_shapley(self))
        if self.rule == "nucleolus" and self.game.n <= MOST_LEVELS:
            checks.append(_is_nucleolus(self, close))
        if self.game.n <= MOST_TABLED:
            over = self.overcharged()
            found = "nobody pays more" if not over else f"{','.join(over)} pay more than alone"
            checks.append(Check("compared with the costs of all coalitions", True, found))
        shown = show_all(self.payments) if self.game.n <= WIDEST else "as claimed"
        return Certificate(f"{self.rule}: {shown}", "its definition", tuple(checks))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "cost-shares",
            "rule": self.rule,
            "players": list(self.game.players),
            "payments": [plain(x) for x in self.payments],
            "exact": self.exact,
            "method": self.method,
        }

    def __str__(self) -> str:
        alone = show_all(self.game.alone[:WIDEST])
        return f"{self.rule} of {alone}: {show_all(self.payments[:WIDEST])}"


def _slack(shares: CostShares) -> Number:
    if shares.exact and shares.game.exact:
        return Fraction(0)
    return ROUNDING * max(1e-300, float(np.max(np.abs([float(c) for c in shares.game.alone]))))


def _is_shapley(shares: CostShares) -> Check:
    value = ShapleyValue(shares.game.savings(), shares.savings, shares.method)
    bad = [check for check in value.verify().checks if not check.passed]
    what = "the savings are the Shapley value of the savings game"
    return Check(what, not bad, str(bad[0]) if bad else "")


def _is_nucleolus(shares: CostShares, close: Number) -> Check:
    found = nucleolus(shares.game.savings())
    what = "the savings are the nucleolus of the savings game"
    return agree_all(what, shares.game.players, shares.savings, tuple(found), close)
