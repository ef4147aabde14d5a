"""The answer to a coin-turning game, where winning turns can be too many to list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.combinatorial.solution import SHOWN, ImpartialSolution, verdict
from kibitz.core.solution import Certificate, Check

CHECKED = 50
"""Winning turns that a proof plays out."""


@dataclass(frozen=True)
class CoinSolution(ImpartialSolution):
    """Outcome, nimber, how many turns win, and the first of them."""

    count: int | None
    """None when the turns are too many to count."""

    def verify(self) -> Certificate:
        """The proof of the value, and a look at the turns that were listed."""
        claim = f"the outcome is {self.outcome} and the nimber {self.nimber}"
        checks = list(self.game._proof() or ())
        if self.moves:
            first = self.moves[:CHECKED]
            won = [self.game.outcome_at(frozenset(move.position)) == "P" for move in first]
            what = f"the first {len(won)} of the winning turns lead to value 0"
            checks.append(Check(what, all(won), self._in_all()))
        wins = Check("a turn wins unless the nimber is 0", bool(self.moves) == bool(self.nimber))
        checks.append(wins)
        return Certificate(claim, self.method, tuple(checks))

    def _in_all(self) -> str:
        return "too many to count" if self.count is None else f"{self.count:,} in all"

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "winning_move_count": self.count}

    def __str__(self) -> str:
        lines = [str(self.game), f"outcome {self.outcome}: {verdict(self.outcome)}"]
        lines.append(f"nimber {self.nimber}")
        if self.moves:
            shown = "; ".join(move.description for move in self.moves[:SHOWN])
            more = "" if self.count is not None and self.count <= SHOWN else f"; {self._in_all()}"
            lines.append(f"winning turns: {shown}{more}")
        return "\n".join([*lines, f"found by {self.method}"])
