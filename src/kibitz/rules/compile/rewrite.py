"""Methods of rules, rewritten as functions that can be compiled.

``self`` disappears: its numbers become constants of a module, its methods functions of it. A method
that lists moves, by ``yield``, as a list or a range, becomes a function that fills an array, so
that a search allocates nothing. What cannot be rewritten raises
:class:`NotCompilable` with the reason.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from types import FunctionType
from typing import Any

import numpy as np

from kibitz.rules.compile.body import ROWS, Body, number_node, parsed, uncached
from kibitz.rules.compile.delegates import can_be_written_out, without_delegates
from kibitz.rules.compile.listing import LISTING, fill_arrays
from kibitz.rules.compile.lookups import ENTRY, with_lookups
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.records import field_names
from kibitz.rules.compile.specialize import marks_of
from kibitz.rules.compile.syntax import (
    Renamed,
    call_of,
    is_named,
)
from kibitz.rules.compile.tables import (
    ragged_source,
    rows_of,
)


class Rewriter:
    """Collects, for one game, the source of all functions and constants that its methods need."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.functions: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.tuples: dict[str, type[Any]] = {}

    def method(self, name: str) -> None:
        """Rewrite a method of the game, and all that it calls."""
        found = inspect.getattr_static(type(self.rules), name)
        self._rewrite(found, name, f"rules_{name}", name in LISTING)

    def listed(self, name: str) -> str:
        """Rewrite a method that lists things so that others can loop over them; its name."""
        found = inspect.getattr_static(type(self.rules), name)
        return self._rewrite(found, name, f"listed_{name}", False)

    def inherited(self, name: str, above: type) -> str:
        """Rewrite the method that ``super()`` means in a class of the game's; its name."""
        order = type(self.rules).__mro__
        for kind in order[order.index(above) + 1 :]:
            if name in vars(kind):
                return self._rewrite(vars(kind)[name], name, f"{name}_of_{kind.__name__}", False)
        raise NotCompilable(f"super() has no {name!r}")

    def _rewrite(self, found: Any, name: str, target: str, fills: bool) -> str:
        if target in self.functions:
            return target
        is_static = isinstance(found, staticmethod)
        function = uncached(found.__func__ if is_static else found)
        if not isinstance(function, FunctionType):
            raise NotCompilable(f"{name} is a {type(function).__name__}, not a plain method")
        self.functions[target] = ""
        tree = parsed(function)
        me = None if is_static else tree.args.args.pop(0).arg
        tree = without_delegates(tree, lambda called: self._generator(called, function, me))
        tree.name = target
        tree = Body(self, function, me).visit(tree)
        if fills:
            tree = fill_arrays(tree, LISTING[name], self.rules.most_moves)
        self.functions[target] = ast.unparse(ast.fix_missing_locations(tree))
        return target

    def _generator(
        self, called: ast.expr, caller: FunctionType, me: str | None, deep: int = 0
    ) -> ast.FunctionDef | None:
        """The generator that a call means, if it is one that can be written out where it stands."""
        found: Any = None
        is_method = isinstance(called, ast.Attribute) and is_named(me or "", called.value)
        if isinstance(called, ast.Attribute) and is_method:
            found = inspect.getattr_static(type(self.rules), called.attr, None)
        elif isinstance(called, ast.Name):
            found = caller.__globals__.get(called.id)
        if not isinstance(found, FunctionType) or not inspect.isgeneratorfunction(found):
            return None
        if found.__globals__ is not caller.__globals__ or found.__closure__ or deep > 2:
            return None
        tree = parsed(found)
        if is_method:
            mine = tree.args.args.pop(0).arg
            Renamed({mine: me or mine}).visit(tree)
        without_delegates(tree, lambda one: self._generator(one, found, me, deep + 1))
        return tree if can_be_written_out(tree) else None

    def function(self, name: str, function: FunctionType) -> None:
        """Rewrite a function that stands beside the game."""
        if name in self.functions:
            return
        self.functions[name] = ""
        tree = Body(self, function, None).visit(parsed(function))
        tree.name = name
        self.functions[name] = ast.unparse(ast.fix_missing_locations(tree))

    def constant(self, name: str, value: Any) -> None:
        self.constants[name] = self._spell(value, name)

    def _spell(self, value: Any, name: str) -> str:
        value = rows_of(value)
        if isinstance(value, (bool, int, float, np.integer)):
            return ast.unparse(number_node(value))
        if isinstance(value, (tuple, list, set, frozenset)):
            inside = "".join(f"{self._spell(item, name)}, " for item in value)
            if hasattr(value, "_fields"):
                self.named_tuple(type(value))
                return f"{type(value).__name__}({inside})"
            return f"({inside})"
        if isinstance(value, dict):
            raise NotCompilable(f"{name} is a dict{ROWS}")
        if isinstance(value, np.ndarray) and value.dtype.kind in "iufb":
            return f"np.array({value.tolist()!r}, dtype=np.{value.dtype.name})"
        raise NotCompilable(
            f"{name} is a {type(value).__name__}; compiled rules use numbers, tuples and arrays"
        )

    def table(self, name: str, rows: Any) -> str:
        """Write down a table whose rows differ in length; the function that gives a row."""
        arrays, function = ragged_source(name, rows)
        self.constants |= arrays
        self.functions[f"{name}_row"] = function
        return f"{name}_row"

    def named_tuple(self, kind: type) -> None:
        known = self.tuples.setdefault(kind.__name__, kind)
        if known is not kind:
            raise NotCompilable(f"two different NamedTuples are called {kind.__name__}")

    def source(self, called: Counter[str]) -> str:
        """Everything, in an order in which Python can run it, with the counts of calls."""
        kinds = [
            f"{name} = namedtuple({name!r}, {field_names(kind)!r})"
            for name, kind in self.tuples.items()
        ]
        fixed = [f"{name} = {text}" for name, text in self.constants.items()]
        trees = [ast.parse(text).body[0] for text in self.functions.values()]
        defined = [with_lookups(tree) for tree in trees if isinstance(tree, ast.FunctionDef)]
        marks = marks_of(defined, called)
        arrays = any("np." in text for text in (*fixed, *self.functions.values()))
        for tree in defined:
            if can_fail(tree, arrays):
                mark = "embedded" if marks[tree.name] == "inlined" else marks[tree.name]
                marks[tree.name] = f"checked_{mark}"
        functions = [f"@{marks[tree.name]}\n{ast.unparse(tree)}" for tree in defined]
        return "\n\n".join([*kinds, *fixed, *functions])


def can_fail(tree: ast.FunctionDef, arrays: bool) -> bool:
    """Whether it divides by something that may be zero, or looks beyond the end of an array."""
    for part in ast.walk(tree):
        if isinstance(part, (ast.BinOp, ast.AugAssign)):
            divisor = part.right if isinstance(part, ast.BinOp) else part.value
            divides = isinstance(part.op, (ast.Div, ast.FloorDiv, ast.Mod))
            if divides and not (isinstance(divisor, ast.Constant) and divisor.value):
                return True
        if arrays and isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Constant):
            return True
        if arrays and call_of(part, ENTRY):
            return True
    return any(call_of(part, "divmod") for part in ast.walk(tree))
