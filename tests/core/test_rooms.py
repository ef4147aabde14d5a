"""One algorithm, one file; one chapter, one folder."""

from __future__ import annotations

import ast
from pathlib import Path

import kibitz

ROOT = Path(kibitz.__file__).parent
LONGEST, FULLEST = 580, 30
"""Lines of a file, and files of a folder, beyond which a reader loses the way."""


def lines_of_code(text: str) -> int:
    """The lines of a file, without the docstrings of its functions and classes."""
    docstrings = [
        node.body[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and ast.get_docstring(node) is not None
    ]
    told = sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in docstrings)
    return len(text.splitlines()) - told


def test_no_file_is_too_long() -> None:
    texts = {path: path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    long = [path for path, text in texts.items() if text.count("\n") > LONGEST]
    assert [p.name for p in long if lines_of_code(texts[p]) > LONGEST] == ["_index.py"]


def test_no_folder_is_too_full() -> None:
    folders = {path.parent for path in ROOT.rglob("*.py")}
    counts = {
        folder.relative_to(ROOT).as_posix(): len(list(folder.glob("*.py"))) for folder in folders
    }
    assert {folder: count for folder, count in counts.items() if count > FULLEST} == {}
