"""The exact simplex method: cycling, degeneracy, redundancy, and every kind of answer."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given

from helpers.linear_programs import programs
from kibitz import linear_program
from kibitz.core.errors import GameError
from kibitz.linear import Infeasible, LinearProgram, Optimum, Unbounded, exact_simplex
from kibitz.linear import simplex as simplex_module
from kibitz.linear.certify import basic_solution
from kibitz.linear.convert import standard_form
from kibitz.linear.optimal_face import other_optima

BEALE = LinearProgram.read(
    c=["3/4", -150, "1/50", -6],
    A=[["1/4", -60, "-1/25", 9], ["1/2", -90, "-1/50", 3], [0, 0, 1, 0]],
    b=[0, 0, 1],
)
KUHN = LinearProgram.read(
    c=[2, 3, -1, -12],
    A=[[-2, -9, 1, 9], ["1/3", 1, "-1/3", -2], [2, 3, -1, -12]],
    b=[0, 0, 2],
)
MARSHALL_SUURBALLE = LinearProgram.read(
    sense="min",
    c=[-10, 57, 9, 24],
    A=[["1/2", "-11/2", "-5/2", 9], ["1/2", "-3/2", "-1/2", 1], [1, 0, 0, 0]],
    b=[0, 0, 1],
)


@pytest.mark.parametrize(
    ("program", "value"),
    [(BEALE, Fraction(1, 20)), (KUHN, Fraction(2)), (MARSHALL_SUURBALLE, Fraction(-1))],
)
def test_programs_on_which_careless_pivoting_cycles(program, value):
    answer = exact_simplex(program)
    assert answer.value == value
    assert answer.verify()
    assert program.solve(method="highs").value == value


def brute_force(program):
    """The best value over all vertices of the standard form, None when it has none."""
    import flint

    program = standard_form(program)
    m, n = program.shape
    rows = [*program.matrix.numbers(), *([int(i == j) for j in range(n)] for i in range(n))]
    right = [*program.limits, *[Fraction(0)] * n]
    best = None
    for chosen in combinations(range(m + n), n):
        system = flint.fmpq_mat(n, n, [flint.fmpq(*_pair(x)) for i in chosen for x in rows[i]])
        if system.det() == 0:
            continue
        side = flint.fmpq_mat(n, 1, [flint.fmpq(*_pair(right[i])) for i in chosen])
        point = [Fraction(int(x.p), int(x.q)) for x in system.solve(side).entries()]
        tried = program.evaluate(point)
        if tried.feasible and (best is None or tried.objective > best):
            best = tried.objective
    return best


def _pair(x):
    return Fraction(x).numerator, Fraction(x).denominator


@given(programs(most_rows=3, most_columns=2))
def test_the_answer_is_that_of_the_best_vertex(program):
    answer = exact_simplex(program)
    assert answer.verify()
    best = brute_force(program)
    if best is None:
        assert isinstance(answer, Infeasible)
    elif isinstance(answer, Optimum):
        assert answer.value == (best if program.sense == "max" else -best)
    else:
        assert isinstance(answer, Unbounded)


@given(programs())
def test_the_final_basis_leads_to_the_same_vertex(program):
    answer = exact_simplex(program)
    if isinstance(answer, Optimum):
        assert answer.basis is not None
        assert len(answer.basis.basic) == len(answer.basis.active)
        vertex = basic_solution(program, answer.basis)
        assert vertex is not None
        x, y = vertex
        assert x == answer.x
        assert program.weak_duality(x, y).optimal


def test_redundant_and_contradictory_equations():
    square = {"c": [1, 2], "A": [[1, 1], [2, 2], [1, 1]], "rel": "="}
    redundant = exact_simplex(LinearProgram.read(**square, b=[3, 6, 3]))
    assert redundant.value == 6
    assert redundant.verify()
    broken = exact_simplex(LinearProgram.read(**square, b=[3, 6, 4]))
    assert isinstance(broken, Infeasible)
    assert broken.verify()


def test_free_variables():
    program = LinearProgram.read(
        sense="min", c=[1, 1], A=[[1, 2], [2, 1]], rel=">=", b=[-4, "-7/2"], lower=[None, None]
    )
    answer = exact_simplex(program)
    assert answer.x == (-1, Fraction(-3, 2))
    assert answer.verify()
    line = LinearProgram.read(c=[1, -1], A=[[1, -1]], b=[2], lower=[None, None])
    assert exact_simplex(line).value == 2
    assert not exact_simplex(line).unique


def test_a_degenerate_vertex():
    program = LinearProgram.read(c=[1, 1], A=[[1, 0], [0, 1], [1, 1], [2, 1]], b=[1, 1, 2, 3])
    answer = exact_simplex(program)
    assert answer.x == (1, 1)
    assert answer.active.rows == (0, 1, 2, 3)
    assert answer.unique


def test_the_working_tells_every_pivot():
    program = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
    answer = exact_simplex(program)
    assert [(p.entering, p.leaving, p.objective) for p in answer.working] == [
        ("x1", "s3", Fraction(16, 3)),
        ("x3", "s1", Fraction(61, 3)),
    ]


def test_phase_one_counts_down_to_zero():
    program = LinearProgram.read(sense="min", c=[1, 1], A=[[1, 2], [3, 1]], rel=">=", b=[4, 6])
    working = exact_simplex(program).working
    first = [p.objective for p in working if p.phase == 1]
    assert first[-1] == 0
    assert first == sorted(first, reverse=True)


def test_values_of_programs_without_an_optimum():
    stuck = LinearProgram.read(c=[1], A=[[1]], b=[-1])
    assert exact_simplex(stuck).value == -math.inf
    endless = LinearProgram.read(sense="min", c=[-1], A=[[-1]], b=[1])
    assert exact_simplex(endless).value == -math.inf


def test_it_wants_exact_numbers_and_bearable_sizes(monkeypatch):
    program = LinearProgram.read(c=[1.5], A=[[1]], b=[1])
    with pytest.raises(GameError, match="needs exact numbers"):
        exact_simplex(program)
    with pytest.raises(GameError, match="method='highs'"):
        program.solve(method="simplex")
    assert program.solve(method="simplex", exact=True).value == Fraction(3, 2)
    monkeypatch.setattr(simplex_module, "CELLS", 10)
    with pytest.raises(GameError, match="the exact tableau would have 3 rows"):
        exact_simplex(BEALE)


def test_other_optimal_points_are_told():
    several = linear_program("max x + y; x + y <= 4; x <= 3; y <= 3").solve()
    assert "(3, 1), (1, 3)" in other_optima(several)
    assert several.explain().steps[-1].heading == "Other optimal points"
    along = linear_program("max x - y; x - y <= 1").solve()
    assert "along (1, 1)" in other_optima(along)
    one = linear_program("max 2x + y; x + y <= 4; x <= 3").solve()
    assert other_optima(one) == ""
    assert one.explain().steps[-1].heading == "The proof"
