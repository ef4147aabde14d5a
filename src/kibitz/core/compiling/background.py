"""Compiled work beside the main thread, so that Ctrl-C is heard while it runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

GLANCE = 0.05
"""Seconds between two looks at the keyboard."""
T = TypeVar("T")


def in_background(kernel: Callable[..., T], *arguments: Any) -> T:
    """Call a compiled function in a thread of its own, and wait for it.

    Python handles signals in the main thread alone, and not while that runs compiled code; and when
    Ctrl-C has been pressed meanwhile, Numba does not survive handing over its arrays. The function
    must be compiled with ``nogil=True``. Starting a thread takes a tenth of a millisecond, so this
    is for work that can take a second.

    >>> in_background(sum, [1, 2, 3])
    6
    """
    if threading.current_thread() is not threading.main_thread():
        return kernel(*arguments)
    answers: list[T] = []
    failures: list[BaseException] = []

    def call() -> None:
        try:
            answers.append(kernel(*arguments))
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(GLANCE)
    if failures:
        raise failures[0]
    return answers[0]
