"""Docstrings: public functions and methods say what they take and return, numpydoc style."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from helpers.docstrings import Function, faults, unlisted

SOURCE = Path(__file__).parents[2] / "src"
PACKAGES = sorted(path.parent.name for path in (SOURCE / "kibitz").glob("*/__init__.py"))
ROOMS = ["", *PACKAGES]
"""The front door, and every package."""


@cache
def tree(path: Path) -> ast.Module:
    """A source file, parsed."""
    return ast.parse(path.read_text("utf-8"))


def functions(path: Path) -> dict[str, Function]:
    """The functions at the top of a file, by name; of an overloaded one, its implementation."""
    return {node.name: node for node in tree(path).body if isinstance(node, Function)}


def exported(room: str) -> Iterator[tuple[Path, Function]]:
    """The functions that a package and the packages within it export."""
    home = SOURCE / "kibitz" / room
    for stub in sorted(home.rglob("__init__.pyi") if room else home.glob("__init__.pyi")):
        for node in tree(stub).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                path = SOURCE / (node.module.replace(".", "/") + ".py")
                if path.is_file():
                    known = functions(path)
                    yield from ((path, known[a.name]) for a in node.names if a.name in known)


def registered(room: str) -> Iterator[tuple[Path, Function]]:
    """The functions of a room that are methods of a form."""
    for path in sorted((SOURCE / "kibitz" / room).rglob("*.py") if room else ()):
        if "@method(" in path.read_text("utf-8"):
            yield from ((path, f) for f in functions(path).values() if _is_method(f))


def _is_method(function: Function) -> bool:
    return any(
        isinstance(d, ast.Call) and isinstance(d.func, ast.Name) and d.func.id == "method"
        for d in function.decorator_list
    )


def classes(path: Path) -> dict[str, ast.ClassDef]:
    """The classes at the top of a file, by name."""
    return {node.name: node for node in tree(path).body if isinstance(node, ast.ClassDef)}


@cache
def imported(path: Path) -> dict[str, tuple[Path, str]]:
    """The file that each imported name of the package comes from, and what it is called there."""
    found = {}
    for node in tree(path).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kibitz."):
            home = SOURCE / str(node.module).replace(".", "/")
            for source in (home.with_suffix(".py"), home / "__init__.pyi"):
                if source.is_file():
                    found |= {a.asname or a.name: (source, a.name) for a in node.names}
                    break
    return found


def class_of(path: Path, name: str) -> tuple[Path, ast.ClassDef] | None:
    """The class that a name stands for in a file, None where it is another thing."""
    while name not in classes(path):
        if name not in imported(path):
            return None
        path, name = imported(path)[name]
    return path, classes(path)[name]


def above(path: Path, given: ast.ClassDef) -> Iterator[tuple[Path, ast.ClassDef]]:
    """The classes of the package that a class inherits from."""
    for base in given.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        found = class_of(path, plain.id) if isinstance(plain, ast.Name) else None
        if found is not None:
            yield found
            yield from above(*found)


def public_classes(room: str) -> Iterator[tuple[Path, ast.ClassDef]]:
    """The classes that a package and the packages within it export."""
    home = SOURCE / "kibitz" / room
    for stub in sorted(home.rglob("__init__.pyi") if room else home.glob("__init__.pyi")):
        for name in imported(stub):
            found = class_of(stub, name)
            if found is not None and not name.startswith("_"):
                yield found


def own_methods(path: Path, given: ast.ClassDef) -> Iterator[Function]:
    """The public methods that a class brings with it; one that overrides another is told there."""
    inherited = {
        m.name for _, base in above(path, given) for m in base.body if isinstance(m, Function)
    }
    for node in given.body:
        if isinstance(node, Function) and node.name not in inherited:
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            if not node.name.startswith("_") and "overload" not in marks:
                yield node


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r or "kibitz")
def test_public_functions_have_their_sections(room: str) -> None:
    lacking = [
        f"{path.relative_to(SOURCE)}:{function.lineno} {function.name}: {', '.join(wrong)}"
        for path, function in dict.fromkeys([*exported(room), *registered(room)])
        if (wrong := faults(function))
    ]
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r or "kibitz")
def test_public_methods_list_their_parameters(room: str) -> None:
    lacking = [
        f"{path.relative_to(SOURCE)}:{method.lineno} {given.name}.{method.name}: {', '.join(wrong)}"
        for path, given in dict.fromkeys(public_classes(room))
        for method in own_methods(path, given)
        if (wrong := unlisted(method))
    ]
    assert not lacking, "\n".join(lacking)


def test_inherited_methods_are_told_where_they_come_from() -> None:
    path = SOURCE / "kibitz" / "zero_sum" / "game.py"
    game = classes(path)["MatrixGame"]
    assert "Noun" in {base.name for _, base in above(path, game)}
    assert "solve" not in {method.name for method in own_methods(path, game)}


EXAMPLE = '''
def half(number: int, *, exact: bool = True) -> float:
    """Half of a number.

    Parameters
    ----------
    number : int
        What is halved.
    {exact} : bool
        Whether a remainder is an error.

    Returns
    -------
    float
        The half.
    """
'''


@pytest.mark.parametrize(
    ("exact", "wrong"),
    [("exact", []), ("exactly", ["parameter exact", "no parameter exactly"])],
)
def test_what_is_missing_is_named(exact: str, wrong: list[str]) -> None:
    (function,) = ast.parse(EXAMPLE.format(exact=exact)).body
    assert isinstance(function, ast.FunctionDef)
    assert faults(function) == wrong
