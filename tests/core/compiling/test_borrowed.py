"""Parts of arrays that compiled functions borrow: what Python takes for them is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np

from kibitz.core.compiling.borrowed import box, integers, line
from kibitz.core.compiling.compiled import machine_code, njit
from kibitz.core.compiling.tiered import interpreted


@njit()
def written(array: Any) -> float:
    """Numbers, integers and rows, each in its own part of the array."""
    numbers, places = line(array, 1, 3), integers(array, 4, 2)
    rows = box(array, 6, 2, 3)
    for i in range(3):
        numbers[i] = i + 0.5
        rows[1, i] = rows[0, i] + 1.0
    places[0], places[1] = 7, -2
    return float(numbers.sum() + places[1] + rows[1, 2] + rows.shape[1])


def test_parts_are_written_where_they_lie() -> None:
    ours, theirs = np.arange(14.0), np.arange(14.0)
    assert written(ours) == interpreted(written)(theirs) == 4.5 - 2 + 9 + 3
    assert ours.tobytes() == theirs.tobytes()
    assert ours[[0, 12, 13]].tolist() == [0.0, 12.0, 13.0]
    assert ours.view(np.int64)[4:6].tolist() == [7, -2]


def test_parts_of_arrays_that_are_not_to_be_written_to_are_read() -> None:
    @numba.njit
    def corner(matrix: Any) -> float:
        rows = box(matrix, 0, matrix.shape[0], matrix.shape[1])
        return float(rows[matrix.shape[0] - 1, matrix.shape[1] - 1])

    matrix = np.arange(6.0).reshape(2, 3)
    matrix.setflags(write=False)
    assert corner(matrix) == 5.0


def test_games_are_solved_where_compiling_is_switched_off() -> None:
    """Parts are then ordinary slices; a whole matrix game is solved through them."""
    table = "[[(i * j * j + 3 * i + 5 * j) % 11 / 2 for j in range(12)] for i in range(12)]"
    code = f"import kibitz as kb; print(bool(kb.matrix({table}).solve().verify()))"
    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert (said.stdout, said.stderr) == ("True\n", "")


def test_machine_code_answers_as_the_function_does() -> None:
    entry = machine_code(written, np.empty(14))
    ours, theirs = np.arange(14.0), np.arange(14.0)
    assert entry(ours) == written(theirs)
    assert ours.tobytes() == theirs.tobytes()
    assert machine_code(len, []) is len
