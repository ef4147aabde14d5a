"""The command line: one small file for each command."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.cli.machinery.program import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the program: ``kibitz`` in a shell. Ctrl-C ends it quietly while it is being loaded."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from kibitz.cli.machinery.program import run

    signal.signal(signal.SIGINT, usual)
    run()


def _leave(signum: int, frame: FrameType | None) -> None:
    os.write(2, b"kibitz: interrupted\n")
    os._exit(128 + signum)


def __getattr__(name: str) -> Any:
    if name == "app":
        from kibitz.cli.machinery.program import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
