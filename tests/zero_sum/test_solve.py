"""Every way of solving a matrix game, against brute force and against each other."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import kibitz as kb
from helpers.brute_force import brute_force
from helpers.random_games import games, matrices
from kibitz.core.method import methods
from kibitz.zero_sum import optimal_strategies, shapley_snow, simplex

NAMES = sorted(m.name for m in methods(kb.MatrixGame) if m.finds.startswith("the value and an"))


@given(games())
def test_the_value_is_that_of_brute_force(game):
    value, rows, columns = brute_force(game.matrix.numbers())
    solution = game.solve()
    assert solution.value == value
    assert solution.verify()
    everything = optimal_strategies(game)
    assert set(everything.row_extreme) == rows
    assert set(everything.column_extreme) == columns
    assert everything.verify()


@given(games(rows=(1, 4), columns=(1, 4)), st.sampled_from(NAMES))
def test_every_method_that_applies_finds_the_value(game, method):
    try:
        solution = game.solve(method=method)
    except kb.GameError:
        assume(False)
    assert solution.verify()
    assert solution.value == game.solve(method="pivoting").value


@given(matrices(rows=(8, 11), columns=(8, 11), low=-2, high=2))
def test_the_compiled_simplex_is_certified(matrix):
    game = kb.matrix(matrix)
    solution = simplex(game)
    assert solution.verify()
    assert solution.value == game.solve(method="pivoting").value


@given(matrices(rows=(2, 9), columns=(2, 9), low=-20, high=20))
def test_floats_agree_with_fractions(matrix):
    exact = kb.matrix(matrix).solve()
    floating = kb.matrix(matrix, exact=False).solve()
    assert isinstance(floating.value, float)
    assert floating.verify()
    assert floating.value == pytest.approx(float(exact.value), abs=1e-9)


@given(games(rows=(2, 4), columns=(2, 4)))
def test_all_kernels_give_all_extreme_strategies(game):
    kernels = shapley_snow(game)
    everything = optimal_strategies(game)
    assert set(kernels.row_extreme) == set(everything.row_extreme)
    assert set(kernels.column_extreme) == set(everything.column_extreme)


@given(games(), st.fractions(min_value=-3, max_value=3, max_denominator=5))
def test_a_wrong_answer_is_rejected(game, error):
    assume(error != 0)
    solution = game.solve()
    assert not replace(solution, value=solution.value + error).verify()
    assert not replace(solution, row=(*solution.row[:-1], solution.row[-1] + error)).verify()
    short = tuple(2 * w for w in solution.column)
    assert not replace(solution, column=short).verify()


@given(games(rows=(2, 4), columns=(2, 4)))
def test_a_bad_strategy_is_rejected(game):
    solution = game.solve()
    for i in range(game.shape[0]):
        pure = tuple(Fraction(int(k == i)) for k in range(game.shape[0]))
        accepted = bool(replace(solution, row=pure).verify())
        assert accepted == (min(game.matrix.numbers()[i]) >= solution.value)


@given(games(rows=(1, 4), columns=(1, 4)))
def test_lists_of_optimal_strategies_must_be_complete_and_extreme(game):
    found = optimal_strategies(game)
    for side in ("row_extreme", "column_extreme"):
        listed = getattr(found, side)
        for k in range(len(listed)):
            assert not replace(found, **{side: listed[:k] + listed[k + 1 :]}).verify()
        if len(listed) > 1:
            middle = tuple((a + b) / 2 for a, b in zip(*listed[:2], strict=True))
            assert not replace(found, **{side: (*listed, middle)}).verify()
    if not found.unique:
        single = replace(
            found, row_extreme=found.row_extreme[:1], column_extreme=found.column_extreme[:1]
        )
        assert not single.verify()


@pytest.mark.parametrize("shape", [(3, 1), (1, 4), (1, 1)])
def test_games_with_a_single_line(shape):
    game = kb.matrix(np.arange(shape[0] * shape[1]).reshape(shape))
    solution = game.solve()
    assert solution.verify()
    assert solution.method == "a saddle point"


def test_huge_and_tiny_payoffs():
    huge = kb.matrix([[10**30, -(10**29)], [-(10**28), 10**30]])
    assert huge.solve().verify()
    assert huge.solve().exact
    tiny = kb.matrix([[1e-12, -1e-12, 3e-12], [-1e-12, 1e-12, 2e-12], [0.0, 1e-13, -1e-12]])
    assert tiny.solve().verify()


def test_large_degenerate_games_are_solved_exactly():
    rng = np.random.default_rng(5)
    for matrix in (
        rng.integers(0, 2, (40, 40)),
        rng.integers(-1, 2, (30, 60)),
        np.zeros((12, 15), int),
        np.repeat(rng.integers(-3, 4, (6, 12)), 3, axis=0),
    ):
        solution = kb.matrix(matrix).solve()
        assert solution.exact
        assert solution.verify()


def test_everything_pickles_and_compares():
    game = kb.matrix("-2 3; 3 -4", rows=["one", "two"])
    solution = game.solve()
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert hash(game) == hash(pickle.loads(pickle.dumps(game)))
    assert game != kb.matrix("-2 3; 3 -4")
    assert len({game, game.restrict([0, 1], [0, 1])}) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kb.matrix([[1, 2], [3]]), "row 2 has 1 entry, row 1 has 2"),
        (lambda: kb.matrix([]), "no rows"),
        (lambda: kb.matrix([[]]), "empty"),
        (lambda: kb.matrix([[1, float("nan")]]), "not a finite number"),
        (lambda: kb.matrix(np.array([[np.inf, 0.0]])), "not a finite number"),
        (lambda: kb.matrix([[True, 0]]), "boolean"),
        (lambda: kb.matrix([["a", 0]]), "row 1, column 1: 'a' is not a number"),
        (lambda: kb.matrix([["1/0", 0]]), "divides by zero"),
        (lambda: kb.matrix("1 2; 3 4", rows=["a"]), "rows: 1 label for 2"),
        (lambda: kb.matrix("1 2; 3 4", rows=["a", "a"]), "used twice"),
        (lambda: kb.matrix("1 2; 3 4").solve(method="simplx"), "did you mean 'simplex'"),
        (lambda: kb.matrix("1 2; 3 4").solve(method="diagonal"), "does not apply"),
        (lambda: kb.matrix("1 2; 3 4").best_rows(["1/2", "1/3"]), "add up to 5/6, not 1"),
        (lambda: kb.matrix("1 2; 3 4").best_rows([2, -1]), "below 0"),
        (lambda: kb.matrix("1 2; 3 4").best_rows([1]), "1 probability for 2 strategies"),
        (lambda: kb.matrix("1 2; 3 4").draw(what="grpah"), "did you mean 'graph'"),
        (lambda: kb.bimatrix("1 2; 3 4", "1 2; 3 5").matrix_game(), "do not add up"),
        (lambda: kb.bimatrix("1 2; 3 4", "1 2 3; 3 5 6"), "shape"),
        (lambda: kb.solve(3), "cannot solve this int"),
        (lambda: kb.matrix({(0, 0): 2}), "row 1 is 2, not a list of numbers"),
        (lambda: kb.matrix([{1, 2}, {3, 4}]), "not a list of numbers"),
        (lambda: kb.matrix("1 2; 3 4", rows=5), "not a list of 2 labels"),
        (lambda: kb.matrix("1 2; 3 4").solve(method=None), "unknown method None"),
        (lambda: kb.matrix("1 2; 3 4").solve(exact=cast("Any", "no")), "exact is 'no'"),
        (lambda: kb.matrix("1 2; 3 4").best_rows(None), "not a list of 2 probabilities"),
        (lambda: kb.matrix("1 2; 3 4").restrict([], [0]), "no rows are left"),
        (lambda: kb.matrix("1 2; 3 4").restrict([5], [0]), "no position 5"),
        (lambda: kb.matrix("1 2; 3 4")[5, 5], "no cell"),
        (lambda: kb.matrix("1 2; 3 4").affine(float("nan"), 1), "not a finite number"),
        (lambda: kb.strategic_game(5), "not a list of payoff arrays"),
        (lambda: kb.game(5), "not the name of a game"),
        (lambda: kb.load(5), "not the name of a file"),
        (lambda: kb.save(5, "x.json"), "not a game"),
    ],
)
def test_bad_input_gets_one_clear_line(call, message):
    with pytest.raises(kb.GameError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_constant_sum_games_are_solved_through_their_zero_sum_form():
    game = kb.bimatrix([[3, 1], [0, 2]], [[2, 4], [5, 3]])
    assert game.constant_sum() == 5
    assert kb.solve(game).value == Fraction(3, 2)
