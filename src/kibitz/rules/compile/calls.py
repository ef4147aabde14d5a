"""Calls of Python that Numba does not know, put as calls of what the machine supplies."""

from __future__ import annotations

import ast

from kibitz.rules.compile.idioms import ORDERED
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.syntax import call, call_of, only_argument

BIT_LENGTH, BIT_COUNT, COUNTED = "bit_length_", "bit_count_", "counted_"
"""Names for what the machine supplies; they stand for the same without the last letter."""
_METHODS = {"bit_length": BIT_LENGTH, "bit_count": BIT_COUNT, "count": COUNTED}


def as_calls(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The same function with calls that can be compiled.

    >>> tree = ast.parse("def f(s):\\n    return bin(s[0]).count('1') + s[0].bit_length()").body[0]
    >>> print(ast.unparse(as_calls(tree)))
    def f(s):
        return bit_count_(s[0]) + bit_length_(s[0])
    """
    made = _Calls().visit(tree)
    assert isinstance(made, ast.FunctionDef)
    return ast.fix_missing_locations(made)


class _Calls(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        new = _ones(node) or _method(node) or _sorted(node) or _reversed(node)
        return node if new is None else ast.copy_location(new, node)

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        if isinstance(node.ctx, ast.Store):
            raise NotCompilable(f"`{ast.unparse(node)}`, all that is left, cannot be compiled")
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        """``moves += [a, b]`` appends."""
        self.generic_visit(node)
        added = node.value
        if not (isinstance(node.op, ast.Add) and isinstance(added, ast.List) and added.elts):
            return node
        starred = any(isinstance(entry, ast.Starred) for entry in added.elts)
        if starred or not isinstance(node.target, ast.Name):
            return node
        append = ast.Attribute(ast.Name(node.target.id, ast.Load()), "append", ast.Load())
        return [ast.Expr(ast.Call(append, [x], [])) for x in added.elts]


def _ones(node: ast.Call) -> ast.Call | None:
    """``bin(bits).count("1")``."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "count"):
        return None
    bits = only_argument(node.func.value, "bin")
    ones = [x.value for x in node.args if isinstance(x, ast.Constant)] == ["1"]
    return call(BIT_COUNT, bits) if bits is not None and ones else None


def _method(node: ast.Call) -> ast.Call | None:
    """``bits.bit_length()`` and its like."""
    if not isinstance(node.func, ast.Attribute) or node.keywords:
        return None
    name = node.func.attr
    if name not in _METHODS or len(node.args) != (name == "count"):
        return None
    return call(_METHODS[name], node.func.value, *node.args)


def _sorted(node: ast.Call) -> ast.Call | None:
    """``tuple(sorted(row))``, where the row is a tuple."""
    inside = only_argument(node, "tuple")
    row = None if inside is None else only_argument(inside, "sorted")
    return None if row is None else call(ORDERED, row)


def _reversed(node: ast.Call) -> ast.expr | None:
    """``reversed(range(n))``, counted down."""
    numbers = call_of(only_argument(node, "reversed"), "range")
    if numbers is None or not 1 <= len(numbers.args) <= 2:
        return None
    first = numbers.args[0] if len(numbers.args) == 2 else ast.Constant(0)
    less = [ast.BinOp(end, ast.Sub(), ast.Constant(1)) for end in (numbers.args[-1], first)]
    return call("range", *less, ast.UnaryOp(ast.USub(), ast.Constant(1)))
