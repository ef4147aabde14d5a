"""Python's ways of making one tuple from another, put as ways that can be compiled.

A list that is only a copy of a tuple with entries changed, ``row = list(board); row[k] = 1`` and in
the end ``tuple(row)``, becomes the tuple itself, replaced entry by entry; ``board[:k] + (1,) +
board[k + 1:]`` becomes ``replaced``; and ``tuple(f(x) for x in board)`` a loop over the entries.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from typing import TypeGuard

from kibitz.rules.compile.syntax import (
    Renamed,
    assign,
    call,
    call_of,
    is_named,
    only_argument,
    range_of,
)

REPLACED, FILLED, ORDERED = "replaced_", "filled_", "ordered_"
"""Names for what the machine supplies; they stand for the same without the last letter."""


def as_tuples(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The same function with tuples throughout."""
    tree = _Apart().visit(tree)
    copies = {name for name in _copied(tree) if _is_only_changed(tree, name)}
    tree = _Copies(copies).visit(tree)
    tree = _Slices().visit(tree)
    tree.body = _Loops().block(tree.body)
    return ast.fix_missing_locations(tree)


class _Apart(ast.NodeTransformer):
    """``mine, theirs = list(a), list(b)``, one after the other."""

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        target, value = node.targets[0], node.value
        if len(node.targets) > 1 or not isinstance(target, ast.Tuple):
            return node
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
            return node
        names = [one.id for one in target.elts if isinstance(one, ast.Name)]
        if len(names) < len(value.elts) or not any(only_argument(v, "list") for v in value.elts):
            return node
        if any(is_named(name, later) for k, name in enumerate(names) for later in value.elts[k:]):
            return node
        return [assign(name, one) for name, one in zip(names, value.elts, strict=True)]


def _copied(tree: ast.FunctionDef) -> set[str]:
    """Names of lists that are made as copies, ``name = list(board)`` or ``sorted(board)``."""
    ends = [only_argument(part, "tuple") for part in ast.walk(tree)]
    tuples = {end.id for end in ends if isinstance(end, ast.Name)}
    return {
        part.targets[0].id
        for part in ast.walk(tree)
        if isinstance(part, ast.Assign)
        and len(part.targets) == 1
        and isinstance(part.targets[0], ast.Name)
        and (
            only_argument(part.value, "list")
            or (only_argument(part.value, "sorted") and part.targets[0].id in tuples)
        )
    }


def _is_only_changed(tree: ast.FunctionDef, name: str) -> bool:
    """Whether a list is used for nothing but reading and changing entries, and made a tuple."""
    known = 0
    for part in ast.walk(tree):
        inner: ast.AST | None = only_argument(part, "tuple", "len", ORDERED)
        if isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Slice):
            inner = part.value if not isinstance(part.ctx, ast.Del) else None
        elif isinstance(part, ast.For):
            inner = None if _changes(part, name) else part.iter
        elif isinstance(part, ast.Assign) and only_argument(part.value, "list", "sorted"):
            inner = part.targets[0]
        elif isinstance(part, ast.Expr):
            inner = _sorted_in_place(part)
        if isinstance(inner, ast.Name) and inner.id == name:
            known += 1
    named = sum(isinstance(part, ast.Name) and part.id == name for part in ast.walk(tree))
    return known == named


def _changes(loop: ast.For, name: str) -> bool:
    """Whether a loop changes an entry of the list with this name."""
    stored = (
        part.value
        for part in ast.walk(loop)
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)
    )
    return any(is_named(name, part) for part in stored)


def _sorted_in_place(line: ast.Expr) -> ast.expr | None:
    """What ``row.sort()`` puts in order."""
    value = line.value
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
        return None
    is_sort = value.func.attr == "sort" and not value.args and not value.keywords
    return value.func.value if is_sort else None


class _Copies(ast.NodeTransformer):
    """Lists that are only copies become tuples whose entries are replaced."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def _is_entry(self, node: ast.AST) -> TypeGuard[ast.Subscript]:
        return (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id in self.names
        )

    def visit_Call(self, node: ast.Call) -> ast.AST:
        inner = only_argument(node, "tuple")
        if isinstance(inner, ast.Name) and inner.id in self.names:
            return inner
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) > 1:
            return self._each(node)
        if isinstance(target, ast.Name) and target.id in self.names:
            copied = only_argument(node.value, "list", "sorted")
            assert copied is not None
            node.value = copied if only_argument(node.value, "list") else call(ORDERED, copied)
            return node
        if self._is_entry(target):
            return _replace(target, node.value)
        if isinstance(target, ast.Tuple) and any(map(self._is_entry, target.elts)):
            return self._several(target, node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        row = _sorted_in_place(node)
        if not (isinstance(row, ast.Name) and row.id in self.names):
            return node
        return assign(row.id, call(ORDERED, row))

    def _each(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        """``row[a] = row[b] = 1``, one after the other."""
        if not any(map(self._is_entry, node.targets)):
            return node
        first: list[ast.stmt] = [ast.Assign([ast.Name("entry_", ast.Store())], node.value)]
        same = ast.Name("entry_", ast.Load())
        return first + [
            _replace(one, same) if self._is_entry(one) else ast.Assign([one], same)
            for one in node.targets
        ]

    def _several(self, target: ast.Tuple, value: ast.expr) -> list[ast.stmt]:
        """``row[a], row[b] = row[b], row[a]``, one after the other."""
        names = [f"entry{k}_" for k in range(len(target.elts))]
        store: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        lines: list[ast.stmt] = [ast.Assign([ast.Tuple(store, ast.Store())], value)]
        for one, name in zip(target.elts, names, strict=True):
            entry = ast.Name(name, ast.Load())
            lines.append(_replace(one, entry) if self._is_entry(one) else ast.Assign([one], entry))
        return lines

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        target = node.target
        if not self._is_entry(target):
            return node
        before = deepcopy(target)
        before.ctx = ast.Load()
        return _replace(target, ast.BinOp(before, node.op, node.value))


def _replace(entry: ast.Subscript, value: ast.expr) -> ast.stmt:
    assert isinstance(entry.value, ast.Name)
    name = entry.value.id
    return assign(name, call(REPLACED, ast.Name(name, ast.Load()), entry.slice, value))


class _Slices(ast.NodeTransformer):
    """``board[:k] + (x,) + board[k + 1:]`` is the board with one entry replaced."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        left = node.left
        if not (isinstance(node.op, ast.Add) and isinstance(left, ast.BinOp)):
            return node
        middle = left.right
        if not (isinstance(left.op, ast.Add) and isinstance(middle, ast.Tuple)):
            return node
        if len(middle.elts) != 1:
            return node
        return _one_replaced(left.left, middle.elts[0], node.right) or node

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """The same as ``(*board[:k], x, *board[k + 1:])``."""
        self.generic_visit(node)
        if len(node.elts) != 3:
            return node
        before, middle, after = node.elts
        if not (isinstance(before, ast.Starred) and isinstance(after, ast.Starred)):
            return node
        return _one_replaced(before.value, middle, after.value) or node


