"""The examples of CONTRIBUTING work as they stand there."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

import pytest

import kibitz
from helpers.docstrings import faults
from kibitz.core.index import table
from kibitz.core.method import every_method
from kibitz.core.solution import Solution

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
BLOCKS = re.findall(r"```python\n(.*?)```", CONTRIBUTING.read_text(encoding="utf-8"), re.DOTALL)
METHOD, ANSWER, CHECKER, GAME, MOVES, FORMAT, ENDING, COMMAND = BLOCKS
TRY = """
from kibitz import solve
from kibitz.core.solution import read_solution
from kibitz.rules.check import check

found = diagonal_pair(matrix("1 0; 0 3"))
assert found.value == Fraction(3, 4) and found.verify(), found
assert "zeros off" in _not_applicable(matrix("1 2; 0 3")), "it says why it does not apply"
assert finger_parity(Fraction(2)).solve().value == 0

game = matrix("1 5; 5 3")
right = solver(game)
assert (right.entry, right.cells) == (5, ((0, 1), (1, 0))) and right.verify(), right.verify()
for wrong in ((3, ((1, 1),)), (5, ((0, 1),)), (5, ((0, 1), (1, 1))), (6, ())):
    assert not LargestEntry(game, *wrong).verify(), wrong
assert read_solution(game, right.to_json()) == right

assert [LastSquare(n).solve().value for n in (3, 4, 5, 6)] == [-1, 1, 1, -1]
assert check(last_square(), games=5, compiled=False)

assert read(write(game)) == game and read("1\\t1/2").shape == (1, 2)
for bad, why in ((lambda: read("1\\t2\\n3"), "line 2"), (lambda: write(game.strategic()), ".json")):
    try:
        bad()
    except GameError as error:
        assert why in str(error)
    else:
        raise AssertionError(why)
"""


def test_the_examples_work_when_they_are_typed_in():
    pieces = [METHOD, GAME, FORMAT, ANSWER, "solver = largest_entry", CHECKER, MOVES]
    text = "\n".join(["from kibitz.formats.files import Format", *pieces, ENDING])
    lines = [line for line in text.splitlines() if "__future__" not in line]
    program = "\n".join(["from __future__ import annotations", *lines, TRY])
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("block", [METHOD, ANSWER], ids=["method", "answer"])
def test_the_methods_have_the_docstrings_that_are_asked_for(block: str):
    functions = [node for node in ast.parse(block).body if isinstance(node, ast.FunctionDef)]
    assert [fault for f in functions if not f.name.startswith("_") for fault in faults(f)] == []


def test_the_command_is_shown_as_it_is():
    shown = Path(kibitz.__file__).parent / "cli/commands/tables/pareto.py"
    assert shown.read_text(encoding="utf-8") == COMMAND


def test_every_file_among_the_commands_is_a_command():
    folder = Path(kibitz.__file__).parent / "cli/commands"
    files = {path.stem for path in folder.glob("*/*.py")} - {"__init__"}
    assert files == {module.rpartition(".")[2] for module in table("COMMANDS").values()}


@pytest.mark.parametrize("noun", sorted({m.noun.__name__ for m in every_method()} - {"Lesson"}))
def test_methods_of_games_return_solutions(noun: str):
    for method in every_method():
        if method.noun.__name__ == noun:
            for kind in _returned(method.function):
                assert issubclass(kind, (Solution, type(None))), method.name


def _returned(function: Any) -> list[type]:
    """The classes that a function says it returns, as far as it names them."""
    try:
        hint = get_type_hints(function).get("return")
    except NameError:  # a name imported for the type checker alone
        return []
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return [kind for kind in kinds if inspect.isclass(kind) and kind is not Any]
