"""What every private state meets at the ends of draw poker, by inclusion and exclusion.

A type is a final hand and a thrown card. ``subsets[t, q]`` numbers the subsets of the cards of a
type, ``signs`` says whether a subset has an even or odd number of them. A table keeps, for every
set of cards, how much reach of the opponent holds all of it; the alternating sum over the subsets
of one's own cards is what the opponent can hold besides them.
"""

from __future__ import annotations

import numpy as np

from kibitz.core.compiling.compiled import njit


@njit(cache=True, nogil=True)
def put(t, factor, subsets, reach, table):
    for q in range(subsets.shape[1]):
        row = subsets[t, q]
        for c in range(reach.shape[1]):
            table[row, c] += factor * reach[t, c]


@njit(cache=True, nogil=True)
def take(t, factor, subsets, signs, table, out):
    for c in range(out.shape[1]):
        out[t, c] = 0.0
    for q in range(subsets.shape[1]):
        row = subsets[t, q]
        sign = factor * signs[q]
        for c in range(out.shape[1]):
            out[t, c] += sign * table[row, c]


@njit(cache=True, nogil=True)
def showdowns(order, starts, subsets, signs, reach, table, out):
    """Reach of weaker types minus that of stronger ones, among those without a common card."""
    table[:] = 0.0
    for t in order:
        put(t, -0.5, subsets, reach, table)
    for k in range(starts.shape[0] - 1):
        for place in range(starts[k], starts[k + 1]):
            put(order[place], 0.5, subsets, reach, table)
        for place in range(starts[k], starts[k + 1]):
            take(order[place], 2.0, subsets, signs, table, out)
        for place in range(starts[k], starts[k + 1]):
            put(order[place], 0.5, subsets, reach, table)


@njit(cache=True, nogil=True)
def meetings(subsets, signs, reach, table, out):
    """Reach of all types without a common card."""
    table[:] = 0.0
    for t in range(reach.shape[0]):
        put(t, 1.0, subsets, reach, table)
    for t in range(reach.shape[0]):
        take(t, 1.0, subsets, signs, table, out)


@njit(cache=True, nogil=True)
def gather(types, rows, out):
    """Add the rows of private states to those of their types."""
    out[:] = 0.0
    for s in range(types.shape[0]):
        t = types[s]
        for c in range(rows.shape[1]):
            out[t, c] += rows[s, c]


@njit(cache=True, nogil=True)
def subset_numbers(members, binomial, sizes_before, out):
    """Number the subsets of rows of ascending cards: those of fewer cards first."""
    for t in range(members.shape[0]):
        for q in range(1 << members.shape[1]):
            count = np.int64(0)
            code = np.int64(0)
            for k in range(members.shape[1]):
                if (q >> k) & 1:
                    count += 1
                    code += binomial[members[t, k], count]
            out[t, q] = sizes_before[count] + code
