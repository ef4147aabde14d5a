"""Functions that list things, as functions that write them into arrays.

A search has the arrays made once, so that listing moves allocates nothing.
"""

from __future__ import annotations

import ast

from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.syntax import apart, assign, call, loops, only_argument

LISTING = {"moves": 1, "candidates": 1, "predecessors": 1, "converting": 1, "chance": 3}
"""Methods that list things, and how many arrays take one thing each."""


def fill_arrays(tree: ast.FunctionDef, arrays: int, most: int) -> ast.FunctionDef:
    """Turn a function that lists things into one that writes them down and returns their number.

    Where they are more than there is room for, it stops and returns one more than that.
    """
    _as_yields(tree)
    _Filler(arrays, most).generic_visit(tree)
    tree.args.args += [ast.arg(f"out{k}") for k in range(arrays)]
    tree.body = [*ast.parse("count_ = 0").body, *tree.body, *ast.parse("return count_").body]
    return tree


def _as_yields(tree: ast.FunctionDef) -> None:
    """A list that is begun empty, appended to and returned: each thing is listed at once."""
    _Otherwise().visit(tree)
    for place, line in enumerate(tree.body):
        name, rest = _begun(line), tree.body[place + 1 :]
        if name and _is_only_appended(tree, rest, name):
            appended = _Appended(name)
            tree.body[place:] = [appended.visit(one) for one in rest]
            return


class _Otherwise(ast.NodeTransformer):
    """``return found or [0]`` appends what is listed when nothing was found."""

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        match node.value:
            case ast.BoolOp(ast.Or(), [ast.Name(name), ast.List(others)]):
                lines = [f"if not {name}:"]
                lines += [f"    {name}.append({ast.unparse(other)})" for other in others]
                return ast.parse("\n".join([*lines, "    pass", f"return {name}"])).body
            case ast.Call(ast.Name("tuple" | "list"), [ast.Name() as found], []):
                return ast.Return(found)
        return node


def _begun(line: ast.stmt) -> str:
    """The name of the list that a line begins, ``name = []``."""
    if not (isinstance(line, ast.Assign) and isinstance(line.value, ast.List)):
        return ""
    target = line.targets[0]
    alone = len(line.targets) == 1 and not line.value.elts
    return target.id if alone and isinstance(target, ast.Name) else ""


def _is_only_appended(tree: ast.FunctionDef, rest: list[ast.stmt], name: str) -> bool:
    """Whether the lines after its beginning do nothing with a list but append to and return it."""
    known = 0
    for part in ast.walk(ast.Module(rest, [])):
        if isinstance(part, ast.Return):
            if not (isinstance(part.value, ast.Name) and part.value.id == name):
                return False
            known += 1
        elif isinstance(part, (ast.Yield, ast.YieldFrom, ast.FunctionDef)):
            return False
        elif (isinstance(part, ast.Expr) and _appended_to(part, name)) or _is_counted(part, name):
            known += 1
    named = sum(isinstance(part, ast.Name) and part.id == name for part in ast.walk(tree))
    return known == named - 1


def _appended_to(line: ast.Expr, name: str) -> ast.expr | None:
    """What a line appends to the list with this name."""
    value = line.value
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
        return None
    of = value.func.value
    appends = value.func.attr == "append" and len(value.args) == 1 and not value.keywords
    return value.args[0] if appends and isinstance(of, ast.Name) and of.id == name else None


def _is_counted(part: ast.AST, name: str) -> bool:
    """Whether this is the number of its entries, or asks whether it has none."""
    inside = only_argument(part, "len")
    if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
        inside = part.operand
    return isinstance(inside, ast.Name) and inside.id == name


class _Appended(ast.NodeTransformer):
    """What is appended to a list is yielded, and ``count_`` is how many are in it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        thing = _appended_to(node, self.name)
        return node if thing is None else ast.Expr(ast.Yield(thing))

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.Return(None)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return ast.Name("count_", ast.Load()) if _is_counted(node, self.name) else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return ast.parse("count_ == 0", mode="eval").body if _is_counted(node, self.name) else node


class _Filler(ast.NodeTransformer):
    """Every thing that is yielded or returned goes into the arrays."""

    def __init__(self, arrays: int, most: int) -> None:
        self.arrays = arrays
        self.most = most
        self.puts = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function within this one lists nothing for it."""
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            return self._put(node.value.value)
        if isinstance(node.value, ast.YieldFrom):
            return self._put_all(node.value.value) or [ast.Pass()]
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        put = [] if node.value is None else self._put_all(node.value)
        return [*put, *ast.parse("return count_").body]

    def _put_all(self, things: ast.expr) -> list[ast.stmt]:
        inside = only_argument(things, "tuple", "list")
        if inside is not None:
            return self._put_all(inside)
        if isinstance(things, (ast.ListComp, ast.GeneratorExp)):
            own = apart(things)
            return loops(own.generators, self._put(own.elt))
        if isinstance(things, (ast.List, ast.Tuple)):
            return [line for thing in things.elts for line in self._put(thing)]
        if isinstance(things, ast.IfExp):
            first, other = self._put_all(things.body), self._put_all(things.orelse)
            return [ast.If(things.test, first or [ast.Pass()], other)]
        each = ast.comprehension(ast.Name("thing_", ast.Store()), things, [], 0)
        return loops([each], self._put(ast.Name("thing_", ast.Load())))

    def _put(self, expression: ast.expr) -> list[ast.stmt]:
        """Lines that write one thing down, if there is room for it."""
        full = f"if count_ >= {self.most}:\n    return {self.most + 1}"
        written = self._move(expression) if self.arrays == 1 else self._outcome(expression)
        return [*ast.parse(full).body, *written, *ast.parse("count_ += 1").body]

    def _move(self, expression: ast.expr) -> list[ast.stmt]:
        return [assign("out0[count_]", expression)]

    def _outcome(self, expression: ast.expr) -> list[ast.stmt]:
        if not isinstance(expression, ast.Tuple) or len(expression.elts) != 2:
            raise NotCompilable("chance must list pairs (outcome, probability) one by one")
        outcome, probability = expression.elts
        self.puts += 1
        weight = f"probability{self.puts}_"
        return [
            assign("out0[count_]", outcome),
            assign(weight, probability),
            assign("out1[count_]", call("numerator", ast.Name(weight, ast.Load()))),
            assign("out2[count_]", call("denominator", ast.Name(weight, ast.Load()))),
        ]
