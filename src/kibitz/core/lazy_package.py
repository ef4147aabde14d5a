"""Packages that import their modules when a name of theirs is first used.

The names are listed once, in the ``__init__.pyi`` beside ``__init__.py``, where editors and type
checkers read them; at run time the same file tells in which module each name lives.
"""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.core.spelling import american


class LazyPackage(ModuleType):
    """A package whose names, and modules that hold them, are fetched on first use.

    A module may be called like a function of the package. When such a module is imported, Python
    would put it in the place of the function; here the function stays.
    """

    _home: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        module = f"{self.__name__}.{name}"
        if name not in self._home and module in self._home.values():
            return import_module(module)
        if name not in self._home:
            if american(name) in self._home:
                return getattr(self, american(name))
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(self._home[name]), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in self._home):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._home})


def make_lazy(package: str) -> list[str]:
    """Let a package fetch its names when they are used; the names, for its ``__all__``.

    >>> import kibitz.coalitional
    >>> "shapley" in make_lazy("kibitz.coalitional")
    True
    """
    stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
    home = _names_in(stub.read_text(encoding="utf-8"))
    fetch_lazily(package, home)
    return sorted(home)


def fetch_lazily(package: str, home: dict[str, str]) -> None:
    """Let a package fetch these names when they are used, each from its module."""
    module = sys.modules[package]
    module.__dict__["_home"] = home
    module.__class__ = LazyPackage


def _names_in(stub: str) -> dict[str, str]:
    """Names, and the modules they come from.

    >>> _names_in("from package.module import one as one, two as two")
    {'one': 'package.module', 'two': 'package.module'}
    """
    return {
        alias.name: str(node.module)
        for node in ast.parse(stub).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
