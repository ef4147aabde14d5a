"""Games with two rows or two columns, solved on a graph of straight lines. Cost O(n log n)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, rounding
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.mixture import Mixture


@dataclass(frozen=True)
class Graph:
    """One line for each strategy of the other player, over the weight of the first of two.

    ``lines[j]`` holds the payoffs at weight 0 and at weight 1. The envelope is the lower one when
    two rows are mixed, the upper one when two columns are. ``optimal`` is the whole interval of
    optimal weights; its two ends agree when the optimum is unique.
    """

    mixes_rows: bool
    lines: tuple[tuple[Number, Number], ...]
    breakpoints: tuple[tuple[Number, Number], ...]
    on_envelope: tuple[int, ...]
    optimal: tuple[Number, Number]
    value: Number
    active: tuple[int, ...]
    """The lines through the optimum at the first end of the optimal interval."""


def graph(game: MatrixGame) -> Graph:
    """The lines, their envelope and the interval of optimal weights of the mixing player.

    Parameters
    ----------
    game : MatrixGame
        A game with two rows or two columns.

    Returns
    -------
    Graph
        The lines and the envelope.

    Examples
    --------
    >>> from kibitz import matrix
    >>> found = graph(matrix("1 5; 4 4; 6 3"))
    >>> found.value, found.optimal
    (Fraction(4, 1), (Fraction(1, 4), Fraction(1, 3)))
    """
    m, n = game.shape
    if m != 2 and n != 2:
        raise GameError(f"the graph needs two rows or two columns, not {m} x {n}")
    if m == 2:
        top, bottom = game.matrix.numbers()
        return _lower_graph(tuple(zip(bottom, top, strict=True)))
    lines = tuple((second, first) for first, second in game.matrix.numbers())
    flipped = _lower_graph(tuple((-a, -b) for a, b in lines))
    return Graph(
        False,
        lines,
        tuple((x, -y) for x, y in flipped.breakpoints),
        flipped.on_envelope,
        flipped.optimal,
        -flipped.value,
        flipped.active,
    )


def _not_applicable(game: MatrixGame) -> str | None:
    m, n = game.shape
    return None if 2 in (m, n) else f"it needs two rows or two columns, but this game is {m} x {n}"


@method(
    MatrixGame,
    "graphical",
    finds="the value and an optimal strategy of each player",
    cost="O((m + n) log(m + n))",
    reference="Ferguson II.2.4",
    applies=_not_applicable,
    aliases=(
        "2xn",
        "mx2",
        "graph",
    ),
)
def graphical(game: MatrixGame) -> MatrixSolution:
    """Solve a 2xn or mx2 game: the highest point of the lower (lowest of the upper) envelope.

    Parameters
    ----------
    game : MatrixGame
        A game with two rows or two columns.

    Returns
    -------
    MatrixSolution
        The solution, with the graph as its working.

    Notes
    -----
    Cost: O((m + n) log(m + n)).

    References
    ----------
    Ferguson II.2.4.

    Examples
    --------
    >>> from kibitz import matrix
    >>> solution = graphical(matrix("2 3 1 5; 4 1 6 0"))
    >>> solution.value, solution.row
    (Fraction(17, 7), (Fraction(5, 7), Fraction(2, 7)))
    """
    envelope = graph(game)
    weight = envelope.optimal[0]
    mixed: Mixture = (weight, 1 - weight)
    reply = _reply(envelope, weight)
    row, column = (mixed, reply) if envelope.mixes_rows else (reply, mixed)
    return MatrixSolution(
        game, envelope.value, row, column, "the graph of a game with two lines", envelope
    )


def _lower_graph(lines: tuple[tuple[Number, Number], ...]) -> Graph:
    hull = _lower_envelope(lines)
    zero, one = _unit(lines)
    breakpoints = [(zero, lines[hull[0]][0])]
    for a, b in pairwise(hull):
        x = _crossing(lines[a], lines[b])
        breakpoints.append((x, _at(lines[a], x)))
    breakpoints.append((one, lines[hull[-1]][1]))
    value = max(y for _, y in breakpoints)
    best = [x for x, y in breakpoints if y == value]
    exact = isinstance(zero, Fraction)
    near = 0 if exact else rounding(y for line in lines for y in line)
    touching = tuple(
        j
        for j, line in enumerate(lines)
        if any(magnitude(_at(line, x) - y) <= near for x, y in breakpoints)
    )
    active = tuple(
        j for j, line in enumerate(lines) if magnitude(_at(line, best[0]) - value) <= near
    )
    return Graph(True, lines, tuple(breakpoints), touching, (best[0], best[-1]), value, active)


def _lower_envelope(lines: Sequence[tuple[Number, Number]]) -> list[int]:
    """The lines on the lower envelope over [0, 1], from left to right, by the hull trick."""
    order = sorted(range(len(lines)), key=lambda j: (lines[j][0] - lines[j][1], lines[j][0]))
    hull: list[int] = []
    for j in order:
        slope_j = lines[j][1] - lines[j][0]
        if hull and lines[hull[-1]][1] - lines[hull[-1]][0] == slope_j:
            continue
        while len(hull) >= 2 and _crossing(lines[hull[-2]], lines[j]) <= _crossing(
            lines[hull[-2]], lines[hull[-1]]
        ):
            hull.pop()
        hull.append(j)
    while len(hull) >= 2 and _crossing(lines[hull[0]], lines[hull[1]]) <= 0:
        hull.pop(0)
    while len(hull) >= 2 and _crossing(lines[hull[-2]], lines[hull[-1]]) >= 1:
        hull.pop()
    return hull


def _reply(envelope: Graph, weight: Number) -> Mixture:
    """The other player's optimum: a flat line, a line at the edge, or two lines that cross."""
    size = len(envelope.lines)
    zero, one = _unit(envelope.lines)
    sign = 1 if envelope.mixes_rows else -1
    slopes = {j: sign * (envelope.lines[j][1] - envelope.lines[j][0]) for j in envelope.active}
    rising = max(envelope.active, key=lambda j: slopes[j])
    falling = min(envelope.active, key=lambda j: slopes[j])
    flat = next((j for j in envelope.active if slopes[j] == 0), None)
    if flat is None and weight == 0:
        flat = falling
    elif flat is None and weight == 1:
        flat = rising
    weights: list[Number] = [zero] * size
    if flat is not None:
        weights[flat] = one
        return tuple(weights)
    share = slopes[falling] / (slopes[falling] - slopes[rising])
    weights[rising], weights[falling] = share, 1 - share
    return tuple(weights)


def _unit(lines: Sequence[tuple[Number, Number]]) -> tuple[Number, Number]:
    return (Fraction(0), Fraction(1)) if isinstance(lines[0][0], Fraction) else (0.0, 1.0)


def _at(line: tuple[Number, Number], x: Number) -> Number:
    return line[0] + x * (line[1] - line[0])


def _crossing(a: tuple[Number, Number], b: tuple[Number, Number]) -> Number:
    return (b[0] - a[0]) / ((a[1] - a[0]) - (b[1] - b[0]))
