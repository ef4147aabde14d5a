"""Packages that import their modules when a name of theirs is first used.

The names are listed once, in the ``__init__.pyi`` beside ``__init__.py``, where editors and type
checkers read them; at run time the same file says in which module each name lives. Nothing else is
imported with a package, so threads that import different modules never wait for each other in a
circle, and the stub is read by the package's own loader, from a zip file as well.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pkgutil import get_data, iter_modules
from types import FunctionType, MethodType, ModuleType
from typing import Any

from kibitz.core.names.missing_names import CALLED, MissingName
from kibitz.core.spelling import american

_IMPORT = re.compile(r"^from (\S+) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


class LazyPackage(ModuleType):
    """A package whose names, and modules that hold them, are fetched on first use.

    Its functions read games that are given as text or in another form, and say in one line what
    they take when they are called otherwise.

    A module may be called like a function of the package. When such a module is imported, Python
    would put it in the place of the function; here the function stays.
    """

    _home: dict[str, str]

    def _missing(self, name: str) -> Any:
        """What is not loaded yet.

        It is put into the package's dictionary as ``__getattr__``: as a method of the class it
        would slow down the names that are loaded.
        """
        if name in self._home:
            value = self._fetch(name)
            super().__setattr__(name, value)
            return value
        if american(name) in self._home:
            return getattr(self, american(name))
        module = f"{self.__name__}.{name}"
        if name.startswith("_") or find_spec(module) is None:
            words = f"module {self.__name__!r} has no attribute {name!r}"
            raise MissingName(words, name=name, obj=self)
        return import_module(module)

    def _fetch(self, name: str) -> Any:
        value = getattr(import_module(self._home[name]), name)
        if not isinstance(value, FunctionType):
            return value
        if "_with_games" not in value.__dict__:
            from kibitz.core.names.game_arguments import with_games

            wrapped = with_games(value)
            if wrapped is not value:  # a pickle names it by where it is found as it is
                wrapped.__module__, wrapped.__qualname__ = self.__name__, name
            value.__dict__["_with_games"] = wrapped
        return value.__dict__["_with_games"]

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in self._home):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        modules = {module.name for module in iter_modules(self.__path__)}
        public = {name for name in modules if not name.startswith("_")}
        return sorted({*super().__dir__(), *self._home, *public} - {"_home", "make_lazy"})

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Say what is meant, as in ``kb.games()``."""
        advice = CALLED.get(self.__name__.removeprefix("kibitz."), "")
        said = f"{self.__name__} is a package, not a function"
        raise TypeError(f"{said}; {advice}" if advice else said)


def undecorated(value: Any) -> Any:
    """The function of a module that a package hands out wrapped; anything else as it is.

    >>> from kibitz.zero_sum import graphical
    >>> undecorated(graphical).__module__
    'kibitz.zero_sum.methods.graphical'
    """
    inner = getattr(value, "__wrapped__", None)
    is_ours = isinstance(inner, FunctionType) and inner.__dict__.get("_with_games") is value
    return inner if is_ours else value


def handed_out_as_is(*functions: Callable[..., Any]) -> None:
    """Let packages hand these functions out unwrapped: they are called too often to be checked."""
    for function in functions:
        function.__dict__["_with_games"] = function


class CallablePackage(LazyPackage):
    """A package that stands for its function of the same name when it is called."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        from kibitz.core.options import with_known_parameters

        function = getattr(self, self.__name__.rpartition(".")[2])
        return with_known_parameters(function)(*args, **options)


def make_lazy(
    package: str, kind: type[LazyPackage] = LazyPackage, called: tuple[str, ...] = ()
) -> list[str]:
    """Let a package fetch its names when they are used; the names, for its ``__all__``.

    Of the names, ``called`` are packages that stand for a function when they are called.

    >>> import kibitz.coalitional
    >>> "shapley" in make_lazy("kibitz.coalitional")
    True
    """
    stub = get_data(package, "__init__.pyi") or b""
    home = {name: place for name, place in _names_in(stub.decode()).items() if place != package}
    module = sys.modules[package]
    module.__dict__["_home"] = {name: home[name] for name in home if name not in called}
    module.__class__ = kind
    module.__dict__["__getattr__"] = MethodType(LazyPackage._missing, module)
    return sorted(home)


def _names_in(stub: str) -> dict[str, str]:
    """Names, and the modules they come from.

    >>> _names_in("from package.module import one as one, two as two")
    {'one': 'package.module', 'two': 'package.module'}
    """
    return {
        name.split()[0]: module
        for module, in_brackets, in_line in _IMPORT.findall(stub)
        for name in (in_brackets or in_line).split(",")
        if name.strip()
    }
