"""Runs a compiled search so that it can be stopped: by the clock, or by Ctrl-C."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.core.progress import work

STOP = 1
"""Where in its control array a kernel looks whether it should stop."""
_GLANCE = 0.05
_DEEPEST = 200_000
_STACK = 512 << 20
"""Bytes of stack, of which only what is used takes memory: searches recurse."""


def run(
    kernel: Callable[[], Any], control: Any, seconds: float | None = None, label: str = "searching"
) -> Any:
    """What the kernel returns; it is asked to stop after so many seconds, or at Ctrl-C.

    The kernel runs in a thread of its own, without the lock of the interpreter, and looks at
    ``control[STOP]`` now and then. A second Ctrl-C raises.
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
    shallow = sys.getrecursionlimit()
    with work(label) as task:
        _start(thread)
        try:
            while thread.is_alive():
                left = _GLANCE if deadline is None else min(_GLANCE, deadline - time.monotonic())
                thread.join(max(left, 0.001))
                if task.stopped or (deadline is not None and time.monotonic() >= deadline):
                    control[STOP] = 1
        finally:
            control[STOP] = 1 if thread.is_alive() else control[STOP]
            sys.setrecursionlimit(shallow)
    if failure:
        raise failure[0]
    return answer[0]


def _start(thread: threading.Thread) -> None:
    """Start it with a deep stack, in Python and in the machine."""
    before = threading.stack_size(_STACK)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), _DEEPEST))
    try:
        thread.start()
    finally:
        threading.stack_size(before)
