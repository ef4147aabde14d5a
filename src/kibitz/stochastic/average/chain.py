"""What a Markov chain pays a stage in the long run, and what its start adds to that once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.flint_numbers import from_flint, to_flint
from kibitz.core.numbers import common_denominator
from kibitz.linear.systems.fraction_free import solve, suits
from kibitz.stochastic.average.moves import Continuation
from kibitz.stochastic.graph import strong_components


def gain_and_bias(chain: Sequence[Continuation]) -> tuple[list[Any], list[Any]]:
    """The long-run average from every state, and the bias: g = c + P g and g + h = r + P h.

    Recurrent classes have one gain each, from their stationary distribution; the others are solved
    for. The bias is zero on average in every class and where play has stopped, which makes it
    unique. Puterman (1994), appendix A and section 8.2; cubic in the number of states.

    >>> one = Fraction(1)
    >>> swap = [Continuation(0 * one, 0, {1: one}, 0), Continuation(one, 0, {0: one}, 0)]
    >>> [[str(x) for x in line] for line in gain_and_bias(swap)]
    [['1/2', '1/2'], ['-1/4', '1/4']]
    """
    size = len(chain)
    zero = 0 * chain[0].pay
    gain, bias = [zero] * size, [zero] * size
    recurrent: set[int] = set()
    for part in strong_components(range(size), lambda s: [t for t, w in chain[s].go.items() if w]):
        inside = set(part)
        closed = all(not chain[s].stop and set(chain[s].go) <= inside for s in part)
        if closed:
            recurrent |= inside
            _class(chain, part, gain, bias)
    rest = [s for s in range(size) if s not in recurrent]
    if rest:
        _transient(chain, rest, gain, bias)
    return gain, bias


def _class(
    chain: Sequence[Continuation], part: list[int], gain: list[Any], bias: list[Any]
) -> None:
    """One recurrent class: unknown are the bias of each state and the common gain."""
    size = len(part)
    place = {s: k for k, s in enumerate(part)}
    likely = _stationary(chain, part, place)
    common = sum(p * chain[s].pay for p, s in zip(likely, part, strict=True))
    rows = []
    right = []
    for s in part:
        line = [0 * common] * size
        line[place[s]] += 1
        for t, w in chain[s].go.items():
            line[place[t]] -= w
        rows.append([x + p for x, p in zip(line, likely, strict=True)])
        right.append(chain[s].pay - common)
    for s, h in zip(part, solve_linear(rows, right), strict=True):
        gain[s], bias[s] = common, h


def _stationary(chain: Sequence[Continuation], part: list[int], place: dict[int, int]) -> list[Any]:
    """The stationary distribution of a recurrent class."""
    size = len(part)
    zero = 0 * chain[part[0]].pay
    rows = [[zero] * size for _ in range(size)]
    for s in part:
        rows[place[s]][place[s]] += 1
        for t, w in chain[s].go.items():
            rows[place[t]][place[s]] -= w
    rows[-1] = [zero + 1] * size
    return solve_linear(rows, [zero] * (size - 1) + [zero + 1])


def _transient(
    chain: Sequence[Continuation], rest: list[int], gain: list[Any], bias: list[Any]
) -> None:
    """States that are left for good: first their gain, then their bias."""
    place = {s: k for k, s in enumerate(rest)}
    zero = 0 * chain[0].pay
    rows = [[zero] * len(rest) for _ in rest]
    first = []
    for k, s in enumerate(rest):
        rows[k][k] += 1
        known = chain[s].settled + zero
        for t, w in chain[s].go.items():
            if t in place:
                rows[k][place[t]] -= w
            else:
                known += w * gain[t]
        first.append(known)
    for s, g in zip(rest, solve_linear(rows, first), strict=True):
        gain[s] = g
    second = []
    for s in rest:
        outside = sum((w * bias[t] for t, w in chain[s].go.items() if t not in place), zero)
        second.append(chain[s].pay - gain[s] + outside)
    for s, h in zip(rest, solve_linear(rows, second), strict=True):
        bias[s] = h


def solve_linear(rows: list[list[Any]], right: list[Any]) -> list[Any]:
    """The solution of a regular system, in fractions by elimination or in floats by LAPACK."""
    if not isinstance(right[0], Fraction):
        solution: list[Any] = np.linalg.solve(
            np.array(rows, float), np.array(right, float)
        ).tolist()
        return solution
    if suits(len(rows)):
        whole = [
            common_denominator([*map(Fraction, row), b])[0]
            for row, b in zip(rows, right, strict=True)
        ]
        tops, bottom = solve([row[:-1] for row in whole], [row[-1] for row in whole])
        return [Fraction(x, bottom) for x in tops]
    from flint import fmpq_mat

    matrix = fmpq_mat([[to_flint(Fraction(x)) for x in row] for row in rows])
    solved = matrix.solve(fmpq_mat([[to_flint(Fraction(x))] for x in right]))
    return [from_flint(x[0]) for x in solved.tolist()]
