"""The answer to a coin-turning game, where winning turns can be too many to list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.solution import SHOWN, ImpartialSolution, verdict

WRITTEN = 50
"""Winning turns that stand in the JSON, each with the position that it leaves."""


@dataclass(frozen=True)
class CoinSolution(ImpartialSolution):
    """Outcome, nimber, how many turns win, and the first of them."""

    count: int | None = None
    """None when the turns are too many to count."""

    @classmethod
    def with_all(
        cls,
        game: ImpartialGame,
        outcome: str,
        value: LoopyValue | None,
        moves: tuple[Move, ...],
        method: str,
    ) -> ImpartialSolution:
        """The answer with every winning turn, which says how many there are."""
        return cls(game, outcome, value, moves, method, len(moves))

    @classmethod
    def _rest(cls, data: dict[str, Any]) -> tuple[Any, ...]:
        return (data.get("winning_move_count"),)

    def _in_all(self) -> str:
        return "too many to count" if self.count is None else f"{self.count:,} in all"

    def to_json(self) -> dict[str, Any]:
        few = replace(self, moves=self.moves[:WRITTEN]) if len(self.moves) > WRITTEN else self
        return {**ImpartialSolution.to_json(few), "winning_move_count": self.count}

    def __str__(self) -> str:
        lines = [str(self.game), f"outcome {self.outcome}: {verdict(self.outcome)}"]
        lines.append(f"nimber {self.nimber}")
        if self.moves:
            shown = "; ".join(move.description for move in self.moves[:SHOWN])
            more = "" if self.count is not None and self.count <= SHOWN else f"; {self._in_all()}"
            lines.append(f"winning turns: {shown}{more}")
            lines += self._numbering()
        return "\n".join([*lines, f"found by {self.method}"])

    def _numbering(self) -> list[str]:
        """Where rows and columns are counted from, when that is not the same number."""
        rule: Any = getattr(self.game, "rule", None)
        origin = getattr(rule, "origin", 0)
        if not isinstance(origin, tuple) or origin[0] == origin[1]:
            return []
        return [f"rows are numbered from {origin[0]}, columns from {origin[1]}"]
