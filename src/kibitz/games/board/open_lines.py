"""What games share that are won by a line of one's own marks: an estimate by the open lines."""

from __future__ import annotations

from typing import Any

from kibitz.rules import Rules, popcount


class OpenLines(Rules):
    """Rules whose states have the bits of ``crosses`` and of ``noughts``, in any order."""

    names = ("X", "O")
    payoff_bounds = (-1, 1)
    lines: tuple[int, ...]
    """The cells of every line, as bits."""
    k: int
    """Cells of a line."""
    line_pays: int = 1
    """What a line is worth to its owner; -1 in misère play."""

    def evaluate(self, state: Any) -> tuple[float, float]:
        """The lines that are still open to each, weighted by how far they are filled."""
        total = 0.0
        for line in self.lines:
            mine, theirs = popcount(state.crosses & line), popcount(state.noughts & line)
            if theirs == 0 and mine > 0:
                total += 4.0**mine
            if mine == 0 and theirs > 0:
                total -= 4.0**theirs
        guess = max(-0.99, min(0.99, total / (4.0**self.k * 4)))
        return (self.line_pays * guess, -self.line_pays * guess)
