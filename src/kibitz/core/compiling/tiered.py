"""Small work by the plain function, while its compiled form is not at hand. Imports Numba.

Compiling takes seconds, and a small game a millisecond. So a kernel that no one compiled yet runs
in Python where the work is small; the time it takes so is added up, over all processes, and when it
would have paid for the compiler, the kernel is compiled.
"""

from __future__ import annotations

import time
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.types import Type

from kibitz.core.compiling.ahead import is_ahead
from kibitz.core.compiling.code_digest import code_digest
from kibitz.core.compiling.time_spent import note_time, time_spent

WORTHWHILE = 2.0
"""Seconds of Python after which a kernel is compiled."""
WORTH_NOTING = 0.05


def tiered(kernel: Any, *args: Any, small: bool, worthwhile: float = WORTHWHILE) -> Any:
    """What a kernel returns, by its compiled form if that is at hand or the work is large.

    Parameters
    ----------
    kernel : callable
        What :func:`~kibitz.core.compiling.compiled.njit` makes with ``cache=True``, of functions
        that mean the same in Python: no integers that overflow, no intrinsics. One that does not
        has an attribute ``in_python``, a function that does.
    *args
        What it is called with.
    small : bool
        Whether Python can do it within a fraction of a second.
    worthwhile : float, optional
        Seconds of Python after which the kernel is compiled.

    Returns
    -------
    Any
        The same either way, up to the rounding of floats.
    """
    if not small or is_ready(kernel, *args, worthwhile=worthwhile):
        return kernel(*args)
    began = time.thread_time()
    with np.errstate(all="ignore"):
        answer = interpreted(kernel)(*args)
    _note(kernel, time.thread_time() - began)
    return answer


def is_ready(kernel: Any, *args: Any, worthwhile: float = WORTHWHILE) -> bool:
    """Whether the compiled form is at hand, or should be by now."""
    if is_ahead() or getattr(kernel, "overloads", True):  # True where compiling is switched off
        return True
    return _is_kept(kernel, args) or _spent(kernel) >= worthwhile


@cache
def interpreted(kernel: Any) -> Any:
    """The function that a kernel is compiled from, which calls plain functions only."""
    if hasattr(kernel, "in_python"):
        return kernel.in_python
    function = kernel.py_func if isinstance(kernel, Dispatcher) else kernel
    known = function.__globals__
    plain = {
        name: interpreted(known[name])
        for name in function.__code__.co_names
        if isinstance(known.get(name), Dispatcher)
    }
    code, closure = function.__code__, function.__closure__
    made = FunctionType(code, {**known, **plain}, function.__name__, function.__defaults__, closure)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _is_kept(kernel: Any, args: tuple[Any, ...]) -> bool:
    """Whether the compiled form for these arguments lies in the user's cache.

    To look takes milliseconds, and small work less: what was not there is looked for again after a
    while only, when another process may have compiled it.
    """
    types: tuple[Type, ...] = tuple(kernel.typeof_pyval(x) for x in args)
    now = time.monotonic()
    if now < _LOOK_AGAIN.get((kernel, types), 0.0):
        return False
    is_kept = bool(kernel._cache.is_kept(types, kernel.targetctx))
    if not is_kept:
        _LOOK_AGAIN[kernel, types] = now + PAUSE
    return is_kept


PAUSE = 1.0
"""Seconds after which a compiled form that was not there is looked for again."""
_LOOK_AGAIN: dict[tuple[Any, tuple[Type, ...]], float] = {}


_SPENT: dict[str, float] = {}


def _spent(kernel: Any) -> float:
    name = _entry(kernel)
    if name not in _SPENT:
        _SPENT[name] = time_spent(name)
    return _SPENT[name]


def _note(kernel: Any, seconds: float) -> None:
    name = _entry(kernel)
    before = _SPENT.get(name, 0.0)
    _SPENT[name] = before + seconds
    if (before + seconds) // WORTH_NOTING > before // WORTH_NOTING:
        note_time(name, before + seconds)


@cache
def _entry(kernel: Any) -> str:
    function = kernel.py_func
    return f"{function.__module__}.{function.__qualname__}.python-{code_digest(kernel)[:40]}"
