"""Moves as the numbers of a policy's outputs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.learning.encoding.words import checksum

MOST_DENSE = 8192
"""Moves that are numbers below this are their own actions."""


@dataclass(frozen=True)
class Actions:
    """Which output of a policy stands for a move.

    A move that the table does not know takes the place of another, by its remainder: two legal
    moves may share an output, never is a move without one.
    """

    table: Any
    """The moves, or checksums of them, in order."""

    @property
    def count(self) -> int:
        """How many outputs there are."""
        return len(self.table)

    def of(self, move: Any) -> int:
        """The output of a move.

        >>> actions_for([2, 0, 1]).of(2), actions_for(["raise", "fold"]).of("fold")
        (2, 0)
        """
        number = checksum(move)
        at = int(np.searchsorted(self.table, number))
        if at < self.count and self.table[at] == number:
            return at
        return number % self.count


def actions_for(moves: Iterable[Any]) -> Actions:
    """The outputs for some moves: numbers from 0 to the largest where they are small."""
    numbers = sorted({checksum(move) for move in moves}) or [0]
    if numbers[0] >= 0 and numbers[-1] < MOST_DENSE:
        numbers = list(range(numbers[-1] + 1))
    return Actions(np.array(numbers, np.int64))
