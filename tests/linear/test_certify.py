"""Solving in floating point with exact certificates, and the proofs that answers carry."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from helpers.linear_programs import decimal, programs, rational
from kibitz.core.errors import GameError
from kibitz.linear import (
    Basis,
    Infeasible,
    LinearProgram,
    Optimum,
    Unbounded,
    certify_basis,
    exact_simplex,
)
from kibitz.linear import solve as solve_module
from kibitz.linear.certify import certified_optimum
from kibitz.linear.optimal_face import other_optima
from kibitz.linear.phase_one import phase_one, recession

TEXT = LinearProgram.read(c=[2, 1, 3], A=[[0, 3, 1], [1, 1, 1], [3, 2, 0]], b=[5, 10, 8])
TINY = Fraction(1, 10**15)


def known_optimum(size, seed):
    """A program with a planted basis of about half its size."""
    rng = np.random.default_rng(seed)
    half = np.arange(size) < size // 2
    A = rng.integers(-30, 31, (size, size))
    b = A @ np.where(half, rng.integers(1, 20, size), 0) + np.where(half, 0, 50)
    c = np.where(half, rng.integers(1, 20, size), 0) @ A - np.where(half, 0, 50)
    return LinearProgram.read(c=c, A=A, b=b)


@given(programs())
def test_highs_with_certificate_agrees_with_exact_pivoting(program):
    found, expected = program.solve(method="highs"), exact_simplex(program)
    assert found.verify()
    assert found.status == expected.status
    assert found.value == expected.value
    if isinstance(found, Optimum):
        assert found.unique == expected.unique
        if found.unique:
            assert found.x == expected.x


@given(programs(rational=decimal))
def test_floating_answers_agree_with_exact_ones(program):
    """Of numbers that floats hold: rounding can make rows that contradict each other consistent."""
    found, expected = program.solve(exact=False), exact_simplex(program)
    assert not found.program.exact
    assert found.verify()
    assert found.status == expected.status
    if isinstance(found, Optimum):
        assert found.value == pytest.approx(float(expected.value), abs=1e-6)


@pytest.mark.parametrize("size", [20, 60])
def test_larger_programs_are_certified(size):
    program = known_optimum(size, seed=size)
    answer = program.solve()
    assert answer.method == "HiGHS, certified exactly"
    assert answer.verify()
    assert answer.value.denominator == 1
    floating = program.solve(exact=False)
    assert floating.method == "HiGHS"
    assert floating.verify()
    assert floating.value == pytest.approx(float(answer.value))


def test_bases_are_judged_exactly():
    optimal = Basis(("basic", "lower", "basic"), ("active", "basic", "active"))
    assert certify_basis(TEXT, optimal).x == (Fraction(8, 3), 0, 5)
    for columns, rows in [
        (("lower", "lower", "lower"), ("basic", "basic", "basic")),
        (("basic", "basic", "lower"), ("active", "basic", "active")),
        (("basic", "lower", "lower"), ("active", "basic", "basic")),
        (("basic", "lower", "lower"), ("active", "basic", "active")),
    ]:
        assert certify_basis(TEXT, Basis(columns, rows)) is None


@pytest.mark.parametrize(
    ("program", "value"),
    [
        (LinearProgram.read(c=[1, 1 + TINY], A=[[1, 1]], b=[1]), 1 + TINY),
        (LinearProgram.read(c=[1, 1], A=[[1, 1 - TINY], [1, 0]], b=[1, "1/2"]), 1 / (1 - TINY)),
        (LinearProgram.read(c=[TINY], A=[[TINY]], b=[TINY * TINY]), TINY * TINY),
        (LinearProgram.read(c=[10**40], A=[[10**30]], b=[10**50]), Fraction(10**60)),
    ],
)
def test_a_basis_off_by_rounding_is_repaired(program, value):
    answer = certified_optimum(program)
    assert answer is not None
    assert answer.value == value
    assert answer.verify()


def test_what_floats_cannot_hold_is_pivoted_exactly():
    huge = LinearProgram.read(c=[10**400, 1], A=[[10**300, 1]], b=[10**50])
    assert certified_optimum(huge) is None
    answer = huge.solve(method="highs")
    assert answer.method == "the exact simplex method"
    assert answer.value == 10**150
    with pytest.raises(GameError, match="too large for floating point"):
        huge.solve(exact=False)
    with pytest.raises(GameError, match="too large for floating point"):
        LinearProgram.read(c=[1], A=[[1]], b=[1], upper=[10**400]).solve(exact=False)
    hilbert = [[Fraction(1, i + j + 1) for j in range(14)] for i in range(14)]
    sums = [sum(row) for row in hilbert]
    ill = LinearProgram.read(c=sums, A=hilbert, b=sums).solve()
    assert ill.value == sum(sums)
    assert ill.verify()


def test_infeasible_by_a_hair():
    program = LinearProgram.read(c=[1, 1], A=[[1, 1], [-1, -1]], b=[1, -1 - TINY])
    answer = program.solve(method="highs")
    assert isinstance(answer, Infeasible)
    assert answer.farkas == (1, 1)
    assert answer.total == -TINY
    assert answer.verify()


def test_auxiliary_programs():
    stuck = LinearProgram.read(c=[1], A=[[1], [1], [1]], rel=["<=", ">=", "="], b=[1, 3, 2])
    assert phase_one(stuck).solve().value == 2
    assert recession(TEXT).solve().value == 0
    assert phase_one(TEXT).solve(method="highs").value == 0


def test_crossed_bounds_are_infeasible_not_an_error():
    program = LinearProgram.read(c=[1, 1], A=[[1, 1]], b=[5], lower=[0, 3], upper=[None, 2])
    for answer in (program.solve(), program.solve(method="highs"), program.solve(exact=False)):
        assert isinstance(answer, Infeasible)
        assert (answer.lower, answer.upper) == ((0, 1), (0, 1))
        assert answer.total == -1
        assert answer.verify()
    assert "(x2 ≥ 3) + (x2 ≤ 2) gives 0 ≤ -1" in str(program.solve())


def test_bounds_take_part_in_a_contradiction():
    program = LinearProgram.read(c=[1, 1], A=[[1, 1]], rel=">=", b=[5], upper=[2, 2])
    answer = program.solve()
    assert (answer.farkas, answer.lower, answer.upper) == ((-1,), (0, 0), (1, 1))
    assert answer.verify()


@given(programs(), st.data())
def test_tampered_answers_are_rejected(program, data):
    answer = exact_simplex(program)
    change = data.draw(rational)
    assume(change != 0)
    if isinstance(answer, Optimum):
        assert not replace(answer, value=answer.value + change).verify()
        j = data.draw(st.integers(0, program.shape[1] - 1))
        moved = tuple(v + change * (k == j) for k, v in enumerate(answer.x))
        worth = program.evaluate(moved)
        good = worth.feasible and worth.objective == answer.value
        assert replace(answer, x=moved, basis=None).verify().holds == good
    elif isinstance(answer, Infeasible):
        assert not replace(
            answer,
            farkas=tuple(-y for y in answer.farkas),
            lower=tuple(-y for y in answer.lower),
            upper=tuple(-y for y in answer.upper),
        ).verify()
        j = data.draw(st.integers(0, program.shape[1] - 1))
        lower = tuple(q + change * (k == j) for k, q in enumerate(answer.lower))
        assert not replace(answer, lower=lower).verify()
    else:
        assert not replace(answer, ray=tuple(-r for r in answer.ray)).verify()
        assert not replace(answer, ray=(Fraction(0),) * program.shape[1]).verify()
        beyond = tuple(p - 1000 * r for p, r in zip(answer.point, answer.ray, strict=True))
        moved = replace(answer, point=beyond)
        assert moved.verify().holds == program.evaluate(beyond).feasible


def test_tampered_multipliers_are_rejected():
    answer = TEXT.solve()
    assert not replace(answer, dual=(Fraction(3), Fraction(0), Fraction(1))).verify()
    assert not replace(answer, dual=(Fraction(2), Fraction(1), Fraction(2, 3))).verify()
    with pytest.raises(GameError, match="false"):
        replace(answer, value=Fraction(20)).verify().require()
    floating = TEXT.solve(exact=False)
    assert floating.verify()
    assert not replace(floating, value=floating.value + 1e-3).verify()
    assert not replace(floating, x=(8 / 3 + 1e-3, 0.0, 5.0)).verify()
    assert not replace(floating, dual=(3.0, 0.0, 2 / 3 + 1e-3)).verify()


def test_what_an_optimum_knows():
    answer = TEXT.solve()
    assert answer.reduced_costs == (0, Fraction(-28, 3), 0)
    assert answer.active.rows == (0, 2)
    assert answer.active.lower == (1,)
    assert answer.unique
    assert answer.vertices() == ((Fraction(8, 3), 0, 5),)
    assert TEXT.solve(exact=False).unique
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert json.loads(json.dumps(answer.to_json()))["value"] == "61/3"


def test_the_whole_optimal_face():
    program = LinearProgram.read(c=[1, 1, 0], A=[[1, 1, 0], [0, 0, 1]], b=[2, 1])
    answer = program.solve()
    assert not answer.unique
    assert set(answer.vertices()) == {(2, 0, 0), (0, 2, 0), (2, 0, 1), (0, 2, 1)}
    ray = LinearProgram.read(c=[1, 0], A=[[1, 0]], b=[2]).solve()
    assert not ray.unique
    assert ray.face().rays == ((0, 1),)


def test_a_sentence_lists_eight_vertices_and_counts_the_others():
    """The optimal points of 0 ≤ x ≤ 1 in five variables are a square in two, a cube's 32 in all."""
    square = LinearProgram.read(c=[1, 1, 1], A=[[1, 1, 1]], b=[1]).solve()
    assert "more" not in other_optima(square)
    bounds = [[int(i == j) for j in range(5)] for i in range(5)]
    cube = LinearProgram.read(c=[0] * 5, A=bounds, b=[1] * 5).solve()
    assert " and 24 more are" in other_optima(cube)


