"""How much a search may take: time, nodes, depth, memory; checked before it starts."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import GameError

MEMORY = 256 << 20
"""Bytes for the table, by default."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search; it stops at the first that is reached, and answers with what it has."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    memory: int = MEMORY

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth", "memory"):
            limit = getattr(self, name)
            kinds = (int, float) if name == "seconds" else (int,)
            if limit is not None and (isinstance(limit, bool) or not isinstance(limit, kinds)):
                what = "a number" if name == "seconds" else "a whole number"
                raise GameError(f"{name} is {limit!r}; it must be {what}")
            if limit is not None and not limit > 0:
                raise GameError(f"{name} is {limit:g}; it must be positive")

    def slots(self, words: int) -> int:
        """How many entries of the table fit, a power of two.

        Parameters
        ----------
        words : int
            How many 8-byte words the state of a position takes.
        """
        fits = max(self.memory // (8 * (words + 2)), 1024)
        return int(1 << (int(fits).bit_length() - 1))
