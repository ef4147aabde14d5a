"""Nim in disguise: games whose positions can be read as heaps of nim."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import reduce
from math import prod
from operator import xor
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.solution import Check

LISTED = 100_000
"""Positions up to which a proof lists them all; beyond, it rests on the theorem."""


@dataclass(frozen=True)
class NimInDisguise(ImpartialGame):
    """A game that is nim on the heaps that :meth:`nim_heaps` reads off a position.

    Its nimber in normal play is the nim-sum of these heaps; ``reading`` says what they are.
    """

    reading: ClassVar[str] = "The heaps are those of the position."

    @abstractmethod
    def nim_heaps(self, position: Any) -> tuple[int, ...]:
        """The sizes of the heaps of nim that a position amounts to."""

    def heap_names(self, position: Any) -> tuple[str, ...]:
        """What each of these heaps is called."""
        return tuple(f"heap {i}" for i in range(1, len(self.nim_heaps(position)) + 1))

    def _nimber(self, position: Any) -> int | None:
        return reduce(xor, self.nim_heaps(position), 0)

    def _reach(self, position: Any) -> int:
        return prod(heap + 1 for heap in self.nim_heaps(position))

    def _proof(self) -> tuple[Check, ...] | None:
        if self._reach(self.position) <= LISTED:
            return None
        heaps = self.nim_heaps(self.position)
        total = reduce(xor, heaps, 0)
        said = self.outcome()
        checks = [Check(f"{self.theorem} applies: {self.reading}", True, f"{len(heaps)} heaps")]
        if not self.is_misere:
            checks.append(Check("the nim-sum of the heaps", total == self.nimber(), str(total)))
            checks.append(Check("it is N unless the nim-sum is 0", (said == "N") == (total > 0)))
        return tuple(checks)
