"""What the workbench was started with: where it listens, and how much one job may take."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, what it allows, and the limits of one job."""

    host: str = "127.0.0.1"
    port: int = 8765
    token: str = ""
    """What a browser must bring to be served; nothing is asked for if empty."""
    allow_code: bool = False
    """Whether Python from the page is run."""
    seconds: float = 60.0
    """Time of one job."""
    memory: int = 4 << 30
    """Bytes of address space of one worker."""
    characters: int = 400_000
    """Length of a game that is typed, pasted or dropped."""
    workers: int = max(4, 2 * (os.cpu_count() or 1))
    """Worker processes at once; further jobs wait for their turn."""
    spare: int = max(2, (os.cpu_count() or 1) // 2)
    """Idle workers that are kept warm."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it.

        >>> Settings().is_local, Settings(host="0.0.0.0").is_local
        (True, False)
        """
        return self.host in ("127.0.0.1", "localhost", "::1")
