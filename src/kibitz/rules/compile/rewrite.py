"""Methods of rules, rewritten as functions that can be compiled.

``self`` disappears: its numbers become constants of a module, its methods functions of it. A method
that lists moves, by ``yield``, as a list or a range, becomes a function that fills an array, so
that a search allocates nothing. What cannot be rewritten raises
:class:`NotCompilable` with the reason.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import math
import textwrap
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from functools import _lru_cache_wrapper
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from kibitz.rules.compile.calls import BIT_COUNT, BIT_LENGTH, COUNTED, as_calls
from kibitz.rules.compile.delegates import can_be_written_out, without_delegates
from kibitz.rules.compile.folds import FOLDED, fold_lines, fold_of, names_set
from kibitz.rules.compile.idioms import FILLED, ORDERED, REPLACED, as_tuples
from kibitz.rules.compile.listing import LISTING, fill_arrays
from kibitz.rules.compile.lookups import ENTRY, with_lookups
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.records import field_defaults, field_names, is_record
from kibitz.rules.compile.specialize import marks_of
from kibitz.rules.compile.syntax import (
    Put,
    Renamed,
    call,
    call_of,
    is_named,
    only_argument,
    range_of,
)
from kibitz.rules.compile.tables import (
    Reading,
    Unpacked,
    is_ragged,
    ragged_source,
    rows_deep,
    rows_of,
)

LONGEST_TUPLE = 128
"""Entries of a tuple that are written out one by one."""
_HELPERS = (
    "popcount",
    "lowest",
    "highest",
    "shift_left",
    "shift_right",
    "replaced",
    "without_lowest",
    "mirrored_bits",
)
_SUPPLIED = {
    REPLACED: "replaced",
    FILLED: "filled",
    ORDERED: "ordered",
    COUNTED: "counted",
    BIT_LENGTH: "bit_length",
    BIT_COUNT: "bit_count",
}
"""What idioms are rewritten with, and what the machine calls it."""
_ROWS = "; a dict with keys 0, 1, 2, ... or a tuple, looked up by number, is compiled"
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


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
        function = _uncached(found.__func__ if is_static else found)
        if not isinstance(function, FunctionType):
            raise NotCompilable(f"{name} is a {type(function).__name__}, not a plain method")
        self.functions[target] = ""
        tree = _parse(function)
        me = None if is_static else tree.args.args.pop(0).arg
        tree = without_delegates(tree, lambda called: self._generator(called, function, me))
        tree.name = target
        tree = _Body(self, function, me).visit(tree)
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
        tree = _parse(found)
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
        tree = _Body(self, function, None).visit(_parse(function))
        tree.name = name
        self.functions[name] = ast.unparse(ast.fix_missing_locations(tree))

    def constant(self, name: str, value: Any) -> None:
        self.constants[name] = self._spell(value, name)

    def _spell(self, value: Any, name: str) -> str:
        value = rows_of(value)
        if isinstance(value, (bool, int, float, np.integer)):
            return ast.unparse(_number(value))
        if isinstance(value, (tuple, list, set, frozenset)):
            inside = "".join(f"{self._spell(item, name)}, " for item in value)
            if hasattr(value, "_fields"):
                self.named_tuple(type(value))
                return f"{type(value).__name__}({inside})"
            return f"({inside})"
        if isinstance(value, dict):
            raise NotCompilable(f"{name} is a dict{_ROWS}")
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
        """Everything, in an order in which Python can run it; told what others call, how often."""
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


def _number(value: Any) -> ast.Constant:
    """A number as it is written, whatever kind of number it is."""
    if isinstance(value, (bool, np.bool_)):
        return ast.Constant(bool(value))
    if isinstance(value, float):
        if value != value:
            raise NotCompilable("a number is not a number (nan)")
        return ast.Constant(float(value))
    return ast.Constant(int(value))


def _uncached(function: Any) -> Any:
    """The function whose answers ``functools.cache`` keeps, or what was given."""
    return function.__wrapped__ if isinstance(function, _lru_cache_wrapper) else function


def _taken(function: FunctionType) -> list[str]:
    """The names of what a function takes in order."""
    return list(function.__code__.co_varnames[: function.__code__.co_argcount])


def _parse(function: FunctionType) -> ast.FunctionDef:
    try:
        text = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(text).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        raise NotCompilable(f"the source of {function.__name__} cannot be read") from None
    if not isinstance(tree, ast.FunctionDef):
        raise NotCompilable(f"{function.__name__} is not a plain function")
    taken = [argument.arg for argument in (*tree.args.posonlyargs, *tree.args.args)]
    if tree.name != function.__name__ or taken != _taken(function):
        raise NotCompilable(f"the file with {function.__name__} has changed since it was loaded")
    tree.decorator_list = []
    tree.returns = None
    for argument in [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]:
        argument.annotation = None
    first = tree.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(tree.body) > 1:
        tree.body.pop(0)
    return as_tuples(as_calls(tree))


class _Body(ast.NodeTransformer):
    """Replaces ``self`` and the names around a function, and notes what they stand for."""

    def __init__(self, rewriter: Rewriter, function: FunctionType, me: str | None) -> None:
        self.rewriter = rewriter
        self.function = function
        self.me = me
        cells = function.__closure__ or ()
        enclosed = zip(function.__code__.co_freevars, cells, strict=True)
        self.outside = function.__globals__ | {name: cell.cell_contents for name, cell in enclosed}
        self.inside: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._note_names(node)
        self._look_up_only(node)
        reading = Reading(node, self._table_depth)
        if not reading.is_only_reading():
            raise NotCompilable(
                f"{self.function.__name__}() does more than read rows of different lengths"
            )
        Unpacked(reading).visit(node)
        self._note_names(node)
        return self.generic_visit(node)

    def _look_up_only(self, node: ast.FunctionDef) -> None:
        """Refuse dictionaries that are looped over or searched: only their entries are compiled."""
        looked_up = {id(part.value) for part in ast.walk(node) if isinstance(part, ast.Subscript)}
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id not in self.inside:
                value = self.outside.get(part.id)
            elif isinstance(part, ast.Attribute) and is_named(self.me or "", part.value):
                value = getattr(self.rewriter.rules, part.attr, None)
            else:
                continue
            if isinstance(value, dict) and id(part) not in looked_up:
                used = ast.unparse(part)
                name = self.function.__name__
                raise NotCompilable(f"{name}() does more than look up entries of {used}{_ROWS}")

    def _note_names(self, node: ast.FunctionDef) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.arg):
                self.inside.add(part.arg)
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self.inside.add(part.id)
            elif isinstance(part, ast.FunctionDef) and part is not node:
                self.inside.add(part.name)

    def _table(self, node: ast.expr) -> tuple[str, Any] | None:
        """The name and the rows of a table whose rows differ in length, if that is what it is."""
        name, value = "", None
        if isinstance(node, ast.Name) and node.id not in self.inside:
            name, value = f"outside_{node.id}", self.outside.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            of = node.value.id
            if of == self.me:
                name, value = f"rules_{node.attr}", getattr(self.rewriter.rules, node.attr, None)
            elif of not in self.inside and isinstance(self.outside.get(of), (type, ModuleType)):
                name = f"outside_{of}_{node.attr}"
                value = getattr(self.outside[of], node.attr, None)
        value = rows_of(value)
        return (name, value) if is_ragged(value) else None

    def _table_depth(self, node: ast.expr) -> int:
        table = self._table(node)
        return 0 if table is None else rows_deep(table[1])

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        table = self._table(node.value)
        if table is None:
            return self.generic_visit(node)
        return ast.copy_location(call(self.rewriter.table(*table), self.visit(node.slice)), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name):
            if node.value.id == self.me and self.me:
                if isinstance(node.ctx, ast.Store):
                    raise NotCompilable(f"{self.function.__name__}() sets self.{node.attr}")
                return ast.copy_location(self._of_self(node.attr), node)
            owner = None if node.value.id in self.inside else self.outside.get(node.value.id)
            if isinstance(owner, (type, ModuleType)) and not _is_numeric(owner):
                return ast.copy_location(self._of_owner(owner, node.attr), node)
            if owner is math:
                return ast.copy_location(self._of_math(node.attr), node)
        return self.generic_visit(node)

    def _of_self(self, name: str) -> ast.expr:
        rules = self.rewriter.rules
        kept = _uncached(inspect.getattr_static(type(rules), name, None))
        if isinstance(kept, (FunctionType, staticmethod)):
            if name in LISTING:
                return ast.Name(self.rewriter.listed(name), ast.Load())
            self.rewriter.method(name)
            return ast.Name(f"rules_{name}", ast.Load())
        try:
            value = getattr(rules, name)
        except AttributeError:
            raise NotCompilable(f"{type(rules).__name__} has no attribute {name!r}") from None
        if isinstance(value, (bool, int, float)):
            return _number(value)
        self.rewriter.constant(f"rules_{name}", value)
        return ast.Name(f"rules_{name}", ast.Load())

    def _of_owner(self, owner: type | ModuleType, name: str) -> ast.expr:
        """What a class or a module of the user's holds."""
        if not hasattr(owner, name):
            raise NotCompilable(f"{owner.__name__} has no attribute {name!r}")
        return self._meant(getattr(owner, name), f"{owner.__name__.replace('.', '_')}_{name}")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == self.me:
            raise NotCompilable(f"{self.function.__name__} hands {node.id!r} to another function")
        if isinstance(node.ctx, ast.Load) and node.id not in self.inside:
            return ast.copy_location(self._outside(node.id), node)
        return node

    def _outside(self, name: str) -> ast.expr:
        if name in _SUPPLIED:
            return ast.Name(_SUPPLIED[name], ast.Load())
        if name in self.outside:
            return self._meant(self.outside[name], name)
        if name in vars(builtins):
            return ast.Name(name, ast.Load())
        raise NotCompilable(f"{self.function.__name__}() uses {name!r}, which is not defined")

    def _meant(self, value: Any, name: str) -> ast.expr:
        """What a value from outside is called in the module."""
        value = _uncached(value)
        if isinstance(value, (bool, int, float)):
            return _number(value)
        if value is Fraction:
            return ast.Name("Ratio", ast.Load())
        if is_record(value):
            self.rewriter.named_tuple(value)
            return ast.Name(value.__name__, ast.Load())
        if isinstance(value, FunctionType):
            if value.__module__ == "kibitz.rules.bits" and value.__name__ in _HELPERS:
                return ast.Name(value.__name__, ast.Load())
            self.rewriter.function(f"helper_{name}", value)
            return ast.Name(f"helper_{name}", ast.Load())
        if isinstance(value, BuiltinFunctionType) and value.__module__ == "math":
            return self._of_math(value.__name__)
        if isinstance(value, ModuleType):
            return self._module(value, name)
        if isinstance(value, range):
            return call("range", *map(_number, (value.start, value.stop, value.step)))
        if isinstance(value, (tuple, list, set, frozenset, np.ndarray, dict)):
            self.rewriter.constant(f"outside_{name}", value)
            return ast.Name(f"outside_{name}", ast.Load())
        if getattr(builtins, name, None) is value:
            return ast.Name(name, ast.Load())
        raise NotCompilable(f"{name} is a {type(value).__name__}, which compiled rules cannot use")

    def _of_math(self, name: str) -> ast.expr:
        if name == "comb":
            return ast.Name("comb", ast.Load())
        return ast.Attribute(ast.Name("math", ast.Load()), name, ast.Load())

    def _module(self, module: ModuleType, name: str) -> ast.expr:
        if module.__name__ not in ("math", "numpy"):
            raise NotCompilable(f"the module {module.__name__} cannot be used in compiled rules")
        return ast.Name({"math": "math", "numpy": "np"}[module.__name__], ast.Load())

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return ast.Pass()
        plain = ast.Assign([node.target], node.value)
        return self.visit(ast.copy_location(plain, node))

    def visit_Return(self, node: ast.Return) -> Any:
        """``return any(...)`` and its like over a generator, written as a loop."""
        fold = fold_of(node.value)
        if fold is None:
            return self.generic_visit(node)
        lines = self._loop(*fold, FOLDED)
        return [*lines, ast.Return(ast.Name(FOLDED, ast.Load()))]

    def visit_Assign(self, node: ast.Assign) -> Any:
        """The same for ``total = sum(...)``."""
        fold, target = fold_of(node.value), node.targets[0]
        if fold is None or len(node.targets) != 1 or not isinstance(target, ast.Name):
            return self.generic_visit(node)
        if is_named(target.id, fold[1]):
            return self.generic_visit(node)
        return self._loop(*fold, target.id)

    def _loop(self, name: str, generator: ast.GeneratorExp, target: str) -> list[Any]:
        self.inside |= names_set(generator)
        return [self.visit(line) for line in fold_lines(name, generator, target)]

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Numbers that are known are worked out; shifts by others look how far they go."""
        self.generic_visit(node)
        if _is_number(node.left) and _is_number(node.right):
            return ast.copy_location(_worked_out(node), node)
        if isinstance(node.op, (ast.LShift, ast.RShift)) and not _is_number(node.right):
            return ast.copy_location(_shifted(node.op, node.left, node.right), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        shifts = isinstance(node.op, (ast.LShift, ast.RShift)) and not _is_number(node.value)
        if not shifts or not isinstance(node.target, ast.Name):
            return node
        value = _shifted(node.op, ast.Name(node.target.id, ast.Load()), node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Call(self, node: ast.Call) -> Any:
        counted = only_argument(node, "len")
        table = None if counted is None else self._table(counted)
        if table is not None:
            return ast.copy_location(ast.Constant(len(table[1])), node)
        above = self._above(node.func) or self._of_class(node)
        if above is not None:
            node.func = ast.Name(above, ast.Load())
            node.args = [self.visit(argument) for argument in node.args]
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace" and not node.args:
            return self.visit(self._replace(node, node.func.value))
        if self._is_replace(node):
            return self.visit(self._replace(node, node.args[0]))
        self._in_order(node)
        fold = fold_of(node)
        if fold is not None:
            return ast.copy_location(self._lifted(*fold), node)
        entries = self._entries(node)
        if entries is not None:
            return ast.copy_location(ast.Tuple(entries, ast.Load()), node)
        return self.generic_visit(node)

    def _of_class(self, node: ast.Call) -> str | None:
        """The name of what ``Above.method(self, ...)`` means, a method of a class of the game's."""
        called, me = node.func, node.args[0] if node.args else None
        if not (isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)):
            return None
        if not (isinstance(me, ast.Name) and me.id == self.me):
            return None
        above = self.outside.get(called.value.id)
        order = type(self.rewriter.rules).__mro__
        if above not in order:
            return None
        node.args.pop(0)
        below = order[order.index(above) - 1]
        return self.rewriter.inherited(called.attr, below) if above is not order[0] else None

    def _above(self, function: ast.expr) -> str | None:
        """The name of what ``super().method`` means."""
        if not (isinstance(function, ast.Attribute) and isinstance(function.value, ast.Call)):
            return None
        inner = function.value
        is_super = isinstance(inner.func, ast.Name) and inner.func.id == "super"
        if not is_super or inner.args or "__class__" not in self.outside:
            return None
        return self.rewriter.inherited(function.attr, self.outside["__class__"])

    def _lifted(self, name: str, generator: ast.GeneratorExp) -> ast.expr:
        """``any(...)`` and its like within an expression: a call of a function with the loop."""
        own = names_set(generator)
        used = [part.id for part in ast.walk(generator) if isinstance(part, ast.Name)]
        takes = sorted({one for one in used if one in self.inside and one not in own})
        called = f"{name}{len(self.rewriter.functions)}_of_{self.function.__name__}"
        self.rewriter.functions[called] = ""
        lines = self._loop(name, generator, FOLDED)
        text = ast.parse(f"def {called}({', '.join(takes)}):\n    return {FOLDED}").body[0]
        assert isinstance(text, ast.FunctionDef)
        text.body = [*_flat(lines), *text.body]
        self.rewriter.functions[called] = ast.unparse(ast.fix_missing_locations(text))
        return call(called, *(ast.Name(one, ast.Load()) for one in takes))

    def _entries(self, node: ast.Call) -> list[ast.expr] | None:
        """The entries of ``tuple(... for k in range(3))``, written out one by one."""
        inside = only_argument(node, "tuple")
        if not isinstance(inside, (ast.GeneratorExp, ast.ListComp)) or len(inside.generators) != 1:
            return None
        loop = inside.generators[0]
        counted = range_of(loop.iter)
        if loop.ifs or not isinstance(loop.target, ast.Name) or counted is None:
            return None
        ends = [self.visit(deepcopy(end)) for end in counted.args]
        if not all(isinstance(end, ast.Constant) and isinstance(end.value, int) for end in ends):
            return None
        numbers = range(*(end.value for end in ends))
        if len(numbers) > LONGEST_TUPLE:
            return None
        name = loop.target.id
        return [
            self.visit(Put({name: ast.Constant(k)}).visit(deepcopy(inside.elt))) for k in numbers
        ]

    def _replace(self, node: ast.Call, whole: ast.expr) -> ast.AST:
        """``state._replace(turn=1)`` spelled as a call of the NamedTuple that has such a field."""
        given = {key.arg: key.value for key in node.keywords}
        kinds = [
            (name, value)
            for name, value in self.outside.items()
            if is_record(value) and set(given) <= set(field_names(value))
        ]
        if len(kinds) != 1:
            raise NotCompilable(f"cannot tell which NamedTuple {ast.unparse(node)} makes")
        name, kind = kinds[0]
        fields = [given.get(f) or ast.Attribute(whole, f, ast.Load()) for f in field_names(kind)]
        return ast.copy_location(call(name, *fields), node)

    def _is_replace(self, node: ast.Call) -> bool:
        """Whether it is a call of ``dataclasses.replace``."""
        called = node.func
        if isinstance(called, ast.Name) and called.id not in self.inside:
            meant = self.outside.get(called.id)
        elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            meant = getattr(self.outside.get(called.value.id), called.attr, None)
        else:
            return False
        return meant is dataclasses.replace and len(node.args) == 1

    def _in_order(self, node: ast.Call) -> None:
        """Give a record its fields one after the other, named ones and those with defaults too."""
        called = node.func
        kind = self.outside.get(called.id) if isinstance(called, ast.Name) else None
        if not is_record(kind) or called.id in self.inside:  # type: ignore[attr-defined]
            return
        given = {key.arg: key.value for key in node.keywords}
        usual = field_defaults(kind)
        for name in field_names(kind)[len(node.args) :]:
            if name in given:
                node.args.append(given[name])
            elif isinstance(usual.get(name), (bool, int, float)):
                node.args.append(_number(usual[name]))
            else:
                return
        node.keywords = []


def _flat(lines: list[Any]) -> list[ast.stmt]:
    return [one for line in lines for one in (line if isinstance(line, list) else [line])]


def _is_numeric(owner: Any) -> bool:
    return isinstance(owner, ModuleType) and owner.__name__ in ("math", "numpy")


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def _worked_out(node: ast.BinOp) -> ast.expr:
    """The number that an operation on two numbers gives, if it gives a whole one of 64 bits."""
    try:
        value = eval(ast.unparse(node), {"__builtins__": {}})
    except (ArithmeticError, ValueError, TypeError):
        return node
    if not isinstance(value, int):
        return node
    if not _LEAST <= value <= _MOST:
        raise NotCompilable(f"{ast.unparse(node)} has more than 64 bits")
    return ast.Constant(value)


def _shifted(way: ast.operator, bits: ast.expr, places: ast.expr) -> ast.Call:
    return call("left_by" if isinstance(way, ast.LShift) else "right_by", bits, places)
