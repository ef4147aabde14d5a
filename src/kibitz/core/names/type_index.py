"""What names stand for, for type checkers: ``solve("pure")``, ``game("nim")``.

The functions behind the names of methods and games say what they return. ``make index`` collects
that from the sources into ``kibitz/_types.pyi``, which exists for editors and type checkers only:
one overload for each type that ``solve`` of a form, or ``game``, may give.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator

Place = tuple[str, str]
"""A module, and a name in it."""
Registered = Callable[[ast.AST], Iterator[tuple[str, tuple[str, ...]]]]

HEAD = '''"""What names stand for. Written by `make index`; do not edit."""

# mypy: disable-error-code=overload-overlap
from typing import Any, Literal, Protocol, overload

'''


class TypeIndex:
    """The types that methods and games return, as their annotations spell them."""

    def __init__(self) -> None:
        self.methods: dict[str, dict[str, list[str]]] = defaultdict(dict)
        """For each form, each type, with the names of the methods that return it."""
        self.games: dict[str, list[str]] = {}
        self.bases: dict[str, list[str]] = {}
        """The forms that say ``solve: ClassVar[Solve...]``, each with the wider ones."""
        self._imported: dict[Place, str] = {
            ("kibitz.core.noun", "AnyNoun"): "AnyNoun",
            ("kibitz.core.solution", "AnySolution"): "AnySolution",
        }

    def add(self, module: str, text: str, tree: ast.Module, registered: Registered) -> None:
        """Take in one source file."""
        homes = _homes(module, tree)
        returned = {
            node.name: node.returns for node in tree.body if isinstance(node, ast.FunctionDef)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and f"ClassVar[Solve{node.name}]" in text:
                self.bases[node.name] = [ast.unparse(base) for base in node.bases]
            for what, keys in registered(node):
                if what in ("GAMES", "METHODS"):
                    table = self.games if what == "GAMES" else self.methods[keys[0]]
                    answer = self._spelled(_returns(node, returned), homes)
                    table.setdefault(answer, []).append(keys[-1])

    def _spelled(self, annotation: ast.expr | None, homes: dict[str, Place]) -> str:
        """An annotation in the names of the stub; empty where it depends on the game."""
        if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Callable":
            annotation = _last(annotation)
        if isinstance(annotation, ast.BinOp) and ast.unparse(annotation.right) == "None":
            annotation = annotation.left
        if annotation is None or isinstance(annotation, ast.BinOp):
            return ""
        known = {n.id for n in ast.walk(annotation) if isinstance(n, ast.Name)}
        if known in ({"Any"}, {"Solution"}) or not known - {"Any"} <= homes.keys():
            return ""
        for node in ast.walk(annotation):
            if isinstance(node, ast.Name) and node.id != "Any":
                node.id = self._name(homes[node.id])
        return ast.unparse(annotation)

    def _name(self, place: Place) -> str:
        """The name under which the stub imports something; another where two have the same."""
        if place not in self._imported:
            taken, name = set(self._imported.values()), place[1]
            while name in taken:
                name += "_"
            self._imported[place] = name
        return self._imported[place]

    def source(self) -> str:
        """The text of ``_types.pyi``."""
        body = [
            "class Game(Protocol):",
            *_overloads("self, call", self.games, "", "AnyNoun", "*args: Any, **kwargs: Any"),
        ]
        for form in sorted(self.bases):
            answers = self._answers(form)
            first = next((a for a, names in answers.items() if "auto" in names), "")
            options = "*, exact: bool | None = None, **options: Any"
            body += ["", f"class Solve{form}(Protocol):"]
            body += _overloads("self, method", answers, first, "AnySolution", options)
        imports = [
            f"from {module} import {name}" + ("" if name == given else f" as {given}")
            for (module, name), given in sorted(self._imported.items())
            if any(re.search(rf"\b{given}\b", line) for line in body)
        ]
        return HEAD + "\n".join([*imports, "", *body, ""])

    def _answers(self, form: str) -> dict[str, list[str]]:
        """The types that methods of a form return, its own before those of a wider form."""
        answers = {answer: list(names) for answer, names in self.methods.get(form, {}).items()}
        known = {name for names in answers.values() for name in names}
        for base in self.bases.get(form, []):
            for answer, names in self._answers(base).items():
                answers.setdefault(answer, []).extend(n for n in names if n not in known)
        return {answer: names for answer, names in answers.items() if names}


def _homes(module: str, tree: ast.Module) -> dict[str, Place]:
    """Where the names of a file come from: other modules, or itself."""
    homes: dict[str, Place] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            homes |= {a.asname or a.name: (node.module, a.name) for a in node.names}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            homes[node.name] = (module, node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            homes[node.targets[0].id] = (module, node.targets[0].id)
    return homes


def _returns(node: ast.AST, returned: dict[str, ast.expr | None]) -> ast.expr | None:
    """What a decorated function, or the maker in ``named(...)(maker)``, returns."""
    if isinstance(node, ast.FunctionDef):
        return node.returns
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        maker = node.value.args[0]
        name = maker.func if isinstance(maker, ast.Call) else maker
        return returned.get(ast.unparse(name))
    return None


def _last(annotation: ast.Subscript) -> ast.expr:
    """What is returned by the callable of an annotation."""
    parts = annotation.slice
    return parts.elts[-1] if isinstance(parts, ast.Tuple) else parts


def _overloads(
    key: str, types: dict[str, list[str]], usual: str, other: str, rest: str
) -> Iterator[str]:
    """The overloads of a call, by the literal that it is given first."""
    for given in sorted(types):
        if given:
            names = ", ".join(f'"{name}"' for name in sorted(set(types[given])))
            default = ' = "auto"' if given == usual else ""
            yield "    @overload"
            yield f"    def __call__({key}: Literal[{names}]{default}, {rest}) -> {given}: ..."
    default = "" if usual or "method" not in key else ' = "auto"'
    if any(types):
        yield "    @overload"
    yield f"    def __call__({key}: Any{default}, {rest}) -> {other}: ..."
