"""What must hold for kernels that call themselves, so that they load from the cache."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz

ROOT = Path(kibitz.__file__).parent
FILES = sorted(p for p in ROOT.glob("*/kernels/*.py") if p.name != "__init__.py")
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}


def _called(node: ast.AST) -> list[ast.Call]:
    return [n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]


def _is_recursive(function: ast.FunctionDef) -> bool:
    return any(call.func.id == function.name for call in _called(function))  # type: ignore[attr-defined]


RECURSIVE = {
    f.name
    for tree in TREES.values()
    for f in tree.body
    if isinstance(f, ast.FunctionDef) and _is_recursive(f)
}


def test_there_are_kernels_that_call_themselves():
    assert {"best_value", "quiet_value", "exact_value"} <= RECURSIVE


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_no_literal_is_passed_to_a_kernel_that_calls_itself(path):
    """A literal has a type of its own, and two versions of such a kernel crash from the cache."""
    for call in _called(TREES[path]):
        if call.func.id in RECURSIVE:
            for argument in call.args:
                inner = argument.operand if isinstance(argument, ast.UnaryOp) else argument
                literal = isinstance(inner, ast.Constant) and not isinstance(inner.value, float)
                assert not literal, f"{path.name}:{call.lineno}"


@pytest.mark.slow
def test_a_game_with_noisy_moves_is_searched_from_the_cache(tmp_path):
    code = "import kibitz as kb; print(kb.search('breakthrough 4 4').best(depth=5).value)"
    answers = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "KIBITZ_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout
        for _ in range(2)
    ]
    assert answers[0] == answers[1] != ""
