"""An algorithm's files, cut to one game: what the game lacks is left out before it is compiled.

Numba takes its time over every expression, reached or not. So constants that are true or false are
put in, and branches that can never be taken disappear; functions of a single expression are put
where they are called, those with a single caller are made a part of it, and only those that nothing
else calls can be called from Python.
"""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

PER_MOVE = ("play", "noisy", "order")
"""What a search asks of a game for every move, not once at a position."""


def specialized(
    modules: Iterable[types.ModuleType], constants: Mapping[str, Any]
) -> list[ast.stmt]:
    """The constants and functions of some files, with the given constants instead of their own."""
    flags = {name: value for name, value in constants.items() if isinstance(value, bool)}
    lines: list[ast.stmt] = []
    for module in modules:
        for line in ast.parse(_text(module)).body:
            if isinstance(line, ast.FunctionDef):
                lines.append(_Folder(flags).visit(line))
            elif isinstance(line, ast.Assign) and not _is_given(line, constants):
                lines.append(line)
    given = [f"{name} = {value!r}" for name, value in constants.items()]
    return [*ast.parse("\n".join(given)).body, *lines]


def marked(lines: list[ast.stmt], entry: str = "compiled", is_bare: bool = False) -> str:
    """Source in which every function says how it is compiled, also one that no other calls.

    Functions that make no arrays only look into those of their caller in Python, who keeps them
    alive: ``bare`` ones do not count who uses an array, which takes a third of the time of a
    search.
    """
    functions = [line for line in lines if isinstance(line, ast.FunctionDef)]
    marks = marks_of(functions)
    called = {name for f in functions for name in calls(f) if name != f.name}
    for function in functions:
        mark = marks[function.name] if function.name in called else entry
        if is_bare and mark != "inlined":
            mark = f"bare_{mark}"
        function.decorator_list = [ast.Name(mark, ast.Load())]
        if isinstance(function.returns, ast.Name) and function.returns.id == "float":
            _Again(function.name).visit(function)
    return plain(lines)


def marks_of(
    functions: list[ast.FunctionDef], elsewhere: Mapping[str, int] = MappingProxyType({})
) -> dict[str, str]:
    """How functions that others call are compiled, given how often they are called elsewhere.

    ``inlined`` is a single expression, ``embedded`` what is called from one place at most, and
    ``internal`` all else; none of the former calls itself.
    """
    called = Counter(name for f in functions for name in calls(f))
    called.update(elsewhere)
    marks = {}
    for function in functions:
        body = [line for line in function.body if not _is_text(line)]
        single = len(body) == 1 and isinstance(body[0], ast.Return)
        mark = "inlined" if single else "embedded" if called[function.name] < 2 else "internal"
        marks[function.name] = "internal" if function.name in calls(function) else mark
    return marks


def makes_arrays(lines: Iterable[ast.stmt]) -> bool:
    """Whether any of an algorithm's functions, or of those put in their place, may ask for memory.

    All that they call of NumPy should be kinds of numbers.

    >>> numbers, lists = "def f(x): return np.int64(x)", "@inlined\\ndef f(x): return [x]"
    >>> makes_arrays(ast.parse(numbers).body), makes_arrays(ast.parse(lists).body)
    (False, True)
    """
    functions = (line for line in lines if isinstance(line, ast.FunctionDef))
    return any(_asks_for_memory(f) for f in functions if _marks(f) <= {"inlined"})


def _marks(function: ast.FunctionDef) -> set[str]:
    return {mark.id for mark in function.decorator_list if isinstance(mark, ast.Name)}


def _asks_for_memory(function: ast.FunctionDef) -> bool:
    for part in ast.walk(function):
        if isinstance(part, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
            return True
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            called = ast.unparse(part.func)
            if not _NUMERIC.fullmatch(called) and not called.endswith(").view"):
                return True
    return False


_NUMERIC = re.compile(r"np\.((u?int|float)\d+|bool_)|math\.\w+")


def plain(lines: list[ast.stmt]) -> str:
    """Source for Python."""
    return "\n\n".join(ast.unparse(ast.fix_missing_locations(line)) for line in lines)


def calls(function: ast.FunctionDef) -> list[str]:
    """The names that a function calls, as often as it does."""
    found = (part.func for part in ast.walk(function) if isinstance(part, ast.Call))
    return [called.id for called in found if isinstance(called, ast.Name)]


def calls_through(adapters: Iterable[str], lines: Iterable[ast.stmt]) -> Counter[str]:
    """How often an algorithm calls what stands behind functions that are put where they are called.

    What is asked for every move is left out: there a call would cost more than it saves.
    """
    functions = [line for line in lines if isinstance(line, ast.FunctionDef)]
    used = Counter(name for f in functions for name in calls(f))
    behind: Counter[str] = Counter()
    for text in adapters:
        (adapter,) = ast.parse(text).body
        assert isinstance(adapter, ast.FunctionDef)
        if adapter.name not in PER_MOVE:
            behind.update(dict.fromkeys(calls(adapter), used[adapter.name]))
    return behind


def asked_of(modules: Iterable[types.ModuleType]) -> set[str]:
    """What the files import of the interface to a game."""
    return {
        name.name
        for module in modules
        for line in ast.parse(_text(module)).body
        if isinstance(line, ast.ImportFrom) and line.module == "kibitz.rules.compile.interface"
        for name in line.names
    }


@cache
def _text(module: types.ModuleType) -> str:
    return inspect.getsource(module)


def _is_given(line: ast.Assign, constants: Mapping[str, Any]) -> bool:
    target = line.targets[0]
    return isinstance(target, ast.Name) and target.id in constants


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


class _Again(ast.NodeTransformer):
    """Makes a function that calls itself say so."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == self.name:
            node.func.id = "again"
        return node


class _Folder(ast.NodeTransformer):
    """Puts in what is known to be true or false, and leaves out what cannot happen."""

    def __init__(self, flags: Mapping[str, bool]) -> None:
        self.flags = flags

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = node.id in self.flags and isinstance(node.ctx, ast.Load)
        return ast.Constant(self.flags[node.id]) if known else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        known = _truth(node.operand)
        return (
            ast.Constant(not known) if isinstance(node.op, ast.Not) and known is not None else node
        )

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        neutral = isinstance(node.op, ast.And)
        left = [value for value in node.values if _truth(value) is not neutral]
        if any(_truth(value) is not None for value in left):
            return ast.Constant(not neutral)
        if len(left) < 2:
            return left[0] if left else ast.Constant(neutral)
        node.values = left
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        known = _truth(node.test)
        if known is None:
            return node
        return node.body if known else node.orelse

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(node.test)
        known = _truth(node.test)
        if known is not None:
            return self._block(node.body if known else node.orelse) or ast.Pass()
        node.body = self._block(node.body) or [ast.Pass()]
        node.orelse = self._block(node.orelse)
        return node

    def _block(self, lines: list[ast.stmt]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for line in lines:
            seen = self.visit(line)
            kept += seen if isinstance(seen, list) else [seen]
        return kept


def _truth(node: ast.AST) -> bool | None:
    """True or False where that is what stands there, otherwise None."""
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return node.value
    return None
