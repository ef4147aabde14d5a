"""Corners of polytopes by the double description method, against every basis tried in turn."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from flint import fmpz_mat

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.proof.kernel import corners as corners_file
from kibitz.proof.kernel.corners import (
    Point,
    Replies,
    corners,
    extreme_equilibria,
    undominated,
    unit_rows,
)
from kibitz.proof.kinds.strategic.equilibria import Listed

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


def test_pairs_of_rays_are_compared_in_arrays_as_they_are_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tangents = [[-2 * k, 1] for k in range(70)]  # of a parabola, more than a word has bits
    roof = [*tangents, [0, -1]], [*(-k * k for k in range(70)), -(80**2)]
    cube = [*unit_rows(5), *([-x for x in row] for row in unit_rows(5))], [0] * 5 + [-1] * 5
    plain = [corners([], [], rows, least) for rows, least in (roof, cube)]
    assert list(map(len, plain)) == [70, 32]
    assert (Fraction(1, 2), Fraction(0)) in plain[0]
    monkeypatch.setattr(corners_file, "FEW_RAYS", 0)
    assert [corners([], [], rows, least) for rows, least in (roof, cube)] == plain


@pytest.mark.parametrize("seed", range(24))
def test_replies_are_best_at_the_corners_of_all_bases(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corners_file, "FEW_RAYS", 100 * (seed % 2))
    random = np.random.default_rng(seed)
    m, n = random.integers(1, 5, 2)
    table = random.integers(0, 3 if seed % 3 else 20, (m, n)).astype(object)
    rows = [[*row, 0] for row in unit_rows(m)] + [[*-table[:, j], 1] for j in range(n)]
    every = by_every_basis([[1] * m + [0]], [1], rows, [0] * len(rows))
    replies = Replies(table)
    found = {replies.point(k): lies for k, (_, lies) in enumerate(replies.rays)}
    assert set(found) == {x[:-1] for x in every}
    assert len(found) == len(replies.rays)
    for *x, most in every:
        paid = [*x, *(most - np.array(x) @ table)]
        assert found[tuple(x)] == sum(1 << k for k, w in enumerate(paid) if w == 0)


def test_every_corner_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a strategy is dominated, ties are looked for in the same corners as equilibria."""
    made: list[Replies] = []

    def counted(*given: Any) -> Replies:
        made.append(Replies(*given))
        return made[-1]

    monkeypatch.setattr(corners_file, "Replies", counted)
    first = np.array([[9, 1, 4], [0, 8, 3], [-1, -2, -3]], object)
    second = np.array([[1, 9, 5], [8, 0, 3], [4, 6, 7]], object)
    assert [len(side) for side in undominated(first, second)] != [3, 3]
    pairs, degenerate = extreme_equilibria(first, second)
    assert (len(pairs), degenerate, len(made)) == (1, False, 2)


def test_no_equilibrium_of_twelve_strategies_is_missing() -> None:
    found = kb.game("random-bimatrix 12 12 low=-99 high=99").equilibria()
    proof = found.verify()
    assert (proof.holds, proof.unproved) == (True, ())
    fewer = {**found.to_json(), "extreme": found.to_json()["extreme"][1:]}
    assert not check(found.game, fewer)


def test_all_equilibria_of_a_degenerate_game() -> None:
    first = np.array([[Fraction(x) for x in row] for row in ((3, 3), (2, 5), (0, 6))], object)
    second = np.array([[Fraction(x) for x in row] for row in ((3, 3), (2, 6), (3, 1))], object)
    pairs, degenerate = extreme_equilibria(first, second)
    assert degenerate
    assert len(pairs) == 3


@pytest.mark.parametrize("seed", range(20))
def test_maximal_products_and_components_of_listed_pairs(seed: int) -> None:
    random = Random(seed)
    points = [(Fraction(k), 1 - Fraction(k)) for k in range(4)]
    pairs = [cell for cell in product(points, points) if random.random() < 0.5] or [
        (points[0],) * 2
    ]
    listed = Listed(pairs)
    assert [(listed.rows[i], listed.columns[j]) for i, j in listed.cells] == pairs
    known, some = set(listed.cells), range(1, 5)
    products = [
        (set(a), set(b))
        for m, n in product(some, some)
        for a in combinations(range(len(listed.rows)), m)
        for b in combinations(range(len(listed.columns)), n)
        if set(product(a, b)) <= known
    ]
    largest = [
        (sorted(a), sorted(b))
        for a, b in products
        if not any((a, b) != (c, d) and a <= c and b <= d for c, d in products)
    ]
    assert listed.subsets() == sorted(largest)
    groups = listed.components()
    assert sorted(k for group in groups for k in group) == list(range(len(pairs)))
    home = {k: g for g, group in enumerate(groups) for k in group}
    for (k, a), (m, b) in combinations(enumerate(listed.cells), 2):
        if a[0] == b[0] or a[1] == b[1]:
            assert home[k] == home[m]
    for group in groups:  # common points lead from the first pair to every other one
        reached = {group[0]}
        for _ in group:
            near = [listed.cells[k] for k in reached]
            reached |= {
                m
                for m in group
                if any(listed.cells[m][0] == i or listed.cells[m][1] == j for i, j in near)
            }
        assert reached == set(group)


@pytest.mark.parametrize("seed", range(12))
def test_strategies_that_another_one_always_beats_change_no_answer(seed: int) -> None:
    random = np.random.default_rng(seed)
    m, n = random.integers(2, 5, 2)
    first, second = random.integers(-3, 4, (2, m, n)).astype(object)
    plain, plain_tie = extreme_equilibria(first, second)
    worse = np.array([first.min(axis=0) - 1]), random.integers(-3, 4, (1, n))
    taller = np.vstack([first, worse[0]]), np.vstack([second, worse[1]]).astype(object)
    rows, columns = undominated(*taller)
    assert m not in rows
    assert [*undominated(first, second)[1]] == [*columns]
    pairs, tie = extreme_equilibria(*taller)
    assert pairs == [((*x, Fraction(0)), y) for x, y in plain]
    whole = [Replies(table).degenerate for table in (taller[1], taller[0].T)]
    assert tie == any(whole)
    assert tie or not plain_tie
