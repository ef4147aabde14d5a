"""Exact values: rational, or in a number field of low degree, with their proof.

Near the values every state has a square kernel, rows and columns that make both sides indifferent.
Newton's method solves the equations of all kernels together to thousands of bits, lattice
reduction recognizes the numbers, and arithmetic in the number field proves the guess: in every
state both strategies guarantee the value. Lenstra, Lenstra, Lovász (1982); Shapley and Snow (1950).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.flint_numbers import from_ball, to_flint
from kibitz.algebra.integer_relation import integer_relation
from kibitz.algebra.number_field import Element, NumberField
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.stochastic.methods.pivot import Kernel, pivot
from kibitz.stochastic.table import TransitionTable

MOST_STATES, MOST_SIDE = 24, 12
"""Larger systems are left to floating point."""
MOST_DEGREE, MOST_IRRATIONAL = 12, 6
BITS = 3000


@dataclass(frozen=True)
class ExactPart:
    """Values and strategies of some states in one number field, proved optimal stage by stage."""

    field: NumberField
    values: dict[int, Element]
    rows: dict[int, tuple[Element, ...]]
    columns: dict[int, tuple[Element, ...]]

    def value(self, state: int) -> Point:
        return self.field.point(self.values[state])

    def strategies(self, state: int) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        return (
            tuple(self.field.point(x) for x in self.rows[state]),
            tuple(self.field.point(x) for x in self.columns[state]),
        )


def exact_values(
    table: TransitionTable, states: Sequence[int], known: dict[int, Fraction], near: Sequence[float]
) -> ExactPart | None:
    """The exact fixed point of Shapley's operator near some floats, on some of the states.

    All states that these lead to must be among them, or be known. None when the system is too
    large, singular, or of too high a degree.
    """
    sides = max(max(int(table.rows[s]), int(table.columns[s])) for s in states)
    if len(states) > MOST_STATES or sides > MOST_SIDE:
        return None
    rough = {**{s: Fraction(near[s]) for s in states}, **known}
    kernels = {s: pivot(table.matrix(s, _Values(rough))).kernel for s in states}
    system = _System(table, list(states), known, kernels)
    balls = system.newton([near[s] for s in states], 320)
    if balls is None:
        return None
    guess = [_simple(ball) for ball in balls]
    if all(g is not None for g in guess):
        field = NumberField(Fraction(0))
        proved = system.prove(field, [field.number(g) for g in guess if g is not None])
        if proved is not None:
            return proved
    if sum(g is None for g in guess) > MOST_IRRATIONAL:
        return None
    balls = system.newton([near[s] for s in states], BITS)
    return None if balls is None else _in_field(system, balls)


class _Values:
    """A list by state that is kept in a dictionary."""

    def __init__(self, values: dict[int, Any]) -> None:
        self.values = values

    def __getitem__(self, state: int) -> Any:
        return self.values[state]


@dataclass
class _System:
    table: TransitionTable
    states: list[int]
    known: dict[int, Fraction]
    kernels: dict[int, Kernel]

    def newton(self, start: list[float], bits: int) -> list[Any] | None:
        """The root of the kernels' equations near a point, to about this many bits."""
        from flint import arb, ctx

        point = [arb(x) for x in start]
        precision = 64
        last = False
        while True:
            precision = min(2 * precision, bits + 64)
            for _ in range(3):
                with ctx.workprec(precision):
                    step = self._step(point)
                    if step is None:
                        return None
                    point = [(x - d).mid() for x, d in zip(point, step, strict=True)]
            if last:
                break
            last = precision >= bits + 64
        with ctx.workprec(bits + 64):
            step = self._step(point)
            small = step is not None and all(abs(d) < arb(2) ** (-bits // 2) for d in step)
            return point if small else None

    def _step(self, point: list[Any]) -> list[Any] | None:
        """What Newton's method subtracts: (I - P)^-1 (v - T v), P the slopes p' dB q."""
        from flint import arb, arb_mat

        place = {s: k for k, s in enumerate(self.states)}
        size = len(self.states)
        values = {s: arb(to_flint(x)) for s, x in self.known.items()}
        values |= {s: point[k] for k, s in enumerate(self.states)}
        slopes = [[arb(int(a == b)) for b in range(size)] for a in range(size)]
        gaps = []
        try:
            for a, s in enumerate(self.states):
                p, q, value = self._stage(s, values)
                gaps.append([point[a] - value])
                for i, x in zip(self.kernels[s][0], p, strict=True):
                    for j, y in zip(self.kernels[s][1], q, strict=True):
                        for t, w in self.table.go(self.table.cell(s, i, j)):
                            if t in place:
                                slopes[a][place[t]] -= x * y * to_flint(w)
            solved = arb_mat(slopes).solve(arb_mat(gaps))
        except ZeroDivisionError:
            return None
        return [row[0].mid() for row in solved.tolist()]

    def _stage(self, s: int, values: dict[int, Any]) -> tuple[list[Any], list[Any], Any]:
        """Equalizing weights and value of one kernel, in balls."""
        from flint import arb, arb_mat

        rows, columns = self.kernels[s]
        block = [[self._entry(s, i, j, values) for j in columns] for i in rows]
        k = len(rows)
        bordered = [[*row, arb(-1)] for row in block] + [[arb(1)] * k + [arb(0)]]
        down = arb_mat(bordered).solve(arb_mat([[arb(0)]] * k + [[arb(1)]])).tolist()
        turned = [[block[i][j] for i in range(k)] + [arb(-1)] for j in range(k)]
        turned.append([arb(1)] * k + [arb(0)])
        across = arb_mat(turned).solve(arb_mat([[arb(0)]] * k + [[arb(1)]])).tolist()
        return [x[0] for x in across[:k]], [x[0] for x in down[:k]], down[k][0]

    def _entry(self, s: int, i: int, j: int, values: dict[int, Any]) -> Any:
        from flint import arb

        cell = self.table.cell(s, i, j)
        total = arb(to_flint(self.table.pay[cell, 0]))
        for target, weight in self.table.go(cell):
            total += values[target] * to_flint(weight)
        return total

    def prove(self, field: NumberField, elements: list[Element]) -> ExactPart | None:
        """The strategies of the kernels in the field, if they prove that these are the values."""
        values = {s: field.number(x) for s, x in self.known.items()}
        values |= dict(zip(self.states, elements, strict=True))
        rows, columns = {}, {}
        for s in self.states:
            game = stage_in_field(self.table, s, field, values)
            solved = _equalize(field, game, self.kernels[s])
            if solved is None:
                return None
            rows[s], columns[s] = solved
            if not optimal_in_field(field, game, rows[s], columns[s], values[s]):
                return None
        return ExactPart(field, {s: values[s] for s in self.states}, rows, columns)


def stage_in_field(
    table: TransitionTable, s: int, field: NumberField, values: dict[int, Element]
) -> list[list[Element]]:
    """The matrix game of a state with entries in the field."""
    game = []
    for i in range(int(table.rows[s])):
        line = []
        for j in range(int(table.columns[s])):
            cell = table.cell(s, i, j)
            total = field.number(table.pay[cell, 0])
            for target, weight in table.go(cell):
                total = total + field.times(field.number(weight), values[target])
            line.append(total)
        game.append(line)
    return game


def optimal_in_field(
    field: NumberField,
    game: list[list[Element]],
    row: tuple[Element, ...],
    column: tuple[Element, ...],
    value: Element,
) -> bool:
    """Whether both strategies are distributions that guarantee the value."""
    one = field.number(Fraction(1))
    for side in (row, column):
        if sum(side, field.number(Fraction(0))) != one or any(field.sign(x) < 0 for x in side):
            return False
    least = all(
        field.sign(_mix(field, row, [line[j] for line in game]) - value) >= 0
        for j in range(len(column))
    )
    return least and all(field.sign(_mix(field, column, line) - value) <= 0 for line in game)


def _mix(field: NumberField, weights: Sequence[Element], line: Sequence[Element]) -> Element:
    total = field.number(Fraction(0))
    for w, x in zip(weights, line, strict=True):
        total = total + field.times(w, x)
    return total


def _equalize(
    field: NumberField, game: list[list[Element]], kernel: Kernel
) -> tuple[tuple[Element, ...], tuple[Element, ...]] | None:
    rows, columns = kernel
    block = [[game[i][j] for j in columns] for i in rows]
    down = _solve_bordered(field, block)
    across = _solve_bordered(field, [list(line) for line in zip(*block, strict=True)])
    if down is None or across is None:
        return None
    zero = field.number(Fraction(0))
    row, column = [zero] * len(game), [zero] * len(game[0])
    for i, x in zip(rows, across, strict=True):
        row[i] = x
    for j, y in zip(columns, down, strict=True):
        column[j] = y
    return tuple(row), tuple(column)


def _solve_bordered(field: NumberField, block: list[list[Element]]) -> list[Element] | None:
    """Weights of the columns that make all rows pay the same, by elimination in the field."""
    one, zero = field.number(Fraction(1)), field.number(Fraction(0))
    k = len(block)
    lines = [[*row, -one, zero] for row in block]
    lines.append([*([one] * k), zero, one])
    for c in range(k + 1):
        at = next((r for r in range(c, k + 1) if lines[r][c] != 0), None)
        if at is None:
            return None
        lines[c], lines[at] = lines[at], lines[c]
        inverse = field.inverse(lines[c][c])
        lines[c] = [field.times(x, inverse) for x in lines[c]]
        for r in range(k + 1):
            factor = lines[r][c]
            if r != c and factor != 0:
                lines[r] = [
                    x - field.times(factor, y) for x, y in zip(lines[r], lines[c], strict=True)
                ]
    return [line[-1] for line in lines[:k]]


def _in_field(system: _System, balls: list[Any]) -> ExactPart | None:
    """Take a combination of the irrational values as generator, write all values in its powers."""
    odd = [ball for ball in balls if _simple(ball, BITS - 200) is None]
    if not odd:
        return None
    combined = _combined(odd)
    for generator in (odd[0], combined) if len(odd) > 1 else (odd[0],):
        recognized = _recognize(generator, balls)
        if recognized is None:
            continue
        minimal, elements = recognized
        root = _root_near(minimal, generator)
        proved = None if root is None else system.prove(NumberField(root), elements)
        if proved is not None:
            return proved
    return None


def _combined(numbers: list[Any]) -> Any:
    from flint import ctx

    with ctx.workprec(BITS + 64):
        return sum(((k + 1) * x for k, x in enumerate(numbers)), 0 * numbers[0])


def _recognize(generator: Any, balls: list[Any]) -> tuple[Polynomial, list[Element]] | None:
    """The minimal polynomial of the generator, and all numbers as polynomials in it."""
    from flint import ctx, fmpq_poly

    with ctx.workprec(BITS + 64):
        minimal = _minimal_polynomial(generator)
        if minimal is None:
            return None
        powers = [generator**k for k in range(minimal.degree)]
        elements = []
        for ball in balls:
            line = integer_relation([*powers, ball], BITS)
            if line is None or line[-1] == 0:
                return None
            elements.append(fmpq_poly([to_flint(Fraction(-c, line[-1])) for c in line[:-1]]))
    return minimal, elements


def _minimal_polynomial(x: Any) -> Polynomial | None:
    for degree in range(2, MOST_DEGREE + 1):
        relation = integer_relation([x**k for k in range(degree + 1)], BITS)
        if relation is not None and relation[-1]:
            polynomial = Polynomial.of(relation)
            if len(polynomial.factors()) == 1:
                return polynomial.factors()[0][0]
    return None


def _root_near(minimal: Polynomial, x: Any) -> Point | None:
    roots = real_roots(minimal)
    if not roots:
        return None
    near = min(roots, key=lambda root: abs(float(root) - float(x)))
    return near.refine(Fraction(1, 2**80)) if isinstance(near, RealRoot) else near


def _simple(ball: Any, bits: int = 290) -> Fraction | None:
    """The rational of far smaller height than the ball's precision, if there is one."""
    exact = from_ball(ball)
    guess = exact.limit_denominator(2**130)
    near = abs(exact - guess) < Fraction(1, 2**bits) * (1 + abs(exact))
    return guess if near and guess.denominator < 2**120 else None
