"""The class of a machine and the time of day, as provenance tells them."""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any

from kibitz.core.system.memory import total_memory


def moment(seconds: float) -> str:
    """A time as it is written: in UTC, to the second.

    >>> moment(0)
    '1970-01-01T00:00:00Z'
    """
    return _second(int(seconds))


@lru_cache(maxsize=1)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@cache
def machine_class() -> dict[str, Any]:
    """The class of machine that this is: what matters for times, and no name of it.

    >>> sorted(machine_class())
    ['architecture', 'memory_gb', 'processors', 'python', 'system']
    """
    return {
        "architecture": platform.machine(),
        "system": platform.system(),
        "processors": processors(),
        "memory_gb": round(total_memory() / 2**30),
        "python": ".".join(map(str, sys.version_info[:3])),
    }


def processors() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
