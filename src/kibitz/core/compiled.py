"""Functions that Numba compiles and keeps on disk, loaded quickly. Imports Numba."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys


def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """``numba.njit``; what it keeps on disk is loaded without what only a compiler needs.

    That saves a fifth of a second, most of the time that loading takes.
    """
    kept = options.pop("cache", False)
    prepared = numba.njit(**options)

    def decorate(function: Callable[..., Any]) -> Any:
        made = prepared(function)
        if kept:
            made._cache = _Kept(function)
        return made

    return decorate


class _Kept(FunctionCache):
    """The compiled forms of one function on disk."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The form for these types; Numba would first make itself ready to compile others."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            found = self._load_overload(sig, target_context)
            if found is None:
                _put_off_linear_algebra()
            return found


def _put_off_linear_algebra() -> None:
    """Let Numba look for SciPy's linear algebra where a function uses it, not before the first."""
    if "numba.np.arraymath" in sys.modules:
        return
    from numba.np import linalg

    asked = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = asked
