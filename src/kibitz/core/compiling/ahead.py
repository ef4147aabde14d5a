"""Compiling ahead of time: while that lasts, nothing runs in Python because it is small."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_AHEAD: list[bool] = []


@contextmanager
def compiled_ahead() -> Iterator[None]:
    """Compile whatever is used from here on, small or not.

    >>> with compiled_ahead():
    ...     is_ahead()
    True
    >>> is_ahead()
    False
    """
    _AHEAD.append(True)
    try:
        yield
    finally:
        _AHEAD.pop()


def is_ahead() -> bool:
    """Whether even small work is compiled."""
    return bool(_AHEAD)


def would_load_numba() -> bool:
    """Whether compiled code has to wait for Numba, which takes longer than many a small game."""
    return "numba" not in sys.modules and not is_ahead()
