"""Whether an optimum is the only one.

The optimal points form a face of the feasible set. It is a single point exactly when no direction
except zero keeps every constraint that is tight there, the rows and bounds with a nonzero
multiplier as equalities. One more linear program decides that.
"""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import Number
from kibitz.core.tensor import Tensor
from kibitz.linear.convert import join
from kibitz.linear.evaluation import evaluate
from kibitz.linear.phase_one import recession
from kibitz.linear.program import LinearProgram, combination
from kibitz.linear.solution import Optimum


@extends(Optimum)
def is_unique(optimum: Optimum) -> bool:
    """Whether no other point is optimal; a floating program is read as decimals and decided so.

    >>> program = LinearProgram.read(c=[1, 1], A=[[1, 1]], b=[1])
    >>> is_unique(program.solve())
    False
    """
    optimum = exact_optimum(optimum)
    if _strictly_complementary(optimum):
        return True
    moves = _face_directions(optimum)
    if moves is None:
        return True
    away = recession(moves).solve()
    assert isinstance(away, Optimum), "zero is always a direction"
    return away.value == 0 and _only_zero(moves)


def exact_optimum(optimum: Optimum) -> Optimum:
    """The optimum itself if it is exact, else that of the program with its floats as decimals."""
    if optimum.exact:
        return optimum
    answer = optimum.program.rational().solve()
    if not isinstance(answer, Optimum):
        raise GameError(
            f"with its floats taken exactly, this program is {answer.status}; give fractions"
        )
    return answer


def _strictly_complementary(optimum: Optimum) -> bool:
    """Whether everything at rest has a nonzero price, so that nothing else can be optimal."""
    basis = optimum.basis
    if basis is None:
        return False
    resting = [d for d, s in zip(optimum.reduced_costs, basis.columns, strict=True) if s != "basic"]
    used = [y for y, s in zip(optimum.dual, basis.rows, strict=True) if s == "active"]
    return all(resting) and all(used)


def _face_directions(optimum: Optimum) -> LinearProgram | None:
    """The directions that stay in the optimal face; the objective adds up what becomes loose.

    Variables that the multipliers hold in place are left out; None if these are all.
    """
    program, x = optimum.program, optimum.x
    movable = [j for j, d in enumerate(optimum.reduced_costs) if d == 0 and not _fixed(program, j)]
    if not movable:
        return None
    slacks = evaluate(program, x).slacks
    tight = [i for i, slack in enumerate(slacks) if slack == 0]
    matrix = _take(program.matrix, tight, movable)
    relations = tuple("=" if optimum.dual[i] else program.relations[i] for i in tight)
    loosening = tuple(Fraction({"<=": -1, ">=": 1, "=": 0}[r]) for r in relations)
    gains: list[Number] = list(combination(loosening, matrix))
    lower: list[Number | None] = []
    upper: list[Number | None] = []
    for k, j in enumerate(movable):
        at_lower, at_upper = x[j] == program.lower[j], x[j] == program.upper[j]
        lower.append(Fraction(0) if at_lower else None)
        upper.append(Fraction(0) if at_upper else None)
        gains[k] = gains[k] + int(at_lower) - int(at_upper)
    zeros = join([Fraction(0)] * len(tight))
    return LinearProgram(join(gains), matrix, relations, zeros, "max", tuple(lower), tuple(upper))


def _fixed(program: LinearProgram, j: int) -> bool:
    return program.lower[j] is not None and program.lower[j] == program.upper[j]


def _take(tensor: Tensor, rows: list[int], columns: list[int]) -> Tensor:
    return Tensor(tensor.array[rows][:, columns], tensor.denominator)


def _only_zero(moves: LinearProgram) -> bool:
    """Whether zero is the only direction that keeps every constraint with equality."""
    from flint import fmpz_mat

    sides = enumerate(zip(moves.lower, moves.upper, strict=True))
    free = [j for j, (low, high) in sides if low is None and high is None]
    m = moves.shape[0]
    if not free:
        return True
    if m < len(free):
        return False
    entries = moves.matrix.array[:, free].ravel().tolist()
    return int(fmpz_mat(m, len(free), entries).rank()) == len(free)
