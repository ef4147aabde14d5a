"""Hot loops of the nim family."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.compiling.compiled import njit

Array = Any

FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


@njit(cache=True)
def _lowest_zero(word: np.uint64) -> int:
    """The place of the lowest zero bit of a word that has one."""
    place = 0
    while word & np.uint64(0xFF) == np.uint64(0xFF):
        word >>= np.uint64(8)
        place += 8
    while word & np.uint64(1):
        word >>= np.uint64(1)
        place += 1
    return place


@njit(cache=True)
def wythoff_nimbers(side: int) -> Array:
    """Nimbers of all (x, y) below side; values seen in a line are bits of its row of words."""
    words = (3 * side) // 64 + 1
    table = np.zeros((side, side), np.uint16)
    columns = np.zeros((side, words), np.uint64)
    diagonals = np.zeros((2 * side, words), np.uint64)
    # Of every line, how many of its first words are full.
    column_full = np.zeros(side, np.int64)
    diagonal_full = np.zeros(2 * side, np.int64)
    for x in range(side):
        row = np.zeros(words, np.uint64)
        row_full = 0
        for y in range(side):
            d = y - x + side
            w = max(row_full, column_full[y], diagonal_full[d])
            seen = row[w] | columns[y, w] | diagonals[d, w]
            while seen == FULL:
                w += 1
                seen = row[w] | columns[y, w] | diagonals[d, w]
            place = _lowest_zero(seen)
            bit = np.uint64(1) << np.uint64(place)
            row[w] |= bit
            columns[y, w] |= bit
            diagonals[d, w] |= bit
            table[x, y] = 64 * w + place
            while row[row_full] == FULL:
                row_full += 1
            while columns[y, column_full[y]] == FULL:
                column_full[y] += 1
            while diagonals[d, diagonal_full[d]] == FULL:
                diagonal_full[d] += 1
    return table


@njit(cache=True)
def chomp_lost(rows: int, binomials: Array, lost: Array) -> None:
    """Mark the lost Young diagrams with at most ``rows`` rows among the first len(lost).

    A diagram with rows r[0] >= r[1] >= ... has the number sum of C(r[i] + rows - 1 - i, rows - i),
    which falls when squares are eaten; diagrams are visited in the order of their numbers.
    ``binomials[a, b]`` is C(a, b).
    """
    r = np.zeros(rows, np.int64)
    lost[0] = False
    for index in range(1, len(lost)):
        # The next diagram: lengthen the last row that may grow, and empty the rows above it.
        i = rows - 1
        while i > 0 and r[i] == r[i - 1]:
            r[i] = 0
            i -= 1
        r[i] += 1
        lost[index] = not _can_win(rows, r, binomials, lost, index)


@njit(cache=True)
def _can_win(rows: int, r: Array, binomials: Array, lost: Array, index: int) -> bool:
    """Whether some bite other than the poison leaves a lost diagram."""
    for j in range(rows - 1, -1, -1):
        for length in range(r[j] - 1, -1, -1):
            if j == 0 and length == 0:
                continue
            number = index
            for i in range(j, rows):
                if r[i] > length:
                    number -= binomials[r[i] + rows - 1 - i, rows - i]
                    number += binomials[length + rows - 1 - i, rows - i]
            if lost[number]:
                return True
    return False


@njit(cache=True)
def sos_values(board: Array, holes: Array) -> Array:
    """Values for the mover, 1, 0 or -1, of every filling of the holes of a board.

    ``board`` holds 0 for S, 1 for O and 2 where empty, with two squares of 2 at either end. Filling
    number sum of d[i] * 3^i has digit d[i] in hole i, 2 where it is left empty; fillings with
    fewer empty holes have smaller numbers where they agree, so numbers are visited upwards.
    """
    count = len(holes)
    powers = np.ones(count + 1, np.int64)
    for i in range(count):
        powers[i + 1] = 3 * powers[i]
    values = np.zeros(powers[count], np.int8)
    cells = board.copy()
    for i in range(count):
        cells[holes[i]] = 0
    for number in range(powers[count]):
        if number:
            i = 0
            while cells[holes[i]] == 2:
                cells[holes[i]] = 0
                i += 1
            cells[holes[i]] += 1
        best = -2
        for i in range(count):
            if cells[holes[i]] != 2:
                continue
            for letter in range(2):
                if _makes_sos(cells, holes[i], letter):
                    best = 1
                else:
                    best = max(best, -values[number - (2 - letter) * powers[i]])
            if best == 1:
                break
        values[number] = 0 if best == -2 else best
    return values


@njit(cache=True)
def _makes_sos(cells: Array, at: int, letter: int) -> bool:
    """Whether writing a letter completes S O S."""
    if letter == 1:
        return bool(cells[at - 1] == 0 and cells[at + 1] == 0)
    left = cells[at - 1] == 1 and cells[at - 2] == 0
    right = cells[at + 1] == 1 and cells[at + 2] == 0
    return bool(left or right)


@njit(cache=True)
def deletion_nimbers(table: Array, neighbors: Array, start: int, stop: int) -> None:
    """Nimbers of the vertex-deletion game on the sets start to stop, from those of smaller sets.

    A set is a number whose bits are its vertices; one without a neighbor cannot be deleted.
    """
    for mask in range(start, stop):
        seen, left, v = 0, mask, 0
        while left:
            if left & 1 and neighbors[v] & mask:
                seen |= 1 << table[mask ^ (1 << v)]
            left >>= 1
            v += 1
        value = 0
        while seen & 1:
            seen >>= 1
            value += 1
        table[mask] = value
