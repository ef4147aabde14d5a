"""A digest of all that a compiled function is made from, its callees included. Imports Numba."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

_FIXED = {*sys.stdlib_module_names, "llvmlite", "numba", "numpy"}
"""Packages whose version says all about them."""


def code_digest(function: Any) -> str:
    """A digest of a function's code, of the constants it uses and of the functions it calls.

    Parameters
    ----------
    function
        What ``njit`` makes, or a plain function.

    Returns
    -------
    str
        The same for equal functions, wherever their files lie, and another as soon as anything
        changes that can change what they compile to.

    Notes
    -----
    Of compiled functions it takes the bytecode, without names of files and numbers of lines, the
    options of the compiler, and the values of the constants that they name; this once more for each
    function that they call. Other functions (intrinsics, overloads) write code in their own way, so
    the text of their whole module counts.
    """
    walk = _Walk(function)
    digest = hashlib.sha256()
    for part in walk.parts():
        digest.update(part.encode() if isinstance(part, str) else part)
        digest.update(b"\0")
    return digest.hexdigest()


class _Walk:
    """From a function to those that it calls, each once."""

    def __init__(self, function: Any) -> None:
        self.functions = [function]
        self.numbers = {id(function): 0}

    def parts(self) -> Iterator[str | bytes]:
        for function in self.functions:  # which grows meanwhile
            yield from self._function(function)

    def _function(self, made: Any) -> Iterator[str | bytes]:
        """What a function is made of."""
        function = _plain(made)
        yield f"{function.__module__}.{function.__qualname__}"
        if isinstance(made, Dispatcher):
            yield from self._value(sorted(made.targetoptions.items()))
            yield repr(made.locals)
        else:
            yield _source(sys.modules.get(function.__module__))
        yield from self._code(function.__code__)
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        for value in (function.__defaults__, function.__kwdefaults__, *held):
            yield from self._value(value)
        names = sorted(set(_names(function.__code__)))
        for name in names:
            if name in function.__globals__:
                value = function.__globals__[name]
                yield name
                yield from self._value(value)
                if isinstance(value, ModuleType) and _is_ours(value.__name__):
                    for inside in names:
                        yield from self._value(getattr(value, inside, None))

    def _code(self, code: CodeType) -> Iterator[str | bytes]:
        yield code.co_code
        yield code.co_exceptiontable
        yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars))
        yield repr((code.co_argcount, code.co_kwonlyargcount, code.co_flags))
        yield from self._value(code.co_consts)

    def _value(self, value: Any) -> Iterator[str | bytes]:
        """A constant by its value, a function by its number."""
        yield type(value).__qualname__
        if isinstance(value, (tuple, list)):
            yield str(len(value))
            for each in value:
                yield from self._value(each)
        elif isinstance(value, dict):
            yield from self._value(list(value.items()))
        elif isinstance(value, (set, frozenset)):
            yield from self._value(sorted(value, key=repr))
        elif isinstance(value, CodeType):
            yield from self._code(value)
        elif isinstance(value, np.ndarray):
            yield f"{value.dtype.str} {value.shape} {value.strides} {value.flags.writeable}"
            yield value.tobytes()
        elif isinstance(value, ModuleType):
            yield value.__name__
        elif isinstance(value, type):
            yield f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
        elif isinstance(function := _plain(value), FunctionType):
            yield f"{function.__module__}.{function.__qualname__}"
            if _is_ours(function.__module__):
                yield str(self._number(value))
        else:
            yield repr(value)

    def _number(self, function: Any) -> int:
        if id(function) not in self.numbers:
            self.numbers[id(function)] = len(self.functions)
            self.functions.append(function)
        return self.numbers[id(function)]


def _plain(made: Any) -> Any:
    """The function in Python that was given to ``njit`` or ``intrinsic``."""
    return getattr(made, "py_func", None) or getattr(made, "_defn", None) or made


def _names(code: CodeType) -> Iterator[str]:
    """What a function and those inside it name of the world around them."""
    yield from code.co_names
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _names(value)


def _is_ours(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] not in _FIXED


@cache
def _source(module: ModuleType | None) -> str:
    try:
        return inspect.getsource(module) if module else ""
    except (OSError, TypeError):  # typed at a prompt: its code has to do
        return ""
