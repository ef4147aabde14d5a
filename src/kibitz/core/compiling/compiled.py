"""Functions that Numba compiles and Kibitz keeps on disk, loaded quickly. Imports Numba.

Numba's own cache lies beside the sources and goes by the time of one file. This one goes by what a
function is compiled from (:mod:`kibitz.core.compiling.code_digest`), the types that it is compiled
for and what compiles it; so equal functions are compiled once for all copies of the sources, and a
changed callee compiles its callers again.
"""

from __future__ import annotations

import hashlib
import importlib
import pickle
import platform
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from typing import Any, cast

import llvmlite
import numba
import numpy as np
from numba.core import config, serialize, types
from numba.core.base import BaseContext
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys

from kibitz.core.compiling.cache import user_cache
from kibitz.core.compiling.code_digest import code_digest
from kibitz.core.compiling.lean_compiler import make_assignment_lean, make_lean, without_colors

make_lean()

_SETTINGS = (
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
    "USING_SVML",
)
"""What of Numba's settings changes the code."""
FORMAT = 1
"""Counted up when entries are written otherwise."""


def njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """``numba.njit``; with ``cache=True`` compiled forms are kept on disk.

    What is kept is loaded without what only a compiler needs, which saves a fifth of a second. A
    call with a constant, ``f(0, x)``, is one to the ``f`` of integers; Numba would compile ``f``
    once more for each constant. And a function that a compiled one calls is optimized, made machine
    code of and kept with its caller alone, which saves half of the time to compile; it is compiled
    for itself when Python calls it. One that only compiled functions call may say so by
    ``no_cpython_wrapper``.
    """
    is_parallel = options.get("parallel", False)
    is_entry = is_parallel or not options.get("no_cpython_wrapper", False)
    kept = options.pop("cache", False) and is_entry
    options.setdefault("no_cfunc_wrapper", True)  # an entry point for C, which is not used
    prepared = numba.njit(**options)
    part = numba.njit(**{**options, "no_cpython_wrapper": True})

    def decorate(function: Callable[..., Any]) -> Any:
        made: Any = prepared(function)
        if not hasattr(made, "_cache"):  # compiling is switched off
            return made
        if is_entry and not is_parallel:
            _call_inside(made, part(function))
        made.get_call_template = _without_constants(made.get_call_template)
        made.compile = _compiling(made.compile, is_entry)
        if kept:
            made._cache = _Kept(made)
            made.compile = made._cache.sharing(made.compile)
        return made

    return decorate


def _call_inside(made: Any, part: Any) -> None:
    """Let compiled functions call the part, unless the whole is at hand."""
    whole_template, whole_overload = made.get_call_template, made.get_overload

    def template(args: Any, kws: Any) -> Any:
        _, given = made._compiler.fold_argument_types(args, kws)
        is_at_hand = tuple(given) in made.overloads
        return (whole_template if is_at_hand else part.get_call_template)(args, kws)

    def overload(args: Any) -> Any:
        is_part = tuple(args) in part.overloads
        return part.get_overload(args) if is_part else whole_overload(args)

    made.part, made.get_call_template, made.get_overload = part, template, overload


def _without_constants(template: Callable[..., Any]) -> Callable[..., Any]:
    """How a call is compiled, whatever the values of its constants."""

    def ask(args: Any, kws: Any) -> Any:
        plain = {name: types.unliteral(kind) for name, kind in kws.items()}
        return template(tuple(map(types.unliteral, args)), plain)

    return ask


def _compiling(compile: Callable[[Any], Any], is_entry: bool) -> Callable[[Any], Any]:
    """The same, with a note of whether the function is an entry while it is compiled."""

    def compile_so(sig: Any) -> Any:
        with global_compiler_lock, without_colors():
            _load_compiler()
            _ENTRIES.append(is_entry)
            try:
                return compile(sig)
            finally:
                _ENTRIES.pop()

    return compile_so


def machine_code(made: Any, *arguments: Any) -> Callable[..., Any]:
    """What a compiled function runs for arguments of the types of these, and for no others.

    A call takes a fourth of the time, a tenth of a microsecond, because no types are checked. They
    must be the same in every call; for arrays, so must their order and whether they can be written.
    """
    if not hasattr(made, "overloads"):  # compiling is switched off
        return cast("Callable[..., Any]", made)
    entry: Callable[..., Any] = made.compile(tuple(map(made.typeof_pyval, arguments)))
    return entry


_ENTRIES: list[bool] = []
"""Of the functions being compiled, each for the one before it, whether Python calls them."""
_DISPATCHER: Any = Dispatcher
_CONTEXT: Any = BaseContext
_LIBRARY: Any = JITCodeLibrary
_CODEGEN: Any = JITCPUCodegen
_optimize, _finish = _LIBRARY._optimize_final_module, _LIBRARY._finalize_final_module
_set_environment = _CODEGEN.set_env
_compile, _compile_subroutine = _DISPATCHER.compile, _CONTEXT._compile_subroutine_no_cache


