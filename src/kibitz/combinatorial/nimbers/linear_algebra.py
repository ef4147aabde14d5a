"""Polynomials, matrices and linear equations over the field of nimbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import repeat
from operator import or_, xor

from kibitz.combinatorial.methods.nimber import nim_sum as nim_sum
from kibitz.combinatorial.methods.nimber import quote, read_nimber
from kibitz.combinatorial.nimbers import tower as nim_tower
from kibitz.combinatorial.nimbers.field import _afford, nim_inverse
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of


def nim_polynomial(coefficients: Sequence[int], x: int) -> int:
    """The value at x of c0 ⊕ c1⊗x ⊕ c2⊗x² ⊕ ..., by Horner's rule.

    Parameters
    ----------
    coefficients : sequence of int
        The coefficients, the constant first.
    x : int
        A nimber.

    Returns
    -------
    int
        The value.

    Notes
    -----
    Cost: a product for each term.

    Examples
    --------
    >>> nim_polynomial([8, 1, 1], 16), nim_polynomial([], 5)
    (0, 0)
    """
    x, terms = read_nimber(x), _row(coefficients, "coefficients")
    _afford(len(terms), reduce(or_, terms, x), "nim_polynomial")
    value = 0
    for c in reversed(terms):
        value = nim_tower.product(value, x) ^ c
    return value


def nim_matrix_product(a: Sequence[Sequence[int]], b: Sequence[Sequence[int]]) -> list[list[int]]:
    """The matrix product over nimbers.

    Parameters
    ----------
    a : Sequence[Sequence[int]]
        The rows of a matrix.
    b : Sequence[Sequence[int]]
        The rows of another matrix.

    Returns
    -------
    list[list[int]]
        The rows of the product.

    Notes
    -----
    Cost: O(mnk) products.

    Examples
    --------
    >>> nim_matrix_product([[1, 2], [3, 4]], [[5], [6]])
    [[14], [1]]
    """
    left, right = _matrix(a, "left matrix"), _matrix(b, "right matrix")
    if len(left[0]) != len(right):
        raise GameError(
            f"{len(left[0])} columns on the left, {len(right)} rows on the right; "
            "they must be equal"
        )
    columns = list(zip(*right, strict=True))
    _afford(len(left) * len(right) * len(columns), _union(left) | _union(right), "matrix product")
    return [
        [reduce(xor, map(nim_tower.product, row, column)) for column in columns] for row in left
    ]


def nim_solve(matrix: Sequence[Sequence[int]], right: Sequence[int]) -> list[int]:
    """One solution x of matrix ⊗ x = right, its free unknowns 0.

    All other solutions differ from it by combinations of :func:`nim_null_space`.

    Parameters
    ----------
    matrix : Sequence[Sequence[int]]
        The rows of a matrix of nimbers.
    right : sequence of int
        The right-hand side.

    Returns
    -------
    list of int
        The solution.

    Notes
    -----
    Gauss-Jordan elimination. Cost: O(mn min(m, n)) products.

    Examples
    --------
    >>> nim_solve([[1, 2], [3, 4]], [14, 1])
    [5, 6]
    >>> nim_solve([[1, 2], [2, 3]], [1, 1])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the equations contradict each other; they have no solution
    """
    rows, sides = _matrix(matrix, "matrix"), _row(right, "right-hand side")
    if len(sides) != len(rows):
        raise GameError(
            f"{count_of(len(rows), 'row')}, but {len(sides)} right-hand sides; give one for "
            "each row"
        )
    unknowns = len(rows[0])
    extended = [[*row, side] for row, side in zip(rows, sides, strict=True)]
    pivots = _gauss_jordan(extended, unknowns)
    if any(row[-1] for row in extended[len(pivots) :]):
        raise GameError("the equations contradict each other; they have no solution")
    solution = [0] * unknowns
    for row, column in zip(extended, pivots, strict=False):
        solution[column] = row[-1]
    return solution


def nim_null_space(matrix: Sequence[Sequence[int]]) -> list[list[int]]:
    """A basis of the x with matrix ⊗ x = 0.

    Parameters
    ----------
    matrix : Sequence[Sequence[int]]
        The rows of a matrix of nimbers.

    Returns
    -------
    list[list[int]]
        The basis.

    Notes
    -----
    Cost: O(mn min(m, n)) products.

    Examples
    --------
    >>> nim_null_space([[1, 2], [2, 3]]), nim_null_space([[1, 2], [3, 4]])
    ([[2, 1]], [])
    """
    rows = _matrix(matrix, "matrix")
    unknowns = len(rows[0])
    pivots = _gauss_jordan(rows, unknowns)
    basis = []
    for free in sorted(set(range(unknowns)) - set(pivots)):
        vector = [int(k == free) for k in range(unknowns)]
        for row, column in zip(rows, pivots, strict=False):
            vector[column] = row[free]
        basis.append(vector)
    return basis


def nim_matrix_inverse(matrix: Sequence[Sequence[int]]) -> list[list[int]]:
    """The inverse of a square matrix.

    Parameters
    ----------
    matrix : Sequence[Sequence[int]]
        The rows of a matrix of nimbers.

    Returns
    -------
    list[list[int]]
        The rows of the inverse.

    Notes
    -----
    Cost: O(n^3) products.

    Examples
    --------
    >>> nim_matrix_inverse([[0, 2], [1, 5]])
    [[15, 1], [3, 0]]
    """
    rows = _matrix(matrix, "matrix")
    n = len(rows)
    if len(rows[0]) != n:
        raise GameError(f"a {n} x {len(rows[0])} matrix has no inverse; give a square one")
    extended = [[*row, *(int(i == j) for j in range(n))] for i, row in enumerate(rows)]
    if len(_gauss_jordan(extended, n)) < n:
        raise GameError("the matrix is singular: its rows are dependent, and it has no inverse")
    return [row[n:] for row in extended]


def _row(xs: Iterable[int], where: str) -> list[int]:
    if isinstance(xs, str) or not hasattr(xs, "__iter__"):
        raise GameError(f"{where}: {quote(xs)} is not a list of nimbers")
    return [read_nimber(x, where) for x in xs]


def _matrix(rows: Sequence[Sequence[int]], where: str) -> list[list[int]]:
    if isinstance(rows, str) or not hasattr(rows, "__iter__"):
        raise GameError(f"{where}: {quote(rows)} is not a list of rows such as [[1, 2], [3, 4]]")
    read = [_row(row, f"{where}, row {i}") for i, row in enumerate(rows, 1)]
    if not read or not read[0]:
        raise GameError(f"{where}: it is empty; write rows such as [[1, 2], [3, 4]]")
    for i, row in enumerate(read, 1):
        if len(row) != len(read[0]):
            raise GameError(
                f"{where}: row {i} has {count_of(len(row), 'entry')}, row 1 has {len(read[0])}"
            )
    return read


def _union(rows: list[list[int]]) -> int:
    return reduce(or_, (x for row in rows for x in row), 0)


def _gauss_jordan(rows: list[list[int]], unknowns: int) -> list[int]:
    """Bring ``rows`` to reduced echelon form in place; the pivot columns, one for each top row."""
    products = len(rows) * len(rows[0]) * min(len(rows), unknowns)
    _afford(products, _union(rows), "elimination")
    pivots: list[int] = []
    for column in range(unknowns):
        top = len(pivots)
        found = next((i for i in range(top, len(rows)) if rows[i][column]), None)
        if found is None:
            continue
        scale = nim_inverse(rows[found][column])
        pivot = [nim_tower.product(scale, x) for x in rows[found]]
        rows[found], rows[top] = rows[top], pivot
        for i, row in enumerate(rows):
            if i != top and row[column]:
                shifts = map(nim_tower.product, repeat(row[column]), pivot)
                rows[i] = list(map(xor, row, shifts))
        pivots.append(column)
    return pivots
