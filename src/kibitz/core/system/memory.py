"""How much memory there is, asked before much of it is taken."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from kibitz.core.errors import GameError

if sys.platform != "win32":
    import resource

USUAL = 4 << 30
"""Bytes that are taken to be free where the system does not say."""
_GROUP = Path("/sys/fs/cgroup")


def free_memory() -> int:
    """Bytes that this process can still take: what the machine and the user's limits allow.

    >>> free_memory() > 0
    True
    """
    return max(0, min([_available(), *_limits()]))


def require_memory(needed: float, what: str, instead: str = "") -> None:
    """Refuse work that needs more bytes than there are, before any of them is taken.

    >>> require_memory(1 << 10, "a small table")
    >>> require_memory(1 << 60, "a table of all games", "ask for a smaller one")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: a table of all games takes about 1,152,921,505 GB of memory,
    but only ... GB is free; ask for a smaller one
    """
    if needed < 1 << 24:
        return
    free = free_memory()
    if needed > free:
        tail = f"; {instead}" if instead else ""
        raise GameError(
            f"{what} takes about {_gigabytes(needed)} GB of memory, but only "
            f"{_gigabytes(free)} GB is free{tail}"
        )


def total_memory() -> int:
    """Bytes of memory that the machine has.

    >>> total_memory() > 0
    True
    """
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return USUAL


def _gigabytes(count: float) -> str:
    """Bytes as a person counts them.

    >>> _gigabytes(7_900_000_000), _gigabytes(5e12), _gigabytes(12_000_000)
    ('7.9', '5,000', '0.01')
    """
    if count < 1e8:
        return f"{count / 1e9:.2f}"
    return f"{count / 1e9:.1f}" if count < 1e11 else f"{count / 1e9:,.0f}"


def _available() -> int:
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return USUAL


def _limits() -> list[int]:
    """What the limits on the process and on its group leave."""
    limits = []
    with suppress(OSError, ValueError):
        most, used = ((_GROUP / f"memory.{x}").read_text("ascii") for x in ("max", "current"))
        if most.strip() != "max":
            limits.append(int(most) - int(used))
    if sys.platform != "win32":
        most_bytes = resource.getrlimit(resource.RLIMIT_AS)[0]
        if most_bytes != resource.RLIM_INFINITY:
            limits.append(most_bytes - used_memory())
    return limits


def used_memory() -> int:
    """Bytes of addresses that this process has taken."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0
