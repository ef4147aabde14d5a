"""Docstrings: every public function says what it takes and what it returns, numpydoc style."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
PACKAGES = sorted(path.parent.name for path in (SOURCE / "kibitz").glob("*/__init__.py"))
ROOMS = ["", *PACKAGES]
"""The front door, and every package."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


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


def section(docstring: str, title: str) -> str | None:
    """The text of one section of a docstring, None where there is none."""
    end = r"(?=^\S[^\n]*\n---|\Z)"
    found = re.search(rf"^{title}\n{'-' * len(title)}\n(.*?){end}", docstring, re.M | re.S)
    return None if found is None else found[1]


def faults(function: Function) -> list[str]:
    """What the docstring of a function lacks."""
    text = ast.get_docstring(function) or ""
    given = function.args
    names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [a.arg for a in (given.vararg, given.kwarg) if a is not None]
    wanted = [name for name in names if not name.startswith("_")]
    told = section(text, "Parameters")
    lines = [] if told is None else re.findall(r"^(\S.*?)(?: :.*)?$", told, re.M)
    listed = {name.strip().lstrip("*") for line in lines for name in line.split(",")}
    lacking = [f"parameter {name}" for name in wanted if name not in listed]
    lacking += [f"no parameter {name}" for name in sorted(listed - set(names))]
    nothing = function.returns is None or ast.unparse(function.returns) in ("None", "NoReturn")
    if not nothing and section(text, "Returns") is None and section(text, "Yields") is None:
        lacking.append("Returns")
    return lacking


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r or "kibitz")
def test_public_functions_have_their_sections(room: str) -> None:
    lacking = [
        f"{path.relative_to(SOURCE)}:{function.lineno} {function.name}: {', '.join(wrong)}"
        for path, function in dict.fromkeys([*exported(room), *registered(room)])
        if (wrong := faults(function))
    ]
    assert not lacking, "\n".join(lacking)


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