@given(programs(most_rows=3, most_columns=3))
def test_unique_means_that_the_face_is_a_point(program):
    answer = exact_simplex(program)
    if isinstance(answer, Optimum):
        face = answer.face()
        assert answer.unique == (face.dimension == 0)
        for vertex in face.vertices:
            found = program.evaluate(vertex)
            assert found.feasible
            assert found.objective == answer.value


def test_answers_without_optimum_write_json():
    stuck = LinearProgram.read(c=[1], A=[[1]], b=[-1]).solve()
    assert json.loads(json.dumps(stuck.to_json()))["farkas_certificate"] == ["1"]
    endless = LinearProgram.read(c=[1], A=[[-1]], b=[-1]).solve(exact=False)
    assert isinstance(endless, Unbounded)
    assert endless.verify()
    assert json.loads(json.dumps(endless.to_json()))["ray"] == [1.0]


def test_floats_that_rounding_leaves_in_doubt_are_decided_exactly(monkeypatch):
    program = TEXT.floating()
    monkeypatch.setattr(solve_module, "_float_optimum", lambda program: None)
    answer = program.solve()
    assert answer.method == "the exact simplex method, rounded"
    assert answer.value == pytest.approx(61 / 3)
    assert answer.verify()
    stuck = LinearProgram.read(c=[1.0], A=[[1]], b=[-1]).solve()
    assert isinstance(stuck, Infeasible)
    assert stuck.verify()
    endless = LinearProgram.read(c=[1.0], A=[[-1]], b=[-1]).solve()
    assert isinstance(endless, Unbounded)
    assert endless.verify()


