"""Long work: show how far it is, and stop at Ctrl-C with what was found."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds of work after which a bar appears on a terminal."""


class Task:
    """The handle of one long piece of work: call :meth:`advance`, look at :attr:`stopped`."""

    def __init__(self, label: str, total: int | None) -> None:
        self.label = label
        self.total = total
        self.done = 0
        self.stopped = False
        self._began = time.monotonic()
        self._bar: Progress | None = None
        self._id: TaskID | None = None

    def advance(self, steps: int = 1) -> None:
        """Note that so many steps are done; shows a bar once the work has taken a while."""
        self.done += steps
        if self._bar is not None and self._id is not None:
            self._bar.update(self._id, completed=self.done, description=self._words())
        elif time.monotonic() - self._began > PATIENCE and sys.stderr.isatty():
            self._show()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), transient=True)
        self._bar.start()
        self._id = self._bar.add_task(self._words(), total=self.total, completed=self.done)

    def _words(self) -> str:
        """The label, and how many are done where nobody knows of how many."""
        return self.label if self.total is not None else f"{self.label}: {self.done:,}"

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()


_stops = 0


def stops() -> int:
    """How often Ctrl-C has stopped a piece of work: more than before, and its answer was cut."""
    return _stops


@contextmanager
def work(label: str, total: int | None = None) -> Iterator[Task]:
    """Do long work; the first Ctrl-C sets ``task.stopped``, the second one raises.

    The worker returns what it has, with its bound, when it sees ``task.stopped``.

    >>> with work("counting", total=3) as task:
    ...     for _ in range(3):
    ...         task.advance()
    >>> task.done, task.stopped
    (3, False)
    """
    task = Task(label, total)
    in_main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if in_main else None

    def stop(signum: int, frame: FrameType | None) -> None:
        if task.stopped:
            raise KeyboardInterrupt
        global _stops
        _stops += 1
        task.stopped = True

    if in_main:
        signal.signal(signal.SIGINT, stop)
    try:
        yield task
    finally:
        if in_main:
            signal.signal(signal.SIGINT, before or signal.default_int_handler)
        task.close()
