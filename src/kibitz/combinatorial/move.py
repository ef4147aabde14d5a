"""A move: what is done, in words, and the position it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

LOOKED, SOME = 2000, 5
"""Moves looked through for a few winning ones of too many, and how few."""


class Move(NamedTuple):
    """A move: what is done, in words, and the position it leaves."""

    description: str
    position: Any

    def __str__(self) -> str:
        return self.description


class MoveRange(Protocol):
    """Moves of a kind that are too many to list: how many, what to write, and one by one."""

    @property
    def count(self) -> int: ...

    @property
    def ends(self) -> tuple[Move, Move]: ...

    def __iter__(self) -> Iterator[Move]: ...

    def to_json(self) -> dict[str, Any]: ...
