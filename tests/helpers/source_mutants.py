"""Mutation testing of one source file: change one operator, sign or constant, and run its tests.

    python -m helpers.source_mutants src/kibitz/zero_sum/methods/triangular.py tests/zero_sum

Each mutant runs in a process of its own, in which the module is compiled from the changed syntax
tree: no file is written. A mutant that no test notices is printed with its line. Texts of errors,
docstrings, annotations and decorators are left alone.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitXor: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
CALLS = {"min": "max", "max": "min", "all": "any", "any": "all"}


@dataclass(frozen=True)
class Mutant:
    """One change: its line, the text before and after, and the changed tree."""

    line: int
    before: str
    after: str
    tree: ast.Module

    def __str__(self) -> str:
        return f"line {self.line}: {self.before}  ->  {self.after}"


def mutants(source: str) -> Iterator[Mutant]:
    """All mutants of a source, one change each.

    >>> for mutant in mutants("def f(a, b):\\n    return max(a, b) + 1 if a < b else -a"):
    ...     print(mutant)
    line 2: a < b  ->  a <= b
    line 2: max(a, b) + 1  ->  max(a, b) - 1
    line 2: -a  ->  a
    line 2: max(a, b)  ->  min(a, b)
    line 2: 1  ->  2
    """
    tree = ast.parse(source)
    spots = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    seen: set[int] = set()
    for function in spots:
        for node in _inside(function):
            if id(node) not in seen:
                seen.add(id(node))
                yield from _changes(tree, node)


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What a function does, level by level, without docstrings, errors and annotations."""
    level: list[ast.AST] = [
        part
        for part in function.body
        if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
    ]
    while level:
        yield from level
        level = [
            child
            for node in level
            for name, value in ast.iter_fields(node)
            if name not in ("annotation", "returns", "decorator_list")
            for child in (value if isinstance(value, list) else [value])
            if isinstance(child, ast.AST)
            and not isinstance(child, (ast.Raise, ast.Assert, ast.JoinedStr, ast.FunctionDef))
        ]


def _changes(tree: ast.Module, node: ast.AST) -> Iterator[Mutant]:
    for changed in _variants(node):
        found = copy.deepcopy(tree)
        place = next(
            there
            for here, there in zip(ast.walk(tree), ast.walk(found), strict=True)
            if here is node
        )
        place.__class__ = changed.__class__
        place.__dict__.update(changed.__dict__)
        line = getattr(node, "lineno", 0)
        yield Mutant(
            line, ast.unparse(node), ast.unparse(changed), ast.fix_missing_locations(found)
        )


def _variants(node: ast.AST) -> Iterator[Any]:
    """The node with one change."""
    changed: Any = copy.copy(node)
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in OPERATORS:
        changed.op = OPERATORS[type(node.op)]()
        yield changed
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        changed.ops = [OPERATORS[type(node.ops[0])](), *node.ops[1:]]
        yield changed
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        yield copy.copy(node.operand)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        changed.value = node.value + 1
        yield changed
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        changed.value = not node.value
        yield changed
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        changed.func = ast.Name(CALLS[node.func.id], ast.Load())
        yield changed


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Compiles one module from a changed tree."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)


def survives(mutant: Mutant, path: Path, tests: list[str], seconds: int) -> bool:
    """Whether all tests pass with the mutant; one that does not end is found."""
    parts = path.with_suffix("").parts
    name = ".".join(parts[parts.index("kibitz") :])
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(seconds)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        sys.meta_path.insert(0, _Finder(name, path, mutant.tree))
        import pytest

        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly"]
        os._exit(int(pytest.main([*options, *tests])))
    _, status = os.waitpid(child, 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the tests of a source file on its mutants.")
    parser.add_argument("source", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--sample", type=int, default=0, help="try this many, chosen at random")
    parser.add_argument("--seconds", type=int, default=60, help="time limit for each mutant")
    given = parser.parse_args()
    for package in ("numpy", "pytest", "rich.console", "typer"):
        importlib.import_module(package)
    source = given.source.read_text("utf-8")
    same = Mutant(0, "", "", ast.parse(source))
    if not survives(same, given.source, given.tests, 10 * given.seconds):
        sys.exit("the tests fail without any change")
    found = list(mutants(source))
    if 0 < given.sample < len(found):
        found = random.Random(0).sample(found, given.sample)
    left = []
    for mutant in found:
        if survives(mutant, given.source, given.tests, given.seconds):
            left.append(mutant)
            print(f"SURVIVES {given.source.name} {mutant}", flush=True)
    print(f"{given.source}: {len(found) - len(left)} of {len(found)} mutants are found")


if __name__ == "__main__":
    main()
