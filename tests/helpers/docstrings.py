"""What the docstring of a function lacks, by the sections of numpydoc."""

from __future__ import annotations

import ast
import re

Function = ast.FunctionDef | ast.AsyncFunctionDef


def section(docstring: str, title: str) -> str | None:
    """The text of one section of a docstring, None where there is none."""
    end = r"(?=^\S[^\n]*\n---|\Z)"
    found = re.search(rf"^{title}\n{'-' * len(title)}\n(.*?){end}", docstring, re.M | re.S)
    return None if found is None else found[1]


def parameters(function: Function) -> list[str]:
    """The names of the parameters of a function; of a method, those that are given in a call."""
    given = function.args
    names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [a.arg for a in (given.vararg, given.kwarg) if a is not None]
    return [name for name in names if name not in ("self", "cls") and not name.startswith("_")]


def unlisted(function: Function) -> list[str]:
    """The parameters that the docstring of a function lacks, and those that do not exist."""
    names = parameters(function)
    told = section(ast.get_docstring(function) or "", "Parameters")
    lines = [] if told is None else re.findall(r"^(\S.*?)(?: :.*)?$", told, re.M)
    listed = {name.strip().lstrip("*") for line in lines for name in line.split(",")}
    lacking = [f"parameter {name}" for name in names if name not in listed]
    return lacking + [f"no parameter {name}" for name in sorted(listed - set(names))]


def faults(function: Function) -> list[str]:
    """What the docstring of a function lacks."""
    text, lacking = ast.get_docstring(function) or "", unlisted(function)
    nothing = function.returns is None or ast.unparse(function.returns) in ("None", "NoReturn")
    if not nothing and section(text, "Returns") is None and section(text, "Yields") is None:
        lacking.append("Returns")
    return lacking
