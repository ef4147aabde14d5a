"""How long a word agrees with itself, shifted."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.tables.table import machine_code_loaded

Values = npt.NDArray[Any]
FEW = 600
"""Values up to which plain Python finds the repetitions."""


def agreement(word: Values) -> npt.NDArray[np.int64]:
    """For every p, how long the word and the word from p on agree."""
    if word.size > FEW or machine_code_loaded():
        from kibitz.combinatorial.heaps.kernels import z_function

        found: npt.NDArray[np.int64] = z_function(np.ascontiguousarray(word))
        return found
    agree = np.zeros(word.size, np.int64)
    for p in range(1, word.size):
        differ = np.flatnonzero(word[p:] != word[:-p])
        agree[p] = differ[0] if differ.size else word.size - p
    return agree
