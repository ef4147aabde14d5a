"""The body of one function of some rules, in the names that the compiled module knows."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import math
import textwrap
from copy import deepcopy
from fractions import Fraction
from functools import _lru_cache_wrapper
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.lazy_package import undecorated
from kibitz.rules.compile.calls import BIT_COUNT, BIT_LENGTH, COUNTED, as_calls
from kibitz.rules.compile.folds import FOLDED, fold_lines, fold_of, names_set
from kibitz.rules.compile.idioms import FILLED, ORDERED, REPLACED, as_tuples
from kibitz.rules.compile.listing import LISTING
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.records import field_defaults, field_names, is_record
from kibitz.rules.compile.syntax import (
    Put,
    call,
    is_named,
    only_argument,
    range_of,
)
from kibitz.rules.compile.tables import (
    Reading,
    Unpacked,
    is_ragged,
    rows_deep,
    rows_of,
)

if TYPE_CHECKING:
    from kibitz.rules.compile.rewrite import Rewriter

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
ROWS = "; a dict with keys 0, 1, 2, ... or a tuple, looked up by number, is compiled"
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


def number_node(value: Any) -> ast.Constant:
    """A number as it is written, whatever kind of number it is."""
    if isinstance(value, (bool, np.bool_)):
        return ast.Constant(bool(value))
    if isinstance(value, float):
        if value != value:
            raise NotCompilable("a number is not a number (nan)")
        return ast.Constant(float(value))
    return ast.Constant(int(value))


def uncached(function: Any) -> Any:
    """The function whose answers ``functools.cache`` keeps, or what was given."""
    return function.__wrapped__ if isinstance(function, _lru_cache_wrapper) else function


def _taken(function: FunctionType) -> list[str]:
    """The names of what a function takes in order."""
    return list(function.__code__.co_varnames[: function.__code__.co_argcount])


def parsed(function: FunctionType) -> ast.FunctionDef:
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


class Body(ast.NodeTransformer):
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
                raise NotCompilable(f"{name}() does more than look up entries of {used}{ROWS}")

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
        kept = uncached(inspect.getattr_static(type(rules), name, None))
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
            return number_node(value)
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
        value = undecorated(uncached(value))
        if isinstance(value, (bool, int, float)):
            return number_node(value)
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
            return call("range", *map(number_node, (value.start, value.stop, value.step)))
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
        """Numbers that are known are computed; shifts by others look how far they go."""
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
        """Fill in the fields of a record in order, including those given by name or by default."""
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
                node.args.append(number_node(usual[name]))
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
