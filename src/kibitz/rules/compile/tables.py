"""Tables whose rows differ in length, such as the neighbors of each square, for compiled rules.

All rows stand in one array, and a function gives the part of it that is a row. An array is not a
tuple: it adds and compares otherwise. So rows may only be looped over, counted, and asked for an
entry or whether something is in them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from kibitz.rules.compile.syntax import Comprehension, Put, assign, call_of, only_argument


def is_ragged(value: Any) -> bool:
    """Whether it is a list of rows of different lengths, of whole numbers or of tuples of them.

    >>> is_ragged(((1,), (0, 2), (1,))), is_ragged([[(1, 5)], []]), is_ragged(((0, 1), (2, 3)))
    (True, True, False)
    """
    if not _is_row(value) or not all(map(_is_row, value)):
        return False
    entries = [entry for row in value for entry in row]
    return len({len(row) for row in value}) > 1 and _are_alike(entries)


def rows_of(value: Any) -> Any:
    """The entries of a dictionary whose keys count from 0, as a tuple; anything else as it is.

    >>> rows_of({0: (1, 2), 1: (0,)}), rows_of({5: 1})
    (((1, 2), (0,)), {5: 1})
    """
    if type(value) is not dict or set(value) != set(range(len(value))):
        return value
    return tuple(value[k] for k in range(len(value)))


def rows_deep(rows: Any) -> int:
    """How often something is asked for an entry until that is a number: 2, or 3 for tuples."""
    return 3 if any(map(_is_row, next(iter(row for row in rows if row)))) else 2


def _is_row(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and not hasattr(value, "_fields")


def _are_alike(entries: list[Any]) -> bool:
    """Whether these are whole numbers, or tuples of them, all of one length."""
    if all(map(_is_row, entries)) and len({len(entry) for entry in entries}) == 1:
        entries = [number for entry in entries for number in entry]
    kinds = {type(entry) for entry in entries}
    return kinds == {int} and all(abs(entry) < 1 << 63 for entry in entries)


def ragged_source(name: str, rows: Any) -> tuple[dict[str, str], str]:
    """The arrays of a table, and the function that gives a row of it.

    >>> arrays, function = ragged_source("near", ((1,), (0, 2)))
    >>> arrays["near_entries"], arrays["near_ends"]
    ('np.array([1, 0, 2], dtype=np.int64)', 'np.array([0, 1, 3], dtype=np.int64)')
    """
    entries = [entry for row in rows for entry in row]
    ends = list(accumulate(map(len, rows), initial=0))
    arrays = {
        f"{name}_entries": f"np.array({entries!r}, dtype=np.int64)",
        f"{name}_ends": f"np.array({ends!r}, dtype=np.int64)",
    }
    function = (
        f"def {name}_row(place):\n"
        f"    k = place + {len(rows)} if place < 0 else place\n"
        f"    if k < 0 or k >= {len(rows)}:\n"
        "        raise IndexError('a place beyond the end of a table')\n"
        f"    return {name}_entries[{name}_ends[k]:{name}_ends[k + 1]]"
    )
    return arrays, function


class Reading:
    """What a function does with tables: how deep in one each expression of it is."""

    def __init__(self, tree: ast.AST, tables: Callable[[ast.expr], int]) -> None:
        self.tree, self.tables = tree, tables
        self.names: dict[str, int] = {}
        for _ in range(3):
            self._follow_names()

    def depth(self, node: ast.AST) -> int:
        """3 or 2 for a table, 2 or 1 for a row, 1 for a tuple in a row, 0 for all else."""
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return max(0, self.depth(node.value) - 1)
        if isinstance(node, ast.Name) and node.id in self.names:
            return self.names[node.id] if isinstance(node.ctx, ast.Load) else 0
        return self.tables(node) if isinstance(node, ast.expr) else 0

    def _follow_names(self) -> None:
        for part in ast.walk(self.tree):
            if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                self._note(part.targets[0], self.depth(part.value))
            elif isinstance(part, (ast.For, ast.comprehension)):
                target, looped = entry_of(part)
                self._note(target, self.depth(looped) - 1)

    def _note(self, target: ast.expr, depth: int) -> None:
        if isinstance(target, ast.Name) and depth > 0:
            self.names[target.id] = depth

    def is_only_reading(self) -> bool:
        """Whether nothing is done with rows but what arrays do like tuples."""
        rows = [part for part in ast.walk(self.tree) if self.depth(part)]
        read = {id(part) for above in ast.walk(self.tree) for part in self._read_by(above)}
        return all(id(row) in read for row in rows)

    def _read_by(self, node: ast.AST) -> list[ast.expr]:
        """What a part of a function only reads, whatever kind of list it is."""
        if isinstance(node, (ast.For, ast.comprehension)):
            return [] if self._is_table(node.iter) else [node.iter]
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return [node.value]
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            single = len(node.ops) == 1 and self.depth(node.comparators[0]) == 1
            return node.comparators if single else []
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            alone = len(node.targets) == 1 and not self._is_table(node.value)
            return [node.value] if alone else []
        if counted := only_argument(node, "len"):
            return [counted]
        reader = call_of(node, "enumerate", "sum", "any", "all")
        return [x for x in reader.args if not self._is_table(x)] if reader else []

    def _is_table(self, node: ast.expr) -> bool:
        return not isinstance(node, ast.Subscript) and self.tables(node) > 0


def entry_of(loop: ast.For | ast.comprehension) -> tuple[ast.expr, ast.expr]:
    """What a loop sets to an entry, and of what: also where ``enumerate`` counts them."""
    counted = only_argument(loop.iter, "enumerate")
    if counted is not None and isinstance(loop.target, ast.Tuple) and len(loop.target.elts) == 2:
        return loop.target.elts[1], counted
    return loop.target, loop.iter


class Unpacked(ast.NodeTransformer):
    """``for a, b in row``, where a row holds pairs, written as ``for pair in row``."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.made = 0

    def _pair(self, loop: ast.For | ast.comprehension) -> dict[str, ast.expr] | None:
        """The entries that names stand for, once the loop has a name for the pair."""
        target, looped = entry_of(loop)
        if not isinstance(target, ast.Tuple) or self.reading.depth(looped) != 2:
            return None
        self.made += 1
        pair = ast.Name(f"pair{self.made}_", ast.Store())
        if loop.target is target:
            loop.target = pair
        else:
            assert isinstance(loop.target, ast.Tuple)
            loop.target.elts[1] = pair
        return {
            one.id: ast.parse(f"{pair.id}[{k}]", mode="eval").body
            for k, one in enumerate(target.elts)
            if isinstance(one, ast.Name)
        }

    def visit_For(self, node: ast.For) -> ast.AST:
        entries = self._pair(node)
        self.generic_visit(node)
        if entries is not None:
            node.body = [*(assign(name, x) for name, x in entries.items()), *node.body]
        return node

    def _visit_comprehension(self, node: Comprehension) -> Comprehension:
        for k, clause in enumerate(node.generators):
            entries = self._pair(clause)
            if entries is not None:
                put = Put(entries)
                clause.ifs = [put.visit(one) for one in clause.ifs]
                node.generators[k + 1 :] = [put.visit(one) for one in node.generators[k + 1 :]]
                node.elt = put.visit(node.elt)
        self.generic_visit(node)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self._visit_comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self._visit_comprehension(node)
