"""Runs a compiled search so that it can be stopped: by the clock, or by Ctrl-C."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from kibitz.core.progress import work

STOP = 1
"""Where in its control array a kernel looks whether it should stop."""
_GLANCE = 0.05
_DEEPEST = 200_000
_STACK = 512 << 20
"""Bytes of stack, of which only what is used takes memory: searches recurse."""
_lock = threading.Lock()
_limits: list[int] = []
"""How deep Python could recurse before each of the searches that now run."""


def run(
    kernel: Callable[[], Any],
    control: Any,
    seconds: float | None = None,
    label: str = "searching",
    counter: int | None = None,
) -> Any:
    """What the kernel returns; it is asked to stop after this many seconds, or at Ctrl-C.

    The kernel runs in a thread of its own, without the lock of the interpreter, and looks at
    ``control[STOP]`` now and then. A second Ctrl-C raises. ``control[counter]`` is how far it is.
    """
    answer: list[Any] = []
    failure: list[BaseException] = []

    def target() -> None:
        try:
            with np.errstate(over="ignore"):
                answer.append(kernel())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=target, daemon=True)
    deadline = None if seconds is None else time.monotonic() + seconds
    with _deep_recursion(), work(label) as task:
        try:
            _start(thread)
            while thread.is_alive():
                left = _GLANCE if deadline is None else min(_GLANCE, deadline - time.monotonic())
                thread.join(max(left, 0.001))
                if counter is not None:
                    task.advance(int(control[counter]) - task.done)
                if task.stopped or (deadline is not None and time.monotonic() >= deadline):
                    control[STOP] = 1
        except BaseException:  # even while the thread starts: else it would run on, unseen
            control[STOP] = 1
            raise
    if failure:
        raise failure[0]
    return answer[0]


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Let Python recurse deeply until the last of several searches is done."""
    with _lock:
        _limits.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(_limits[-1], _DEEPEST))
    try:
        yield
    finally:
        with _lock:
            _limits.sort()
            shallow = _limits.pop()
            if not _limits:
                sys.setrecursionlimit(shallow)


def _start(thread: threading.Thread) -> None:
    """Start it with a deep stack of the machine."""
    with _lock:
        before = threading.stack_size(_STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