def _as_a_part(compile: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """Compile what only becomes part of a caller, such as Numba's own functions of arrays."""
    _ENTRIES.append(False)
    try:
        return compile(*given, **options)
    finally:
        _ENTRIES.pop()


def _compile_dispatcher(dispatcher: Any, sig: Any) -> Any:
    if _ENTRIES and dispatcher.targetoptions.get("no_cpython_wrapper"):
        return _as_a_part(_compile, dispatcher, sig)
    return _compile(dispatcher, sig)


def _compile_inside(context: Any, *given: Any, **options: Any) -> Any:
    if _ENTRIES:
        return _as_a_part(_compile_subroutine, context, *given, **options)
    return _compile_subroutine(context, *given, **options)


def _optimize_entries(library: Any) -> None:
    """Optimize what runs as it is: entries, and functions that call themselves by their address."""
    if not _ENTRIES or _ENTRIES[-1] or _calls_itself(library):
        _optimize(library)


def _finish_entries(library: Any) -> None:
    """Make machine code of what runs as it is; the others only become part of their callers."""
    if not _ENTRIES or _ENTRIES[-1] or _calls_itself(library):
        _finish(library)
    else:
        library._finalize_dynamic_globals()
        library._verify_declare_only_symbols()
        library._finalized = True


def _set_environment_of_entries(codegen: Any, name: str, environment: Any) -> None:
    """Tell machine code where its environment is, if there is machine code."""
    if codegen._engine.is_symbol_defined(name):
        _set_environment(codegen, name, environment)


def _calls_itself(library: Any) -> bool:
    variables = library._final_module.global_variables
    return any(variable.name.startswith(RuntimeLinker.PREFIX) for variable in variables)


_LIBRARY._optimize_final_module = _optimize_entries
_LIBRARY._finalize_final_module = _finish_entries
_CODEGEN.set_env = _set_environment_of_entries
_DISPATCHER.compile = _compile_dispatcher
_CONTEXT._compile_subroutine_no_cache = _compile_inside


def compiler_digest(target_context: Any = None) -> str:
    """A digest of what compiles, and for which processor."""
    if target_context is None:
        from numba.core.registry import cpu_target

        target_context = cpu_target.target_context
    settings = [f"{name}={getattr(config, name, None)}" for name in _SETTINGS]
    parts = [*_versions(), *target_context.codegen().magic_tuple(), *settings]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _versions() -> tuple[str, ...]:
    modules = (numba, llvmlite, np)
    return (
        str(FORMAT),
        f"{platform.python_implementation()} {platform.python_version()}",
        *(f"{module.__name__} {module.__version__}" for module in modules),
    )


class _Kept(_Cache):
    """The compiled forms of one function, in the user's cache."""

    def __init__(self, made: Any) -> None:
        self._made = made
        self._is_enabled = True
        self._locks: list[ExitStack] = []

    @property
    def cache_path(self) -> str:
        return str(user_cache().folder)

    def enable(self) -> None:
        self._is_enabled = True

    def disable(self) -> None:
        self._is_enabled = False

    def flush(self) -> None:
        """Nothing: an entry that is out of date has a name that no one asks for."""

    def sharing(self, compile: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The same, while other processes that need the same form wait for it."""

        def compile_alone(sig: Any) -> Any:
            with global_compiler_lock, ExitStack() as locks:
                self._locks.append(locks)
                locks.callback(self._locks.pop)
                return compile(sig)

        return compile_alone

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The form for these types; Numba would first make itself ready to compile others."""
        rtsys.initialize(target_context)
        if not self._is_enabled:
            return None
        name = self._name(sig, target_context)
        overload = _loaded(name, target_context)
        if overload is None and self._locks:
            self._locks[-1].enter_context(user_cache().alone(name))
            overload = _loaded(name, target_context)
        return overload

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a form, unless it holds an address that is only right in this process."""
        if self._is_enabled and not data.lifted and not data.library.has_dynamic_globals:
            content = serialize.dumps(data._replace(type_annotation="")._reduce())
            user_cache().write(self._name(sig, data.target_context), content)

    def is_kept(self, sig: Any, target_context: Any) -> bool:
        """Whether the form for these types can be loaded."""
        return self._is_enabled and user_cache().read(self._name(sig, target_context)) is not None

    def _name(self, sig: Any, target_context: Any) -> str:
        function = self._made.py_func
        readable = re.sub(r"[^\w.]+", "_", f"{function.__module__}.{function.__qualname__}")[-100:]
        parts = (code_digest(self._made), str(sig), compiler_digest(target_context))
        return f"{readable}-{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:40]}"


def _loaded(name: str, target_context: Any) -> Any:
    content = user_cache().read(name)
    if content is None:
        return None
    try:
        return CompileResult._rebuild(target_context, *pickle.loads(content))
    except Exception:  # whatever is the matter with it, it is compiled anew
        return None


def _load_compiler() -> None:
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
    make_assignment_lean()
