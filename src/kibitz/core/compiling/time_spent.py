"""How long something took in plain Python, over all processes, while no one compiled it."""

from __future__ import annotations

from kibitz.core.compiling.cache import user_cache


def time_spent(name: str) -> float:
    """The seconds noted under a name in the user's cache; 0 where there are none."""
    try:
        return float(user_cache().read(name) or 0)
    except ValueError:
        return 0.0


def note_time(name: str, seconds: float) -> None:
    """Put the seconds down under a name."""
    user_cache().write(name, f"{seconds:.3f}".encode())
