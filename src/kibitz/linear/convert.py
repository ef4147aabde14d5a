"""The arrows: one linear program written in another form with the same solutions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core.extension import extends
from kibitz.core.numbers import Number
from kibitz.core.tensor import Array, Tensor
from kibitz.linear.program import Bounds, LinearProgram, Vector, activities, inner

_SAFE = 2**62


@extends(LinearProgram)
def equality_form(program: LinearProgram) -> LinearProgram:
    """Every inequality as an equality with a variable of its own, slack (+) or surplus (-).

    Parameters
    ----------
    program : LinearProgram
        A linear program.

    Returns
    -------
    LinearProgram
        The equivalent program.

    Examples
    --------
    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [1, 2], [1, 2]], rel=["<=", ">=", "="],
    ...                              b=[3, 3, 3])
    >>> print(equality_form(program))
    maximize   x1 +   x2
    subject to x1 + 2 x2 + s1      = 3
               x1 + 2 x2      - s2 = 3
               x1 + 2 x2           = 3
               x1, x2, s1, s2 ≥ 0
    """
    loose = [i for i, relation in enumerate(program.relations) if relation != "="]
    signs = [1 if program.relations[i] == "<=" else -1 for i in loose]
    names = _fresh([f"s{i + 1}" for i in loose], program.variables)
    zero = type(program.constant)(0)
    return LinearProgram(
        join([*program.costs, *[zero] * len(loose)]),
        with_unit_columns(program.matrix, loose, signs),
        ("=",) * program.shape[0],
        program.right,
        program.sense,
        (*program.lower, *[zero] * len(loose)),
        (*program.upper, *[None] * len(loose)),
        program.constant,
        (*program.variables, *names),
        program.rows,
        program.title,
    )


@extends(LinearProgram)
def inequality_form(program: LinearProgram) -> LinearProgram:
    """Every equality as the two inequalities that it stands for.

    Parameters
    ----------
    program : LinearProgram
        A linear program.

    Returns
    -------
    LinearProgram
        The equivalent program.

    Examples
    --------
    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2]], rel="=", b=[3])
    >>> print(inequality_form(program))
    maximize   x1 +   x2
    subject to x1 + 2 x2 ≤ 3
               x1 + 2 x2 ≥ 3
               x1, x2 ≥ 0
    """
    taken: list[int] = []
    relations: list[str] = []
    names: list[str] = []
    for i, relation in enumerate(program.relations):
        pair = ("<=", ">=") if relation == "=" else (relation,)
        taken += [i] * len(pair)
        relations += pair
        tails = (" ≤", " ≥") if relation == "=" else ("",)
        names += [program.rows[i] + tail for tail in tails]
    return LinearProgram(
        program.objective,
        Tensor(program.matrix.array[taken], program.matrix.denominator),
        tuple(relations),
        Tensor(program.right.array[taken], program.right.denominator),
        program.sense,
        program.lower,
        program.upper,
        program.constant,
        program.variables,
        tuple(_fresh(names, ())),
        program.title,
    )


def bounds_as_rows(program: LinearProgram) -> LinearProgram:
    """Every bound other than ``x >= 0`` and ``x <= 0`` as a row of its own.

    >>> print(bounds_as_rows(LinearProgram.read(c=[1, 1], A=[[1, 1]], b=[3], upper=[2, None])))
    maximize   x1 + x2
    subject to x1 + x2 ≤ 3
               x1      ≤ 2
               x1, x2 ≥ 0
    """
    lower: list[Number | None] = []
    upper: list[Number | None] = []
    extra: list[tuple[int, str, Number]] = []
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        keep_low = low is not None and low == 0
        keep_high = high is not None and high == 0 and not keep_low
        lower.append(low if keep_low else None)
        upper.append(high if keep_high else None)
        if low is not None and low == high and not keep_low and not keep_high:
            extra.append((j, "=", low))
            continue
        if low is not None and not keep_low:
            extra.append((j, ">=", low))
        if high is not None and not keep_high:
            extra.append((j, "<=", high))
    if not extra:
        return program
    side = {">=": "low", "<=": "high", "=": "fix"}
    names = [f"{side[relation]} {program.variables[j]}" for j, relation, _ in extra]
    return LinearProgram(
        program.objective,
        with_unit_rows(program.matrix, [j for j, _, _ in extra]),
        (*program.relations, *(relation for _, relation, _ in extra)),
        join([*program.limits, *(bound for _, _, bound in extra)]),
        program.sense,
        tuple(lower),
        tuple(upper),
        program.constant,
        program.variables,
        (*program.rows, *_fresh(names, program.rows)),
        program.title,
    )


@extends(LinearProgram)
def standard_form(program: LinearProgram) -> LinearProgram:
    """Maximize, rows ``<=``, variables nonnegative; :func:`from_standard` leads a point back.

    A minimum is the negated maximum of the negated objective. A variable is measured from its
    lower bound, or down from its upper bound, or split in two when it is free; what remains of its
    bounds becomes a row. The constant keeps the books, so optimal values differ at most in sign.

    Parameters
    ----------
    program : LinearProgram
        A linear program.

    Returns
    -------
    LinearProgram
        The equivalent program.

    Examples
    --------
    >>> program = LinearProgram.read(sense="min", c=[1, 2], A=[[1, 1]], rel="=", b=[3],
    ...                              lower=[1, None])
    >>> print(standard_form(program))
    maximize   -x1 - 2 x2⁺ + 2 x2⁻ - 1
    subject to  x1 +   x2⁺ -   x2⁻ ≤ 2
               -x1 -   x2⁺ +   x2⁻ ≤ -2
               x1, x2⁺, x2⁻ ≥ 0
    """
    if is_standard(program):
        return program
    split = inequality_form(boxes_as_rows(program))
    start = origin(split)
    columns, signs, names = directions(split)
    factor = 1 if split.sense == "max" else -1
    turned = np.array([1 if r == "<=" else -1 for r in split.relations], np.int64)
    matrix = split.matrix.array[:, columns] * np.array(signs, np.int64) * turned[:, None]
    moved = activities(split.matrix, start)
    right = [t * (b - a) for t, b, a in zip(turned.tolist(), split.limits, moved, strict=True)]
    costs = [factor * s * split.costs[j] for j, s in zip(columns, signs, strict=True)]
    return LinearProgram(
        join(costs),
        Tensor(matrix, split.matrix.denominator),
        ("<=",) * len(right),
        join(right),
        "max",
        constant=factor * (split.constant + inner(split.costs, start)),
        variables=names,
        rows=split.rows,
        title=program.title,
    )


def from_standard(program: LinearProgram, x: Sequence[Number]) -> Vector:
    """The point of ``program`` that a point of its standard form stands for.

    >>> program = LinearProgram.read(c=[-1], A=[[1]], rel=">=", b=[-5], lower=[None])
    >>> from_standard(program, standard_form(program).solve().x)
    (Fraction(-5, 1),)
    """
    if is_standard(program):
        return tuple(x)
    point = list(origin(program))
    columns, signs, _ = directions(program)
    for value, j, sign in zip(x, columns, signs, strict=True):
        point[j] = point[j] + sign * value
    return tuple(point)


def is_standard(program: LinearProgram) -> bool:
    """Whether it is written as maximize, rows ``<=``, variables nonnegative and no more."""
    return (
        program.sense == "max"
        and set(program.relations) <= {"<="}
        and all(low is not None and low == 0 for low in program.lower)
        and all(high is None for high in program.upper)
    )


def join(values: Sequence[Number]) -> Tensor:
    """A vector of numbers, perhaps empty, as a tensor."""
    return Tensor.read(values, 1, "vector") if values else Tensor(np.zeros(0, np.int64))


def with_unit_columns(tensor: Tensor, rows: Sequence[int], signs: Sequence[int]) -> Tensor:
    """Append a column for each of ``rows``, with plus or minus one in that row."""
    block = _zeros(tensor, (tensor.shape[0], len(rows)))
    for k, (i, sign) in enumerate(zip(rows, signs, strict=True)):
        block[i, k] = sign * tensor.denominator
    return Tensor(np.hstack([tensor.array, block]), tensor.denominator)


def with_unit_rows(tensor: Tensor, columns: Sequence[int]) -> Tensor:
    """Append a row for each of ``columns``, with a one in that column."""
    block = _zeros(tensor, (len(columns), tensor.shape[1]))
    for k, j in enumerate(columns):
        block[k, j] = tensor.denominator
    return Tensor(np.vstack([tensor.array, block]), tensor.denominator)


def _zeros(tensor: Tensor, shape: tuple[int, int]) -> Array:
    kind = tensor.array.dtype if tensor.denominator < _SAFE else np.dtype(object)
    return np.zeros(shape, kind)


def boxes_as_rows(program: LinearProgram) -> LinearProgram:
    """Drop to a row the upper bounds of variables that also have a lower one."""
    boxes = boxed_variables(program)
    if not boxes:
        return program
    upper: Bounds = tuple(None if j in boxes else u for j, u in enumerate(program.upper))
    limits = [u for j, u in enumerate(program.upper) if u is not None and j in boxes]
    names = _fresh([f"high {program.variables[j]}" for j in boxes], program.rows)
    return LinearProgram(
        program.objective,
        with_unit_rows(program.matrix, boxes),
        (*program.relations, *["<="] * len(boxes)),
        join([*program.limits, *limits]),
        program.sense,
        program.lower,
        upper,
        program.constant,
        program.variables,
        (*program.rows, *names),
        program.title,
    )


def boxed_variables(program: LinearProgram) -> list[int]:
    """The positions of the variables with both a lower and an upper bound."""
    pairs = enumerate(zip(program.lower, program.upper, strict=True))
    return [j for j, (low, high) in pairs if low is not None and high is not None]


def origin(program: LinearProgram) -> Vector:
    """Where the standard form measures from: the lower bound, else the upper bound, else zero."""
    zero = type(program.constant)(0)
    return tuple(
        low if low is not None else high if high is not None else zero
        for low, high in zip(program.lower, program.upper, strict=True)
    )


def directions(program: LinearProgram) -> tuple[list[int], list[int], tuple[str, ...]]:
    """For each variable of the standard form: which variable it moves, which way, its name."""
    columns: list[int] = []
    signs: list[int] = []
    names: list[str] = []
    for j, (low, high) in enumerate(zip(program.lower, program.upper, strict=True)):
        name = program.variables[j]
        if low is None and high is None:
            columns += [j, j]
            signs += [1, -1]
            names += [f"{name}⁺", f"{name}⁻"]
        else:
            columns.append(j)
            signs.append(1 if low is not None else -1)
            names.append(name if low is not None else f"{name}⁻")
    return columns, signs, tuple(_fresh(names, ()))


def _fresh(wanted: Sequence[str], taken: Sequence[str]) -> list[str]:
    """The wanted names, primed until none is taken."""
    names: list[str] = []
    for name in wanted:
        while name in taken or name in names:
            name += "'"
        names.append(name)
    return names
