"""Ten games in ten styles: none has a contradiction, and the twins in C are the same games."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from bench.styles import bare, race
from bench.styles.games import GAMES, made

from kibitz.rules.check import check
from kibitz.rules.compile.machine import machine

IN_PYTHON = {
    "a small class": "make Track a NamedTuple or a frozen dataclass of integers",
    "a string": "write the letters as integers in a tuple",
    "a set": "write the set as an integer of bits",
}


@pytest.mark.parametrize("style", GAMES)
def test_no_contradiction(style: str) -> None:
    assert check(made(style), games=5, compiled=False)


@pytest.mark.parametrize("style", IN_PYTHON)
def test_what_cannot_be_compiled_says_where_and_what_to_write(style: str) -> None:
    reason = machine(made(style), bare).reason
    assert "in line " in reason
    assert "`return " in reason
    assert IN_PYTHON[style] in reason


@pytest.mark.slow
@pytest.mark.parametrize("style", [style for style in GAMES if style not in IN_PYTHON])
def test_others_are_compiled(style: str) -> None:
    assert machine(made(style), bare).reason == ""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize("style", GAMES)
def test_twins_in_c_search_the_same_nodes(style: str, tmp_path: Path) -> None:
    rules = made(style)
    game = machine(rules, bare, compiled=False)
    control, rooms = np.zeros(2, np.int64), np.zeros((8, rules.most_moves), np.int64)
    value = game.bare_value(rules.start(), 6, -1e300, 1e300, 0, rooms, control)
    twin = race._twin(type(rules).__name__.lower(), shutil.which("cc"), str(tmp_path))
    assert twin
    words = subprocess.run([twin, "6"], capture_output=True, text=True, check=True).stdout.split()
    assert (int(words[0]), float(words[1])) == (control[0], value)
