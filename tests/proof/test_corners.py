"""Corners of polytopes by the double description method, against every basis tried in turn."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from flint import fmpz_mat

from kibitz.proof.kernel.corners import Point, corners, extreme_equilibria, unit_rows

Rows = list[list[int]]


def by_every_basis(equal: Rows, right: list[int], rows: Rows, least: list[int]) -> set[Point]:
    lines, sides, size = [*equal, *rows], [*right, *least], len(rows[0])
    found: set[Point] = set()
    for chosen in combinations(range(len(lines)), size):
        square = fmpz_mat([lines[k] for k in chosen])
        if not square.det():
            continue
        x = square.solve(fmpz_mat([[sides[k]] for k in chosen])).tolist()
        point = tuple(Fraction(int(w.p), int(w.q)) for (w,) in x)
        paid = [sum(a * w for a, w in zip(line, point, strict=True)) for line in lines]
        tight = all(p == b for p, b in zip(paid[: len(equal)], right, strict=True))
        if tight and all(p >= b for p, b in zip(paid, sides, strict=True)):
            found.add(point)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_corners_are_those_of_all_bases(seed: int) -> None:
    random = Random(seed)
    size, spread = random.randint(1, 4), random.choice([1, 2, 9])

    def line(length: int) -> list[int]:
        return [random.randint(-spread, spread) for _ in range(length)]

    rows = [line(size) for _ in range(random.randint(1, 6))]
    rows += unit_rows(size) if random.random() < 0.6 else []
    least = [0] * len(rows) if random.random() < 0.3 else line(len(rows))
    equal = [line(size) for _ in range(random.randint(0, 2))]
    right = line(len(equal))
    found = corners(equal, right, rows, least)
    assert found == sorted(by_every_basis(equal, right, rows, least), reverse=True)


def test_a_polytope_with_very_many_corners_is_refused() -> None:
    cube = [*unit_rows(13), *([-x for x in row] for row in unit_rows(13))]
    with pytest.raises(OverflowError):
        corners([], [], cube, [0] * 13 + [-1] * 13)
    assert len(corners([], [], cube[:8] + cube[13:21], [0] * 8 + [-1] * 8)) == 0
    small = [*unit_rows(8), *([-x for x in row] for row in unit_rows(8))]
    assert len(corners([], [], small, [0] * 8 + [-1] * 8)) == 2**8


def test_all_equilibria_of_a_degenerate_game() -> None:
    first = np.array([[Fraction(x) for x in row] for row in ((3, 3), (2, 5), (0, 6))], object)
    second = np.array([[Fraction(x) for x in row] for row in ((3, 3), (2, 6), (3, 1))], object)
    pairs, degenerate = extreme_equilibria(first, second)
    assert degenerate
    assert len(pairs) == 3
