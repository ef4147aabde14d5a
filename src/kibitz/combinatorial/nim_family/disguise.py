"""Nim in disguise: games whose positions can be read as heaps of nim."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import reduce
from math import prod
from operator import xor
from typing import Any, ClassVar

from kibitz.combinatorial.game import ImpartialGame

LISTED = 100_000
"""Positions up to which a proof lists them all; beyond, it rests on the theorem."""


@dataclass(frozen=True)
class NimInDisguise(ImpartialGame):
    """A game that is nim on the heaps that :meth:`nim_heaps` reads off a position.

    Its nimber in normal play is the nim-sum of these heaps; ``reading`` says what they are.
    """

    reading: ClassVar[str] = "The heaps are those of the position."
    reversible: ClassVar[str] = ""
    """Why moves that enlarge a heap do not matter, where there are some."""

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
