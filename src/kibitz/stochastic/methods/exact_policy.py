"""Blocks of states in which one player at a time chooses: exact values by improving policies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kibitz.algebra.flint_numbers import to_flint
from kibitz.algebra.number_field import NumberField
from kibitz.stochastic.methods.exact_values import ExactPart

MOST_ROUNDS = 50
"""Policies that are tried; the first ones are good already, so few change."""


def exact_policy(
    table: Any, block: Sequence[int], known: dict[int, Fraction], near: Sequence[float]
) -> ExactPart | None:
    """The values of a block in turn as fractions; None where both choose or policies do not settle.

    The policies that are best for values in floating point are evaluated exactly, by a system of
    linear equations, and changed where they are not the best for the values found. Only for blocks
    that every play leaves, where the equations of optimality have one solution (Howard 1960).

    Parameters
    ----------
    table : TransitionTable
        The game in rational numbers.
    block : sequence of int
        States that lead to each other.
    known : dict
        The values of the states that the block leads to.
    near : sequence of float
        Values of all states in floating point.

    Returns
    -------
    ExactPart or None
        Values and pure strategies.

    Notes
    -----
    Cost: a linear system in rationals for each round, O(n^3) operations with n states.
    """
    if any(table.rows[s] > 1 and table.columns[s] > 1 for s in block):
        return None
    sign = {s: 1 if table.columns[s] == 1 else -1 for s in block}
    cells = {s: range(int(table.first[s]), int(table.first[s + 1])) for s in block}
    lines = {c: _Line(table, c, sign[s], known) for s in block for c in cells[s]}
    chosen = {s: max(cells[s], key=lambda c: lines[c].worth(near)) for s in block}
    for _ in range(MOST_ROUNDS):
        values = _evaluated(block, chosen, lines)
        if values is None:
            return None
        better = {s: max(cells[s], key=lambda c: lines[c].worth(values)) for s in block}
        changed = [s for s in block if lines[better[s]].worth(values) > sign[s] * values[s]]
        if not changed:
            return _part(table, block, chosen, values)
        chosen.update({s: better[s] for s in changed})
    return None


class _Line:
    """A choice: what it pays at once and from the states outside, and where it leads inside."""

    def __init__(self, table: Any, cell: int, sign: int, known: dict[int, Fraction]) -> None:
        self.sign = sign
        self.pay = Fraction(table.pay[cell, 0])
        self.inside: list[tuple[int, Fraction]] = []
        for target, weight in table.go(cell):
            if target in known:
                self.pay += weight * known[target]
            else:
                self.inside.append((target, Fraction(weight)))

    def worth(self, values: Any) -> Any:
        """What it is worth to the player who chooses."""
        if not self.inside:
            return self.sign * self.pay
        return self.sign * (self.pay + sum(weight * values[t] for t, weight in self.inside))


def _evaluated(
    block: Sequence[int], chosen: dict[int, int], lines: dict[int, _Line]
) -> dict[int, Fraction] | None:
    """What both policies bring: v = r + P v; None where play never leaves the block."""
    from flint import fmpq, fmpq_mat

    place = {s: k for k, s in enumerate(block)}
    size = len(block)
    system, right = fmpq_mat(size, size), fmpq_mat(size, 1)
    for s, k in place.items():
        line = lines[chosen[s]]
        system[k, k] = fmpq(1)
        for target, weight in line.inside:
            j = place[target]
            system[k, j] = system[k, j] - to_flint(weight)
        right[k, 0] = to_flint(line.pay)
    try:
        values = system.solve(right)
    except ZeroDivisionError:
        return None
    return {s: Fraction(int(values[k, 0].p), int(values[k, 0].q)) for s, k in place.items()}


def _part(
    table: Any, block: Sequence[int], chosen: dict[int, int], values: dict[int, Fraction]
) -> ExactPart:
    field = NumberField(Fraction(0))
    zero, one = field.number(Fraction(0)), field.number(Fraction(1))
    rows, columns = {}, {}
    for s in block:
        pick = chosen[s] - int(table.first[s])
        count = int(table.first[s + 1]) - int(table.first[s])
        mixed = tuple(one if k == pick else zero for k in range(count))
        first = int(table.columns[s]) == 1
        rows[s], columns[s] = (mixed, (one,)) if first else ((one,), mixed)
    return ExactPart(field, {s: field.number(values[s]) for s in block}, rows, columns)
