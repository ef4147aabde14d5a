"""IDA* for sliding tiles: a depth-first search below a bound, with conflicts in rows and columns.

The estimate is the sum of the distances of all tiles, and two for every tile that must leave its
row or column to let others pass. A move changes it in two lines only. ``homes`` holds the row and
the column where each tile belongs, those of the gap out of the board.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit

NODES = 0
STOP = 1
FOLLOWING = 2
"""The least sum above the bound that was met."""
CONTROL = 3

NONE = -1
STOPPED = -2

ROW = 0
COLUMN = 1


@njit(cache=True, nogil=True)
def leaving(length):
    """For every line, how many of its own tiles must leave it to let the others pass.

    A line is a number with a digit for each place: 0 for a tile from elsewhere or the gap, else the
    place where the tile belongs, from 1. All but the longest rising sequence must leave.
    """
    base = length + 1
    table = np.zeros(base**length, np.int64)
    own = np.zeros(length, np.int64)
    best = np.zeros(length, np.int64)
    for code in range(table.shape[0]):
        rest = code
        count = 0
        longest = 0
        for _ in range(length):
            digit = rest % base
            rest //= base
            if digit == 0:
                continue
            own[count] = digit
            best[count] = 1
            for j in range(count):
                if own[j] < digit and best[j] + 1 > best[count]:
                    best[count] = best[j] + 1
            longest = max(longest, best[count])
            count += 1
        table[code] = count - longest
    return table


@njit(cache=True, nogil=True)
def line_leaving(tiles, homes, columns, side, line, table):
    """How many tiles must leave a row (``side`` is ROW) or a column, by the table of its length."""
    if side == ROW:
        first, step, length = line * columns, 1, columns
    else:
        first, step, length = line, columns, tiles.shape[0] // columns
    code = 0
    for k in range(first + (length - 1) * step, first - 1, -step):
        code *= length + 1
        tile = tiles[k]
        if homes[side, tile] == line:
            code += homes[1 - side, tile] + 1
    return table[code]


@njit(cache=True, nogil=True)
def estimate(tiles, homes, columns, by_row, by_column):
    """A lower bound of the moves that are left."""
    total = 0
    rows = tiles.shape[0] // columns
    for at in range(tiles.shape[0]):
        tile = tiles[at]
        if tile:
            total += abs(at // columns - homes[ROW, tile])
            total += abs(at % columns - homes[COLUMN, tile])
    for row in range(rows):
        total += 2 * line_leaving(tiles, homes, columns, ROW, row, by_row)
    for column in range(columns):
        total += 2 * line_leaving(tiles, homes, columns, COLUMN, column, by_column)
    return total


@njit(cache=True, nogil=True)
def search_below(tiles, homes, columns, by_row, by_column, bound, most, path, control):
    """The number of moves of a way that is no longer than the bound, written to ``path``."""
    rows = tiles.shape[0] // columns
    gaps = np.zeros(bound + 2, np.int64)
    sums = np.zeros(bound + 2, np.int64)
    tried = np.zeros(bound + 2, np.int64)
    lines = np.zeros((2, tiles.shape[0]), np.int64)
    depth = 0
    for at in range(tiles.shape[0]):
        lines[ROW, at] = at // columns
        lines[COLUMN, at] = at % columns
        if tiles[at] == 0:
            gaps[0] = at
    sums[0] = estimate(tiles, homes, columns, by_row, by_column)
    control[FOLLOWING] = 1 << 40
    if sums[0] > bound:
        control[FOLLOWING] = sums[0]
        return NONE
    while True:
        if tried[depth] == 4:
            if depth == 0:
                return NONE
            gap, before = gaps[depth], gaps[depth - 1]
            tiles[gap] = tiles[before]
            tiles[before] = 0
            depth -= 1
            continue
        turn = tried[depth]
        tried[depth] += 1
        gap = gaps[depth]
        row, column = lines[ROW, gap], lines[COLUMN, gap]
        if turn == 0 and row > 0:
            other = gap - columns
        elif turn == 1 and column > 0:
            other = gap - 1
        elif turn == 2 and column < columns - 1:
            other = gap + 1
        elif turn == 3 and row < rows - 1:
            other = gap + columns
        else:
            continue
        if depth > 0 and other == gaps[depth - 1]:
            continue
        tile = tiles[other]
        # what changes is the column in a step sideways, the row in one up or down
        side = COLUMN if lines[ROW, other] == row else ROW
        table = by_column if side == COLUMN else by_row
        home, here, there = homes[side, tile], lines[side, other], lines[side, gap]
        sum_ = sums[depth] + abs(there - home) - abs(here - home)
        # a tile changes the conflicts only in a line where it belongs, as it enters or leaves it
        if home == here:
            sum_ -= 2 * line_leaving(tiles, homes, columns, side, here, table)
        if home == there:
            sum_ -= 2 * line_leaving(tiles, homes, columns, side, there, table)
        tiles[gap] = tile
        tiles[other] = 0
        if home == here:
            sum_ += 2 * line_leaving(tiles, homes, columns, side, here, table)
        if home == there:
            sum_ += 2 * line_leaving(tiles, homes, columns, side, there, table)
        if depth + 1 + sum_ > bound:
            control[FOLLOWING] = min(control[FOLLOWING], depth + 1 + sum_)
            tiles[other] = tile
            tiles[gap] = 0
            continue
        path[depth] = tile
        depth += 1
        gaps[depth] = other
        sums[depth] = sum_
        tried[depth] = 0
        control[NODES] += 1
        if sum_ == 0:
            return depth
        if control[STOP] or control[NODES] > most:
            return STOPPED
