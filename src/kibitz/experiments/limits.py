"""Limits on the time and the memory of one task, set in the process that runs it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from types import FrameType


class OutOfTime(BaseException):
    """A task has used up its time; not an Exception, so that no solver takes it for its own."""


def time_limit(seconds: float | None) -> AbstractContextManager[None]:
    """Break work off after some seconds, as soon as it is in Python again.

    Neither compiled code nor a compiler is interrupted; the parent process ends it a while
    later.

    >>> with time_limit(60):
    ...     pass
    """
    if seconds is None or sys.platform == "win32":
        return nullcontext()
    main = threading.current_thread() is threading.main_thread()
    return _alarm(seconds) if main else nullcontext()


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(signum: int, frame: FrameType | None) -> None:
    if _is_compiling():
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
        return
    raise OutOfTime


AGAIN = 0.05
"""Seconds after which an alarm rings again that came while something was being compiled."""


def _is_compiling() -> bool:
    """Whether Numba is at work: broken off, it would leave functions behind that are half made."""
    lock = getattr(sys.modules.get("numba.core.compiler_lock"), "global_compiler_lock", None)
    return lock is not None and bool(lock.is_locked())


def limit_memory(megabytes: float | None) -> None:
    """Let this process take no more memory than that, beyond what it has now.

    What asks for more gets a MemoryError. Systems without such limits are left as they are.
    """
    if megabytes is None or sys.platform == "win32":
        return
    import resource

    from kibitz.core.system.memory import used_memory

    with suppress(ValueError, OSError, OverflowError):  # as for an endless amount
        most = used_memory() + int(megabytes * 2**20)
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
