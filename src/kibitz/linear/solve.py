"""Solve a linear program: choose the method, and prove the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import magnitude
from kibitz.core.spelling import count_of
from kibitz.linear.accept import is_optimal
from kibitz.linear.program import LinearProgram, Vector, inner
from kibitz.linear.simplex import crossed_bounds, exact_simplex
from kibitz.linear.solution import Infeasible, Optimum, Unbounded

Answer = Optimum | Infeasible | Unbounded
Ended = TypeVar("Ended", Infeasible, Unbounded)

SMALL = 150
"""Up to this number of matrix entries pivoting by hand is quicker than to load a solver."""
EXACTLY = 300
"""Floating programs of no more matrix entries are solved exactly, and rounded."""
SPREAD = 1e6
"""In larger ones floats are trusted if no number is larger than another by this factor."""
ENTRIES = 10**8
"""Larger matrices are refused: several working copies of them are needed."""
FINDS = "an optimum, or the proof that there is none"


def _not_applicable(program: LinearProgram) -> str | None:
    m, n = program.shape
    if m * n <= ENTRIES:
        return None
    return (
        f"the matrix has {count_of(m * n, 'entry')}, which need about {m * n // 25_000_000} "
        "GB; the limit "
        f"is {ENTRIES:,} entries: use fewer rows or variables"
    )


@method(
    LinearProgram,
    "auto",
    finds=FINDS,
    cost="exact pivots in small programs, HiGHS in large ones",
    applies=_not_applicable,
)
def solve_automatically(program: LinearProgram, exact: bool | None = None) -> Answer:
    """Pivot small exact programs at once, and hand all others to HiGHS.

    Parameters
    ----------
    program : LinearProgram
        The program.
    exact : bool, optional
        Whether to answer in exact numbers or in floats; as the program was given if None.

    Returns
    -------
    Optimum, Infeasible or Unbounded
        The answer with the multipliers or the ray that prove it.

    Notes
    -----
    Exponential in the worst case; few more pivots than rows in practice.

    Examples
    --------
    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6])
    >>> [round(v, 9) for v in solve_automatically(program, exact=False).x]
    [1.6, 1.2]
    """
    m, n = program.shape
    small = m * n <= SMALL and (program.exact if exact is None else exact)
    return solve_by_pivots(program, exact) if small else solve_by_highs(program, exact)


@method(
    LinearProgram,
    "highs",
    finds=FINDS,
    cost="a sparse linear system per pivot; exponentially many pivots in the worst case",
    reference="Huangfu and Hall 2018; Gleixner, Steffy and Wolter 2016",
    applies=_not_applicable,
)
def solve_by_highs(program: LinearProgram, exact: bool | None = None) -> Answer:
    """Solve in floating point by HiGHS, and prove exact answers in exact arithmetic.

    For exact answers the final basis is solved in rationals; where it does not certify, exact
    pivoting decides.

    Parameters
    ----------
    program : LinearProgram
        A linear program.
    exact : bool, optional
        Whether to prove the answer in exact arithmetic; by default as the numbers are given.

    Returns
    -------
    Answer
        An optimum, or a proof that the program is infeasible or unbounded.

    Notes
    -----
    Cost: a sparse linear system per pivot; exponentially many pivots in the worst case.

    References
    ----------
    Huangfu and Hall 2018; Gleixner, Steffy and Wolter 2016.

    Examples
    --------
    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6])
    >>> solve_by_highs(program).x
    (Fraction(8, 5), Fraction(6, 5))
    """
    wanted = program.exact if exact is None else exact
    program = program.with_numbers(wanted)
    crossed = crossed_bounds(program)
    if crossed is not None:
        return crossed
    return solve_certified(program) if wanted else _solve_floating(program)


@method(
    LinearProgram,
    "simplex",
    finds=FINDS,
    cost="O(mn) exact operations per pivot; exponentially many pivots in the worst case",
    reference="Dantzig 1951; Bland 1977",
    applies=_not_applicable,
)
def solve_by_pivots(program: LinearProgram, exact: bool | None = None) -> Answer:
    """Pivot in exact arithmetic, and keep the pivots.

    Parameters
    ----------
    program : LinearProgram
        A linear program.
    exact : bool, optional
        Whether to answer in exact numbers; by default as the numbers are given.

    Returns
    -------
    Answer
        An optimum, or a proof that the program is infeasible or unbounded.

    Notes
    -----
    Cost: O(mn) exact operations per pivot; exponentially many pivots in the worst case.

    References
    ----------
    Dantzig 1951; Bland 1977.

    Examples
    --------
    >>> solve_by_pivots(LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6])).x
    (Fraction(8, 5), Fraction(6, 5))
    """
    if not (program.exact if exact is None else exact):
        raise GameError("the simplex method is exact; use method='highs' for floats")
    program = program.rational()
    return crossed_bounds(program) or exact_simplex(program)


def solve_program(
    program: LinearProgram, exact: bool | None = None, method: str = "auto"
) -> Answer:
    """An optimum with its multipliers, or a proof that the program is infeasible or unbounded.

    Exact programs get exact answers and floating ones floating answers unless ``exact`` says
    otherwise.

    Parameters
    ----------
    program : LinearProgram
        A linear program.
    exact : bool, optional
        Whether to answer in exact numbers; by default as the numbers are given.
    method : str, default "auto"
        The name of a method; see :func:`kibitz.methods`.

    Returns
    -------
    Answer
        An optimum, or a proof that the program is infeasible or unbounded.

    Examples
    --------
    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6])
    >>> solve_program(program).x
    (Fraction(8, 5), Fraction(6, 5))
    """
    return program.solve(method, exact=exact)


def solve_certified(program: LinearProgram) -> Answer:
    """Solve an exact program in floating point and prove the answer in rationals.

    >>> stuck = LinearProgram.read(c=[1], A=[[1], [1]], rel=["<=", ">="], b=[1, 3])
    >>> print(solve_certified(stuck))
    infeasible: (row 1) - (row 2) gives 0 ≤ -2
    found by HiGHS, certified exactly
    """
    from kibitz.linear.certify import METHOD, certified_optimum
    from kibitz.linear.phase_one import phase_one, recession

    optimum = certified_optimum(program)
    if optimum is not None:
        return optimum
    nearest = _sure_optimum(phase_one(program))
    if nearest.value > 0:
        return Infeasible.from_rows(program, tuple(-y for y in nearest.dual), METHOD)
    away = _sure_optimum(recession(program))
    if away.value != 0:
        return Unbounded.along(program, nearest.x[: program.shape[1]], away.x, METHOD)
    return exact_simplex(program)


def _sure_optimum(program: LinearProgram) -> Optimum:
    """The certified optimum of a program that is known to have one."""
    from kibitz.linear.certify import certified_optimum

    optimum = certified_optimum(program) or exact_simplex(program)
    assert isinstance(optimum, Optimum), "auxiliary programs are feasible and bounded"
    return optimum


def _solve_floating(program: LinearProgram) -> Answer:
    """Solve in floating point; what rounding leaves in doubt is decided exactly, then rounded.

    So is that there is no optimum, which a change in the last digit may refute. Small programs, and
    those whose numbers differ much in size, are solved exactly at once.
    """
    m, n = program.shape
    if m * n > EXACTLY and _even(program):
        optimum = _float_optimum(program)
        if optimum is not None:
            return optimum
    exactly = program.rational()
    small = m * n <= SMALL
    return _rounded(exact_simplex(exactly) if small else solve_certified(exactly), program)


def _even(program: LinearProgram) -> bool:
    """Whether the numbers of a program are of like size, so that floats can be trusted."""
    limits = [x for x in (*program.lower, *program.upper) if x is not None]
    parts = (program.matrix.floats(), program.objective.floats(), program.right.floats(), limits)
    for part in parts:
        sizes = [abs(float(x)) for x in np.asarray(part, float).ravel() if x]
        if sizes and max(sizes) > SPREAD * min(sizes):
            return False
    return True


def _float_optimum(program: LinearProgram) -> Optimum | None:
    from kibitz.linear.highs import Data, FloatModel

    found = FloatModel(program).solve(Data.of(program))
    if found.status != "optimal":
        return None
    x: Vector = tuple(found.x.tolist())
    sign = 1.0 if program.sense == "min" else -1.0
    dual: Vector = tuple((sign * found.multipliers).tolist())
    value = inner(program.costs, x) + program.constant
    optimum = Optimum(program, value, x, dual, found.basis, "HiGHS")
    return optimum if is_optimal(optimum) else None


def _rounded(answer: Answer, program: LinearProgram) -> Answer:
    """An exact answer in floats, about the floating program it was asked of."""
    method = f"{answer.method}, rounded"
    if isinstance(answer, Optimum):
        x, dual = _floats(answer.x), _floats(answer.dual)
        value = float(answer.value)
        return Optimum(program, value, x, dual, answer.basis, method, rounded_from=answer)
    if isinstance(answer, Infeasible):
        answer = _shrunk(answer, "farkas", "lower", "upper")
        parts = _floats(answer.farkas), _floats(answer.lower), _floats(answer.upper)
        return Infeasible(program, *parts, method, rounded_from=answer)
    answer = _shrunk(answer, "ray")
    point, ray = _floats(answer.point), _floats(answer.ray)
    return Unbounded(program, point, ray, method, rounded_from=answer)


def _shrunk(answer: Ended, *names: str) -> Ended:
    """The same answer with a direction whose greatest part is 1, however long it was."""
    parts = {name: getattr(answer, name) for name in names}
    longest = max(magnitude(x) for part in parts.values() for x in part)
    shorter: Any = {name: tuple(x / longest for x in part) for name, part in parts.items()}
    return replace(answer, **shorter)


def _floats(values: Vector) -> Vector:
    try:
        return tuple(map(float, values))
    except OverflowError:
        raise GameError("a number is too large for floating point; solve exactly") from None
