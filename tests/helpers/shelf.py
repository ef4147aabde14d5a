"""Values for parameters of named games that have no default."""

from __future__ import annotations

from kibitz.core.registry import ShelfEntry

SAMPLES = {
    "heaps": (5, 7),
    "lengths": (4, 5),
    "fraction": "1/3",
    "counters": 13,
    "code": "0.77",
    "set": "1,3,4",
}


def needed(entry: ShelfEntry) -> dict[str, object]:
    """What must be given to build this game."""
    return {p.name: SAMPLES[p.name] for p in entry.parameters if p.required}
