"""Rules of the shelf that were compared with Python before they were handed out.

Compiled rules are compared with the same rules in Python the first time that anyone uses them,
which takes half a second more than compiling them. For games of the shelf that was done beforehand:
``tested.txt`` holds a line for each that agreed, a digest of its text and of what compiled it. With
another version of either the comparison is made as for any other game.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from functools import cache
from pathlib import Path

LIST = Path(__file__).with_name("tested.txt")


def is_tested(text: str) -> bool:
    """Whether compiled rules of this text were found to agree with Python, by the same compiler."""
    return text_digest(text) in _listed()


def text_digest(text: str) -> str:
    """The line that stands for rules of this text."""
    return hashlib.sha256("\n".join([_compiler(), text]).encode()).hexdigest()[:20]


def is_of_this_compiler() -> bool:
    """Whether the list was made with the versions that are installed here."""
    return versions_digest() in _listed()


def versions_digest() -> str:
    """The line that stands for what compiled all the others."""
    return hashlib.sha256(_versions().encode()).hexdigest()[:20]


def _versions() -> str:
    import llvmlite
    import numba

    return f"{sys.version_info[:2]} {numba.__version__} {llvmlite.__version__}"


@cache
def _compiler() -> str:
    """What compiles: versions, and what every game is compiled with."""
    here = Path(__file__).parent
    own = [code_of((here / f"{name}.py").read_text("utf-8")) for name in _OWN]
    return "\n".join([_versions(), *own])


def code_of(text: str) -> str:
    """A source without what readers alone look at: its comments, its layout, its docstrings.

    >>> code_of("def f(x):  # the next one\\n    return x + 1") == code_of(
    ...     "def f(x):\\n    'Add one.'\\n\\n    return x + 1"
    ... )
    True
    """
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(
            node
        ):
            del node.body[0]
    return ast.dump(tree)


_OWN = ("native", "native_numbers", "native_tuples")


@cache
def _listed() -> frozenset[str]:
    try:
        return frozenset(LIST.read_text("utf-8").split())
    except OSError:
        return frozenset()