def test_methods_and_sizes_are_checked(monkeypatch):
    with pytest.raises(GameError, match="unknown method 'higs' for linear programs; did you mean"):
        TEXT.solve(method="higs")
    monkeypatch.setattr(solve_module, "ENTRIES", 8)
    with pytest.raises(GameError, match="the matrix has 9 entries"):
        TEXT.solve()


@pytest.mark.parametrize("size", [1e-12, 1.0, 1e15])
@pytest.mark.parametrize("status", ["infeasible", "unbounded"])
def test_larger_floating_programs_without_an_optimum_are_proved(size, status):
    luck = np.random.default_rng(4)
    matrix, right, costs = (luck.normal(size=shape) * size for shape in ((18, 18), 18, 18))
    if status == "infeasible":
        matrix[0], right[0] = abs(matrix[0]), -size
    else:
        matrix[:, 0], right, costs[0] = -abs(matrix[:, 0]), abs(right), size
    answer = LinearProgram.read(costs.tolist(), matrix.tolist(), b=right.tolist()).solve()
    assert answer.status == status
    assert answer.verify()


def test_a_contradiction_by_a_hair_has_moderate_multipliers():
    rows = [[0.0, -1.1428571428571427e-12], [7.943844288735545e-13, 2e-12]]
    program = LinearProgram.read([-3e-12, 3e-12], rows, b=[-5.714285714285714e-13, 1e-12])
    answer = program.solve()
    assert isinstance(answer, Infeasible)
    assert max(answer.farkas) == 1
    assert answer.verify()