def _one_replaced(before: ast.expr, entry: ast.expr, after: ast.expr) -> ast.expr | None:
    """A tuple with an entry replaced, if that is what stands between these parts of it."""
    match before, after:
        case (
            ast.Subscript(whole, ast.Slice(None, ast.expr() as place, None)),
            ast.Subscript(same, ast.Slice(ast.expr() as next_, None, None)),
        ):
            beyond = ast.unparse(ast.BinOp(place, ast.Add(), ast.Constant(1)))
            if ast.dump(whole) == ast.dump(same) and ast.unparse(next_) == beyond:
                return ast.copy_location(call(REPLACED, whole, place, entry), before)
    return None


class _Loops(ast.NodeTransformer):
    """``tuple(f(x) for x in board)`` is filled in a loop that stands before its statement."""

    def __init__(self) -> None:
        self.made = 0
        self.before: list[ast.stmt] = []

    def block(self, lines: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a block, each after the loops that it needs."""
        done: list[ast.stmt] = []
        for line in lines:
            outer, self.before = self.before, []
            if isinstance(line, (ast.Return, ast.Assign, ast.AnnAssign, ast.Expr)):
                line = self.visit(line)
            else:
                for name in ("body", "orelse", "finalbody"):
                    if inner := getattr(line, name, None):
                        setattr(line, name, self.block(inner))
            done += [*self.before, line]
            self.before = outer
        return done

    def _leave(self, node: ast.AST) -> ast.AST:
        """What is inside may run several times or not at all: no loop before it would do that."""
        return node

    visit_Lambda = visit_IfExp = visit_BoolOp = visit_GeneratorExp = visit_ListComp = _leave

    def visit_Call(self, node: ast.Call) -> ast.AST:
        inside = only_argument(node, "tuple")
        if isinstance(inside, (ast.GeneratorExp, ast.ListComp)):
            made = self._loop(inside)
            if made is not None:
                return ast.copy_location(made, node)
        return self.generic_visit(node)

    def _loop(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr | None:
        loop = node.generators[0]
        if len(node.generators) > 1 or loop.ifs or range_of(loop.iter):
            return None
        self.made += 1
        rows, entries = _entries(loop.iter, f"each{self.made}_", f"place{self.made}_")
        bound = [part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)]
        names = {name: f"{name}_{self.made}_" for name in bound}
        target, value = (Renamed(names).visit(deepcopy(x)) for x in (loop.target, node.elt))
        tuple_, place = f"made{self.made}_", f"place{self.made}_"
        start = [*rows, *ast.parse(f"{place} = 0").body, ast.Assign([target], entries)]
        filled = call(FILLED, ast.Name(f"each{self.made}_", ast.Load()), value)
        start.append(assign(tuple_, filled))
        each = ast.parse(f"for {place} in range(len(each{self.made}_)):\n    pass").body[0]
        assert isinstance(each, ast.For)
        again = call(REPLACED, ast.Name(tuple_, ast.Load()), ast.Name(place, ast.Load()), value)
        each.body = [ast.Assign([target], entries), assign(tuple_, again)]
        self.before += [deepcopy(line) for line in (*start, each)]
        return ast.Name(tuple_, ast.Load())


def _entries(things: ast.expr, name: str, place: str) -> tuple[list[ast.stmt], ast.expr]:
    """Lines that name what is looped over, and the entry at a place of it."""
    zipped, numbered = call_of(things, "zip"), call_of(things, "enumerate")
    several = zipped or numbered
    looped = zipped.args if zipped else numbered.args[:1] if numbered else [things]
    lines: list[ast.stmt] = []
    parts: list[ast.expr] = []
    for k, one in enumerate(looped):
        known = name if k == 0 else f"{name}{k}_"
        lines.append(assign(known, one))
        parts.append(ast.parse(f"{known}[{place}]", mode="eval").body)
    if numbered:
        parts = [_counted(numbered, place), parts[0]]
    return lines, ast.Tuple(parts, ast.Load()) if several else parts[0]


def _counted(enumerated: ast.Call, place: str) -> ast.expr:
    """The index of ``enumerate``, counting from 0 or from its start."""
    here = ast.Name(place, ast.Load())
    starts = [*enumerated.args[1:], *(keyword.value for keyword in enumerated.keywords)]
    return ast.BinOp(here, ast.Add(), starts[0]) if starts else here
