"""A small matrix game by the simplex method, in floating point, for loops that solve many.

The matrix is shifted so that its value is positive; then the column player's program, maximize the
sum of y with A y <= 1 and y >= 0, begins at a feasible corner, and its dual prices are the row
player's strategy. Bland's rule keeps it from cycling.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit

NEAR = 1e-11


@njit(cache=True, nogil=True)
def pivot(tableau, row, column):
    """Solve a row for a column, and put it into all others."""
    wide, whole = tableau.shape[1], tableau[row, column]
    for k in range(wide):
        tableau[row, k] /= whole
    for i in range(tableau.shape[0]):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            for k in range(wide):
                tableau[i, k] -= factor * tableau[row, k]


@njit(cache=True, nogil=True)
def leaving(tableau, basis, column):
    """The row of the least ratio, the lowest variable among equals."""
    chosen, least, last = -1, 0.0, tableau.shape[1] - 1
    for i in range(len(basis)):
        if tableau[i, column] > NEAR:
            ratio = tableau[i, last] / tableau[i, column]
            if chosen < 0 or ratio < least - NEAR:
                chosen, least = i, ratio
            elif ratio < least + NEAR and basis[i] < basis[chosen]:
                chosen = i
    return chosen


@njit(cache=True, nogil=True)
def first_tableau(matrix, shift, basis):
    """The tableau whose corner is y = 0, with a slack variable for each row."""
    m, n = matrix.shape
    tableau = np.zeros((m + 1, n + m + 1))
    for i in range(m):
        for k in range(n):
            tableau[i, k] = matrix[i, k] + shift
        tableau[i, n + i] = 1.0
        tableau[i, n + m] = 1.0
        basis[i] = n + i
    for k in range(n):
        tableau[m, k] = -1.0
    return tableau


@njit(cache=True, nogil=True)
def entering(tableau):
    """The first column that improves the corner, -1 when none does."""
    last = tableau.shape[0] - 1
    for k in range(tableau.shape[1] - 1):
        if tableau[last, k] < -NEAR:
            return k
    return -1


@njit(cache=True, nogil=True)
def small_game(matrix, x, y):
    """The value of a matrix game; the strategies of both players are written into x and y."""
    m, n = matrix.shape
    least = matrix[0, 0]
    for i in range(m):
        for k in range(n):
            least = min(least, matrix[i, k])
    shift = 1.0 - least
    basis = np.zeros(m, np.int64)
    tableau = first_tableau(matrix, shift, basis)
    for _ in range(200 * (m + n)):
        column = entering(tableau)
        if column < 0:
            break
        row = leaving(tableau, basis, column)
        pivot(tableau, row, column)
        basis[row] = column
    whole = tableau[m, n + m]
    for k in range(n):
        y[k] = 0.0
    for i in range(m):
        x[i] = max(0.0, tableau[m, n + i] / whole)
        if basis[i] < n:
            y[basis[i]] = max(0.0, tableau[i, n + m] / whole)
    return 1.0 / whole - shift
