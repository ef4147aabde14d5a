"""How long a word agrees with itself, shifted."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.tables.table import machine_code_loaded

Values = npt.NDArray[Any]
FEW = 600
"""Values up to which plain Python finds the repetitions."""
MANY, TAIL, TRIED = 4096, 64, 8
"""Values from which on their end is looked for first, how many make an end, and how often."""


def agreement(word: Values) -> npt.NDArray[np.int64]:
    """For every p, how long the word and the word from p on agree."""
    if word.size > FEW or machine_code_loaded():
        from kibitz.combinatorial.heaps.kernels import z_function

        lengths: npt.NDArray[np.int64] = z_function(np.ascontiguousarray(word))
        return lengths
    agree = np.zeros(word.size, np.int64)
    for p in range(1, word.size):
        differ = np.flatnonzero(word[p:] != word[:-p])
        agree[p] = differ[0] if differ.size else word.size - p
    return agree


def repetitions(values: Values, least: int) -> list[list[int]]:
    """Each p for which the last ``least`` values or more are those p before, with how many are.

    >>> repetitions(np.array([7, 1, 2, 1, 2, 1, 2]), 4)
    [[2, 4]]
    """
    if values.size > MANY and least >= TAIL:
        few = _where_the_end_is(values, least)
        if few is not None:
            return few
    if values.size > FEW or machine_code_loaded():
        from kibitz.combinatorial.heaps import kernels

        pairs: list[list[int]] = kernels.repetitions(values, least).tolist()
        return pairs
    agree = agreement(values[::-1])
    return [[p, int(agree[p])] for p in map(int, np.flatnonzero(agree >= least)) if p]


def _where_the_end_is(values: Values, least: int) -> list[list[int]] | None:
    """The same, by the places where the last few values are again; None if there are many."""
    n, size = values.size, values.itemsize
    base = max(0, least - TAIL)
    text, end = values[base : n - 1].tobytes(), values[n - TAIL :].tobytes()
    pairs: list[list[int]] = []
    at = text.rfind(end)
    for _ in range(TRIED):
        if at < 0:
            return pairs
        if at % size == 0:
            p = n - TAIL - base - at // size
            differ = values[n - p - 1 :: -1] != values[: p - 1 : -1]
            place = int(differ.argmax())
            agreed = place if differ[place] else n - p
            if agreed >= least:
                pairs.append([p, agreed])
        at = text.rfind(end, 0, at + len(end) - 1)
    return None
