"""Entries of tuples at places that are computed, looked up in memory.

A tuple of numbers is compiled to as many registers, and ``board[k]`` to a choice among them. Where
a function does that, the tuple is laid down in memory once, and ``board[k]`` is one load; so it is
where a loop goes through the tuple.
"""

from __future__ import annotations

import ast

LAID, ENTRY, EACH = "laid_down", "entry_of", "entries_of"
"""What the machine calls what lays a tuple down, what loads an entry of it, and all of them."""


def with_lookups(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The same function, with tuples laid down that entries are taken from.

    >>> text = "def f(board, k):\\n    return board[k] + board[k + 1] + board[0]"
    >>> print(ast.unparse(with_lookups(ast.parse(text).body[0])))
    def f(board, k):
        board_at_ = laid_down(board)
        return entry_of(board_at_, board, k) + entry_of(board_at_, board, k + 1) + board[0]
    """
    odd = (ast.Yield, ast.YieldFrom, ast.Lambda, ast.Try)
    parts = list(ast.walk(tree))
    inner = sum(isinstance(part, ast.FunctionDef) for part in parts) > 1
    if inner or any(isinstance(part, odd) for part in parts):
        return tree
    handed = _handed(tree)
    for part in parts:
        if isinstance(part, ast.For) and isinstance(part.iter, ast.Name) and part.iter.id in handed:
            part.iter = ast.Call(ast.Name(EACH, ast.Load()), [part.iter], [])
    names = _looked_into(parts) & _set_once(tree)
    if names:
        _Entries(names).visit(tree)
        taken = [argument.arg for argument in tree.args.args]
        tree.body = [_lay(name) for name in taken if name in names] + _block(tree.body, names)
    return ast.fix_missing_locations(tree)


def _looked_into(parts: list[ast.AST]) -> set[str]:
    """Names of which entries are taken at places that are not written down, twice at least."""
    found = [part.value.id for part in parts if _is_lookup(part)]  # type: ignore[attr-defined]
    looped = {
        inner.value.id  # type: ignore[attr-defined]
        for part in parts
        if isinstance(part, (ast.For, ast.While))
        for inner in ast.walk(part)
        if _is_lookup(inner)
    }
    return {name for name in found if name in looped or found.count(name) > 1}


def _is_lookup(part: ast.AST) -> bool:
    return (
        isinstance(part, ast.Subscript)
        and isinstance(part.ctx, ast.Load)
        and isinstance(part.value, ast.Name)
        and not isinstance(part.slice, (ast.Slice, ast.Constant, ast.Tuple, ast.UnaryOp))
    )


def _handed(tree: ast.FunctionDef) -> set[str]:
    """Names of what a function takes, and of the parts of that which it takes apart."""
    names = {argument.arg for argument in tree.args.args}
    for part in ast.walk(tree):
        match part:
            case ast.Assign([ast.Tuple(parts)], ast.Name(whole)) if whole in names:
                names |= {one.id for one in parts if isinstance(one, ast.Name)}
    return names


def _set_once(tree: ast.FunctionDef) -> set[str]:
    """Names that a function takes and never changes, or sets once, in a statement of its own."""
    stored: dict[str, int] = dict.fromkeys((argument.arg for argument in tree.args.args), 1)
    for part in ast.walk(tree):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            stored[part.id] = stored.get(part.id, 0) + 1
        if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
            stored[part.target.id] = 2
        if isinstance(part, (ast.For, ast.comprehension)):
            for inner in ast.walk(part.target):
                if isinstance(inner, ast.Name):
                    stored[inner.id] = 2
    return {name for name, count in stored.items() if count == 1}


def _lay(name: str) -> ast.stmt:
    return ast.parse(f"{name}_at_ = {LAID}({name})").body[0]


def _block(lines: list[ast.stmt], names: set[str]) -> list[ast.stmt]:
    """The statements of a block, with tuples laid down where they are set."""
    done: list[ast.stmt] = []
    for line in lines:
        for part in ("body", "orelse"):
            inner = getattr(line, part, None)
            if inner and isinstance(inner[0], ast.stmt):
                setattr(line, part, _block(inner, names))
        done.append(line)
        if isinstance(line, ast.Assign):
            for part_ in ast.walk(line):
                stored = isinstance(part_, ast.Name) and isinstance(part_.ctx, ast.Store)
                if stored and part_.id in names:  # type: ignore[attr-defined]
                    done.append(_lay(part_.id))  # type: ignore[attr-defined]
    return done


class _Entries(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not (_is_lookup(node) and node.value.id in self.names):  # type: ignore[attr-defined]
            return node
        name = node.value.id  # type: ignore[attr-defined]
        laid = ast.Name(f"{name}_at_", ast.Load())
        return ast.Call(ast.Name(ENTRY, ast.Load()), [laid, node.value, node.slice], [])
