"""How far a run was."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run was at some moment."""

    iteration: int
    seconds: float
    exploitability: float
