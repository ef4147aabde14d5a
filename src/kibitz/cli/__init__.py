"""The command line: one small file for each command."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.cli.machinery.program import app

__all__ = ["app", "main"]

_INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def main() -> None:
    """Run the program: ``kibitz`` in a shell.

    Ctrl-C ends it quietly also while it is being loaded, and while Python clears up behind it.
    Where it is ignored, as in jobs that a script puts into the background, it stays so.
    """
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, _leave)
    from kibitz.cli.machinery.program import run

    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        _leave(signal.SIGINT, None)
    except SystemExit as ended:
        if ended.code == _INTERRUPTED:
            _end_now()
        raise
    finally:
        if heeded:
            signal.signal(signal.SIGINT, _leave)


def _leave(signum: int, frame: FrameType | None) -> None:
    os.write(2, b"kibitz: interrupted\n")
    os._exit(_INTERRUPTED)


def _end_now() -> None:
    """End without clearing up, which takes long where there was much to do."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(_INTERRUPTED)


def __getattr__(name: str) -> Any:
    if name == "app":
        from kibitz.cli.machinery.program import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
