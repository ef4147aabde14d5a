"""What each player pays by one rule, and whether any coalition would do better on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import subset_sums, tensor_difference
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.names import read_payoffs
from kibitz.coalitional.solution import ROUNDING, CoalitionalAnswer
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, plain, show_all

MOST_LEVELS = 10
"""Players up to which a nucleolus is compared with the general one."""
WIDEST = 8


@dataclass(frozen=True)
class CostShares(CoalitionalAnswer, kind="cost-shares"):
    """Payments that cover the cost of serving everyone."""

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
        """What everyone saves compared with being served alone."""
        return tuple(c - x for c, x in zip(self.game.alone, self.payments, strict=True))

    def overcharged(self) -> tuple[str, ...]:
        """A coalition that pays more than serving it alone would cost, the worst; or no one.

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

    def explain(self) -> Explanation:
        """The costs, who pays what, and the check of it."""
        return call(self, "explain_shares")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "rule": self.rule,
            "players": list(self.game.players),
            "payments": [plain(x) for x in self.payments],
            "exact": self.exact,
            "method": self.method,
            **self._rounds(),
        }

    def _rounds(self) -> dict[str, Any]:
        """What proves a nucleolus of few players: the levels at which excesses are balanced."""
        if self.rule != "nucleolus" or self.game.n > MOST_LEVELS:
            return {}
        return {"rounds": nucleolus(self.game.savings()).to_json()["rounds"]}

    @classmethod
    def from_json(cls, game: CostGame, data: dict[str, Any]) -> CostShares:
        paid = read_payoffs(data.get("payments"), game.players, "payments")
        return cls(game, str(data.get("rule", "")), paid, str(data.get("method", "")))

    def __str__(self) -> str:
        alone = show_all(self.game.alone[:WIDEST])
        return f"{self.rule} of {alone}: {show_all(self.payments[:WIDEST])}"


def _slack(shares: CostShares) -> Number:
    if shares.exact and shares.game.exact:
        return Fraction(0)
    return ROUNDING * max(1e-300, float(np.max(np.abs([float(c) for c in shares.game.alone]))))
