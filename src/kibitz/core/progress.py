"""Long work: show how far it is, and stop at Ctrl-C with what was found."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
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
        """Note that this many steps are done; shows a bar once the work has taken a while."""
        self.done += steps
        if _watcher is not None:
            _watcher(self)
        elif self._bar is not None and self._id is not None:
            self._bar.update(self._id, completed=self.done, description=self._words())
        elif time.monotonic() - self._began > PATIENCE and _has_terminal():
            self._show()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), transient=True)
        self._bar.start()
        self._id = self._bar.add_task(self._words(), total=self.total, completed=self.done)

    def _words(self) -> str:
        """The label, and the number done where the total is unknown."""
        return self.label if self.total is not None else f"{self.label}: {self.done:,}"

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def _has_terminal() -> bool:
    """Whether a bar may be shown: not while a person types and other threads work."""
    return threading.current_thread() is threading.main_thread() and sys.stderr.isatty()


_watcher: Callable[[Task], None] | None = None


def watch(watcher: Callable[[Task], None] | None) -> None:
    """Tell how far work is by calling this with its task, and not by a bar on the terminal.

    >>> watch(lambda task: print(task.label, task.done))
    >>> with work("counting", total=2) as task:
    ...     task.advance()
    counting 1
    >>> watch(None)
    """
    global _watcher
    _watcher = watcher


_stops = 0
_running: list[Task] = []
"""The pieces of work of the main thread, each within the one before."""
_grace: float | None = None
_watch = 0
"""Counted up when a stop that was being waited for has come."""


def stops() -> int:
    """How often Ctrl-C has stopped a piece of work: more than before, and its answer was cut."""
    return _stops


def stop() -> None:
    """Ask all work that runs to end with what it has, as Ctrl-C does."""
    global _stops
    _stops += 1
    for task in _running:
        task.stopped = True
    if _grace is not None:
        _thread.start_new_thread(_insist, (_grace, _watch))


@contextmanager
def stop_within(seconds: float) -> Iterator[None]:
    """Let work that has not ended so long after the first Ctrl-C be broken off.

    A program that was asked to end must end, and not every worker looks often enough. In Python
    sessions nothing is broken off: there a second Ctrl-C does that.
    """
    global _grace
    before, _grace = _grace, seconds
    try:
        yield
    finally:
        settle()
        _grace = before


def settle() -> None:
    """Note that the work has ended: what was found is reported in full."""
    global _watch
    _watch += 1


def _insist(seconds: float, watch: int) -> None:
    """Press Ctrl-C again, unless the work has ended by then."""
    time.sleep(seconds)
    if watch != _watch:
        return
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # which also wakes it from a wait
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


@contextmanager
def work(label: str, total: int | None = None) -> Iterator[Task]:
    """Do long work; the first Ctrl-C sets ``task.stopped``, the second one raises.

    The worker returns what it has, with its bound, when it sees ``task.stopped``. Work within work
    stops together. Where Ctrl-C is ignored, as in jobs that a script puts into the background, it
    stays so.

    >>> with work("counting", total=3) as task:
    ...     for _ in range(3):
    ...         task.advance()
    >>> task.done, task.stopped
    (3, False)
    """
    task = Task(label, total)
    if threading.current_thread() is not threading.main_thread():
        try:
            yield task
        finally:
            task.close()
        return
    before = signal.getsignal(signal.SIGINT)
    _running.append(task)
    try:
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, _stop_or_raise)
        yield task
    finally:
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, before or signal.default_int_handler)
        _running.remove(task)
        task.close()


def _stop_or_raise(signum: int, frame: FrameType | None) -> None:
    if any(task.stopped for task in _running):
        raise KeyboardInterrupt
    stop()
