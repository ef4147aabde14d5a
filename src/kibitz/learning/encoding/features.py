"""Features: numbers read off the words of a state, the same way in NumPy, Numba and JAX.

A state is a row of 64-bit words. A feature looks at one word, or at two joined by exclusive or,
and gives a bit of it, whether it equals or reaches a number, or the number itself divided by a
scale. Which
words it looks at may depend on the player who looks, so that a board is always seen by the mover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

BIT = 0
EQUAL = 1
SCALED = 2
REAL = 3
"""The word holds the bits of a float."""
AT_LEAST = 4
"""Whether the word is the number or more; with a number below 0, whether it is that or less."""
NOTHING = -1
"""The number of no word, which is 0."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One number that a learner sees."""

    word: int
    mode: int = BIT
    number: int = 0
    """The bit, the number compared with, or the scale."""
    other: int = NOTHING
    """A second word, joined to the first by exclusive or."""


@dataclass(frozen=True)
class Features:
    """A table of features for each player who may look; five arrays of players by features."""

    word: Any
    other: Any
    mode: Any
    number: Any

    @property
    def count(self) -> int:
        """How many features there are."""
        return int(self.word.shape[1])

    def of(self, words: Any, players: Any) -> Any:
        """The features of many states.

        Parameters
        ----------
        words : array of int64 [states, words]
            The states.
        players : array of int64 [states]
            Who looks at each.

        Returns
        -------
        array of float32 [states, features]
            What is seen.

        Notes
        -----
        Cost: a few array operations per player.
        """
        padded = np.concatenate([words, np.zeros((len(words), 1), np.int64)], axis=1)
        seen = np.zeros((len(words), self.count), np.float32)
        for player in range(len(self.word)):
            rows = np.flatnonzero(players == player)
            if rows.size:
                seen[rows] = self._seen_by(player, padded[rows])
        return seen

    def _seen_by(self, player: int, padded: Any) -> Any:
        found = padded[:, self.word[player]] ^ padded[:, self.other[player]]
        mode, number = self.mode[player], self.number[player]
        seen = ((found >> np.where(mode == BIT, number, 0)) & 1).astype(np.float32)
        seen = np.where(mode == EQUAL, found == number, seen)
        seen = np.where(mode == AT_LEAST, np.where(number < 0, -found, found) >= abs(number), seen)
        scale = np.where((mode == SCALED) | (mode == REAL), number, 1)
        seen = np.where(mode == SCALED, found / scale, seen)
        if (mode == REAL).any():
            seen = np.where(mode == REAL, found.view(np.float64) / scale, seen)
        return seen.astype(np.float32)


def features(tables: Sequence[Sequence[Feature]]) -> Features:
    """Features as arrays, from a list for each player who may look.

    >>> both = features([[Feature(0), Feature(1)], [Feature(1), Feature(0)]])
    >>> both.of(np.array([[1, 0], [1, 0]]), np.array([0, 1])).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

    def column(name: str) -> Any:
        return np.array([[getattr(f, name) for f in table] for table in tables], np.int64)

    return Features(column("word"), column("other"), column("mode"), column("number"))
