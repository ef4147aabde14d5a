"""Pieces of Python's syntax trees, recognized and made, for those who rewrite functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import TypeVar


def call_of(node: ast.AST | None, *names: str) -> ast.Call | None:
    """The call that a node is, if it calls one of these functions by name.

    >>> call_of(ast.parse("len(row)", mode="eval").body, "len", "tuple") is None
    False
    """
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
        return node
    return None


def only_argument(node: ast.AST | None, *names: str) -> ast.expr | None:
    """The argument of a call of one of these functions that has a single one."""
    called = call_of(node, *names)
    if called is None or len(called.args) != 1 or called.keywords:
        return None
    return called.args[0]


def range_of(node: ast.AST) -> ast.Call | None:
    """The call of ``range`` that a node is."""
    called = call_of(node, "range")
    return called if called is not None and 1 <= len(called.args) <= 3 else None


def is_named(name: str, node: ast.AST) -> bool:
    """Whether a name stands somewhere in it."""
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of a function by its name."""
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def assign(name: str, value: ast.expr) -> ast.Assign:
    """A name, or an entry such as ``row[0]``, is given a value.

    >>> ast.unparse(assign("row[0]", ast.Constant(1)))
    'row[0] = 1'
    """
    line = ast.parse(f"{name} = 0").body[0]
    assert isinstance(line, ast.Assign)
    line.value = value
    return line


def loops(clauses: Iterable[ast.comprehension], body: list[ast.stmt]) -> list[ast.stmt]:
    """The loops of a comprehension around what is done in them."""
    for clause in reversed(list(clauses)):
        for condition in reversed(clause.ifs):
            body = [ast.If(condition, body, [])]
        body = [ast.For(clause.target, clause.iter, body, [])]
    return body


Comprehension = TypeVar("Comprehension", bound=ast.ListComp | ast.GeneratorExp)


def apart(comprehension: Comprehension) -> Comprehension:
    """The same, with names of its own for what it loops over, so that it may become a loop.

    >>> ast.unparse(apart(ast.parse("[x + y for x in f(x)]", mode="eval").body))
    '[x__ + y for x__ in f(x)]'
    """
    made = deepcopy(comprehension)
    bound = {
        part.id
        for clause in made.generators
        for part in ast.walk(clause.target)
        if isinstance(part, ast.Name)
    }
    first, made.generators[0].iter = made.generators[0].iter, ast.Constant(None)
    Renamed({name: f"{name}__" for name in bound}).visit(made)
    made.generators[0].iter = first
    return made


class Renamed(ast.NodeTransformer):
    """Gives names other names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        taken = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
        others = {name: new for name, new in self.names.items() if name not in taken}
        node.body = Renamed(others).visit(node.body)
        return node


class Put(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.values.get(node.id, node)
