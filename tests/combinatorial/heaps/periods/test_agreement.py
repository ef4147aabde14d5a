"""Repetitions of the last values, however they are found."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.combinatorial.heaps.periods import agreement
from kibitz.combinatorial.heaps.periods.agreement import repetitions


def plainly(values, least):
    found = []
    for p in range(1, len(values)):
        agreed = 0
        while agreed < len(values) - p and values[-1 - agreed] == values[-1 - agreed - p]:
            agreed += 1
        if agreed >= least:
            found.append([p, agreed])
    return found


@pytest.mark.parametrize("size", [50, 700, 4200])
@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32])
def test_all_of_them_are_found(size, kind):
    random = np.random.default_rng(size)
    for period, begin, kinds in ((1, 3, 2), (7, size // 9, 3), (size // 5, size // 4, 30)):
        word = random.integers(0, kinds, period)
        values = np.concatenate([random.integers(0, 9, begin), np.resize(word, size - begin)])
        for least in (5, size // 2, size - (size - 3) // 3):
            given = values.astype(kind)
            assert repetitions(given, least) == plainly(values.tolist(), least)


def test_the_end_of_many_values_is_looked_for():
    values = np.random.default_rng(1).integers(0, 9, 5000).astype(np.uint16)
    assert agreement._where_the_end_is(values, 2500) == []
    values[2000:] = np.resize(values[2000:2900], 3000)
    values[1999] = 9
    assert agreement._where_the_end_is(values, 2000) == [[900, 2100]]
    assert agreement._where_the_end_is(np.zeros(5000, np.uint8), 2500) is None
