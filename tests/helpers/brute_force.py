"""Slow and obvious: a matrix game by trying every square kernel in plain fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations


def solve_linear(matrix, right):
    """Gauss-Jordan elimination; None when the matrix is singular."""
    n = len(matrix)
    a = [[Fraction(x) for x in row] + [Fraction(b)] for row, b in zip(matrix, right, strict=True)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if a[i][k]), None)
        if pivot is None:
            return None
        a[k], a[pivot] = a[pivot], a[k]
        a[k] = [x / a[k][k] for x in a[k]]
        for i in range(n):
            if i != k and a[i][k]:
                a[i] = [x - a[i][k] * y for x, y in zip(a[i], a[k], strict=True)]
    return [row[-1] for row in a]


def brute_force(matrix):
    """The value and the sets of extreme optimal strategies."""
    m, n = len(matrix), len(matrix[0])
    value, rows, columns = None, set(), set()
    for k in range(1, min(m, n) + 1):
        for chosen_rows in combinations(range(m), k):
            for chosen_columns in combinations(range(n), k):
                found = _kernel(matrix, chosen_rows, chosen_columns)
                if found is not None:
                    v, p, q = found
                    assert value is None or value == v
                    value = v
                    rows.add(p)
                    columns.add(q)
    return value, rows, columns


def _kernel(matrix, rows, columns):
    k, m, n = len(rows), len(matrix), len(matrix[0])
    block = [[matrix[i][j] for j in columns] for i in rows]
    forward = [[*line, -1] for line in block] + [[1] * k + [0]]
    backward = [[*line, -1] for line in zip(*block, strict=True)] + [[1] * k + [0]]
    q = solve_linear(forward, [0] * k + [1])
    p = solve_linear(backward, [0] * k + [1])
    if p is None or q is None or min(p[:k]) < 0 or min(q[:k]) < 0:
        return None
    full_p, full_q = [Fraction(0)] * m, [Fraction(0)] * n
    for i, w in zip(rows, p, strict=False):
        full_p[i] = w
    for j, w in zip(columns, q, strict=False):
        full_q[j] = w
    v = q[k]
    if any(sum(full_p[i] * matrix[i][j] for i in range(m)) < v for j in range(n)):
        return None
    if any(sum(full_q[j] * matrix[i][j] for j in range(n)) > v for i in range(m)):
        return None
    return v, tuple(full_p), tuple(full_q)
