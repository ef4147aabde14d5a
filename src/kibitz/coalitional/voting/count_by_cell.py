"""Swings by cell: coalitions are counted by their weights in several rules at once.

The weights of a coalition in all rules are one place in a box, and a box is one long integer, as in
:mod:`kibitz.coalitional.counting`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.counting import Counts, check_work
from kibitz.coalitional.voting.swings import Swings

if TYPE_CHECKING:
    from kibitz.coalitional.voting.compound import CompoundVoting

Flags = npt.NDArray[np.bool_]
METHOD = "generating functions in several weights"


class WeightGrid:
    """The places of a compound voting game: one for each combination of weights."""

    def __init__(self, game: CompoundVoting) -> None:
        self.sides = [sum(rule.weights) + 1 for rule in game.rules]
        self.cells = math.prod(self.sides)
        check_work(game.n, self.cells, len(game.types), "voters", "take fewer rules or weights")
        strides = [math.prod(self.sides[k + 1 :]) for k in range(len(self.sides))]
        self.steps = [
            sum(rule.weights[i] * s for rule, s in zip(game.rules, strides, strict=True))
            for i in range(game.n)
        ]
        self.wins = game.passing(list(np.ogrid[tuple(slice(0, side) for side in self.sides)]))
        self.wins = np.ascontiguousarray(self.wins).reshape(-1)

    def decided_by(self, voter: int) -> Flags:
        """Places that lose, and win once this voter joins."""
        step = self.steps[voter]
        after = np.zeros_like(self.wins)
        after[: self.cells - step] = self.wins[step:]
        return after & ~self.wins


def swings_by_cell(game: CompoundVoting) -> Swings:
    """The swings of every voter; the cost grows with the product of the total weights."""
    box = WeightGrid(game)
    counts = Counts.of(box.steps, box.cells)
    losing = marked(counts, ~box.wins)
    by_voter: list[tuple[int, ...]] = [()] * game.n
    for group in game.types:
        rest = counts.without(box.steps[group[0]])
        row = tuple(marked(rest, box.decided_by(group[0])))
        for i in group:
            by_voter[i] = row
    return Swings(tuple(losing), tuple(by_voter), METHOD)


def marked(counts: Counts, flags: Flags) -> list[int]:
    """By size, how many coalitions are at marked places.

    >>> marked(Counts.of([2, 1, 1], 5), np.array([False, True, False, True, True]))
    [0, 2, 2, 1]
    """
    blocks = np.where(flags, 0xFF, 0).astype(np.uint8).repeat(counts.width // 8)
    chosen = int.from_bytes(blocks.tobytes(), "little")
    base = (1 << counts.width) - 1
    return [(row & chosen) % base for row in counts.rows]
