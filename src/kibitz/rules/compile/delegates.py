"""Generators that other methods loop over, written out where the loop stands.

``for jump in self.jumps(state): ...`` becomes the body of ``jumps`` with the loop's body in the
place of its ``yield``; ``yield from self.jumps(state)`` becomes that body as it is. So nothing is
kept between two moves, and a method that asks for the first move only looks for no more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from copy import deepcopy

from kibitz.rules.compile.syntax import Renamed, assign

MOST_LINES = 40
"""Statements that a loop may become."""
Found = Callable[[ast.expr], "ast.FunctionDef | None"]


def without_delegates(tree: ast.FunctionDef, generator: Found) -> ast.FunctionDef:
    """The same function, with the generators that are known written out.

    Parameters
    ----------
    tree
        The function, which is changed.
    generator
        Gives the function that a called expression means, without ``self``, or None where it is not
        a generator that may be written out.
    """
    made = _Delegates(generator)
    tree.body = made.block(tree.body)
    return ast.fix_missing_locations(tree)


def can_be_written_out(tree: ast.FunctionDef) -> bool:
    """Whether a function is a generator that only yields, statement by statement, to its end."""
    parts = list(ast.walk(tree))
    yields = sum(isinstance(part, ast.Yield) for part in parts)
    stated = sum(isinstance(part, ast.Expr) and isinstance(part.value, ast.Yield) for part in parts)
    odd = (ast.Return, ast.YieldFrom, ast.Try, ast.With, ast.Lambda, ast.Global, ast.Nonlocal)
    inner = sum(isinstance(part, ast.FunctionDef) for part in parts) > 1
    takes = tree.args
    plain = not (takes.defaults or takes.kwonlyargs or takes.vararg or takes.kwarg)
    return yields > 0 and yields == stated and plain and not inner and not _has(parts, odd)


def _has(parts: list[ast.AST], kinds: tuple[type, ...]) -> bool:
    return any(isinstance(part, kinds) for part in parts)


class _Delegates:
    def __init__(self, generator: Found) -> None:
        self.generator = generator
        self.made = 0

    def block(self, lines: list[ast.stmt]) -> list[ast.stmt]:
        done: list[ast.stmt] = []
        for line in lines:
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(line, name, None)
                if inner and isinstance(inner[0], ast.stmt):
                    setattr(line, name, self.block(inner))
            done += self._written_out(line) or [line]
        return done

    def _written_out(self, line: ast.stmt) -> list[ast.stmt] | None:
        if isinstance(line, ast.For) and not line.orelse and not _leaves(line.body):
            target, body = line.target, line.body
            return self._body(line.iter, lambda value: [_named(target, value), *deepcopy(body)])
        if isinstance(line, ast.Expr) and isinstance(line.value, ast.YieldFrom):
            return self._body(line.value.value, lambda value: [ast.Expr(ast.Yield(value))])
        return None

    def _body(
        self, called: ast.expr, each: Callable[[ast.expr], list[ast.stmt]]
    ) -> list[ast.stmt] | None:
        if not isinstance(called, ast.Call) or called.keywords:
            return None
        found = self.generator(called.func)
        if found is None or len(found.args.args) != len(called.args):
            return None
        tree = deepcopy(found)
        self.made += 1
        takes = [argument.arg for argument in tree.args.args]
        stored = {
            part.id
            for part in ast.walk(tree)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        names = {name: f"{name}_{tree.name}{self.made}_" for name in {*takes, *stored}}
        tree = Renamed(names).visit(tree)
        begun = [assign(names[n], v) for n, v in zip(takes, called.args, strict=True)]
        tree.body = _Yields(each).block(tree.body)
        lines = sum(isinstance(part, ast.stmt) for part in ast.walk(tree))
        return [*begun, *tree.body] if lines <= MOST_LINES else None


def _named(target: ast.expr, value: ast.expr) -> ast.stmt:
    return ast.Assign([deepcopy(target)], value)


def _leaves(lines: list[ast.stmt]) -> bool:
    """Whether something leaves or shortens the loop that these lines are the body of."""
    for line in lines:
        if isinstance(line, (ast.Break, ast.Continue)):
            return True
        if isinstance(line, (ast.For, ast.While)):
            continue
        inner = [getattr(line, name, None) or [] for name in ("body", "orelse", "finalbody")]
        if any(_leaves(part) for part in inner):
            return True
    return False


class _Yields:
    """Puts statements in the place of every ``yield``."""

    def __init__(self, each: Callable[[ast.expr], list[ast.stmt]]) -> None:
        self.each = each

    def block(self, lines: list[ast.stmt]) -> list[ast.stmt]:
        done: list[ast.stmt] = []
        for line in lines:
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Yield):
                done += self.each(line.value.value or ast.Constant(None))
                continue
            for name in ("body", "orelse"):
                inner = getattr(line, name, None)
                if inner:
                    setattr(line, name, self.block(inner))
            done.append(line)
        return done
