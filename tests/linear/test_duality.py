"""Dual programs, bounds from aggregated rows, and weak and strong duality."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.linear_programs import programs, rational
from kibitz.core.errors import GameError
from kibitz.linear import Infeasible, LinearProgram, Optimum, Unbounded
from kibitz.linear.convert import bounds_as_rows

TEXT = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])


def native(program):
    return bounds_as_rows(program) is program


@given(programs())
def test_the_dual_of_the_dual_is_the_program(program):
    written = bounds_as_rows(program)
    assert native(written)
    if written.shape[0]:
        dual = program.dual()
        assert dual.sense != program.sense
        assert dual.dual() == written
        assert dual.floating().dual() == written.floating()


@given(programs())
def test_the_statuses_and_values_of_a_dual_pair_fit(program):
    if bounds_as_rows(program).shape[0] == 0:
        return
    primal, dual = program.solve(), program.dual().solve()
    if isinstance(primal, Optimum):
        assert isinstance(dual, Optimum)
        assert primal.value == dual.value
    elif isinstance(primal, Unbounded):
        assert isinstance(dual, Infeasible)
    else:
        assert not isinstance(dual, Optimum)


@pytest.mark.parametrize("sense", ["max", "min"])
@pytest.mark.parametrize(
    ("lower", "upper", "relation_in_max", "relation_in_min"),
    [(0, None, ">=", "<="), (None, 0, "<=", ">="), (None, None, "=", "=")],
)
def test_signs_of_variables_turn_into_relations(
    sense, lower, upper, relation_in_max, relation_in_min
):
    program = LinearProgram.read(
        c=[1],
        A=[[1], [1], [1]],
        rel=["<=", ">=", "="],
        b=[1, 2, 3],
        sense=sense,
        lower=[lower],
        upper=[upper],
    )
    dual = program.dual()
    assert dual.relations == (relation_in_max if sense == "max" else relation_in_min,)
    if sense == "max":
        assert (dual.lower, dual.upper) == ((0, None, None), (None, 0, None))
    else:
        assert (dual.lower, dual.upper) == ((None, 0, None), (0, None, None))


def test_other_bounds_become_rows_of_the_dual():
    program = LinearProgram.read(c=[1, 1], A=[[1, 1]], b=[5], lower=[1, 3], upper=[2, 3])
    dual = program.dual()
    assert dual.variables == ("y1", "low x1", "high x1", "fix x2")
    assert dual.relations == ("=", "=")
    assert dual.solve().value == program.solve().value == 5


def test_names_pass_to_the_dual():
    program = LinearProgram.read(c=[1], A=[[1]], b=[5], variables=["bread"], rows=["flour"])
    assert program.dual().variables == ("flour",)
    assert program.dual().rows == ("bread",)


def test_adding_up_rows_gives_a_bound_or_the_reason_why_not():
    good = TEXT.aggregate([3, 0, "2/3"])
    assert good.dual_feasible
    assert good.bound == good.rhs == Fraction(61, 3)
    low = TEXT.aggregate([1, 1, 1])
    assert (low.row, low.rhs, low.bound) == ((4, 6, 2), 23, None)
    assert low.reason == "coefficient of x3 is 2 < 3"
    wrong = TEXT.aggregate([5, -1, 5])
    assert wrong.reason == (
        "the multiplier of row 2 is -1; a <= row of a maximization needs one ≥ 0"
    )
    assert TEXT.dual().aggregate([3, 0, 5]).reason == "coefficient of y3 is 9 > 8"
    with pytest.raises(GameError, match="multipliers: 2 numbers, the program needs 3"):
        TEXT.aggregate([1, 2])


def test_bounds_of_variables_pay_for_what_the_rows_leave():
    program = LinearProgram.read(c=[2, -1], A=[[1, 1]], b=[4], lower=[None, -3], upper=[3, None])
    summed = program.aggregate([1])
    assert summed.bound == 4 + (2 - 1) * 3 + (-1 - 1) * -3
    assert program.aggregate([0]).bound == 2 * 3 + -1 * -3
    assert program.aggregate([3]).reason == "coefficient of x1 is 3 > 2"
    assert program.solve().value <= summed.bound


@given(programs(), st.data())
def test_a_valid_aggregate_bounds_every_feasible_point(program, data):
    m = program.shape[0]
    y = data.draw(st.lists(rational, min_size=m, max_size=m))
    bound = program.aggregate(y).bound
    answer = program.solve()
    if bound is None or isinstance(answer, Infeasible):
        return
    assert isinstance(answer, Optimum)
    assert answer.value <= bound if program.sense == "max" else answer.value >= bound


def test_weak_and_strong_duality_of_a_pair():
    check = TEXT.weak_duality([2, 0, 5], [3, 1, 1])
    assert (check.primal_value, check.dual_value, check.gap) == (19, 33, 14)
    assert check.primal_feasible
    assert check.dual_feasible
    assert check.holds
    assert not check.optimal
    assert TEXT.weak_duality(["8/3", 0, 5], [3, 0, "2/3"]).optimal
    assert TEXT.weak_duality([8 / 3, 0, 5], [3, 0, 2 / 3]).optimal
    dual = TEXT.dual().weak_duality([3, 0, "2/3"], ["8/3", 0, 5])
    assert dual.optimal
    outside = TEXT.weak_duality([4, 0, 5], [3, 0, "2/3"])
    assert not outside.primal_feasible
    assert not outside.holds
    assert outside.reason == "row 3 (3 x1 + 2 x2 ≤ 8) is missed by 4"


@given(programs(), st.data())
def test_weak_duality_holds_for_feasible_pairs(program, data):
    m, n = program.shape
    x = data.draw(st.lists(rational, min_size=n, max_size=n))
    y = data.draw(st.lists(rational, min_size=m, max_size=m))
    check = program.weak_duality(x, y)
    if check.primal_feasible and check.dual_feasible:
        assert check.holds
    assert check.to_json()["weak_duality_holds"] == check.holds
