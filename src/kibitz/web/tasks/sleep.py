"""Do nothing for a while, for tests of the limits."""

from __future__ import annotations

import time

from kibitz.core.progress import work


def run(seconds: float, megabytes: int = 0, heeds: bool = False) -> float:
    """How long it ran; a task that obeys a request to stop says how long until then."""
    taken = bytearray(megabytes << 20)
    began = time.monotonic()
    with work("sleeping", round(seconds * 10)) as task:
        while time.monotonic() - began < seconds and not (heeds and task.stopped):
            time.sleep(0.1)
            task.advance()
    return time.monotonic() - began + 0 * len(taken)
