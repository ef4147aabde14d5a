"""Functions that list things, as functions that write them into arrays.

A search has the arrays made once, so that listing moves allocates nothing.
"""

from __future__ import annotations

import ast

from kibitz.rules.not_compilable import NotCompilable
from kibitz.rules.syntax import apart, assign, call, loops

LISTING = {"moves": 1, "candidates": 1, "chance": 3}
"""Methods that list things, and how many arrays take one thing each."""


def fill_arrays(tree: ast.FunctionDef, arrays: int, most: int) -> ast.FunctionDef:
    """Turn a function that lists things into one that writes them down and returns their number.

    Where they are more than there is room for, it stops and returns one more than that.
    """
    _Filler(arrays, most).generic_visit(tree)
    tree.args.args += [ast.arg(f"out{k}") for k in range(arrays)]
    tree.body = [*ast.parse("count_ = 0").body, *tree.body, *ast.parse("return count_").body]
    return tree


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

    def _put(self, thing: ast.expr) -> list[ast.stmt]:
        """Lines that write one thing down, if there is room for it."""
        full = f"if count_ >= {self.most}:\n    return {self.most + 1}"
        written = self._move(thing) if self.arrays == 1 else self._outcome(thing)
        return [*ast.parse(full).body, *written, *ast.parse("count_ += 1").body]

    def _move(self, thing: ast.expr) -> list[ast.stmt]:
        return [assign("out0[count_]", thing)]

    def _outcome(self, thing: ast.expr) -> list[ast.stmt]:
        if not isinstance(thing, ast.Tuple) or len(thing.elts) != 2:
            raise NotCompilable("chance must list pairs (outcome, probability) one by one")
        outcome, probability = thing.elts
        self.puts += 1
        weight = f"probability{self.puts}_"
        return [
            assign("out0[count_]", outcome),
            assign(weight, probability),
            assign("out1[count_]", call("numerator", ast.Name(weight, ast.Load()))),
            assign("out2[count_]", call("denominator", ast.Name(weight, ast.Load()))),
        ]
